#include "ui/actions/export_options.h"

#include "core/files/printable.h"
#include "ui/actions/export_choices_of.h"
#include "ui/actions/export_option_rows.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <fmt/ranges.h>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr std::array<std::string_view, 7> formats{"png", "svg", "pdf", "tex", "csv", "md", "npz"};
constexpr std::array<std::string_view, 4> listed_formats{"svg", "pdf", "png", "tex"};

constexpr std::array<std::pair<FigureSet::Which, std::string_view>, 4> sets{{{FigureSet::Which::one, "a figure"},
                                                                             {FigureSet::Which::overlay, "in steps"},
                                                                             {FigureSet::Which::film, "a film"},
                                                                             {FigureSet::Which::all, "all arrays"}}};

std::string name_of(FigureSet::Which which) {
    constexpr std::array<std::string_view, 5> names{"one", "all", "listed", "overlay", "film"};
    return std::string(names.at(static_cast<std::size_t>(which)));
}

/// The forms of a figure: it alone, its steps for slides, a film, or a series.
ExportOption set_of_figures() {
    return {.name = "set",
            .label = "As",
            .control = ExportOption::Control::segments,
            .value = [](const UiContext&, const ExportChoices& choices) { return name_of(choices.which); },
            .take =
                [](const UiContext&, ExportChoices& choices, std::string_view text) {
                    choices.which =
                        std::ranges::find(sets, text, [](const auto& set) { return name_of(set.first); })->first;
                    choices.figure.overlay = choices.which == FigureSet::Which::overlay;
                    choices.figure.film = choices.which == FigureSet::Which::film;
                    if (choices.which == FigureSet::Which::overlay)
                        choices.format = "pdf";
                    if (choices.which == FigureSet::Which::film)
                        choices.format = "png"; // the format of the frames
                    set_ending(choices);
                    return Result<void>();
                },
            .choices =
                [](const UiContext&, const ExportChoices&) {
                    std::vector<ExportChoice> choices;
                    choices.reserve(std::size(sets));
                    for (const auto& [which, label] : sets)
                        choices.push_back({name_of(which), std::string(label)});
                    return choices;
                },
            .asked = [](const UiContext&, const ExportChoices& choices) { return choices.tab == ExportTab::figure; }};
}

/// The formats of files of figures, which are no options of the figures themselves.
std::vector<ExportOption> formats_of_files() {
    const auto is_on = [](ExportTab tab) {
        return [tab](const UiContext&, const ExportChoices& choices) {
            const bool is_film = tab == ExportTab::figure && choices.which == FigureSet::Which::film;
            return choices.tab == tab && !is_film;
        };
    };
    return {set_of_figures(),
            {.name = "format",
             .label = "",
             .control = ExportOption::Control::segments,
             .value = [](const UiContext&, const ExportChoices& choices) { return choices.format; },
             .take = [](const UiContext&, ExportChoices& choices,
                        std::string_view text) { return take_format(choices, text); },
             .choices = [](const UiContext&, const ExportChoices&) { return named_choices(formats); },
             .asked = is_on(ExportTab::figure)},
            {.name = "listed-format",
             .label = "",
             .control = ExportOption::Control::segments,
             .value = [](const UiContext&, const ExportChoices& choices) { return choices.listed_format; },
             .take =
                 [](const UiContext&, ExportChoices& choices, std::string_view text) {
                     choices.listed_format = text;
                     return Result<void>();
                 },
             .choices = [](const UiContext&, const ExportChoices&) { return named_choices(listed_formats); },
             .asked = is_on(ExportTab::listed)}};
}

/// A control of the form.
struct ShownOption {
    std::string_view name;
    float width = 56; ///< width of a field
};

