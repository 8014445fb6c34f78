/* The palette: what a cell's style may name, and what each device makes of it.
 *
 * An entry is a role (ROLE_…) or a step of a color map (heat, signed). A Style takes its
 * foreground from one entry and its background from another, so that digits keep their color over
 * the band of the query's line; most styles name the same entry twice (style_of). */
#ifndef FRAME_PALETTE_H
#define FRAME_PALETTE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum Role {
    ROLE_GROUND,
    ROLE_BASE,
    ROLE_TITLE,
    ROLE_QUIET,
    ROLE_NAME,
    ROLE_LABEL,
    ROLE_KEY,
    ROLE_NUMBER,
    ROLE_OPEN,
    ROLE_HIDDEN,
    ROLE_FORCED,
    ROLE_EMPTY,
    ROLE_UNUSED,
    ROLE_COVERED,
    ROLE_WRONG,
    ROLE_TROUBLE,
    ROLE_GOOD,
    ROLE_CURSOR,
    ROLE_ROW,
    ROLE_CROSS,
    ROLE_CHANGED,
    ROLE_HEADING,
    ROLE_NARRATION,
    ROLE_ARITHMETIC,
    ROLE_HINT,
    ROLE_PROMPT,
    ROLE_OVERLAY,
    ROLE_CHOICE,
    ROLE_EDGE,
    ROLE_COUNT
} Role;

enum {
    HEAT_STEPS = 32,   /* weight 0..1 */
    SIGNED_STEPS = 31, /* -15..+15, the middle one is zero */
    ENTRY_HEAT = ROLE_COUNT,
    ENTRY_SIGNED = ENTRY_HEAT + HEAT_STEPS,
    ENTRY_EDGE = ENTRY_SIGNED + SIGNED_STEPS, /* greys as light as the steps of heat */
    ENTRY_COUNT = ENTRY_EDGE + HEAT_STEPS
};

typedef enum StyleFlag {
    STYLE_BOLD = 1, /* added to whatever the entry asks for */
    STYLE_UNDERLINE = 2,
    STYLE_PIXEL = 4, /* fore and back are dots of plain color, one over the other */
    STYLE_LOWER = 8  /* of the two the lower one is shown where there is room for one */
} StyleFlag;

typedef struct Style {
    uint8_t fore, back; /* palette entries */
    uint8_t flags;      /* StyleFlag bits */
} Style;

typedef enum Theme {
    THEME_DARK,
    THEME_LIGHT,
    THEME_CONTRAST,
    THEME_MONO,
    THEME_COUNT
} Theme;

/* How many colors the device has. */
typedef enum Depth { DEPTH_NONE, DEPTH_8, DEPTH_16, DEPTH_256, DEPTH_TRUE } Depth;

/* An entry as one device shows it. Roles without a background of their own have the ground's. */
typedef struct Paint {
    /* 0xRRGGBB, or an index of 256, 16 or 8 colors, by depth; unused at DEPTH_NONE */
    uint32_t fore, back;
    bool bold, underline, reverse;
    uint32_t glyph; /* what is written in place of the cell's own, for dots; 0: that */
} Paint;

Style style_of(int entry);                /* fore and back from one entry, no flags */
Style style_over(int fore, int back);     /* digits of fore over the ground of back */
Style style_pixels(int upper, int lower); /* two dots; in mono the cell's own glyph */
Style style_heat(double weight);          /* 0..1, clamped; NaN: ROLE_EMPTY */
Style style_signed(double value, double largest); /* diverging about 0; NaN: ROLE_EMPTY */

/* What a style looks like under a theme on a device. THEME_MONO is DEPTH_NONE on any device.
 * Of two different entries: over a color map the text is the map's own black or white; over a
 * role it keeps its color, or becomes black or white where that could not be read. Bold and
 * underline come from fore, reverse (mono only) from back. */
Paint palette_paint(Theme theme, Depth depth, Style style);

/* The steps of heat as characters, from the lowest weight on. */
enum { RAMP_STEPS = 9 };
extern const char heat_ramp[RAMP_STEPS + 1];

const char *theme_name(Theme theme); /* dark light contrast mono */
bool theme_parse(const char *name, Theme *theme);

/* One ASCII character a role or map step, for the style plane of golden frames: stable.
 * Heat is 0-9 a-v; signed, from minus to plus, is O to A, P (zero), Q to Z, w x y z ~. Of two
 * different entries it is fore's over ground, overlay, arithmetic and prompt, else back's. */
char palette_letter(Style style);

#endif
