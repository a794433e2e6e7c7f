#include "core/figure/number.h"
#include "core/files/printable.h"
#include "ui/actions/export_option_tables.h"
#include "ui/actions/fields.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace attn {

namespace {

using Control = ExportOption::Control;

constexpr std::array<std::string_view, 4> document_names{"storyboard", "worksheet", "handout", "code"};
constexpr Index most_every = 1'000'000;

bool is_worksheet(const UiContext& /*desk*/, const ExportChoices& choices) {
    return is_document(choices, DocumentKind::worksheet);
}

bool is_storyboard(const UiContext& /*desk*/, const ExportChoices& choices) {
    return is_document(choices, DocumentKind::storyboard);
}

std::vector<ExportChoice> documents(const UiContext& /*desk*/, const ExportChoices& /*choices*/) {
    return {{"storyboard", "storyboard", "a page for each step: a PDF, an animation, or frames"},
            {"worksheet", "worksheet", "a sheet to work out with a pencil, and its key"},
            {"handout", "handout", "the steps as one HTML file, to step through and to print"},
            {"code", "code", "a Python script that gives the same numbers"}};
}

Result<void> take_document(const UiContext& /*desk*/, ExportChoices& choices, std::string_view text) {
    const auto* const found = std::ranges::find(document_names, text);
    if (found == document_names.end())
        return error("there is no document “{}”", printable(text));
    choices.document.kind = static_cast<DocumentKind>(found - document_names.begin());
    choices.path() = usual_path(choices.document);
    return {};
}

std::string form_of(const UiContext& /*desk*/, const ExportChoices& choices) {
    if (choices.document.frames)
        return *choices.document.frames;
    return choices.path().ends_with(".gif") ? "gif" : "pdf";
}

Result<void> take_form(const UiContext& /*desk*/, ExportChoices& choices, std::string_view text) {
    DocumentRequest& document = choices.document;
    const bool was_frames = document.frames.has_value();
    document.frames.reset();
    if (text == "png" || text == "svg")
        document.frames = std::string(text);
    if (was_frames != document.frames.has_value())
        choices.path() = usual_path(document);
    if (!document.frames)
        choices.path() = with_ending(choices.path(), text);
    return {};
}

bool is_animation(const UiContext& ui, const ExportChoices& choices) {
    return is_storyboard(ui, choices) && form_of(ui, choices) == "gif";
}

bool has_pixels(const UiContext& ui, const ExportChoices& choices) {
    return is_animation(ui, choices) || (is_storyboard(ui, choices) && form_of(ui, choices) == "png");
}

std::string worked_stages(const UiContext& /*desk*/, const ExportChoices& choices) {
    std::vector<std::string_view> names;
    names.reserve(choices.document.sheet.stages.size());
    for (const ArrayId stage : choices.document.sheet.stages)
        names.push_back(array_name(stage));
    return fmt::format("{}", fmt::join(names, ", "));
}

Result<void> take_worked_stages(const UiContext& ui, ExportChoices& choices, std::string_view text) {
    std::vector<ArrayId> stages;
    while (!text.empty()) {
        const std::string_view name = text.substr(0, text.find_first_of(", "));
        text.remove_prefix(std::min(name.size() + 1, text.size()));
        if (name.empty())
            continue;
        const auto array = find_array(name);
        const auto stage = array && is_stage(*array) ? array : std::nullopt;
        if (!stage || !ui.trace.has(*stage))
            return error("there is no stage “{}”; expected names such as scores, A", printable(name));
        stages.push_back(*stage);
    }
    choices.document.sheet.stages = std::move(stages);
    return {};
}

Result<void> take_every(const UiContext& /*desk*/, ExportChoices& choices, std::string_view text) {
    const auto number = whole_number(text, 1, most_every);
    if (!number)
        return number.error();
    choices.document.sheet.every = *number;
    return {};
}

Result<void> take_variant(const UiContext& /*desk*/, ExportChoices& choices, std::string_view text) {
    const auto number = text.empty() ? Result<Index>(0) : whole_number(text, 1, most_every);
    if (!number)
        return number.error();
    choices.document.sheet.variant = static_cast<std::uint64_t>(*number);
    return {};
}

Result<void> take_key(const UiContext& /*desk*/, ExportChoices& choices, std::string_view text) {
    choices.document.key.reset();
    if (!text.empty())
        choices.document.key = path_of(text);
    return {};
}

constexpr std::array document_option_table{
    ExportOption{.name = "document",
                 .label = "What",
                 .control = Control::list,
                 .names_value = true,
                 .value =
                     [](const UiContext&, const ExportChoices& c) {
                         return std::string(document_names.at(static_cast<std::size_t>(c.document.kind)));
                     },
                 .take = take_document,
                 .choices = documents},
    ExportOption{.name = "form",
                 .label = "As",
                 .control = Control::list,
                 .value = form_of,
                 .take = take_form,
                 .choices = [](const UiContext&, const ExportChoices&) -> std::vector<ExportChoice> {
                     return {{"pdf", "one PDF"}, {"gif", "an animation"}, {"png", "PNG frames"}, {"svg", "SVG frames"}};
                 },
                 .asked = is_storyboard},
    ExportOption{.name = "frame-dpi",
                 .label = "Pixels",
                 .unit = "dots an inch",
                 .value = [](const UiContext&, const ExportChoices& c) { return exact_number(c.document.dpi); },
                 .take = [](const UiContext&, ExportChoices& c,
                            std::string_view t) { return take_number(t, lowest_dpi, most_frame_dpi, c.document.dpi); },
                 .asked = has_pixels},
    ExportOption{
        .name = "seconds",
        .label = "",
        .unit = "s a page",
        .value = [](const UiContext&, const ExportChoices& c) { return exact_number(c.document.seconds); },
        .take = [](const UiContext&, ExportChoices& c,
                   std::string_view t) { return take_number(t, least_seconds, most_seconds, c.document.seconds); },
        .asked = is_animation},
    ExportOption{.name = "worked",
                 .label = "Blank",
                 .width = 240,
                 .hint = "scores, A, O, Y",
                 .value = worked_stages,
                 .take = take_worked_stages,
                 .asked = is_worksheet},
    ExportOption{
        .name = "every",
        .label = "Each",
        .unit = "th cell",
        .value = [](const UiContext&, const ExportChoices& c) { return std::to_string(c.document.sheet.every); },
        .take = take_every,
        .asked = is_worksheet},
    ExportOption{.name = "variant",
                 .label = "variant",
                 .hint = "none",
                 .value =
                     [](const UiContext&, const ExportChoices& c) {
                         const std::uint64_t variant = c.document.sheet.variant;
                         return variant == 0 ? std::string() : std::to_string(variant);
                     },
                 .take = take_variant,
                 .asked = is_worksheet},
    ExportOption{.name = "slip",
                 .label = "To find",
                 .control = Control::segments,
                 .value = [](const UiContext&, const ExportChoices& c) { return yes_or_no(c.document.sheet.slip); },
                 .take =
                     [](const UiContext&, ExportChoices& c, std::string_view t) {
                         c.document.sheet.slip = t == "yes";
                         return Result<void>();
                     },
                 .choices = [](const UiContext&, const ExportChoices&) -> std::vector<ExportChoice> {
                     return {{"no", "blank cells"}, {"yes", "one slip"}};
                 },
                 .asked = is_worksheet},
    ExportOption{
        .name = "key",
        .label = "Its key",
        .width = 240,
        .hint = "a .pdf, or none",
        .value = [](const UiContext&,
                    const ExportChoices& c) { return c.document.key ? c.document.key->string() : std::string(); },
        .take = take_key,
        .asked = is_worksheet},
    ExportOption{.name = "language",
                 .label = "With",
                 .control = Control::segments,
                 .value =
                     [](const UiContext&, const ExportChoices& c) {
                         return std::string(c.document.language == ScriptLanguage::torch ? "torch" : "numpy");
                     },
                 .take =
                     [](const UiContext&, ExportChoices& c, std::string_view t) {
                         c.document.language = t == "torch" ? ScriptLanguage::torch : ScriptLanguage::numpy;
                         return Result<void>();
                     },
                 .choices = [](const UiContext&, const ExportChoices&) -> std::vector<ExportChoice> {
                     return {{"numpy", "NumPy"}, {"torch", "PyTorch"}};
                 },
                 .asked = [](const UiContext&, const ExportChoices& c) { return is_document(c, DocumentKind::code); }},
};

} // namespace

std::string usual_path(const DocumentRequest& document) {
    switch (document.kind) {
    case DocumentKind::storyboard:
        return document.frames ? "frames" : "story.pdf";
    case DocumentKind::worksheet:
        return "sheet.pdf";
    case DocumentKind::handout:
        return "handout.html";
    case DocumentKind::code:
        break;
    }
    return "layer.py";
}

std::span<const ExportOption> document_options() {
    return document_option_table;
}

} // namespace attn
