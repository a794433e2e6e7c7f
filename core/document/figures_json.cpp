#include "core/document/figures_json.h"

#include "core/files/printable.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <set>
#include <string_view>

namespace attn {

namespace {

constexpr Index most_figures = 1000;
constexpr std::size_t longest_name = 100;
constexpr Index any_place = std::numeric_limits<std::int32_t>::max();

/// Whether a file can have the name in any folder, and commands that are given it take it for a file: "-rf" would be an
/// option.
bool is_file_name(std::string_view name) {
    return !name.empty() && name.size() <= longest_name && name.front() != '.' && name.front() != '-' &&
           name.find_first_of("/\\") == std::string_view::npos && printable(name, longest_name) == name;
}

float number_within(const Field& field, float least, float most, float fallback) {
    const float number = field.number(fallback);
    if (!(number >= least && number <= most))
        field.fail(fmt::format("this is {}, expected {} to {}", number, least, most));
    return number;
}

std::optional<Index> read_place(const Field& field) {
    if (!field.exists())
        return std::nullopt;
    return field.integer(1, any_place, 1) - 1;
}

void read_what(const Field& field, FigureRequest& figure) {
    figure.name = field["name"].text();
    if (!is_file_name(figure.name))
        field["name"].fail("this is no name for a file");
    if (!field["name"].exists())
        field.fail("there is no name; expected one for the figure's file");
    // Which kinds there are, those know who draw them.
    figure.kind = field["kind"].text(figure.kind);
    if (!is_file_name(figure.kind))
        field["kind"].fail(fmt::format("“{}” is no kind of figure", printable(figure.kind)));
    if (const Field stage = field["stage"]; stage.exists()) {
        figure.array = find_array(stage.text());
        if (!figure.array)
            stage.fail(fmt::format("there is no stage “{}”", printable(stage.text())));
    }
    figure.item = read_place(field["item"]);
    figure.head = read_place(field["head"]);
    figure.row = read_place(field["row"]);
    figure.column = read_place(field["column"]);
    if (const Field notation = field["notation"]; notation.exists())
        figure.notation = read_notation(notation);
    if (const Field columns = field["tokens_as_columns"]; columns.exists())
        figure.tokens_as_columns = columns.truth(false);
}

void read_limits(const Field& field, FigureRequest& figure) {
    if (!field.exists() || field.is_text("own"))
        return;
    if (field.is_text("stage")) {
        figure.limits = FigureLimits::stage;
        return;
    }
    const auto ends = field.is(Json::Kind::list) ? field.items() : std::vector<Field>();
    if (ends.size() != 2)
        return field.fail(R"(expected "own", "stage" or two numbers)");
    figure.limits = FigureLimits::fixed;
    figure.lowest = ends[0].number(0);
    figure.highest = ends[1].number(1);
    if (!(figure.lowest < figure.highest))
        field.fail("the first limit is not below the second");
}

void read_page(const Field& field, FigureRequest& figure) {
    if (const Field width = field["width"]; width.exists())
        figure.width = number_within(width, narrowest_figure, widest_figure, 1);
    figure.font_size = number_within(field["font_size"], smallest_font, largest_font, figure.font_size);
    figure.dpi = number_within(field["dpi"], lowest_dpi, highest_dpi, figure.dpi);
    figure.numbers = field["numbers"].truth(true);
    figure.precision = static_cast<int>(field["precision"].integer(0, most_precise, figure.precision));
    read_limits(field["limits"], figure);
    const std::string palette = field["palette"].text("colour");
    figure.grey = palette == "grey";
    if (!figure.grey && palette != "colour")
        field["palette"].fail(R"(expected "colour" or "grey")");
    figure.dark = field["dark"].truth(false);
    const Field title = field["title"];
    if (title.is(Json::Kind::boolean))
        figure.titled = title.truth(true);
    else
        figure.title = title.text();
    figure.captioned = field["caption"].truth(true);
}

Json place_json(Index from_0) {
    return json_of(std::int64_t{from_0 + 1});
}

Json figure_json(const FigureRequest& figure) {
    const FigureRequest usual;
    Json json = json_object();
    json.set("name", json_of(std::string_view(figure.name)));
    if (figure.kind != usual.kind)
        json.set("kind", json_of(std::string_view(figure.kind)));
    if (figure.array)
        json.set("stage", json_of(array_name(*figure.array)));
    if (figure.item)
        json.set("item", place_json(*figure.item));
    if (figure.head)
        json.set("head", place_json(*figure.head));
    if (figure.row)
        json.set("row", place_json(*figure.row));
    if (figure.column)
        json.set("column", place_json(*figure.column));
    if (figure.notation)
        json.set("notation", json_of_notation(*figure.notation));
    if (figure.tokens_as_columns)
        json.set("tokens_as_columns", json_of(*figure.tokens_as_columns));
    if (figure.width)
        json.set("width", json_of(*figure.width));
    if (figure.font_size != usual.font_size)
        json.set("font_size", json_of(figure.font_size));
    if (figure.dpi != usual.dpi)
        json.set("dpi", json_of(figure.dpi));
    if (!figure.numbers)
        json.set("numbers", json_of(false));
    if (figure.precision != usual.precision)
        json.set("precision", json_of(std::int64_t{figure.precision}));
    if (figure.limits == FigureLimits::stage)
        json.set("limits", json_of(std::string_view("stage")));
    if (figure.limits == FigureLimits::fixed)
        json.set("limits", json_list({json_of(figure.lowest), json_of(figure.highest)}));
    if (figure.grey)
        json.set("palette", json_of(std::string_view("grey")));
    if (figure.dark)
        json.set("dark", json_of(true));
    if (!figure.titled)
        json.set("title", json_of(false));
    else if (!figure.title.empty())
        json.set("title", json_of(std::string_view(figure.title)));
    if (!figure.captioned)
        json.set("caption", json_of(false));
    return json;
}

} // namespace

std::vector<FigureRequest> read_figures(const Field& list) {
    std::vector<FigureRequest> figures;
    std::set<std::string> names;
    const auto items = list.items();
    if (static_cast<Index>(items.size()) > most_figures)
        list.fail(fmt::format("there are {} figures, expected at most {}", items.size(), most_figures));
    for (const Field& field : items) {
        if (list.failed())
            return {};
        field.expect_keys({"name", "kind", "stage", "item", "head", "row", "column", "notation", "tokens_as_columns",
                           "width", "font_size", "dpi", "numbers", "precision", "limits", "palette", "dark", "title",
                           "caption"});
        FigureRequest figure;
        read_what(field, figure);
        read_page(field, figure);
        if (!names.insert(figure.name).second)
            field["name"].fail(fmt::format("there are two figures “{}”", printable(figure.name)));
        figures.push_back(std::move(figure));
    }
    return figures;
}

Result<void> check_figures(const std::vector<FigureRequest>& figures) {
    std::set<std::string_view> names;
    for (const FigureRequest& figure : figures) {
        if (!is_file_name(figure.name))
            return error("“{}” is no name for a figure's file", printable(figure.name));
        if (!names.insert(figure.name).second)
            return error("there is a figure “{}” already", printable(figure.name));
    }
    if (std::ssize(figures) > most_figures)
        return error("there are {} figures, expected at most {}", figures.size(), most_figures);
    return {};
}

Json figures_to_json(const std::vector<FigureRequest>& figures) {
    std::vector<Json> items;
    items.reserve(figures.size());
    for (const FigureRequest& figure : figures)
        items.push_back(figure_json(figure));
    return json_list(std::move(items));
}

} // namespace attn
