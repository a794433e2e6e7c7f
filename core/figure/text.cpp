#include "core/figure/text.h"

#include "core/files/utf8.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <cairo.h>
#include <cmath>
#include <fontconfig/fontconfig.h>
#include <functional>
#include <numbers>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>
#include <unordered_map>

namespace attn {

namespace {

template <auto release>
struct Releaser {
    template <class Object>
    void operator()(Object* object) const {
        release(object);
    }
};

using FontMap = std::unique_ptr<PangoFontMap, Releaser<g_object_unref>>;
using Context = std::unique_ptr<PangoContext, Releaser<g_object_unref>>;
using Layout = std::unique_ptr<PangoLayout, Releaser<g_object_unref>>;
using Description = std::unique_ptr<PangoFontDescription, Releaser<pango_font_description_free>>;
using Attributes = std::unique_ptr<PangoAttrList, Releaser<pango_attr_list_unref>>;
using Surface = std::unique_ptr<cairo_surface_t, Releaser<cairo_surface_destroy>>;
using Cairo = std::unique_ptr<cairo_t, Releaser<cairo_destroy>>;
using Options = std::unique_ptr<cairo_font_options_t, Releaser<cairo_font_options_destroy>>;
using FontSet = std::unique_ptr<FcConfig, Releaser<FcConfigDestroy>>;

float from_pango(int units) {
    return static_cast<float>(units) / static_cast<float>(PANGO_SCALE);
}

int to_pango(float pixels) {
    return rounded_to<int>(pixels * static_cast<float>(PANGO_SCALE));
}

const char* families(FontFamily family) {
    return family == FontFamily::sans ? "Inter,DejaVu Sans" : "STIXGeneral,DejaVu Sans";
}

/// The heights of a font family as parts of an em.
struct Heights {
    float ascent, descent, cap_height;
};

// The heights of capitals are in the fonts' OS/2 tables, which Pango does not provide.
constexpr float cap_height_of_inter = 0.727F;
constexpr float cap_height_of_stix = 0.662F;

/// A rule for fontconfig that scales bitmap fonts, such as colour emoji, to the requested size.
constexpr const char* scale_bitmaps = R"(<?xml version="1.0"?><fontconfig><match target="font">
<test name="outline"><bool>false</bool></test>
<edit name="fit" mode="assign"><divide><name target="pattern">pixelsize</name><name>pixelsize</name></divide></edit>
<edit name="matrix" mode="assign"><times><name>matrix</name><matrix>
<name>fit</name><double>0</double><double>0</double><name>fit</name></matrix></times></edit>
</match></fontconfig>)";

bool has_family(FcConfig* config, const char* family) {
    using Pattern = std::unique_ptr<FcPattern, Releaser<FcPatternDestroy>>;
    using Found = std::unique_ptr<FcFontSet, Releaser<FcFontSetDestroy>>;
    const Pattern pattern(FcPatternCreate());
    FcPatternAddString(pattern.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>(family));
    const Found found(FcFontList(config, pattern.get(), nullptr));
    return found && found->nfont > 0;
}

/// The paths of all files in a folder and its subfolders, in the same order on all machines; empty if the folder cannot
/// be read.
std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    std::error_code failure;
    std::filesystem::recursive_directory_iterator entry(folder, failure);
    for (; !failure && entry != std::filesystem::recursive_directory_iterator(); entry.increment(failure))
        if (entry->is_regular_file(failure))
            files.push_back(entry->path());
    std::ranges::sort(files);
    return files;
}

/// The size of type, limited to what Pango can draw.
float type_size_of(const Font& font) {
    constexpr float least = 1.0F / PANGO_SCALE;
    constexpr float most = 4096;
    return bounded(font.size, least, most);
}

Description description_of(const Font& font) {
    Description description(pango_font_description_from_string(families(font.family)));
    pango_font_description_set_family(description.get(), families(font.family));
    pango_font_description_set_weight(description.get(), static_cast<PangoWeight>(font.weight));
    pango_font_description_set_style(description.get(), font.italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL);
    pango_font_description_set_absolute_size(description.get(), to_pango(type_size_of(font)));
    return description;
}

