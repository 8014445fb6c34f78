/* See palette.h. The colors are data, in assets/themes.def; this file looks them up,
 * rounds the steps of the maps to the colors of a device, and keeps text readable where
 * two entries meet. */
#include "frame/palette.h"

#include <math.h>
#include <string.h>

/* The columns of themes.def. Eight colors are the sixteen with bold for bright text and
 * plain backgrounds for bright ones. */
typedef enum Device { DEVICE_TRUE, DEVICE_256, DEVICE_16, DEVICE_COUNT, DEVICE_8 } Device;

enum { BLACK, RED, GREEN, BLUE = 4, MAGENTA, CYAN, WHITE };
enum { BR_BLACK = 8, BR_RED, BR_YELLOW = 11, BR_CYAN = 14, BR_WHITE };
enum { NONE = -1, MIDDLE = SIGNED_STEPS / 2 };
enum { B = STYLE_BOLD, U = STYLE_UNDERLINE, R = 128 };

typedef struct RoleColors {
    int32_t color[DEVICE_COUNT][2]; /* fore, back */
    uint8_t attributes;
} RoleColors;

typedef struct RoleRow {
    char letter;
    uint8_t mono; /* attributes without colors */
    RoleColors look[THEME_MONO];
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
    int32_t heat_16[4][2], signs_16[3][2]; /* fore, back */
    int32_t edge_16[4][3];                 /* and dot */
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

/* The colors of an entry on one kind of device. */
typedef struct Colors {
    int32_t fore, back, dot; /* dot: as a pixel */
} Colors;

/* The sixteen colors as xterm, a VGA (and the Linux console) and Windows show them. */
enum { PALETTES = 3 };
static const int32_t few[PALETTES][16] = {
    {0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
     0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff},
    {0x000000, 0xaa0000, 0x00aa00, 0xaa5500, 0x0000aa, 0xaa00aa, 0x00aaaa, 0xaaaaaa,
     0x555555, 0xff5555, 0x55ff55, 0xffff55, 0x5555ff, 0xff55ff, 0x55ffff, 0xffffff},
    {0x0c0c0c, 0xc50f1f, 0x13a10e, 0xc19c00, 0x0037da, 0x881798, 0x3a96dd, 0xcccccc,
     0x767676, 0xe74856, 0x16c60c, 0xf9f1a5, 0x3b78ff, 0xb4009e, 0x61d6d6, 0xf2f2f2}};

static int32_t rgb_of(Device device, int32_t color) {
    static const int32_t level[] = {0, 95, 135, 175, 215, 255};
    if (device == DEVICE_TRUE)
        return color;
    if (color >= 232)
        return (8 + 10 * (color - 232)) * 0x010101;
    color -= 16;
    return level[color / 36] << 16 | level[color / 6 % 6] << 8 | level[color % 6];
}

static double linear(int32_t channel) {
    double value = (channel & 255) / 255.0;
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

/* Returns the relative luminance, 0..1, as WCAG 2 defines it. */
static double luminance(int32_t rgb) {
    return 0.2126 * linear(rgb >> 16) + 0.7152 * linear(rgb >> 8) + 0.0722 * linear(rgb);
}

static double contrast_rgb(int32_t a, int32_t b) {
    double one = luminance(a) + 0.05, other = luminance(b) + 0.05;
    return one > other ? one / other : other / one;
}

/* Returns the contrast of two colors; of few colors the one in the worst palette. */
static double contrast(Device device, int32_t a, int32_t b) {
    if (device < DEVICE_16)
        return contrast_rgb(rgb_of(device, a), rgb_of(device, b));
    double least = contrast_rgb(few[0][a], few[0][b]);
    for (int i = 1; i < PALETTES; i++)
        least = fmin(least, contrast_rgb(few[i][a], few[i][b]));
    return least;
}

static bool readable(Device device, int32_t fore, int32_t back) {
    return contrast(device, fore, back) >= 4.5;
}

/* Returns black or white, whichever contrasts more with back. */
static int32_t black_or_white(Device device, int32_t back) {
    static const int32_t pairs[][2] = {
        {0x000000, 0xffffff}, {16, 231}, {BLACK, BR_WHITE}};
    const int32_t *pair = pairs[device < DEVICE_16 ? device : DEVICE_16];
    return pair[contrast(device, pair[1], back) > contrast(device, pair[0], back)];
}

/* Returns the grey that is as light as a color. */
static int32_t grey_of(Device device, int32_t color) {
    double light = luminance(rgb_of(device, color));
    double value =
        light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055;
    if (device == DEVICE_TRUE)
        return (int32_t)lround(value * 255) * 0x010101;
    long step = lround((value * 255 - 8) / 10);
    return step < 0 ? 16 : step > 23 ? 231 : 232 + (int32_t)step;
}

static Colors map_of(Device device, int32_t back) {
    return (Colors){.fore = black_or_white(device, back), .back = back, .dot = back};
}

static Colors given(const int32_t pair[2]) {
    return (Colors){.fore = pair[0], .back = pair[1], .dot = pair[1]};
}

static Colors heat_of(const Maps *map, Device device, int step) {
    if (device >= DEVICE_16)
        return given(map->heat_16[step / 8]);
    return map_of(device,
                  device == DEVICE_TRUE ? map->heat[step] : map->heat_256[step / 4]);
}

static Colors edge_of(const Maps *map, Device device, int step) {
    const int32_t *edge = map->edge_16[step / 8];
    if (device >= DEVICE_16)
        return (Colors){.fore = edge[0], .back = edge[1], .dot = edge[2]};
    return map_of(device, grey_of(device, heat_of(map, device, step).back));
}

/* Returns the colors of a step -15..+15, which goes to the nearest quarter in 256 colors
 * and to thirds in 16. */
static Colors signed_of(const Maps *map, Device device, int step) {
    int third = MIDDLE / 3;
    if (device >= DEVICE_16)
        return given(map->signs_16[step < -third ? 0 : step > third ? 2 : 1]);
    if (device == DEVICE_TRUE)
        return map_of(device, map->signs[step + MIDDLE]);
    return map_of(device, map->signs_256[4 + lround(step * 4.0 / MIDDLE)]);
}

/* Returns the colors of a role. Its dot has its background, or its foreground if it has
 * no background of its own. */
static Colors role_of(Theme theme, Device device, int role) {
    const RoleColors *look = &roles[role].look[theme];
    Device column = device < DEVICE_COUNT ? device : DEVICE_16;
    Colors colors = {.fore = look->color[column][0], .back = look->color[column][1]};
    if (colors.back == NONE)
        colors.back = roles[ROLE_GROUND].look[theme].color[column][1];
    colors.dot = look->color[DEVICE_TRUE][1] == NONE ? colors.fore : colors.back;
    return colors;
}

static Colors colors_of(Theme theme, Device device, int entry) {
    const Maps *map = &maps[theme];
    Colors colors = entry < ROLE_COUNT     ? role_of(theme, device, entry)
                    : entry < ENTRY_SIGNED ? heat_of(map, device, entry - ENTRY_HEAT)
                    : entry < ENTRY_EDGE
                        ? signed_of(map, device, entry - ENTRY_SIGNED - MIDDLE)
                        : edge_of(map, device, entry - ENTRY_EDGE);
    if (device == DEVICE_8) {
        colors.back %= BR_BLACK;
        colors.dot %= BR_BLACK;
    }
    return colors;
}

/* Returns the color of the text of one entry over the background of another. */
static int32_t text_over(Theme theme, Device device, Style style, Colors back) {
    int32_t own = back.fore;
    if (style.back < ROLE_COUNT)
        own = colors_of(theme, device, style.fore).fore;
    if (readable(device, own, back.back))
        return own;
    if (device >= DEVICE_16 && readable(device, back.fore, back.back))
        return back.fore;
    return black_or_white(device, back.back);
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

/* Where colors are few, terminals show plain text that is bold as bright: it stays plain
 * if it could not be read so. With eight colors bright text is bold. */
static void few_colors(Device device, Paint *paint) {
    int32_t fore = (int32_t)paint->fore, back = (int32_t)paint->back;
    if (fore < BR_BLACK && !readable(device, fore + BR_BLACK, back))
        paint->bold = false;
    if (device == DEVICE_8 && fore >= BR_BLACK) {
        paint->fore -= BR_BLACK;
        paint->bold = true;
    }
}

/* Paints two dots as an upper half block, or one of them as a blank where colors are too
 * few for pairs. */
static void paint_dots(Theme theme, Device device, Style style, Paint *paint) {
    enum { UPPER_HALF = 0x2580 };
    uint32_t upper = (uint32_t)colors_of(theme, device, style.fore).dot;
    uint32_t lower = (uint32_t)colors_of(theme, device, style.back).dot;
    bool one = device == DEVICE_8;
    paint->glyph = one ? ' ' : UPPER_HALF;
    paint->fore = upper;
    paint->back = one && !(style.flags & STYLE_LOWER) ? upper : lower;
}

Paint palette_paint(Theme theme, Depth depth, Style style) {
    if (theme >= THEME_MONO || depth == DEPTH_NONE)
        return paint_mono(style);
    static const Device devices[] = {[DEPTH_8] = DEVICE_8,
                                     [DEPTH_16] = DEVICE_16,
                                     [DEPTH_256] = DEVICE_256,
                                     [DEPTH_TRUE] = DEVICE_TRUE};
    Device device = devices[depth];
    Colors back = colors_of(theme, device, style.back);
    Paint paint = {.back = (uint32_t)back.back};
    if (style.flags & STYLE_PIXEL) {
        paint_dots(theme, device, style, &paint);
    } else {
        uint8_t own =
            style.fore < ROLE_COUNT ? roles[style.fore].look[theme].attributes : 0;
        uint8_t attributes = (uint8_t)(own | style.flags);
        paint.fore = (uint32_t)text_over(theme, device, style, back);
        paint.bold = attributes & B;
        paint.underline = attributes & U;
    }
    if (device >= DEVICE_16)
        few_colors(device, &paint);
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
    if (isnan(share)) /* 0/0: the whole grid is zero */
        share = 0;
    share = fmin(fmax(share, -1), 1);
    return style_of(ENTRY_SIGNED + MIDDLE + (int)lround(share * MIDDLE));
}

const char heat_ramp[RAMP_STEPS + 1] = ".:-=+*#%@";

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
