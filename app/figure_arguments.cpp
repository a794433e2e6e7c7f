#include "app/figure_arguments.h"

#include "app/number_range.h"
#include "core/export/document.h"
#include "core/figure/figure_kinds.h"
#include "core/files/printable.h"
#include "core/notation/notation.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace attn {

namespace {

struct Unit {
    std::string_view name;
    float centimetres;
};
constexpr std::array units{Unit{"", 1}, Unit{"cm", 1}, Unit{"mm", 0.1F}, Unit{"in", 2.54F}, Unit{"pt", 2.54F / 72}};

/// The number that begins the text, which is then left with what follows it.
std::optional<float> take_number(std::string_view& text) {
    float number = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failure != std::errc() || !std::isfinite(number))
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    return number;
}

Result<float> number_within(std::string_view option, const std::string& text, std::string_view unit, float least,
                            float most) {
    std::string_view rest = text;
    const auto number = take_number(rest);
    if (!number || (!rest.empty() && rest != unit) || *number < least || *number > most)
        return error("{} {}: expected a number from {} to {}", option, printable(text), least, most);
    return *number;
}

} // namespace

Result<float> parse_width(std::string_view text) {
    std::string_view rest = text;
    const auto number = take_number(rest);
    const auto* const unit = std::ranges::find(units, rest, &Unit::name);
    if (!number || unit == units.end())
        return error("--width {}: expected a length such as 12cm, 120mm or 4.7in", printable(text));
    const float centimetres = *number * unit->centimetres;
    if (!(centimetres >= narrowest_figure && centimetres <= widest_figure))
        return error("--width {}: expected {} to {} cm", printable(text), narrowest_figure, widest_figure);
    return centimetres;
}

struct FigureArguments::Words {
    std::optional<std::string> kind, stage, notation, width, font_size, dpi, limits, palette, title, baseline, format;
    std::optional<Index> item, head, row, column;
    int precision = 2;
    bool columns = false, dark = false, no_numbers = false, no_title = false, no_caption = false;
    bool all = false, listed = false, overlay = false, film = false;
    float seconds = 1;
    std::string output;

    Result<void> read_what(FigureRequest& request) const;
    Result<void> read_page(FigureRequest& request) const;
    Result<void> read_colours(FigureRequest& request) const;
};

FigureArguments::FigureArguments(CLI::App& command) : words_(std::make_unique<Words>()) {
    Words& words = *words_;
    command.add_option("--kind", words.kind, "what is drawn: " + figure_kind_list())->type_name("KIND");
    command.add_option("--stage", words.stage, "the stage or weight; without it, the one that the source opens on")
        ->type_name("NAME");
    command.add_option("--head", words.head, "counted from 1")->type_name("H");
    command.add_option("--item", words.item, "counted from 1")->type_name("B");
    command.add_option("--row", words.row, "lit, counted from 1")->type_name("ROW");
    command.add_option("--col", words.column, "lit, counted from 1; of a spectrum the value whose directions are told")
        ->type_name("COLUMN");
    command.add_option("--baseline", words.baseline, "with --kind change: a preset or a session file")
        ->type_name("SOURCE");
    command.add_option("--notation", words.notation, notation_list() + ", or the file of another")->type_name("NAME");
    command.add_flag("--columns", words.columns, "tokens are columns");
    command.add_option("--width", words.width, "of the whole figure: 12cm, 120mm, 4.7in")->type_name("LENGTH");
    command.add_option("--font-size", words.font_size, "of its text, in points (9)")->type_name("POINTS");
    command.add_option("--dpi", words.dpi, "of a PNG (300)")->type_name("DPI");
    command.add_option("--limits", words.limits, "of the colours: own, stage, or two numbers: -2,2")
        ->type_name("LIMITS");
    command.add_option("--precision", words.precision, "decimals of numbers")
        ->check(CLI::Range(0, most_precise))
        ->type_name("N")
        ->capture_default_str();
    command.add_flag("--no-numbers", words.no_numbers, "cells without numbers");
    command.add_option("--palette", words.palette, "colour or grey")->type_name("NAME");
    command.add_flag("--dark", words.dark, "for dark slides");
    command.add_option("--title", words.title, "instead of the stage's")->type_name("TEXT");
    command.add_flag("--no-title", words.no_title);
    command.add_flag("--no-caption", words.no_caption);
    command.add_flag("--all", words.all, "every stage and head, into a folder");
    command.add_flag("--listed", words.listed, "the figures that the session lists, into a folder");
    command.add_flag("--overlay", words.overlay, "built up in steps that lie exactly on each other, into a folder");
    command.add_flag("--film", words.film, "being computed cell by cell, as an animated .gif");
    command.add_option("--seconds", words.seconds, "that a film shows a step (1)")
        ->check(number_range(least_seconds, most_seconds))
        ->type_name("S");
    command
        .add_option("--format", words.format,
                    "of the files in a folder: png, svg (unless told), pdf (of --overlay), tex, csv or md")
        ->type_name("FORMAT");
    command.add_option("-o,--output", words.output, "the file, its format by its ending: png svg pdf tex csv md npz")
        ->required()
        ->type_name("FILE");
}

