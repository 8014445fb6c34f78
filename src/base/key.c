/* See key.h. */
#include "base/key.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

typedef struct KeyName {
    int key;
    const char *name;
} KeyName;

/* Of several names of a key, key_name writes the first. */
static const KeyName names[] = {
    {KEY_ARROW_UP, "<Up>"},
    {KEY_ARROW_DOWN, "<Down>"},
    {KEY_ARROW_LEFT, "<Left>"},
    {KEY_ARROW_RIGHT, "<Right>"},
    {KEY_FIRST, "<Home>"},
    {KEY_LAST, "<End>"},
    {KEY_PAGE_UP, "<PageUp>"},
    {KEY_PAGE_DOWN, "<PageDown>"},
    {KEY_TAB, "<Tab>"},
    {KEY_BACK_TAB, "<S-Tab>"},
    {KEY_RETURN, "<Enter>"},
    {KEY_ESCAPE, "<Esc>"},
    {KEY_BLANK, "<Space>"},
    {KEY_RUBOUT, "<BS>"},
    {KEY_DELETE, "<Del>"},
    {KEY_F5_KEY, "<F5>"},
    {'<', "<lt>"},
};

enum { NAME_COUNT = sizeof names / sizeof *names };

/* Reads <C-a> to <C-z>, in either case, and <C-[> <C-\> <C-]> <C-^> <C-_> as 1 to 31. */
static bool parse_control(const char *name, size_t length, int *key) {
    if (length != 5 || strncmp(name, "<C-", 3) != 0 || name[4] != '>')
        return false;
    int letter = name[3] >= 'a' && name[3] <= 'z' ? name[3] - 'a' + 'A' : name[3];
    if (letter < 'A' || letter > '_')
        return false;
    *key = letter - '@';
    return true;
}

static bool parse_named(const char *name, size_t length, int *key) {
    int i = 0;
    while (i < NAME_COUNT &&
           (strlen(names[i].name) != length || strncmp(names[i].name, name, length) != 0))
        i++;
    if (i == NAME_COUNT)
        return parse_control(name, length, key);
    *key = names[i].key;
    return true;
}

bool key_parse(const char **text, int *key, Error *error) {
    const char *at = *text + strspn(*text, " \t\n");
    *text = at;
    if (!*at)
        return false;
    if (*at != '<') {
        uint32_t code = utf8_next(&at);
        if (code != utf8_safe(code))
            return error_set(error, "a control character is no key, write <C-x>");
        *key = (int)code;
        *text = at;
        return true;
    }
    const char *end = strchr(at, '>');
    if (!end)
        return error_set(error, "the key '%s' lacks its '>'; the key < itself is <lt>",
                         at);
    size_t length = (size_t)(end - at) + 1;
    if (!parse_named(at, length, key))
        return error_set(error, "unknown key '%.*s'", (int)(length < 40 ? length : 40),
                         at);
    *text = end + 1;
    return true;
}

void key_name(int key, char out[16]) {
    int i = 0;
    while (i < NAME_COUNT && names[i].key != key)
        i++;
    if (i < NAME_COUNT)
        snprintf(out, 16, "%s", names[i].name);
    else if (key >= 1 && key < ' ')
        snprintf(out, 16, "<C-%c>", key <= 26 ? 'a' + key - 1 : '@' + key);
    else if (key > ' ' && key <= 0x10ffff)
        utf8_encode(utf8_safe((uint32_t)key), out);
    else
        out[0] = '\0';
}

int key_plain(int key) {
    static const KeyName others[] = {
        {0x3000, " "}, {0x3001, ","}, {0x3002, "."}, {0x300a, "<"},
        {0x300b, ">"}, {0x3010, "["}, {0x3011, "]"},
    };
    if (key >= 0xff01 && key <= 0xff5e)
        return key - 0xff01 + '!';
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i].key == key)
            return others[i].name[0];
    return key;
}
