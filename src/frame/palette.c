/* See palette.h. The colors are data, in assets/themes.def; this file looks them up, rounds the
 * steps of the maps to what a device has, and keeps text readable where two entries meet. */
#include "frame/palette.h"

#include <math.h>
#include <string.h>

/* The three columns of colors; 8 colors are the 16 with bold for bright. */
typedef enum Column { COLUMN_TRUE, COLUMN_256, COLUMN_16, COLUMN_COUNT } Column;

enum { BLACK, RED, GREEN, YELLOW, BLUE, MAGENTA, CYAN, WHITE };
enum { BR_BLACK = 8, BR_RED, BR_YELLOW = 11, BR_CYAN = 14, BR_WHITE };
enum { NONE = -1, MIDDLE = SIGNED_STEPS / 2 };
enum { B = STYLE_BOLD, U = STYLE_UNDERLINE, R = 128 };

typedef struct Look {
    int32_t color[COLUMN_COUNT][2]; /* fore, back */
    uint8_t attributes;
} Look;

typedef struct RoleRow {
    char letter;
    uint8_t mono; /* attributes without colors */
    Look look[THEME_MONO];
} RoleRow;

#define LOOK(fore, back, fore_256, back_256, fore_16, back_16, attributes)               \
    { {{fore, back}, {fore_256, back_256}, {fore_16, back_16}}, attributes }
#define ROLE(name, letter, mono, ...) [ROLE_##name] = {letter, mono, {__VA_ARGS__}},
static const RoleRow roles[ROLE_COUNT] = {
#include "themes.def"
};
#undef ROLE

typedef struct Maps {
    int32_t heat[HEAT_STEPS], signs[SIGNED_STEPS];
    int32_t heat_256[8], signs_256[9];
    int32_t heat_16[4][2], edge_16[4][2], signs_16[3][2]; /* fore, back */
} Maps;

#define HEAT(theme, ...)       [THEME_##theme].heat = {__VA_ARGS__},
#define HEAT_256(theme, ...)   [THEME_##theme].heat_256 = {__VA_ARGS__},
#define HEAT_16(theme, ...)    [THEME_##theme].heat_16 = {__VA_ARGS__},
#define EDGE_16(theme, ...)    [THEME_##theme].edge_16 = {__VA_ARGS__},
#define SIGNED(theme, ...)     [THEME_##theme].signs = {__VA_ARGS__},
#define SIGNED_256(theme, ...) [THEME_##theme].signs_256 = {__VA_ARGS__},
#define SIGNED_16(theme, ...)  [THEME_##theme].signs_16 = {__VA_ARGS__},
static const Maps maps[THEME_MONO] = {
#include "themes.def"
};

/* An entry in one column. */
typedef struct Colors {
    int32_t fore, back, dot; /* dot: as a pixel */
} Colors;

static int32_t rgb_of(Column column, int32_t color) {
    static const int32_t first[] = {
        0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
        0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff};
    static const int32_t level[] = {0, 95, 135, 175, 215, 255};
    if (column == COLUMN_TRUE)
        return color;
    if (color < 16)
        return first[color];
    if (color >= 232)
        return (8 + 10 * (color - 232)) * 0x010101;
    color -= 16;
    return level[color / 36] << 16 | level[color / 6 % 6] << 8 | level[color % 6];
}