FigureArguments::~FigureArguments() = default;

Result<void> FigureArguments::Words::read_what(FigureRequest& request) const {
    if (kind) {
        if (find_figure_kind(*kind) == nullptr)
            return error("--kind {}: expected one of {}", printable(*kind), figure_kind_list());
        request.kind = *kind;
    }
    if (stage) {
        request.array = find_array(*stage);
        if (!request.array)
            return error("--stage {}: there is no such stage; expected a name such as scores, A, Y or W_Q",
                         printable(*stage));
    }
    const std::array<std::tuple<const char*, std::optional<Index>, std::optional<Index>*>, 4> places{
        {{"--item", item, &request.item},
         {"--head", head, &request.head},
         {"--row", row, &request.row},
         {"--col", column, &request.column}}};
    for (const auto& [option, from_1, from_0] : places) {
        if (from_1 && *from_1 < 1)
            return error("{} {}: they are counted from 1", option, *from_1);
        if (from_1)
            *from_0 = *from_1 - 1;
    }
    if (notation) {
        auto chosen = notation_of_words(*notation);
        if (!chosen)
            return error("--notation {}", chosen.error().message);
        request.notation = *std::move(chosen);
    }
    if (columns)
        request.tokens_as_columns = true;
    return {};
}

Result<void> FigureArguments::Words::read_page(FigureRequest& request) const {
    if (width) {
        const auto read = parse_width(*width);
        if (!read)
            return read.error();
        request.width = *read;
    }
    if (font_size) {
        const auto read = number_within("--font-size", *font_size, "pt", smallest_font, largest_font);
        if (!read)
            return read.error();
        request.font_size = *read;
    }
    if (dpi) {
        const auto read = number_within("--dpi", *dpi, "", lowest_dpi, highest_dpi);
        if (!read)
            return read.error();
        request.dpi = *read;
    }
    request.numbers = !no_numbers;
    request.precision = precision;
    request.titled = !no_title;
    request.title = title.value_or("");
    request.captioned = !no_caption;
    return {};
}

Result<void> FigureArguments::Words::read_colours(FigureRequest& request) const {
    request.dark = dark;
    const std::string chosen = palette.value_or("colour");
    request.grey = chosen == "grey" || chosen == "gray";
    if (!request.grey && chosen != "colour" && chosen != "color")
        return error("--palette {}: expected colour or grey", printable(chosen));
    const std::string ends = limits.value_or("own");
    if (ends == "own" || ends == "stage") {
        request.limits = ends == "own" ? FigureLimits::own : FigureLimits::stage;
        return {};
    }
    std::string_view rest = ends;
    const auto low = take_number(rest);
    const bool separated = rest.starts_with(',');
    rest.remove_prefix(separated ? 1 : 0);
    const auto high = take_number(rest);
    if (!low || !separated || !high || !rest.empty() || *low >= *high)
        return error("--limits {}: expected own, stage, or two numbers such as --limits=-2,2", printable(ends));
    request.limits = FigureLimits::fixed;
    request.lowest = *low;
    request.highest = *high;
    return {};
}

Result<FigureOrder> FigureArguments::order() const {
    const Words& words = *words_;
    FigureOrder order;
    for (const auto read : {&Words::read_what, &Words::read_page, &Words::read_colours})
        if (auto understood = (words.*read)(order.request); !understood)
            return understood.error();
    const std::array wishes{words.all, words.listed, words.overlay, words.film};
    if (std::ranges::count(wishes, true) > 1)
        return error("--all, --listed, --overlay and --film are different wishes; give one of them");
    order.which = words.all       ? FigureOrder::Which::all
                  : words.listed  ? FigureOrder::Which::listed
                  : words.overlay ? FigureOrder::Which::overlay
                  : words.film    ? FigureOrder::Which::film
                                  : FigureOrder::Which::one;
    const bool is_file = order.which == FigureOrder::Which::one || order.which == FigureOrder::Which::film;
    if (words.format && is_file)
        return error("--format goes with --all, --listed or --overlay; one file has the format of its name's ending");
    if (words.film && !words.output.ends_with(".gif"))
        return error("{}: a film is a .gif", printable_path(words.output));
    order.format = words.format.value_or(words.overlay ? "pdf" : "svg");
    order.seconds = words.seconds;
    order.output = words.output;
    order.baseline = words.baseline;
    return order;
}

} // namespace attn
