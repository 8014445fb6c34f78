/* A clock that never goes back. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

long clock_milliseconds(void);

#endif
