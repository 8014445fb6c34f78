/* The palette: the entries that a cell's style may name, and their colors on each device.
 *
 * An entry is a role (a row of assets/themes.def) or a step of a color map (heat, signed). A Style takes its
 * foreground from one entry and its background from another, so that digits keep their
 * color on the lit line of a query; most styles name one entry twice (style_of). */
#ifndef FRAME_PALETTE_H
#define FRAME_PALETTE_H

#include <stdbool.h>
#include <stdint.h>

/* ROLE_GROUND, ROLE_BASE and so on, in the order of their rows. */
#define ROLE(name, ...) ROLE_##name,
typedef enum Role {
#include "themes.def"
    ROLE_COUNT
} Role;
#undef ROLE

enum {
    HEAT_STEPS = 32,   /* weight 0..1 */
    SIGNED_STEPS = 31, /* -15..+15, the middle one is zero */
    ENTRY_HEAT = ROLE_COUNT,
    ENTRY_SIGNED = ENTRY_HEAT + HEAT_STEPS,
    ENTRY_EDGE = ENTRY_SIGNED + SIGNED_STEPS, /* greys as light as the steps of heat */
    ENTRY_COUNT = ENTRY_EDGE + HEAT_STEPS
};

typedef enum StyleFlag {
    STYLE_BOLD = 1, /* added to the attributes of the entry */
    STYLE_UNDERLINE = 2,
    STYLE_PIXEL = 4, /* fore and back are dots of plain color, one over the other */
    STYLE_LOWER = 8  /* where there is room for one of the dots, the lower one is shown */
} StyleFlag;

typedef struct Style {
    uint8_t fore, back; /* palette entries */
    uint8_t flags;      /* StyleFlag bits */
    uint8_t unused;     /* 0, so that cells that look the same have the same bytes */
} Style;

typedef enum Theme {
    THEME_DARK,
    THEME_LIGHT,
    THEME_CONTRAST,
    THEME_MONO,
    THEME_COUNT
} Theme;

/* The number of colors that a device has. */
typedef enum Depth { DEPTH_NONE, DEPTH_8, DEPTH_16, DEPTH_256, DEPTH_TRUE } Depth;

/* A style on one device. Roles without a background of their own have that of
 * ROLE_GROUND. */
typedef struct Paint {
    /* 0xRRGGBB, or an index of 256, 16 or 8 colors, by depth; unused at DEPTH_NONE */
    uint32_t fore, back;
    bool bold, underline, reverse;
    uint32_t glyph; /* of dots, written in place of the cell's own; 0: the cell's own */
} Paint;

Style style_of(int entry);                /* fore and back from one entry, no flags */
Style style_over(int fore, int back);     /* digits of fore over the ground of back */
Style style_pixels(int upper, int lower); /* two dots; in mono the cell's own glyph */
Style style_heat(double weight);          /* 0..1, clamped; NaN: ROLE_EMPTY */
Style style_signed(double value, double largest); /* diverging about 0; NaN: ROLE_EMPTY */

/* Returns the paint of a style under a theme on a device. THEME_MONO is DEPTH_NONE on any
 * device. If a style names two entries, its text is black or white over a color map; over
 * a role it keeps its color, or becomes black or white where it could not be read. Bold
 * and underline come from fore, reverse (mono only) from back. */
Paint palette_paint(Theme theme, Depth depth, Style style);

/* The steps of heat as characters, from the lowest weight on. */
enum { RAMP_STEPS = 9 };
extern const char heat_ramp[RAMP_STEPS + 1];

/* Returns the ASCII letter of a style in golden frames, which never changes. Heat is 0-9
 * a-v; signed, from minus to plus, is O to A, P (zero), Q to Z, w x y z ~. If a style
 * names two entries, the letter is that of fore over ground, overlay, arithmetic and
 * prompt, else that of back. */
char palette_letter(Style style);

#endif