/// The key under which the measure of a text is stored.
struct Measured {
    std::string text;
    Font font;
    bool operator==(const Measured&) const = default;
};

struct HashMeasured {
    std::size_t operator()(const Measured& key) const {
        const std::size_t font = std::hash<float>()(key.font.size) ^ std::hash<float>()(key.font.letter_spacing) * 31 ^
                                 static_cast<std::size_t>(key.font.weight) * 131 ^
                                 static_cast<std::size_t>(key.font.family) * 7919 ^ (key.font.italic ? 104729U : 0U);
        return std::hash<std::string>()(key.text) ^ font;
    }
};

constexpr std::size_t most_kept_measures = 50'000;

using Lines = std::unique_ptr<PangoLayoutIter, Releaser<pango_layout_iter_free>>;

bool has_own_colours(PangoFont* font) {
    FcBool coloured = FcFalse;
    return PANGO_IS_FC_FONT(font) &&
           FcPatternGetBool(pango_fc_font_get_pattern(PANGO_FC_FONT(font)), FC_COLOR, 0, &coloured) == FcResultMatch &&
           coloured == FcTrue;
}

/// The ink boxes of letters with colours of their own, relative to the layout's upper left corner.
std::vector<Box> coloured_boxes(PangoLayout* layout) {
    std::vector<Box> boxes;
    const Lines lines(pango_layout_get_iter(layout));
    do {
        const PangoLayoutRun* const run = pango_layout_iter_get_run_readonly(lines.get());
        if (run == nullptr || !has_own_colours(run->item->analysis.font))
            continue;
        PangoRectangle ink;
        pango_layout_iter_get_run_extents(lines.get(), &ink, nullptr);
        boxes.push_back({from_pango(ink.x), from_pango(ink.y), from_pango(ink.width), from_pango(ink.height)});
    } while (pango_layout_iter_next_run(lines.get()) != FALSE);
    return boxes;
}

/// The letters of the text that no font has, in their order.
std::vector<char32_t> unknown_letters(PangoLayout* layout) {
    std::vector<char32_t> letters;
    if (pango_layout_get_unknown_glyphs_count(layout) == 0)
        return letters;
    const Lines lines(pango_layout_get_iter(layout));
    do {
        const PangoLayoutRun* const run = pango_layout_iter_get_run_readonly(lines.get());
        for (int i = 0; run != nullptr && i < run->glyphs->num_glyphs; ++i)
            if (const PangoGlyph glyph = run->glyphs->glyphs[i].glyph; (glyph & PANGO_GLYPH_UNKNOWN_FLAG) != 0)
                letters.push_back(static_cast<char32_t>(glyph & ~PANGO_GLYPH_UNKNOWN_FLAG));
    } while (pango_layout_iter_next_run(lines.get()) != FALSE);
    return letters;
}

/// The text with the replacement character � for each of `letters`.
std::string without(const std::string& text, const std::vector<char32_t>& letters) {
    std::string rest;
    for (const char* letter = text.c_str(); *letter != '\0';) {
        const char* const next = g_utf8_next_char(letter);
        if (std::ranges::find(letters, static_cast<char32_t>(g_utf8_get_char(letter))) == letters.end())
            rest.append(letter, next);
        else
            rest += "\uFFFD";
        letter = next;
    }
    return rest;
}

/// Makes what is drawn in the box grey, and keeps its lightness. Vector files keep letters as text.
void take_colours_off(cairo_t* cairo, const Box& box) {
    cairo_save(cairo);
    cairo_set_operator(cairo, CAIRO_OPERATOR_HSL_SATURATION);
    cairo_set_source_rgb(cairo, 0, 0, 0);
    cairo_rectangle(cairo, static_cast<double>(box.x), static_cast<double>(box.y), static_cast<double>(box.width),
                    static_cast<double>(box.height));
    cairo_fill(cairo);
    cairo_restore(cairo);
}

/// The pixel's luminance as a grey, premultiplied by alpha. (ITU-R BT.601)
std::uint32_t grey_of(std::uint32_t argb) {
    const std::uint32_t light =
        (299 * (argb >> 16U & 0xffU) + 587 * (argb >> 8U & 0xffU) + 114 * (argb & 0xffU) + 500) / 1000;
    return (argb & 0xff000000U) | light << 16U | light << 8U | light;
}

