#include "ui/actions/export_choices_of.h"

#include "core/document/options/session_notation.h"
#include "core/export/figure_file.h"
#include "core/figure/figure_kinds.h"
#include "core/figure/pictures/labels.h"
#include "core/model/arrays.h"
#include "ui/document/offered_notations.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace attn {

namespace {

using Control = ExportOption::Control;

constexpr std::array limits{OptionName{.name = "own", .label = "its own"},
                            OptionName{.name = "stage", .label = "all heads"},
                            OptionName{.name = "fixed", .label = "fixed"}};

/// "yes" and "no", labelled with these words; the usual one comes first.
std::vector<ExportChoice> yes_or_no(std::string_view yes, std::string_view no, bool usual) {
    std::vector<ExportChoice> both{{"yes", std::string(yes)}, {"no", std::string(no)}};
    if (!usual)
        std::ranges::reverse(both);
    return both;
}

std::vector<ExportChoice> choices_of(std::span<const OptionName> rows) {
    std::vector<ExportChoice> all;
    for (const OptionName& row : rows)
        all.push_back({value_of(row), std::string(row.label)});
    return all;
}

// --- Choices ---------------------------------------------------------------------------------------------------------

std::vector<ExportChoice> kinds(const UiContext& ui, const ExportChoices& choices) {
    const FigureSource source{ui.session, ui.trace, ui.typesetter, ui.baseline};
    std::vector<ExportChoice> all;
    all.reserve(figure_kinds().size());
    for (const FigureKind& kind : figure_kinds()) {
        FigureRequest request = choices.figure;
        request.kind = kind.name;
        const bool fits = kind.is_text || can_be_drawn(request, source);
        const bool is_map_of_attention = !kind.also.empty() && request.array &&
                                         row_of(*request.array).meaning == Meaning::share &&
                                         row_of(*request.array).columns == Axis::key_tokens;
        all.push_back({std::string(kind.name),
                       is_map_of_attention ? fmt::format("{} map", kind.also) : std::string(kind.name),
                       text_in(ui.session, kind.about), fits});
    }
    // Kinds that cannot be drawn here come last.
    std::stable_partition(all.begin(), all.end(), std::mem_fn(&ExportChoice::fits));
    return all;
}

std::vector<ExportChoice> arrays(const UiContext& ui, const ExportChoices& choices, const StageOption& option) {
    const FigureSource source{ui.session, ui.trace, ui.typesetter, ui.baseline};
    std::vector<ExportChoice> all;
    if (option.or_all)
        all.push_back({"", "all"});
    const auto add = [&](ArrayId array) {
        FigureRequest request = choices.figure;
        request.*option.at = array;
        if (!option.or_all || can_be_drawn(request, source))
            all.push_back({std::string(array_name(array)), shown_name(ui.session, array)});
    };
    for (const ArrayId stage : stages_of(ui.trace))
        add(stage);
    for (const Array& row : parameters())
        if (has_array(ui, row.id))
            add(row.id);
    return all;
}

std::vector<ExportChoice> notations(const UiContext& ui) {
    std::vector<ExportChoice> list;
    for (const NotationChoice& choice : offered_notations(ui)) // each with some letters that tell it from the others
        list.push_back({choice.name(), choice.name(), choice.profile().about});
    return list;
}

/// Returns the numbers 1 to the count. Documents also offer an empty value, which leaves the choice to the document,
/// and all heads.
std::vector<ExportChoice> places(const UiContext& ui, const ExportChoices& choices, const PlaceOption& option) {
    std::vector<ExportChoice> list;
    const bool takes_all = option.more != nullptr && choices.document.kind == DocumentKind::worksheet;
    if (choices.tab == ExportTab::document)
        list.push_back({"", takes_all ? "all" : "as it opens"});
    std::string all;
    for (Index i = 1; i <= count_of(ui, option.of); ++i) {
        list.push_back({std::to_string(i), std::to_string(i)});
        all += (all.empty() ? "" : ",") + std::to_string(i);
    }
    if (choices.tab == ExportTab::document && option.more != nullptr && !takes_all)
        list.push_back({all, "all"});
    return list;
}

/// Returns the way to ask for an option: a field, unless an overload below returns a list or segments of choices.
struct AskingOf {
    Asking operator()(const auto& /*option*/) const { return {}; }
    Asking operator()(const KindOption& /*option*/) const {
        return {.control = Control::list, .names_value = true, .checks_itself = true, .choices = kinds};
    }
    Asking operator()(const StageOption& option) const {
        return {.control = Control::list,
                .checks_itself = true,
                .choices = [option](const UiContext& ui, const ExportChoices& now) { return arrays(ui, now, option); }};
    }
    Asking operator()(const PlaceOption& option) const {
        if (option.of == PlaceOption::Of::cells)
            return {};
        return {.control = Control::list,
                .checks_itself = true,
                .choices = [option](const UiContext& ui, const ExportChoices& now) { return places(ui, now, option); }};
    }
    Asking operator()(const NotationOption& /*option*/) const {
        return {.control = Control::list,
                .names_value = true,
                .choices = [](const UiContext& ui, const ExportChoices& /*now*/) { return notations(ui); }};
    }
    Asking operator()(const SessionSwitchOption& option) const {
        return among(Control::segments, yes_or_no(option.yes, option.no, false));
    }
    Asking operator()(const LimitsOption& /*option*/) const { return among(Control::segments, choices_of(limits)); }
    Asking operator()(const DocumentKindOption& option) const {
        std::vector<ExportChoice> all;
        for (const OptionName& row : option.names)
            all.push_back({std::string(row.name), std::string(row.name), std::string(row.label)});
        Asking asking = among(Control::list, std::move(all));
        asking.names_value = true;
        return asking;
    }
    Asking operator()(const FramesOption& option) const { return among(Control::list, choices_of(option.names)); }
    template <class Request>
    Asking operator()(const SwitchOption<Request>& option) const {
        return among(Control::segments, yes_or_no(option.yes, option.no, option.at.get(Request())));
    }
    template <class Request>
    Asking operator()(const NameOption<Request>& option) const {
        constexpr std::size_t few = 4; // choices that fit in a line
        return among(option.names.size() > few ? Control::list : Control::segments, choices_of(option.names));
    }

private:
    static Asking among(Control control, std::vector<ExportChoice> all) {
        return {
            .control = control,
            .choices = [all = std::move(all)](const UiContext& /*ui*/, const ExportChoices& /*now*/) { return all; }};
    }
};

} // namespace

Asking asking_of(const FigureOptionValue& value) {
    return std::visit(AskingOf(), value);
}

Asking asking_of(const DocumentOptionValue& value) {
    return std::visit(AskingOf(), value);
}

std::vector<ExportChoice> named_choices(std::span<const std::string_view> names) {
    std::vector<ExportChoice> all;
    all.reserve(names.size());
    for (const std::string_view name : names)
        all.push_back({std::string(name), std::string(name)});
    return all;
}

std::string value_of(const OptionName& row) {
    return std::string(row.value.empty() ? row.name : row.value);
}

std::span<const OptionName> limits_names() {
    return limits;
}

Index count_of(const UiContext& ui, PlaceOption::Of of) {
    return of == PlaceOption::Of::heads ? ui.sizes().H : ui.sizes().B;
}

} // namespace attn
