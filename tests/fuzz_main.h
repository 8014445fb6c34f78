/* A fuzzer without libFuzzer plays the files given as arguments: for corpora, and for finding out
 * about a crasher. Included once, below LLVMFuzzerTestOneInput. */
#ifndef FUZZER
enum { SIZE_MOST = 1 << 20 };

static bool play(const char *path, uint8_t *bytes) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    size_t size = fread(bytes, 1, SIZE_MOST, file);
    fclose(file);
    LLVMFuzzerTestOneInput(bytes, size);
    return true;
}

int main(int count, char **paths) {
    uint8_t *bytes = malloc(SIZE_MOST);
    bool fine = bytes != NULL;
    for (int i = 1; fine && i < count; i++)
        fine = play(paths[i], bytes);
    free(bytes);
    return fine ? 0 : 2;
}
#endif
