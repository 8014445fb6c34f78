/* The reader, from memory: for tests and fuzzers, and for what only the folder here needs. */
#ifndef SCENE_READER_H
#define SCENE_READER_H

#include "scene/scene.h"

/* As scene_read, from bytes; path is for messages and for the id. */
bool scene_parse(Scene *scene, const char *path, const char *bytes, size_t length,
                 Error *error);

/* Whether an action may stand in a scene file: 1 yes, 0 no (it writes, walks or quits), -1 there
 * is no such action. */
int scene_action_allowed(const char *word);

#endif
