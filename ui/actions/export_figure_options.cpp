#include "core/export/figure_file.h"
#include "core/figure/figure_kinds.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/files/printable.h"
#include "core/model/arrays.h"
#include "ui/actions/export_option_tables.h"
#include "ui/actions/fields.h"

#include <algorithm>
#include <array>

namespace attn {

namespace {

using Control = ExportOption::Control;

constexpr std::array<std::string_view, 7> formats{"png", "svg", "pdf", "tex", "csv", "md", "npz"};
constexpr std::array<std::string_view, 4> listed_formats{"svg", "pdf", "png", "tex"};
constexpr std::array<std::string_view, 3> limits{"own", "stage", "fixed"};

// --- What it shows ---------------------------------------------------------------------------------------------------

std::vector<ExportChoice> kinds(const UiContext& ui, const ExportChoices& choices) {
    const FigureSource source{ui.session, ui.trace, ui.typesetter, ui.baseline};
    std::vector<ExportChoice> all;
    all.reserve(figure_kinds().size());
    for (const FigureKind& kind : figure_kinds()) {
        FigureRequest request = choices.figure;
        request.kind = kind.name;
        const bool fits = kind.name == "table" || can_be_drawn(request, source);
        all.push_back({std::string(kind.name), std::string(kind.name), std::string(kind.about), fits});
    }
    return all;
}

Result<void> take_format(const UiContext& /*desk*/, ExportChoices& choices, std::string_view text) {
    if (!is_figure_ending(text))
        return error("“{}” is no format of figures; expected {}", printable(text), figure_endings);
    choices.format = text;
    choices.path() = with_ending(choices.path(), text);
    return {};
}

Result<void> take_kind(const UiContext& ui, ExportChoices& choices, std::string_view text) {
    if (const auto kind = figure_kind(text); !kind)
        return kind.error();
    choices.figure.kind = text;
    // A table is text.
    return text == "table" && choices.format.size() == 3 && choices.format != "csv" ? take_format(ui, choices, "tex")
                                                                                    : Result<void>();
}

std::vector<ExportChoice> arrays(const UiContext& ui, const ExportChoices& /*choices*/) {
    std::vector<ExportChoice> all;
    const auto add = [&](ArrayId array) {
        all.push_back({std::string(array_name(array)), std::string(array_name(array))});
    };
    for (const ArrayId stage : steps_of(ui.trace))
        add(stage);
    for (const Array& row : parameters())
        if (has_array(ui, row.id))
            add(row.id);
    return all;
}

Result<void> take_array(const UiContext& /*desk*/, ExportChoices& choices, std::string_view text) {
    const auto array = find_array(text);
    if (!array)
        return error("there is no stage “{}”", printable(text));
    if (choices.figure.array != array) { // the marked cell was of the other
        choices.figure.row.reset();
        choices.figure.column.reset();
    }
    choices.figure.array = array;
    return {};
}

// --- Its colours -----------------------------------------------------------------------------------------------------

Result<void> take_limits(const UiContext& /*desk*/, ExportChoices& choices, std::string_view text) {
    if (std::ranges::find(limits, text) == limits.end())
        return error("there are no limits called “{}”", printable(text));
    choices.figure.limits = text == "stage"   ? FigureLimits::stage
                            : text == "fixed" ? FigureLimits::fixed
                                              : FigureLimits::own;
    return {};
}

bool has_fixed_limits(const UiContext& ui, const ExportChoices& choices) {
    return is_figure(ui, choices) && choices.figure.limits == FigureLimits::fixed;
}

Result<void> take_lowest(const UiContext& /*desk*/, ExportChoices& choices, std::string_view text) {
    const auto number = parse_number(text);
    if (!number)
        return number.error();
    if (!(*number < choices.figure.highest))
        return error("this is not below the other end, {}", exact_number(choices.figure.highest));
    choices.figure.lowest = *number;
    return {};
}

Result<void> take_highest(const UiContext& /*desk*/, ExportChoices& choices, std::string_view text) {
    const auto number = parse_number(text);
    if (!number)
        return number.error();
    if (!(*number > choices.figure.lowest))
        return error("this is not above the other end, {}", exact_number(choices.figure.lowest));
    choices.figure.highest = *number;
    return {};
}

Result<void> take_width(const UiContext& /*desk*/, ExportChoices& choices, std::string_view text) {
    if (text.empty()) {
        choices.figure.width.reset();
        return {};
    }
    const auto width = number_within(text, narrowest_figure, widest_figure);
    if (!width)
        return width.error();
    choices.figure.width = *width;
    return {};
}

Result<void> take_decimals(const UiContext& /*desk*/, ExportChoices& choices, std::string_view text) {
    const auto number = whole_number(text, 0, most_precise);
    if (!number)
        return number.error();
    choices.figure.precision = static_cast<int>(*number);
    return {};
}

// --- The table -------------------------------------------------------------------------------------------------------

template <bool FigureRequest::*flag>
std::string flag_text(const UiContext& /*desk*/, const ExportChoices& choices) {
    return yes_or_no(choices.figure.*flag);
}

template <bool FigureRequest::*flag>
Result<void> take_flag(const UiContext& /*desk*/, ExportChoices& choices, std::string_view text) {
    choices.figure.*flag = text == "yes";
    return {};
}

std::vector<ExportChoice> shown_or_not(const UiContext& /*desk*/, const ExportChoices& /*choices*/) {
    return yes_or_no("shown", "none");
}

constexpr std::array figure_option_table{
    ExportOption{.name = "kind",
                 .label = "Kind",
                 .control = Control::list,
                 .names_value = true,
                 .value = [](const UiContext&, const ExportChoices& c) { return c.figure.kind; },
                 .take = take_kind,
                 .choices = kinds,
                 .asked = is_figure},
    ExportOption{.name = "stage",
                 .label = "Of",
                 .control = Control::list,
                 .names_value = true,
                 .value =
                     [](const UiContext& d, const ExportChoices& c) {
                         return std::string(array_name(c.figure.array.value_or(d.session.opening.stage)));
                     },
                 .take = take_array,
                 .choices = arrays,
                 .asked = is_figure},
    ExportOption{
        .name = "row",
        .label = "Mark row",
        .hint = "none",
        .value = [](const UiContext&, const ExportChoices& c) { return place_text(c.figure.row); },
        .take = [](const UiContext&, ExportChoices& c, std::string_view t) { return take_place(t, c.figure.row); },
        .asked = is_figure},
    ExportOption{
        .name = "column",
        .label = "column",
        .hint = "none",
        .value = [](const UiContext&, const ExportChoices& c) { return place_text(c.figure.column); },
        .take = [](const UiContext&, ExportChoices& c, std::string_view t) { return take_place(t, c.figure.column); },
        .asked = is_figure},
    ExportOption{
        .name = "width",
        .label = "Width",
        .unit = "cm",
        .hint = "fits",
        .value = [](const UiContext&,
                    const ExportChoices& c) { return c.figure.width ? exact_number(*c.figure.width) : std::string(); },
        .take = take_width,
        .asked = is_figure},
    ExportOption{
        .name = "type",
        .label = "type",
        .unit = "pt",
        .value = [](const UiContext&, const ExportChoices& c) { return exact_number(c.figure.font_size); },
        .take = [](const UiContext&, ExportChoices& c,
                   std::string_view t) { return take_number(t, smallest_font, largest_font, c.figure.font_size); },
        .asked = is_figure},
    ExportOption{.name = "numbers",
                 .label = "Numbers",
                 .control = Control::segments,
                 .value = flag_text<&FigureRequest::numbers>,
                 .take = take_flag<&FigureRequest::numbers>,
                 .choices = shown_or_not,
                 .asked = is_figure},
    ExportOption{
        .name = "decimals",
        .label = "decimals",
        .width = 40,
        .value = [](const UiContext&, const ExportChoices& c) { return std::to_string(c.figure.precision); },
        .take = take_decimals,
        .asked = [](const UiContext& d, const ExportChoices& c) { return is_figure(d, c) && c.figure.numbers; }},
    ExportOption{.name = "limits",
                 .label = "Limits",
                 .control = Control::segments,
                 .value =
                     [](const UiContext&, const ExportChoices& c) {
                         return std::string(limits.at(static_cast<std::size_t>(c.figure.limits)));
                     },
                 .take = take_limits,
                 .choices = [](const UiContext&, const ExportChoices&) -> std::vector<ExportChoice> {
                     return {{"own", "its own"}, {"stage", "all heads"}, {"fixed", "fixed"}};
                 },
                 .asked = is_figure},
    ExportOption{.name = "lowest",
                 .label = "from",
                 .value = [](const UiContext&, const ExportChoices& c) { return exact_number(c.figure.lowest); },
                 .take = take_lowest,
                 .asked = has_fixed_limits},
    ExportOption{.name = "highest",
                 .label = "to",
                 .value = [](const UiContext&, const ExportChoices& c) { return exact_number(c.figure.highest); },
                 .take = take_highest,
                 .asked = has_fixed_limits},
    ExportOption{.name = "palette",
                 .label = "Colours",
                 .control = Control::segments,
                 .value = [](const UiContext&, const ExportChoices& c) { return yes_or_no(c.figure.grey); },
                 .take = take_flag<&FigureRequest::grey>,
                 .choices = [](const UiContext&, const ExportChoices&) -> std::vector<ExportChoice> {
                     return {{"no", "colour"}, {"yes", "grey"}};
                 },
                 .asked = is_figure},
    ExportOption{.name = "look",
                 .label = "",
                 .control = Control::segments,
                 .value = [](const UiContext&, const ExportChoices& c) { return yes_or_no(c.figure.dark); },
                 .take = take_flag<&FigureRequest::dark>,
                 .choices = [](const UiContext&, const ExportChoices&) -> std::vector<ExportChoice> {
                     return {{"no", "light"}, {"yes", "dark"}};
                 },
                 .asked = is_figure},
    ExportOption{.name = "titled",
                 .label = "Title",
                 .control = Control::segments,
                 .value = flag_text<&FigureRequest::titled>,
                 .take = take_flag<&FigureRequest::titled>,
                 .choices = shown_or_not,
                 .asked = is_figure},
    ExportOption{
        .name = "title",
        .label = "",
        .width = 224,
        .hint = "the stage's own",
        .value = [](const UiContext&, const ExportChoices& c) { return c.figure.title; },
        .take =
            [](const UiContext&, ExportChoices& c, std::string_view t) {
                c.figure.title = t;
                return Result<void>();
            },
        .asked = [](const UiContext& d, const ExportChoices& c) { return is_figure(d, c) && c.figure.titled; }},
    ExportOption{.name = "captioned",
                 .label = "Caption",
                 .control = Control::segments,
                 .value = flag_text<&FigureRequest::captioned>,
                 .take = take_flag<&FigureRequest::captioned>,
                 .choices = shown_or_not,
                 .asked = is_figure},
    ExportOption{.name = "format",
                 .label = "",
                 .control = Control::segments,
                 .value = [](const UiContext&, const ExportChoices& c) { return c.format; },
                 .take = take_format,
                 .choices = [](const UiContext&, const ExportChoices&) { return named_choices(formats); },
                 .asked = is_figure},
    ExportOption{
        .name = "dpi",
        .label = "",
        .unit = "dots an inch",
        .value = [](const UiContext&, const ExportChoices& c) { return exact_number(c.figure.dpi); },
        .take = [](const UiContext&, ExportChoices& c,
                   std::string_view t) { return take_number(t, lowest_dpi, highest_dpi, c.figure.dpi); },
        .asked = [](const UiContext& d, const ExportChoices& c) { return is_figure(d, c) && c.format == "png"; }},
    ExportOption{.name = "listed-format",
                 .label = "",
                 .control = Control::segments,
                 .value = [](const UiContext&, const ExportChoices& c) { return c.listed_format; },
                 .take =
                     [](const UiContext&, ExportChoices& c, std::string_view t) {
                         c.listed_format = t;
                         return Result<void>();
                     },
                 .choices = [](const UiContext&, const ExportChoices&) { return named_choices(listed_formats); }},
};

} // namespace

std::span<const ExportOption> figure_options() {
    return figure_option_table;
}

} // namespace attn