static double linear(int32_t channel) {
    double value = (channel & 255) / 255.0;
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

/* Relative luminance, 0..1, as WCAG defines it. */
static double luminance(Column column, int32_t color) {
    int32_t rgb = rgb_of(column, color);
    return 0.2126 * linear(rgb >> 16) + 0.7152 * linear(rgb >> 8) + 0.0722 * linear(rgb);
}

static double contrast(Column column, int32_t a, int32_t b) {
    double one = luminance(column, a) + 0.05, other = luminance(column, b) + 0.05;
    return one > other ? one / other : other / one;
}

/* Black or white, whichever contrasts more with back. They are even at sqrt(1.05·0.05) − 0.05. */
static int32_t black_or_white(Column column, int32_t back) {
    static const int32_t black[] = {0x000000, 16, BLACK},
                         white[] = {0xffffff, 231, BR_WHITE};
    return luminance(column, back) < 0.17913 ? white[column] : black[column];
}

/* The grey as light as a color. */
static int32_t grey_of(Column column, int32_t color) {
    double light = luminance(column, color);
    double value =
        light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055;
    if (column == COLUMN_TRUE)
        return (int32_t)lround(value * 255) * 0x010101;
    long step = lround((value * 255 - 8) / 10);
    return step < 0 ? 16 : step > 23 ? 231 : 232 + (int32_t)step;
}

static Colors map_of(Column column, int32_t back) {
    return (Colors){.fore = black_or_white(column, back), .back = back, .dot = back};
}

static Colors given(const int32_t pair[2]) {
    return (Colors){.fore = pair[0], .back = pair[1], .dot = pair[1]};
}

static Colors heat_of(const Maps *map, Column column, int step) {
    if (column == COLUMN_16)
        return given(map->heat_16[step / 8]);
    return map_of(column,
                  column == COLUMN_TRUE ? map->heat[step] : map->heat_256[step / 4]);
}

static Colors edge_of(const Maps *map, Column column, int step) {
    if (column == COLUMN_16)
        return given(map->edge_16[step / 8]);
    return map_of(column, grey_of(column, heat_of(map, column, step).back));
}

/* The step -15..+15 goes to the nearest of the quarters in 256, and to thirds in 16. */
static Colors signed_of(const Maps *map, Column column, int step) {
    int third = MIDDLE / 3;
    if (column == COLUMN_16)
        return given(map->signs_16[step < -third ? 0 : step > third ? 2 : 1]);
    if (column == COLUMN_TRUE)
        return map_of(column, map->signs[step + MIDDLE]);
    return map_of(column, map->signs_256[4 + lround(step * 4.0 / MIDDLE)]);
}

/* As dots, roles with a ground of their own show that, the others their foreground. */
static Colors role_of(Theme theme, Column column, int role) {
    const Look *look = &roles[role].look[theme];
    Colors colors = {.fore = look->color[column][0], .back = look->color[column][1]};
    if (colors.back == NONE)
        colors.back = roles[ROLE_GROUND].look[theme].color[column][1];
    colors.dot = look->color[COLUMN_TRUE][1] == NONE ? colors.fore : colors.back;
    return colors;
}

static Colors colors_of(Theme theme, Column column, int entry) {
    if (entry < ROLE_COUNT)
        return role_of(theme, column, entry);
    if (entry < ENTRY_SIGNED)
        return heat_of(&maps[theme], column, entry - ENTRY_HEAT);
    if (entry < ENTRY_EDGE)
        return signed_of(&maps[theme], column, entry - ENTRY_SIGNED - MIDDLE);
    if (entry < ENTRY_COUNT)
        return edge_of(&maps[theme], column, entry - ENTRY_EDGE);
    return role_of(theme, column, ROLE_BASE);
}

/* The text of one entry over the ground of another. */
static int32_t text_over(Theme theme, Column column, Style style, Colors back) {
    if (style.back >= ROLE_COUNT)
        return back.fore;
    Colors fore = colors_of(theme, column, style.fore);
    if (style.fore == style.back)
        return fore.fore;
    if (column == COLUMN_16)
        return contrast(column, fore.fore, back.back) < 3 ? back.fore : fore.fore;
    if (contrast(column, fore.fore, back.back) < 4.5)
        return black_or_white(column, back.back);
    return fore.fore;
}

static Paint paint_mono(Style style) {
    uint8_t own = style.fore < ROLE_COUNT ? roles[style.fore].mono : 0;
    uint8_t ground = style.back < ROLE_COUNT ? roles[style.back].mono : 0;
    if (style.flags & STYLE_PIXEL)
        return (Paint){0};
    uint8_t attributes = (uint8_t)(own | style.flags);
    return (Paint){
        .bold = attributes & B, .underline = attributes & U, .reverse = ground & R};
}

/* Eight colors: bright text is bold, a bright ground is the plain one. */
static void eight_colors(Paint *paint) {
    if (paint->fore >= BR_BLACK) {
        paint->fore -= BR_BLACK;
        paint->bold = true;
    }
    if (paint->back >= BR_BLACK)
        paint->back -= BR_BLACK;
}

/* Two dots are an upper half block; where colors are too few for pairs of them, one is a blank. */
static void paint_dots(Theme theme, Column column, Depth depth, Style style,
                       Paint *paint) {
    enum { UPPER_HALF = 0x2580 };
    uint32_t upper = (uint32_t)colors_of(theme, column, style.fore).dot;
    uint32_t lower = (uint32_t)colors_of(theme, column, style.back).dot;
    bool one = depth == DEPTH_8;
    paint->glyph = one ? ' ' : UPPER_HALF;
    paint->fore = upper;
    paint->back = one && !(style.flags & STYLE_LOWER) ? upper : lower;
}

Paint palette_paint(Theme theme, Depth depth, Style style) {
    if (theme >= THEME_MONO || depth == DEPTH_NONE)
        return paint_mono(style);
    Column column = depth == DEPTH_TRUE  ? COLUMN_TRUE
                    : depth == DEPTH_256 ? COLUMN_256
                                         : COLUMN_16;
    Colors back = colors_of(theme, column, style.back);
    Paint paint = {.back = (uint32_t)back.back};
    if (style.flags & STYLE_PIXEL) {
        paint_dots(theme, column, depth, style, &paint);
    } else {
        uint8_t own =
            style.fore < ROLE_COUNT ? roles[style.fore].look[theme].attributes : 0;
        uint8_t attributes = (uint8_t)(own | style.flags);
        paint.fore = (uint32_t)text_over(theme, column, style, back);
        paint.bold = attributes & B;
        paint.underline = attributes & U;
    }
    if (depth == DEPTH_8)
        eight_colors(&paint);
    return paint;
}

Style style_of(int entry) {
    return style_over(entry, entry);
}

Style style_over(int fore, int back) {
    return (Style){.fore = (uint8_t)fore, .back = (uint8_t)back};
}

Style style_pixels(int upper, int lower) {
    return (Style){.fore = (uint8_t)upper, .back = (uint8_t)lower, .flags = STYLE_PIXEL};
}

Style style_heat(double weight) {
    if (isnan(weight))
        return style_of(ROLE_EMPTY);
    double share = fmin(fmax(weight, 0), 1);
    return style_of(ENTRY_HEAT + (int)lround(share * (HEAT_STEPS - 1)));
}

Style style_signed(double value, double largest) {
    if (isnan(value))
        return style_of(ROLE_EMPTY);
    double share = isinf(value) ? copysign(1, value) : value / fabs(largest);
    if (isnan(share)) /* 0/0: all of the grid is zero */
        share = 0;
    share = fmin(fmax(share, -1), 1);
    return style_of(ENTRY_SIGNED + MIDDLE + (int)lround(share * MIDDLE));
}

const char heat_ramp[RAMP_STEPS + 1] = ".:-=+*#%@";

static const char *const theme_names[THEME_COUNT] = {
    [THEME_DARK] = "dark",
    [THEME_LIGHT] = "light",
    [THEME_CONTRAST] = "contrast",
    [THEME_MONO] = "mono",
};

const char *theme_name(Theme theme) {
    return theme_names[theme];
}

bool theme_parse(const char *name, Theme *theme) {
    for (int i = 0; i < THEME_COUNT; i++) {
        if (strcmp(name, theme_names[i]) == 0) {
            *theme = (Theme)i;
            return true;
        }
    }
    return false;
}

static char entry_letter(int entry) {
    if (entry < ROLE_COUNT)
        return roles[entry].letter;
    if (entry < ENTRY_SIGNED)
        return "0123456789abcdefghijklmnopqrstuv"[entry - ENTRY_HEAT];
    if (entry < ENTRY_EDGE)
        return "ONMLKJIHGFEDCBAPQRSTUVWXYZwxyz~"[entry - ENTRY_SIGNED];
    return roles[ROLE_EDGE].letter;
}

char palette_letter(Style style) {
    bool plain = style.back == ROLE_GROUND || style.back == ROLE_OVERLAY ||
                 style.back == ROLE_ARITHMETIC || style.back == ROLE_PROMPT;
    return entry_letter(plain || style.flags & STYLE_PIXEL ? style.fore : style.back);
}