/// Converts Cairo's native A, R, G, B to the bytes R, G, B, A that textures need.
std::uint32_t rgba_of(std::uint32_t argb) {
    return packed({static_cast<std::uint8_t>(argb >> 16U), static_cast<std::uint8_t>(argb >> 8U),
                   static_cast<std::uint8_t>(argb), static_cast<std::uint8_t>(argb >> 24U)});
}

} // namespace

struct Typesetter::State {
    FontSet fonts;
    FontMap map;
    Context context;
    Heights sans{};
    Heights mathematics{};
    std::unordered_map<Measured, TextExtent, HashMeasured> measures;

    Layout layout(std::string_view text, const Font& font, bool* lacks_glyphs = nullptr) const;
    Layout layout_as_it_is(const std::string& text, const Font& font) const;
    Heights heights(FontFamily family) const { return family == FontFamily::sans ? sans : mathematics; }
    Heights measured_heights(FontFamily family, float cap_height) const;
};

/// Lays the text out. Letters that no font has become �, not boxes with their code.
Layout Typesetter::State::layout(std::string_view text, const Font& font, bool* lacks_glyphs) const {
    const std::string valid = valid_utf8(text);
    Layout layout = layout_as_it_is(valid, font);
    if (const auto unknown = unknown_letters(layout.get()); !unknown.empty()) {
        const std::string rest = without(valid, unknown);
        pango_layout_set_text(layout.get(), rest.data(), static_cast<int>(rest.size()));
        if (lacks_glyphs != nullptr)
            *lacks_glyphs = true;
    }
    return layout;
}

Layout Typesetter::State::layout_as_it_is(const std::string& text, const Font& font) const {
    Layout layout(pango_layout_new(context.get()));
    pango_layout_set_single_paragraph_mode(layout.get(), TRUE);
    // All sentences are read from left to right, even if they begin with a word of a right-to-left script.
    pango_layout_set_auto_dir(layout.get(), FALSE);
    const Description description = description_of(font);
    pango_layout_set_font_description(layout.get(), description.get());
    const Attributes attributes(pango_attr_list_new());
    // Tabular figures align columns of numbers. Inter's contextual letters would turn "->" into →.
    pango_attr_list_insert(attributes.get(), pango_attr_font_features_new("tnum=1, calt=0"));
    if (font.letter_spacing != 0)
        pango_attr_list_insert(attributes.get(), pango_attr_letter_spacing_new(to_pango(font.letter_spacing)));
    pango_layout_set_attributes(layout.get(), attributes.get());
    pango_layout_set_text(layout.get(), text.data(), static_cast<int>(text.size()));
    return layout;
}

Heights Typesetter::State::measured_heights(FontFamily family, float cap_height) const {
    constexpr float em = 1000;
    const Description description = description_of({.family = family, .size = em});
    using Metrics = std::unique_ptr<PangoFontMetrics, Releaser<pango_font_metrics_unref>>;
    const Metrics metrics(pango_context_get_metrics(context.get(), description.get(), nullptr));
    return {from_pango(pango_font_metrics_get_ascent(metrics.get())) / em,
            from_pango(pango_font_metrics_get_descent(metrics.get())) / em, cap_height};
}

