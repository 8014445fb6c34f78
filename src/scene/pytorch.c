/* Files of PyTorch and safetensors: not read, but answered with the Python that makes .npy files of
 * them. PyTorch's are pickles, that is code; a line that somebody runs on purpose is theirs. */
#include <string.h>
#include <strings.h>

#include "scene/array_formats.h"

/* The names of tensors come from the file: a / in one must not lead out of the folder. NumPy has no
 * bfloat16. */
#define SAVE_EACH(tensors)                                                               \
    "[n.save(str(k).replace('/','_')+'.npy',"                                            \
    "(v.float() if v.dtype==t.bfloat16 else v).detach().numpy()) for k,v in " tensors    \
    "]"

static const char torch_python[] =
    "import sys,numpy as n,torch as t; d=t.load(sys.argv[1],'cpu',weights_only=True); "
    "d=d if isinstance(d,dict) else dict(enumerate(d if isinstance(d,(list,tuple)) else [d])); " SAVE_EACH(
        "d.items() if t.is_tensor(v)");

static const char safetensors_python[] =
    "import sys,numpy as n,torch as t; from safetensors.torch import load_file; " SAVE_EACH(
        "load_file(sys.argv[1]).items()");

/* A word that a shell takes as it is written. */
static void quote(const char *word, Text *to) {
    text_append(to, *word == '-' ? "'./" : "'");
    for (; *word; word++)
        if (*word == '\'')
            text_append(to, "'\\''");
        else
            text_append_n(to, word, 1);
    text_append(to, "'");
}

static void command(const char *python, const char *path, Text *to) {
    text_format(to, "python3 -c \"%s\" ", python);
    quote(path, to);
}

bool foreign_torch(const char *path, Error *error) {
    Text line = {0};
    command(torch_python, path, &line);
    error_set(error, "a PyTorch file, which is code; this makes .npy files of it: %s",
              text_string(&line));
    text_release(&line);
    return false;
}

static bool foreign_safetensors(const char *path, Error *error) {
    Text line = {0};
    command(safetensors_python, path, &line);
    error_set(error, "a safetensors file; this makes .npy files of it: %s",
              text_string(&line));
    text_release(&line);
    return false;
}

static const struct Ending {
    const char *ending;
    bool (*refuse)(const char *path, Error *error);
} ending_table[] = {{".pt", foreign_torch},
                    {".pth", foreign_torch},
                    {".safetensors", foreign_safetensors}};

bool foreign_by_name(const char *path, Error *error) {
    size_t length = strlen(path);
    for (size_t i = 0; i < sizeof ending_table / sizeof *ending_table; i++) {
        const struct Ending *row = &ending_table[i];
        size_t ending = strlen(row->ending);
        if (length >= ending && strcasecmp(path + length - ending, row->ending) == 0)
            return row->refuse(path, error);
    }
    return true;
}
