#include "ui/actions/export_option_rows.h"

#include "core/document/sources/model_around.h"
#include "core/export/figure_file.h"
#include "core/figure/figure_kinds.h"
#include "core/figure/number.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/files/printable.h"
#include "ui/actions/export_choices_of.h"
#include "ui/actions/fields.h"
#include "ui/document/offered_notations.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

namespace attn {

namespace {

// --- Texts -----------------------------------------------------------------------------------------------------------

/// Reads a number as people type it, from `least` to `most`.
Result<float> number_within(std::string_view text, float least, float most) {
    const auto number = parse_number(text);
    if (!number)
        return number.error();
    if (!(*number >= least && *number <= most))
        return error("this is {}, expected {} to {}", exact_number(*number), exact_number(least), exact_number(most));
    return *number;
}

Result<Index> whole_number(std::string_view text, Index least, Index most) {
    const auto number = number_within(text, static_cast<float>(least), static_cast<float>(most));
    if (!number)
        return number.error();
    if (*number != std::floor(*number))
        return error("this is {}, expected a whole number", exact_number(*number));
    return static_cast<Index>(*number);
}

std::string yes_or_no(bool yes) {
    return yes ? "yes" : "no";
}

/// The form of a storyboard: the format of its frames, or the extension of its file.
std::string form_of(const ExportChoices& choices) {
    if (choices.document.frames)
        return *choices.document.frames;
    return choices.path().ends_with(".gif") ? "gif" : "pdf";
}

/// The range of the figure's colours if it is not fixed.
Range range_in_figure(const UiContext& ui, const FigureRequest& request, const CellId& cell) {
    ViewState view = ui.view_state;
    view.fixed_ranges.clear();
    view.shares_range = request.limits == FigureLimits::stage;
    return heat_of(ui.seen_as(view), {cell.layer, cell.array, cell.item, cell.head, 0, 0}).range;
}

// --- An option in the dialog: its value as text, and setting it ------------------------------------------------------

/// Returns the value of an option as its field or its chosen choice shows it.
template <class Request>
class ValueOf {
public:
    ValueOf(const UiContext& ui, const ExportChoices& choices, const Request& request)
        : ui_(ui), choices_(choices), request_(request) {}

    std::string operator()(const KindOption& option) const { return request_.*option.at; }
    std::string operator()(const StageOption& option) const {
        const auto& array = request_.*option.at;
        if (option.or_all && !array)
            return {};
        return std::string(array_name(array.value_or(ui_.session.opening.stage)));
    }
    std::string operator()(const PlaceOption& option) const { return words_of_places(request_, option); }
    std::string operator()(const NotationOption& option) const {
        return (request_.*option.at).value_or(ui_.session.notation).name();
    }
    std::string operator()(const SessionSwitchOption& option) const {
        return yes_or_no((request_.*option.at).value_or(ui_.session.*option.usual));
    }
    std::string operator()(const LengthOption& option) const {
        const auto& length = request_.*option.at;
        return length ? exact_number(*length) : std::string();
    }
    std::string operator()(const LimitsOption& /*option*/) const {
        return value_of(limits_names()[static_cast<std::size_t>(request_.limits)]);
    }
    std::string operator()(const LimitOption& option) const { return exact_number(request_.*option.at); }
    std::string operator()(const TitleOption& option) const { return request_.*option.at; }
    std::string operator()(const DocumentKindOption& option) const {
        return value_of(option.names[static_cast<std::size_t>(request_.*option.at)]);
    }
    std::string operator()(const FramesOption& /*option*/) const { return form_of(choices_); }
    std::string operator()(const StagesOption& option) const {
        std::vector<std::string_view> names;
        for (const ArrayId stage : request_.sheet.*option.at)
            names.push_back(array_name(stage));
        return fmt::format("{}", fmt::join(names, ", "));
    }
    std::string operator()(const VariantOption& option) const {
        const std::uint64_t variant = request_.sheet.*option.at;
        return variant == 0 ? std::string() : std::to_string(variant);
    }
    std::string operator()(const FileOption& option) const {
        const auto& file = request_.*option.at;
        return file ? file->string() : std::string();
    }
    std::string operator()(const NumberOption<Request>& option) const { return exact_number(option.at.get(request_)); }
    std::string operator()(const CountOption<Request>& option) const { return std::to_string(option.at.get(request_)); }
    std::string operator()(const SwitchOption<Request>& option) const { return yes_or_no(option.at.get(request_)); }
    std::string operator()(const NameOption<Request>& option) const {
        return value_of(option.names[static_cast<std::size_t>(option.at.get(request_))]);
    }

private:
    const UiContext& ui_;
    const ExportChoices& choices_;
    const Request& request_;
};

/// Sets an option to a text; fails, saying what was expected, if the option cannot have that value.
template <class Request>
class Taker {
public:
    Taker(const UiContext& ui, ExportChoices& choices, Request& request, std::string_view text)
        : ui_(ui), choices_(choices), request_(request), text_(text) {}

