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

constexpr Asking by_list{.control = Control::list};
constexpr Asking by_names{.control = Control::list, .names_value = true};
constexpr Asking by_segments{.control = Control::segments};

/// Returns the control of an option: a field, unless an overload below returns another one.
struct AskingOf {
    Asking operator()(const auto& /*option*/) const { return {.has_choices = false}; }
    Asking operator()(const KindOption& /*option*/) const { return checking_itself(by_names); }
    Asking operator()(const StageOption& /*option*/) const { return checking_itself(by_list); }
    Asking operator()(const PlaceOption& option) const {
        return option.of == PlaceOption::Of::cells ? Asking{.has_choices = false} : checking_itself(by_list);
    }
    Asking operator()(const NotationOption& /*option*/) const { return by_names; }
    Asking operator()(const SessionSwitchOption& /*option*/) const { return by_segments; }
    Asking operator()(const LimitsOption& /*option*/) const { return by_segments; }
    Asking operator()(const DocumentKindOption& /*option*/) const { return by_names; }
    Asking operator()(const FramesOption& /*option*/) const { return by_list; }
    template <class Request>
    Asking operator()(const SwitchOption<Request>& /*option*/) const {
        return by_segments;
    }
    template <class Request>
    Asking operator()(const NameOption<Request>& option) const {
        constexpr std::size_t few = 4; // choices that fit in a line
        return option.names.size() > few ? by_list : by_segments;
    }

private:
    static Asking checking_itself(Asking asking) {
        asking.checks_itself = true;
        return asking;
    }
};

/// The values that an option can have; empty if a field asks for it.
class ChoicesOf {
public:
    ChoicesOf(const UiContext& ui, const ExportChoices& choices) : ui_(ui), choices_(choices) {}

    using List = std::vector<ExportChoice>;
    List operator()(const auto& /*option*/) const { return {}; }
    List operator()(const KindOption& /*option*/) const { return kinds(ui_, choices_); }
    List operator()(const StageOption& option) const { return arrays(ui_, choices_, option); }
    List operator()(const PlaceOption& option) const { return places(ui_, choices_, option); }
    List operator()(const NotationOption& /*option*/) const { return notations(ui_); }
    List operator()(const SessionSwitchOption& option) const { return yes_or_no(option.yes, option.no, false); }
    List operator()(const LimitsOption& /*option*/) const { return choices_of(limits); }
    List operator()(const DocumentKindOption& option) const {
        List all;
        for (const OptionName& row : option.names)
            all.push_back({std::string(row.name), std::string(row.name), std::string(row.label)});
        return all;
    }
    List operator()(const FramesOption& option) const { return choices_of(option.names); }
    template <class Request>
    List operator()(const SwitchOption<Request>& option) const {
        return yes_or_no(option.yes, option.no, option.at.get(Request()));
    }
    template <class Request>
    List operator()(const NameOption<Request>& option) const {
        return choices_of(option.names);
    }

private:
    const UiContext& ui_;
    const ExportChoices& choices_;
};

} // namespace

Asking asking_of(const FigureOptionValue& value) {
    return std::visit(AskingOf(), value);
}

Asking asking_of(const DocumentOptionValue& value) {
    return std::visit(AskingOf(), value);
}

std::vector<ExportChoice> choices_of(const FigureOptionValue& value, const UiContext& ui,
                                     const ExportChoices& choices) {
    return std::visit(ChoicesOf(ui, choices), value);
}

std::vector<ExportChoice> choices_of(const DocumentOptionValue& value, const UiContext& ui,
                                     const ExportChoices& choices) {
    return std::visit(ChoicesOf(ui, choices), value);
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