Result<Typesetter> Typesetter::open(const std::filesystem::path& fonts) {
    auto state = std::make_unique<State>();
    state->fonts.reset(FcConfigCreate());
    const std::string folder = fonts.string();
    if (!state->fonts)
        return error("fontconfig cannot start");
    FcConfigParseAndLoadFromMemory(state->fonts.get(), reinterpret_cast<const FcChar8*>(scale_bitmaps), FcFalse);
    // Files are added one by one, because fontconfig would write a cache for a folder.
    for (const std::filesystem::path& file : files_below(fonts))
        FcConfigAppFontAddFile(state->fonts.get(), reinterpret_cast<const FcChar8*>(file.string().c_str()));
    for (const char* family : {"Inter", "STIXGeneral"})
        if (!has_family(state->fonts.get(), family))
            return error("{}: no font of the family {} in this folder", folder, family);

    state->map.reset(pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT));
    if (!state->map)
        return error("this Pango draws no FreeType fonts");
    pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(state->map.get()), state->fonts.get());
    pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(state->map.get()), 96);
    state->context.reset(pango_font_map_create_context(state->map.get()));
    // Without hinting and rounding a text has the same proportions at all sizes and scales.
    const Options options(cairo_font_options_create());
    cairo_font_options_set_hint_style(options.get(), CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options.get(), CAIRO_ANTIALIAS_GRAY);
    pango_cairo_context_set_font_options(state->context.get(), options.get());
    pango_context_set_round_glyph_positions(state->context.get(), FALSE);
    pango_context_set_language(state->context.get(), pango_language_from_string("en"));

    state->sans = state->measured_heights(FontFamily::sans, cap_height_of_inter);
    state->mathematics = state->measured_heights(FontFamily::mathematics, cap_height_of_stix);
    return Typesetter(std::move(state));
}

Typesetter::Typesetter(std::unique_ptr<State> state) : state_(std::move(state)) {}
Typesetter::Typesetter(Typesetter&&) noexcept = default;
Typesetter& Typesetter::operator=(Typesetter&&) noexcept = default;
Typesetter::~Typesetter() = default;

TextExtent Typesetter::measure(std::string_view text, const Font& font) const {
    Measured key{std::string(text), font};
    if (const auto known = state_->measures.find(key); known != state_->measures.end())
        return known->second;
    bool lacks_glyphs = false;
    const Layout layout = state_->layout(text, font, &lacks_glyphs);
    PangoRectangle ink;
    PangoRectangle logical;
    pango_layout_get_extents(layout.get(), &ink, &logical);
    const int baseline = pango_layout_get_baseline(layout.get());
    const Heights heights = state_->heights(font.family);
    const TextExtent extent{
        .width = from_pango(logical.width),
        .ascent = heights.ascent * font.size,
        .descent = heights.descent * font.size,
        .cap_height = heights.cap_height * font.size,
        .ink = {from_pango(ink.x - logical.x), from_pango(ink.y - baseline), from_pango(ink.width),
                from_pango(ink.height)},
        .lacks_glyphs = lacks_glyphs,
    };
    if (state_->measures.size() >= most_kept_measures)
        state_->measures.clear();
    state_->measures.emplace(std::move(key), extent);
    return extent;
}

Point Typesetter::baseline_start(const Text& text) const {
    const TextExtent extent = measure(text);
    Point start;
    if (text.horizontal == Horizontal::centre)
        start.x = -extent.width / 2;
    else if (text.horizontal == Horizontal::right)
        start.x = -extent.width;
    if (text.vertical == Vertical::middle)
        start.y = extent.cap_height / 2;
    else if (text.vertical == Vertical::top)
        start.y = extent.ascent;
    return start;
}

Box Typesetter::box(const Text& text) const {
    const TextExtent extent = measure(text);
    const Point start = baseline_start(text);
    Box box{start.x, start.y - extent.ascent, extent.width, extent.ascent + extent.descent};
    if (!extent.ink.empty())
        box = united(box, extent.ink.moved(start));
    return turned(box, text.direction).moved(text.position);
}

std::string Typesetter::shortened(std::string_view text, const Font& font, float width) const {
    constexpr std::size_t short_text = 256; // bytes
    if (text.size() <= short_text && measure(text, font).width <= width)
        return std::string(text);
    const auto with_dots = [&](std::size_t bytes) { return std::string(text.substr(0, bytes)) + "…"; };
    const auto fits = [&](std::size_t bytes) { return measure(with_dots(bytes), font).width <= width; };
    // A long text is measured only as far as it may be visible: twice as much each time, until it is too wide.
    std::size_t kept = 0;
    std::size_t too_many = text.size();
    for (std::size_t probe = short_text / 4; probe + short_text / 4 < text.size(); probe *= 2) {
        const std::size_t end = letter_begin(text, probe);
        if (!fits(end)) {
            too_many = end;
            break;
        }
        kept = end;
    }
    if (text.size() > short_text && too_many == text.size() && measure(text, font).width <= width)
        return std::string(text);
    while (too_many - kept > 1) {
        const std::size_t middle = letter_begin(text, kept + (too_many - kept) / 2);
        if (middle <= kept)
            break; // the rest is a single letter of several bytes
        (fits(middle) ? kept : too_many) = middle;
    }
    // The letter at which the search stops may still fit.
    while (kept < too_many) {
        std::size_t next = kept + 1;
        while (next < text.size() && letter_begin(text, next) != next)
            ++next;
        if (next >= too_many || !fits(next))
            break;
        kept = next;
    }
    return with_dots(kept);
}

