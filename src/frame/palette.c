/* See palette.h. The colors are data, in assets/themes.def; this file looks them up,
 * rounds the steps of the maps to the colors of a device, and keeps text readable where
 * two entries meet. */
#include "frame/palette.h"

#include <math.h>
#include <string.h>

/* The columns of themes.def. Eight colors are the sixteen with bold for bright. */
typedef enum Device { DEVICE_TRUE, DEVICE_256, DEVICE_16, DEVICE_COUNT } Device;

enum { BLACK, RED, GREEN, YELLOW, BLUE, MAGENTA, CYAN, WHITE };
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

/* The colors of an entry on one kind of device. */
typedef struct Colors {
    int32_t fore, back, dot; /* dot: as a pixel */
} Colors;

static int32_t rgb_of(Device device, int32_t color) {
    static const int32_t first[] = {
        0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
        0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff};
    static const int32_t level[] = {0, 95, 135, 175, 215, 255};
    if (device == DEVICE_TRUE)
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

/* Returns the relative luminance, 0..1, as WCAG 2 defines it. */
static double luminance(Device device, int32_t color) {
    int32_t rgb = rgb_of(device, color);
    return 0.2126 * linear(rgb >> 16) + 0.7152 * linear(rgb >> 8) + 0.0722 * linear(rgb);
}

static double contrast(Device device, int32_t a, int32_t b) {
    double one = luminance(device, a) + 0.05, other = luminance(device, b) + 0.05;
    return one > other ? one / other : other / one;
}

/* Returns black or white, whichever contrasts more with back. Their contrasts are equal
 * at the luminance sqrt(1.05·0.05) − 0.05. */
static int32_t black_or_white(Device device, int32_t back) {
    static const int32_t black[] = {0x000000, 16, BLACK},
                         white[] = {0xffffff, 231, BR_WHITE};
    return luminance(device, back) < 0.17913 ? white[device] : black[device];
}

/* Returns the grey that is as light as a color. */
static int32_t grey_of(Device device, int32_t color) {
    double light = luminance(device, color);
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
    if (device == DEVICE_16)
        return given(map->heat_16[step / 8]);
    return map_of(device,
                  device == DEVICE_TRUE ? map->heat[step] : map->heat_256[step / 4]);
}

static Colors edge_of(const Maps *map, Device device, int step) {
    if (device == DEVICE_16)
        return given(map->edge_16[step / 8]);
    return map_of(device, grey_of(device, heat_of(map, device, step).back));
}

/* Returns the colors of a step -15..+15, which goes to the nearest quarter in 256 colors
 * and to thirds in 16. */
static Colors signed_of(const Maps *map, Device device, int step) {
    int third = MIDDLE / 3;
    if (device == DEVICE_16)
        return given(map->signs_16[step < -third ? 0 : step > third ? 2 : 1]);
    if (device == DEVICE_TRUE)
        return map_of(device, map->signs[step + MIDDLE]);
    return map_of(device, map->signs_256[4 + lround(step * 4.0 / MIDDLE)]);
}

/* Returns the colors of a role. Its dot has its background, or its foreground if it has
 * no background of its own. */
static Colors role_of(Theme theme, Device device, int role) {
    const RoleColors *look = &roles[role].look[theme];
    Colors colors = {.fore = look->color[device][0], .back = look->color[device][1]};
    if (colors.back == NONE)
        colors.back = roles[ROLE_GROUND].look[theme].color[device][1];
    colors.dot = look->color[DEVICE_TRUE][1] == NONE ? colors.fore : colors.back;
    return colors;
}

static Colors colors_of(Theme theme, Device device, int entry) {
    if (entry < ROLE_COUNT)
        return role_of(theme, device, entry);
    if (entry < ENTRY_SIGNED)
        return heat_of(&maps[theme], device, entry - ENTRY_HEAT);
    if (entry < ENTRY_EDGE)
        return signed_of(&maps[theme], device, entry - ENTRY_SIGNED - MIDDLE);
    return edge_of(&maps[theme], device, entry - ENTRY_EDGE);
}

/* Returns the color of the text of one entry over the background of another. */
static int32_t text_over(Theme theme, Device device, Style style, Colors back) {
    if (style.back >= ROLE_COUNT)
        return back.fore;
    Colors fore = colors_of(theme, device, style.fore);
    if (style.fore == style.back)
        return fore.fore;
    if (device == DEVICE_16)
        return contrast(device, fore.fore, back.back) < 3 ? back.fore : fore.fore;
    if (contrast(device, fore.fore, back.back) < 4.5)
        return black_or_white(device, back.back);
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

/* On eight colors bright text becomes bold, and a bright background becomes the plain
 * one. */
static void eight_colors(Paint *paint) {
    if (paint->fore >= BR_BLACK) {
        paint->fore -= BR_BLACK;
        paint->bold = true;
    }
    if (paint->back >= BR_BLACK)
        paint->back -= BR_BLACK;
}

/* Paints two dots as an upper half block, or one of them as a blank where colors are too
 * few for pairs. */
static void paint_dots(Theme theme, Device device, Depth depth, Style style,
                       Paint *paint) {
    enum { UPPER_HALF = 0x2580 };
    uint32_t upper = (uint32_t)colors_of(theme, device, style.fore).dot;
    uint32_t lower = (uint32_t)colors_of(theme, device, style.back).dot;
    bool one = depth == DEPTH_8;
    paint->glyph = one ? ' ' : UPPER_HALF;
    paint->fore = upper;
    paint->back = one && !(style.flags & STYLE_LOWER) ? upper : lower;
}

Paint palette_paint(Theme theme, Depth depth, Style style) {
    if (theme >= THEME_MONO || depth == DEPTH_NONE)
        return paint_mono(style);
    Device device = depth == DEPTH_TRUE  ? DEVICE_TRUE
                    : depth == DEPTH_256 ? DEVICE_256
                                         : DEVICE_16;
    Colors back = colors_of(theme, device, style.back);
    Paint paint = {.back = (uint32_t)back.back};
    if (style.flags & STYLE_PIXEL) {
        paint_dots(theme, device, depth, style, &paint);
    } else {
        uint8_t own =
            style.fore < ROLE_COUNT ? roles[style.fore].look[theme].attributes : 0;
        uint8_t attributes = (uint8_t)(own | style.flags);
        paint.fore = (uint32_t)text_over(theme, device, style, back);
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