    Result<void> operator()(const KindOption& option) const {
        const auto kind = figure_kind(text_);
        if (!kind)
            return kind.error();
        request_.*option.at = text_;
        if (!(*kind)->has_sections)
            request_.section.reset();
        const bool is_of_pictures = choices_.format.size() == 3 && choices_.format != "csv";
        return (*kind)->is_text && is_of_pictures ? take_format(choices_, "tex") : Result<void>();
    }
    Result<void> operator()(const StageOption& option) const {
        const auto array = find_array(text_);
        if (!array && !(option.or_all && text_.empty()))
            return error("there is no stage “{}”", printable(text_));
        if (!option.or_all && request_.*option.at != array) { // the marked cell belonged to the other array
            request_.row.reset();
            request_.column.reset();
        }
        request_.*option.at = array;
        return {};
    }
    Result<void> operator()(const PlaceOption& option) const { return set_places(request_, option, text_); }
    Result<void> operator()(const NotationOption& option) const {
        (request_.*option.at).reset();
        if (text_ != ui_.session.notation.name())
            request_.*option.at = offered_notation(ui_, text_);
        return {};
    }
    Result<void> operator()(const SessionSwitchOption& option) const {
        (request_.*option.at).reset();
        if (const bool is_on = text_ == "yes"; is_on != ui_.session.*option.usual)
            request_.*option.at = is_on;
        return {};
    }
    Result<void> operator()(const LengthOption& option) const {
        if (text_.empty()) {
            (request_.*option.at).reset();
            return {};
        }
        const auto length = number_within(text_, option.least, option.most);
        if (!length)
            return length.error();
        request_.*option.at = *length;
        return {};
    }
    Result<void> operator()(const LimitsOption& /*option*/) const {
        const auto limits = limits_names();
        const auto chosen =
            static_cast<FigureLimits>(std::ranges::find(limits, text_, &OptionName::name) - limits.begin());
        const auto cell = figure_cell(request_, {ui_.session, ui_.trace, ui_.typesetter, ui_.baseline});
        if (chosen == FigureLimits::fixed && request_.limits != chosen && cell) {
            const Range now = range_in_figure(ui_, request_, *cell);
            request_.lowest = now.low;
            request_.highest = now.high;
        }
        request_.limits = chosen;
        return {};
    }
    Result<void> operator()(const LimitOption& option) const {
        const auto number = parse_number(text_);
        if (!number)
            return number.error();
        const float other = request_.*option.other;
        const bool is_lower = option.end == LimitOption::End::lower;
        if (!(is_lower ? *number < other : *number > other))
            return error("this is not {} the other end, {}", is_lower ? "below" : "above", exact_number(other));
        request_.*option.at = *number;
        return {};
    }
    Result<void> operator()(const TitleOption& option) const {
        request_.*option.at = text_;
        return {};
    }
    Result<void> operator()(const DocumentKindOption& option) const {
        const auto found = std::ranges::find(option.names, text_, &OptionName::name);
        DocumentKind& kind = request_.*option.at;
        auto& paths = choices_.document_paths;
        paths.insert_or_assign(kind, choices_.path());
        kind = static_cast<DocumentKind>(found - option.names.begin());
        const auto kept = paths.find(kind);
        choices_.path() = kept == paths.end() ? usual_path(request_) : kept->second;
        return {};
    }
    Result<void> operator()(const FramesOption& option) const {
        auto& frames = request_.*option.at;
        const bool was_frames = frames.has_value();
        frames.reset();
        if (std::ranges::count(option.names.subspan(option.of_one_file), text_, &OptionName::name) > 0)
            frames = std::string(text_);
        if (was_frames != frames.has_value())
            choices_.path() = usual_path(request_);
        if (!frames)
            choices_.path() = with_ending(choices_.path(), text_);
        return {};
    }
    Result<void> operator()(const StagesOption& option) const {
        std::vector<ArrayId> stages;
        for (std::string_view rest = text_; !rest.empty();) {
            const std::string_view name = rest.substr(0, rest.find_first_of(", "));
            rest.remove_prefix(std::min(name.size() + 1, rest.size()));
            if (name.empty())
                continue;
            const auto array = find_array(name);
            const auto stage = array && is_stage(*array) ? array : std::nullopt;
            if (!stage || !ui_.trace.has(*stage))
                return error("there is no stage “{}”; expected names such as scores, A", printable(name));
            stages.push_back(*stage);
        }
        request_.sheet.*option.at = std::move(stages);
        return {};
    }
    Result<void> operator()(const VariantOption& option) const {
        const auto number = text_.empty() ? Result<Index>(0) : whole_number(text_, 1, option.most_in_dialog);
        if (!number)
            return number.error();
        request_.sheet.*option.at = static_cast<std::uint64_t>(*number);
        return {};
    }
    Result<void> operator()(const FileOption& option) const {
        (request_.*option.at).reset();
        if (!text_.empty())
            request_.*option.at = path_of(text_);
        return {};
    }
    Result<void> operator()(const NumberOption<Request>& option) const {
        const auto number = number_within(text_, option.least, option.most);
        if (!number)
            return number.error();
        option.at.set(request_, *number);
        return {};
    }
    Result<void> operator()(const CountOption<Request>& option) const {
        const auto number = whole_number(text_, option.least, option.most);
        if (!number)
            return number.error();
        option.at.set(request_, *number);
        return {};
    }
    Result<void> operator()(const SwitchOption<Request>& option) const {
        option.at.set(request_, text_ == "yes");
        return {};
    }
    Result<void> operator()(const NameOption<Request>& option) const {
        option.at.set(request_, std::ranges::find(option.names, text_, value_of) - option.names.begin());
        return {};
    }

private:
    const UiContext& ui_;
    ExportChoices& choices_;
    Request& request_;
    std::string_view text_;
};

/// Returns the request to which an option of figures belongs: an option that documents share belongs to the document
/// being made.
FigureRequest& request_of(const FigureOption& row, ExportChoices& choices) {
    return row.group.is_of_documents ? choices.shown() : choices.figure;
}
const FigureRequest& request_of(const FigureOption& row, const ExportChoices& choices) {
    return row.group.is_of_documents ? choices.shown() : choices.figure;
}
DocumentRequest& request_of(const DocumentOption& /*row*/, ExportChoices& choices) {
    return choices.document;
}
const DocumentRequest& request_of(const DocumentOption& /*row*/, const ExportChoices& choices) {
    return choices.document;
}

bool is_asked(const FigureOption& row, const UiContext& ui, const ExportChoices& choices) {
    const auto* const place = std::get_if<PlaceOption>(&row.value);
    if (place != nullptr && place->of != PlaceOption::Of::cells && count_of(ui, place->of) == 1)
        return false;
    if (place != nullptr && place->of == PlaceOption::Of::heads && choices.tab == ExportTab::figure) {
        const FigureKind* const kind = find_figure_kind(choices.figure.kind);
        if (kind != nullptr && kind->behind_title == "all heads" && choices.figure.more_heads.empty())
            return false; // the figure shows all heads, whichever is chosen
    }
    if (choices.tab == ExportTab::document)
        return row.group.is_of_documents && choices.document.kind != DocumentKind::code;
    return choices.tab == ExportTab::figure && (row.matters == nullptr || row.matters(choices.figure, choices.format));
}

bool is_asked(const DocumentOption& row, const UiContext& ui, const ExportChoices& choices) {
    const DocumentRequest& document = choices.document;
    if (row.group.needs_model && !has_model_around(ui.session))
        return false;
    return choices.tab == ExportTab::document && (!row.group.kind || row.group.kind == document.kind) &&
           (row.matters == nullptr || row.matters(document, form_of(choices)));
}

template <class Request, class Option>
ExportOption of_row(const Option& row) {
    const Asking asking = asking_of(row.value);
    ExportOption option{.name = row.field,
                        .label = row.label,
                        .control = asking.control,
                        .names_value = asking.names_value,
                        .checks_itself = asking.checks_itself,
                        .unit = row.unit,
                        .hint = row.hint};
    option.value = [&row](const UiContext& ui, const ExportChoices& choices) {
        return std::visit(ValueOf<Request>(ui, choices, request_of(row, choices)), row.value);
    };
    option.take = [&row](const UiContext& ui, ExportChoices& choices, std::string_view text) {
        return std::visit(Taker<Request>(ui, choices, request_of(row, choices), text), row.value);
    };
    if (asking.has_choices)
        option.choices = [&row](const UiContext& ui, const ExportChoices& choices) {
            return choices_of(row.value, ui, choices);
        };
    option.asked = [&row](const UiContext& ui, const ExportChoices& choices) { return is_asked(row, ui, choices); };
    return option;
}

} // namespace

ExportOption export_option_of(const FigureOption& row) {
    return of_row<FigureRequest>(row);
}

ExportOption export_option_of(const DocumentOption& row) {
    return of_row<DocumentRequest>(row);
}

Result<void> take_format(ExportChoices& choices, std::string_view text) {
    if (!is_figure_ending(text))
        return error("“{}” is no format of figures; expected {}", printable(text), figure_endings);
    choices.format = text;
    set_ending(choices);
    return {};
}

void set_ending(ExportChoices& choices) {
    std::string_view ending = choices.format;
    if (choices.which == FigureSet::Which::film)
        ending = "gif";
    else if (choices.which == FigureSet::Which::all ||
             (choices.which == FigureSet::Which::overlay && choices.format != "pdf"))
        ending = {}; // the path of a folder
    choices.path() = with_ending(choices.path(), ending);
}

std::string with_ending(const std::string& path, std::string_view ending) {
    std::filesystem::path file(path);
    return file.replace_extension(ending).string();
}

} // namespace attn