bool Typesetter::has_own_colours(const Text& text) const {
    return !coloured_boxes(state_->layout(text.text, text.font).get()).empty();
}

std::vector<char32_t> Typesetter::letters_without_glyph(const Text& text) const {
    return unknown_letters(state_->layout_as_it_is(valid_utf8(text.text), text.font).get());
}

void Typesetter::draw(cairo_t* cairo, const Text& text) const {
    if (text.text.empty() || !text.colour.visible())
        return;
    const Layout layout = state_->layout(text.text, text.font);
    const Point start = baseline_start(text);
    PangoRectangle logical;
    pango_layout_get_extents(layout.get(), nullptr, &logical);
    cairo_save(cairo);
    cairo_translate(cairo, static_cast<double>(text.position.x), static_cast<double>(text.position.y));
    if (text.direction != Direction::level)
        cairo_rotate(cairo, -static_cast<double>(degrees_of(text.direction)) * std::numbers::pi / 180);
    cairo_set_source_rgba(cairo, text.colour.r / 255.0, text.colour.g / 255.0, text.colour.b / 255.0,
                          text.colour.a / 255.0);
    const Point corner{start.x - from_pango(logical.x), start.y - from_pango(pango_layout_get_baseline(layout.get()))};
    cairo_move_to(cairo, static_cast<double>(corner.x), static_cast<double>(corner.y));
    pango_cairo_show_layout(cairo, layout.get());
    if (text.grey)
        for (const Box& box : coloured_boxes(layout.get()))
            take_colours_off(cairo, box.grown(1).moved(corner)); // scaled bitmaps reach a little beyond their box
    cairo_restore(cairo);
}

TextPixels Typesetter::rasterise(const Text& text, float scale) const {
    TextPixels pixels;
    pixels.scale = scale;
    const TextExtent extent = measure(text);
    if (extent.ink.empty())
        return pixels;
    const Box ink = extent.ink.moved(baseline_start(text));
    const Box covered = turned(ink, text.direction).grown(1 / scale);
    const float left = std::floor(covered.x * scale);
    const float top = std::floor(covered.y * scale);
    // Texts wider than any screen are cut off, because the size of textures is limited.
    constexpr float largest = 8192;
    pixels.width = to_integer<int>(std::min(largest, std::ceil(covered.right() * scale) - left));
    pixels.height = to_integer<int>(std::min(largest, std::ceil(covered.bottom() * scale) - top));
    pixels.offset = {left / scale, top / scale};

    const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, pixels.width, pixels.height));
    const Cairo cairo(cairo_create(surface.get()));
    cairo_translate(cairo.get(), -static_cast<double>(left), -static_cast<double>(top));
    cairo_scale(cairo.get(), static_cast<double>(scale), static_cast<double>(scale));
    Text at_origin = text;
    at_origin.position = {};
    at_origin.grey = false; // there is no ground to blend with, so the pixels are made grey below
    draw(cairo.get(), at_origin);
    cairo_surface_flush(surface.get());

    const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface.get())) / sizeof(std::uint32_t);
    const auto* words = reinterpret_cast<const std::uint32_t*>(cairo_image_surface_get_data(surface.get()));
    const auto width = static_cast<std::size_t>(pixels.width);
    const auto height = static_cast<std::size_t>(pixels.height);
    pixels.rgba.resize(width * height);
    for (std::size_t y = 0; y < height; ++y)
        std::transform(words + y * stride, words + y * stride + width,
                       pixels.rgba.begin() + static_cast<long>(y * width),
                       [&](std::uint32_t argb) { return rgba_of(text.grey ? grey_of(argb) : argb); });
    return pixels;
}

} // namespace attn
