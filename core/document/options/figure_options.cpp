#include "core/document/options/figure_options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <set>
#include <system_error>

namespace attn {

namespace {

template <class T, auto... path>
constexpr Accessor<FigureRequest, T> at = accessor<FigureRequest, T, path...>;

using Number = NumberOption<FigureRequest>;
using Count = CountOption<FigureRequest>;
using Switch = SwitchOption<FigureRequest>;
using Name = NameOption<FigureRequest>;

constexpr FigureOptionGroup of_documents{.is_of_documents = true};
constexpr FigureOptionGroup look{.is_look = true};
constexpr FigureOptionGroup look_of_documents{.is_look = true, .is_of_documents = true};

constexpr std::array palettes{OptionName{.name = "colour", .also = "color", .value = "no", .label = "colour"},
                              OptionName{.name = "grey", .also = "gray", .value = "yes", .label = "grey"},
                              OptionName{.name = "viridis", .value = "viridis", .label = "viridis"}};

constexpr std::array file_names{OptionName{.name = "arrays", .value = "arrays", .label = "as files call the array"},
                                OptionName{.name = "notation", .value = "notation", .label = "as the notation does"}};

constexpr bool has_decimals(const FigureRequest& request) {
    return request.precision.has_value();
}

constexpr Accessor<FigureRequest, Index> decimals{
    [](const FigureRequest& request) { return static_cast<Index>(request.precision.value_or(usual_decimals)); },
    [](FigureRequest& request, Index count) { request.precision = static_cast<int>(count); }};

constexpr std::array walked{OptionName{.name = "notes", .value = "notes", .label = "of the notes"},
                            OptionName{.name = "all", .value = "all", .label = "all arrays"}};

/// True for kinds that draw the steps of a layer. (Documents always do.)
bool has_steps(const FigureRequest& request, std::string_view /*ending*/) {
    return request.kind == "pipeline";
}

/// True for kinds with a section for each array.
bool has_sections(const FigureRequest& request, std::string_view /*ending*/) {
    return request.kind == "notes" || request.kind == "legend";
}

constexpr std::array fit_names{OptionName{.name = "free", .label = "anywhere"},
                               OptionName{.name = "column", .label = "a column, 8 cm"},
                               OptionName{.name = "article", .label = "LaTeX's article, 345 pt"},
                               OptionName{.name = "text", .label = "a page's text, 16 cm"},
                               OptionName{.name = "page", .label = "a page, 16 × 22 cm"},
                               OptionName{.name = "slide", .label = "a slide, 33.87 × 19.05 cm"},
                               OptionName{.name = "beamer", .label = "a frame of beamer, 16:9"}};

bool has_numbers(const FigureRequest& request, std::string_view /*ending*/) {
    return request.numbers;
}

bool has_fixed_limits(const FigureRequest& request, std::string_view /*ending*/) {
    return request.limits == FigureLimits::fixed;
}

bool has_title(const FigureRequest& request, std::string_view /*ending*/) {
    return request.titled;
}

bool is_tex(const FigureRequest& /*request*/, std::string_view ending) {
    return ending == "tex";
}

bool has_pixels(const FigureRequest& request, std::string_view ending) {
    return ending == "png" || request.film;
}

bool is_film(const FigureRequest& request, std::string_view /*ending*/) {
    return request.film;
}

constexpr std::array option_table{
    FigureOption{.value = KindOption{&FigureRequest::kind},
                 .flag = "--kind",
                 .help = "what is drawn: {}",
                 .argument = "KIND",
                 .key = "kind",
                 .key_place = 1,
                 .field = "kind",
                 .label = "Kind"},
    FigureOption{.value = StageOption{&FigureRequest::array},
                 .flag = "--stage",
                 .help = "the stage or weight; without it, the one that the source opens on",
                 .argument = "NAME",
                 .key = "stage",
                 .key_place = 2,
                 .field = "stage",
                 .label = "Stage"},
    FigureOption{.value = StageOption{&FigureRequest::section, true},
                 .flag = "--section",
                 .help = "for notes and legend: only the part beside that stage or weight; without it, all",
                 .argument = "NAME",
                 .key = "section",
                 .key_place = 9,
                 .field = "section",
                 .label = "Section",
                 .matters = has_sections},
    FigureOption{.value = PlaceOption{&FigureRequest::head, PlaceOption::Of::heads, &FigureRequest::more_heads},
                 .group = of_documents,
                 .flag = "--head",
                 .help = "counted from 1; documents, heads and differences take several: 1,3",
                 .argument = "H",
                 .key = "head",
                 .key_place = 4,
                 .field = "head",
                 .label = "Head"},
    FigureOption{.value = PlaceOption{&FigureRequest::item, PlaceOption::Of::items},
                 .group = of_documents,
                 .flag = "--item",
                 .help = "counted from 1",
                 .argument = "B",
                 .key = "item",
                 .key_place = 3,
                 .field = "item",
                 .label = "Item"},
    FigureOption{.value = PlaceOption{&FigureRequest::row},
                 .group = of_documents,
                 .flag = "--row",
                 .help = "lit, counted from 1",
                 .argument = "ROW",
                 .key = "row",
                 .key_place = 5,
                 .field = "row",
                 .label = "Mark row",
                 .hint = "none"},
    FigureOption{.value = PlaceOption{&FigureRequest::column},
                 .group = of_documents,
                 .flag = "--col",
                 .help = "lit, counted from 1",
                 .argument = "COLUMN",
                 .key = "column",
                 .key_place = 6,
                 .field = "column",
                 .label = "column",
                 .hint = "none"},
    FigureOption{.value = NotationOption{&FigureRequest::notation},
                 .group = look_of_documents,
                 .flag = "--notation",
                 .help = "{}, or the file of another",
                 .argument = "NAME",
                 .key = "notation",
                 .key_place = 7,
                 .field = "notation",
                 .label = "Notation"},
    FigureOption{
        .value = SessionSwitchOption{&FigureRequest::tokens_as_columns, &Session::tokens_as_columns, "columns", "rows"},
        .group = look_of_documents,
        .flag = "--columns",
        .help = "tokens are columns",
        .key = "tokens_as_columns",
        .key_place = 8,
        .field = "tokens",
        .label = "Tokens"},
    FigureOption{.value = Name{at<Index, &FigureRequest::steps>, walked},
                 .group = look_of_documents,
                 .flag = "--steps",
                 .help = "of a series, a document or the pipeline: {}",
                 .argument = "WHICH",
                 .key = "steps",
                 .key_place = 30,
                 .field = "steps",
                 .label = "Steps",
                 .matters = has_steps},
    FigureOption{.value = Name{at<Index, &FigureRequest::fit>, fit_names},
                 .group = look,
                 .flag = "--fit",
                 .help =
                     "where it goes: column (8 cm wide), article (345pt, as wide as LaTeX's article is), text (16 cm), "
                     "page (16 × 22 cm), slide (33.87 × 19.05 cm, type of 14 pt or more), beamer (a 16:9 frame's room "
                     "beneath its title, 13.9 × 7.1 cm, type of 6.6 pt; a .tex of a slide is for that too), or free; "
                     "--width and --height win",
                 .argument = "PLACE",
                 .key = "fit",
                 .key_place = 9,
                 .field = "fit",
                 .label = "Fits",
                 .is_kept = true},
    FigureOption{
        .value = LengthOption{&FigureRequest::width, narrowest_figure, widest_figure},
        .group = look,
        .flag = "--width",
        .help = "of the whole figure: 12cm, 120mm, 4.7in, or as TeX says a column's or a line's, \\the\\columnwidth "
                "or \\the\\linewidth: 221pt (LaTeX's own two columns), 345pt (its article)",
        .argument = "LENGTH",
        .key = "width",
        .key_place = 10,
        .field = "width",
        .label = "Width",
        .unit = "cm",
        .hint = "fits",
        .is_kept = true},
    FigureOption{.value = LengthOption{&FigureRequest::height, lowest_figure, highest_figure},
                 .group = look,
                 .flag = "--height",
                 .help = "of the whole figure, at most; a figure that cannot be so low is refused",
                 .argument = "LENGTH",
                 .key = "height",
                 .key_place = 11,
                 .field = "height",
                 .label = "height",
                 .unit = "cm",
                 .hint = "fits",
                 .is_kept = true},
    FigureOption{.value = Number{at<float, &FigureRequest::font_size>, smallest_font, largest_font, "pt"},
                 .group = look,
                 .flag = "--font-size",
                 .help = "of its smallest type, in points ({}); no text or number is smaller",
                 .argument = "POINTS",
                 .key = "font_size",
                 .key_place = 12,
                 .field = "type",
                 .label = "Type",
                 .unit = "pt",
                 .is_kept = true},
    FigureOption{.value = Number{at<float, &FigureRequest::dpi>, lowest_dpi, highest_dpi},
                 .group = look,
                 .flag = "--dpi",
                 .help = "of a PNG, and of a film ({})",
                 .argument = "DPI",
                 .key = "dpi",
                 .key_place = 13,
                 .field = "dpi",
                 .unit = "dots an inch",
                 .is_kept = true,
                 .matters = has_pixels},
    FigureOption{.value = LimitsOption{},
                 .group = look,
                 .flag = "--limits",
                 .help = "of the colours: own, stage, or two numbers, of its array: -2,2",
                 .argument = "LIMITS",
                 .key = "limits",
                 .key_place = 16,
                 .field = "limits",
                 .label = "Limits"},
    FigureOption{.value = LimitOption{&FigureRequest::lowest, &FigureRequest::highest, LimitOption::End::lower},
                 .group = look,
                 .field = "lowest",
                 .label = "from",
                 .matters = has_fixed_limits},
    FigureOption{.value = LimitOption{&FigureRequest::highest, &FigureRequest::lowest, LimitOption::End::upper},
                 .group = look,
                 .field = "highest",
                 .label = "to",
                 .matters = has_fixed_limits},
    FigureOption{.value = Count{.at = decimals, .most = most_precise, .is_chosen = has_decimals},
                 .group = look_of_documents,
                 .flag = "--precision",
                 .help = "decimals of all numbers; otherwise {}, and 3 for shares and arithmetic",
                 .argument = "N",
                 .key = "precision",
                 .key_place = 15,
                 .field = "decimals",
                 .label = "decimals",
                 .is_kept = true,
                 .matters = has_numbers},
    FigureOption{.value = Switch{at<bool, &FigureRequest::numbers>, "shown", "none"},
                 .group = look,
                 .flag = "--no-numbers",
                 .help = "cells without numbers",
                 .key = "numbers",
                 .key_place = 14,
                 .field = "numbers",
                 .label = "Numbers",
                 .is_kept = true},
    FigureOption{.value = Name{at<Index, &FigureRequest::palette>, palettes},
                 .group = look,
                 .flag = "--palette",
                 .help = "{}",
                 .argument = "NAME",
                 .key = "palette",
                 .key_place = 17,
                 .field = "palette",
                 .label = "Colours"},
    FigureOption{.value = Switch{at<bool, &FigureRequest::dark>, "dark", "light"},
                 .group = look,
                 .flag = "--dark",
                 .help = "for dark slides",
                 .key = "dark",
                 .key_place = 18,
                 .field = "look",
                 .label = "Look"},
    FigureOption{.value = TitleOption{&FigureRequest::title, &FigureRequest::titled},
                 .group = look,
                 .flag = "--title",
                 .help = "instead of the stage's",
                 .argument = "TEXT",
                 .key = "title",
                 .key_place = 19,
                 .field = "title",
                 .hint = "the stage's own",
                 .matters = has_title},
    FigureOption{.value = Switch{at<bool, &FigureRequest::titled>, "shown", "none"},
                 .group = look,
                 .flag = "--no-title",
                 .field = "titled",
                 .label = "Title",
                 .is_kept = true},
    FigureOption{.value = Switch{at<bool, &FigureRequest::captioned>, "shown", "none"},
                 .group = look,
                 .flag = "--no-caption",
                 .key = "caption",
                 .key_place = 20,
                 .field = "captioned",
                 .label = "Caption",
                 .is_kept = true},
    FigureOption{.value = Switch{at<bool, &FigureRequest::standalone>, "a document", "to \\input"},
                 .group = look,
                 .flag = "--standalone",
                 .help = "a .tex is a document that compiles by itself, not a tikzpicture to \\input",
                 .key = "standalone",
                 .key_place = 31,
                 .field = "standalone",
                 .label = "TeX",
                 .is_kept = true,
                 .matters = is_tex},
    FigureOption{.value = Switch{at<bool, &FigureRequest::overlay>},
                 .group = look,
                 .flag = "--overlay",
                 .help = "built up in steps that lie exactly on each other: a .pdf with a page for each, or a folder",
                 .key = "overlay",
                 .key_place = 32},
    FigureOption{.value = Switch{at<bool, &FigureRequest::film>},
                 .group = look,
                 .flag = "--film",
                 .help = "being computed cell by cell: an animated .gif, or a folder of frames",
                 .key = "film",
                 .key_place = 33},
    FigureOption{.value = Number{.at = at<float, &FigureRequest::seconds>,
                                 .least = least_seconds,
                                 .most = most_seconds,
                                 .refused_by_parsing = true},
                 .group = look,
                 .flag = "--seconds",
                 .help = "that a film shows a step ({})",
                 .argument = "S",
                 .key = "seconds",
                 .key_place = 34,
                 .field = "step-seconds",
                 .unit = "s a step",
                 .is_kept = true,
                 .matters = is_film},
    FigureOption{.value = Name{at<Index, &FigureRequest::file_names>, file_names},
                 .group = look,
                 .flag = "--file-names",
                 .help = "of the files of --all and --listed, {}: P.png where the notation calls the softmax P",
                 .argument = "NAME",
                 .key = "names",
                 .key_place = 35},
};

/// Copies an option's value from one request to another.
struct Taker {
    FigureRequest& to;
    const FigureRequest& from;

