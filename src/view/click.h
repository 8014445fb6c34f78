/* What lies under the mouse. Private to view.c. */
#ifndef VIEW_CLICK_H
#define VIEW_CLICK_H

#include "view/screen/screen.h"
#include "view/view.h"

bool click_find(const Screen *screen, int x, int y, Click *click);

#endif
