/* Files of PyTorch and safetensors: not read, but answered with the Python that makes
 * .npy files of them. PyTorch's are pickles, that is code; a line that somebody runs on
 * purpose is theirs. */
#include <string.h>
#include <strings.h>

#include "base/path.h"
#include "scene/array.h"

/* The names of tensors come from the file: a / in one must not lead out of the folder.
 * NumPy has no bfloat16. */
#define SAVE_EACH(tensors)                                                               \
    "[n.save(str(k).replace('/','_')+'.npy',"                                            \
    "(v.float() if v.dtype==t.bfloat16 else v).detach().numpy()) for k,v in " tensors    \
    "]"

static const char torch_name[] = "a PyTorch file, which is code";
static const char torch_python[] =
    "import sys,numpy as n,torch as t; d=t.load(sys.argv[1],'cpu',weights_only=True); "
    "d=d if isinstance(d,dict) else "
    "dict(enumerate(d if isinstance(d,(list,tuple)) else [d])); " SAVE_EACH(
        "d.items() if t.is_tensor(v)");

static const struct Kind {
    const char *ending, *name, *python;
} kind_table[] = {
    {".pt", torch_name, torch_python},
    {".pth", torch_name, torch_python},
    {".safetensors", "a safetensors file",
     "import sys,numpy as n,torch as t; from safetensors.torch import load_file; " SAVE_EACH(
         "load_file(sys.argv[1]).items()")},
};

/* Appends a word that a shell takes as it is written. */
static void quote(const char *word, Text *to) {
    text_append(to, *word == '-' ? "'./" : "'");
    for (; *word; word++)
        if (*word == '\'')
            text_append(to, "'\\''");
        else
            text_append_n(to, word, 1);
    text_append(to, "'");
}

bool pytorch_refuse(const char *path, bool certain, Error *error) {
    const struct Kind *kind = kind_table, *end = kind + sizeof kind_table / sizeof *kind;
    while (!certain && kind < end && strcasecmp(path_ending(path), kind->ending) != 0)
        kind++;
    if (kind == end)
        return true;
    Text file = {0};
    quote(path, &file);
    error_set(error, "%s; this makes .npy files of it: python3 -c \"%s\" %s", kind->name,
              kind->python, text_string(&file));
    text_release(&file);
    return false;
}
