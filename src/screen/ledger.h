/* The ledger: the arrays of the shown layer, each with its axes, its shape, its numbers
 * and its bytes. An array that is split, turned or merged on its way has a line for each
 * form that it takes. */
#ifndef SCREEN_LEDGER_H
#define SCREEN_LEDGER_H

#include "frame/page.h"
#include "session/session.h"

/* Puts a line of headings, and the lines of these grids that exist; with `twice`, columns
 * for twice as many positions. Notes that would pass column `width` are left out. */
void ledger_put(Page *page, const Session *session, GridSet grids, bool twice, int width);

#endif