/// The lines of the form, from top to bottom; the last one is at its foot, beside the path.
const std::vector<std::vector<ShownOption>>& form_lines() {
    static const std::vector<std::vector<ShownOption>> lines{
        {{"kind"}, {"document"}},
        {{"stage"}, {"section"}},
        {{"head"}, {"item"}},
        {{"row"}, {"column"}},
        {{"notation"}},
        {{"tokens"}},
        {{"fit"}},
        {{"width"}, {"height"}},
        {{"type"}},
        {{"numbers"}, {"decimals", 40}},
        {{"limits"}},
        {{"lowest"}, {"highest"}},
        {{"palette"}},
        {{"look"}},
        {{"titled"}},
        {{"steps"}, {"title", 224}},
        {{"captioned"}},
        {{"standalone"}},
        {{"set"}},
        {{"of-layers"}},
        {{"page"}},
        {{"form"}},
        {{"frame-dpi"}, {"seconds"}},
        {{"worked", 240}},
        {{"every"}, {"variant"}},
        {{"slip"}},
        {{"key", 240}},
        {{"language"}},
        {{"format"}, {"listed-format"}, {"dpi"}, {"step-seconds"}},
    };
    return lines;
}

/// All options, in the order of the form.
const std::vector<ExportOption>& all_options() {
    static const std::vector<ExportOption> all = [] {
        std::vector<ExportOption> made = formats_of_files();
        for (const FigureOption& row : figure_options())
            if (!row.field.empty())
                made.push_back(export_option_of(row));
        for (const DocumentOption& row : document_options())
            if (!row.field.empty())
                made.push_back(export_option_of(row));
        std::vector<ExportOption> options;
        for (std::size_t line = 0; line < form_lines().size(); ++line)
            for (const auto& [name, width] : form_lines()[line]) {
                const auto found = std::ranges::find(made, name, &ExportOption::name);
                assert(found != made.end());
                options.push_back(*found);
                options.back().line = line;
                options.back().width = width;
            }
        assert(options.size() == made.size()); // each option has a line
        return options;
    }();
    return all;
}

} // namespace

const ExportOption* find_export_option(std::string_view name) {
    const auto& all = all_options();
    const auto found = std::ranges::find(all, name, &ExportOption::name);
    return found == all.end() ? nullptr : &*found;
}

const ExportOption& export_option(std::string_view name) {
    const ExportOption* const option = find_export_option(name);
    assert(option != nullptr);
    return *option;
}

ExportForm export_form(const UiContext& ui) {
    ExportForm form;
    for (const ExportOption& option : all_options()) {
        if (!option.asked(ui, ui.workspace.exporting))
            continue;
        if (option.line + 1 == form_lines().size())
            form.how.push_back(&option);
        else if (!form.what.empty() && form.what.back().front()->line == option.line)
            form.what.back().push_back(&option);
        else
            form.what.push_back({&option});
    }
    return form;
}

Result<ExportChoices> with_option(const UiContext& ui, std::string_view name, std::string_view text) {
    const ExportOption* const option = find_export_option(name);
    if (option == nullptr)
        return error("there is nothing called “{}” to be set", printable(name));
    ExportChoices choices = ui.workspace.exporting;
    if (option->choices != nullptr && !option->checks_itself) {
        const std::vector<ExportChoice> all = option->choices(ui, choices);
        std::vector<std::string> values;
        std::ranges::transform(all, std::back_inserter(values), &ExportChoice::value);
        if (std::ranges::find(values, text) == values.end())
            return error("“{}” is none of {}", printable(text), fmt::join(values, ", "));
    }
    if (auto taken = option->take(ui, choices, text); !taken)
        return taken.error();
    return choices;
}

std::string usual_path(const DocumentRequest& document) {
    switch (document.kind) {
    case DocumentKind::storyboard:
        return document.frames ? "frames" : "story.pdf";
    case DocumentKind::worksheet:
        return "sheet.pdf";
    case DocumentKind::handout:
        return "handout.html";
    case DocumentKind::notes:
        return "notes";
    case DocumentKind::slides:
        return "slides";
    case DocumentKind::code:
        break;
    }
    return "layer.py";
}

} // namespace attn