    template <class Option>
    void operator()(const Option& option) const requires requires {
        option.at.get(from);
    }
    { option.at.set(to, option.at.get(from)); }
    template <class Option>
    void operator()(const Option& option) const requires requires {
        from.*option.at;
    }
    { to.*option.at = from.*option.at; }
    void operator()(const LimitsOption& /*option*/) const { to.limits = from.limits; }
};

} // namespace

std::span<const FigureOption> figure_options() {
    return option_table;
}

std::vector<Index> places_of(const FigureRequest& request, const PlaceOption& option) {
    std::vector<Index> places;
    if (request.*option.at)
        places.push_back(*(request.*option.at));
    if (option.more != nullptr)
        places.insert(places.end(), (request.*option.more).begin(), (request.*option.more).end());
    return places;
}

Result<void> set_places(FigureRequest& request, const PlaceOption& option, const std::vector<Index>& places) {
    if (places.size() > 1 && option.more == nullptr)
        return error("expected one place, and not {}", places.size());
    if (std::set(places.begin(), places.end()).size() != places.size())
        return error("one of them stands there twice");
    (request.*option.at).reset();
    if (option.more != nullptr)
        (request.*option.more).clear();
    if (places.empty())
        return {};
    request.*option.at = places.front();
    if (option.more != nullptr)
        (request.*option.more).assign(places.begin() + 1, places.end());
    return {};
}

std::string words_of_places(const FigureRequest& request, const PlaceOption& option) {
    std::string words;
    for (const Index place : places_of(request, option))
        words += (words.empty() ? "" : ",") + std::to_string(place + 1);
    return words;
}

Result<void> set_places(FigureRequest& request, const PlaceOption& option, std::string_view words) {
    constexpr Index last = std::numeric_limits<std::int32_t>::max();
    std::vector<Index> places;
    for (std::string_view rest = words; !rest.empty();) {
        const std::size_t end = std::min(rest.find(','), rest.size());
        const std::string_view word = rest.substr(0, end);
        Index number = 0;
        const auto [behind, failure] = std::from_chars(word.data(), word.data() + word.size(), number);
        if (failure != std::errc() || behind != word.data() + word.size() || number > last || end + 1 == rest.size())
            return error("expected a whole number{}", option.more == nullptr ? "" : ", or several such as 1,3");
        if (number < 1)
            return error("they are counted from 1");
        places.push_back(number - 1);
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return set_places(request, option, places);
}

const std::vector<const FigureOption*>& listed_figure_options() {
    static const std::vector<const FigureOption*> all = [] {
        std::vector<const FigureOption*> listed;
        for (const FigureOption& option : option_table)
            if (!option.key.empty())
                listed.push_back(&option);
        std::ranges::stable_sort(listed, {}, &FigureOption::key_place);
        return listed;
    }();
    return all;
}

void keep_figure_options(FigureRequest& request, const FigureRequest& from) {
    for (const FigureOption& option : option_table)
        if (option.is_kept)
            std::visit(Taker{request, from}, option.value);
}

} // namespace attn
