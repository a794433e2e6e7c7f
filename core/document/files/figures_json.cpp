#include "core/document/files/figures_json.h"

#include "core/document/options/figure_options.h"
#include "core/document/session/session_limits.h"
#include "core/files/json_keys.h"
#include "core/files/printable.h"
#include "core/notation/tried_notations.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace attn {

namespace {

constexpr Index any_place = std::numeric_limits<std::int32_t>::max();

float number_within(const Field& field, float least, float most, float fallback) {
    const float number = field.number(fallback);
    if (!(number >= least && number <= most))
        field.fail(fmt::format("this is {}, expected {} to {}", number, least, most));
    return number;
}

/// A listed figure while it is being read.
struct FigureReading {
    FigureRequest figure;
    std::vector<NotationChoice>& notations; ///< the notations of the figures before it, most of which have the same
};

/// Reads one option of a listed figure.
class OptionReader {
public:
    OptionReader(const Field& field, FigureReading& into)
        : field_(field), figure_(into.figure), notations_(into.notations) {}

    void operator()(const KindOption& option) const {
        std::string& kind = figure_.*option.at;
        kind = field_.text(kind);
        if (!is_figure_name(kind))
            field_.fail(fmt::format("“{}” is no kind of figure; expected one such as heatmap", printable(kind)));
    }
    void operator()(const StageOption& option) const {
        figure_.*option.at = find_array(field_.text());
        if (!(figure_.*option.at))
            field_.fail(fmt::format("there is no stage “{}”; expected one such as A", printable(field_.text())));
    }
    void operator()(const PlaceOption& option) const {
        std::vector<Index> places;
        const bool is_list = option.more != nullptr && field_.is(Json::Kind::list);
        for (const Field& place : is_list ? field_.items() : std::vector<Field>{field_})
            places.push_back(place.integer(1, any_place, 1) - 1);
        if (auto set = set_places(figure_, option, places); !set)
            field_.fail(set.error().message);
    }
    void operator()(const NotationOption& option) const {
        const NotationChoice read = read_notation(field_, notations_);
        if (std::ranges::find(notations_, read) == notations_.end())
            notations_.push_back(read);
        figure_.*option.at = read;
    }
    void operator()(const SessionSwitchOption& option) const { figure_.*option.at = field_.truth(false); }
    void operator()(const LengthOption& option) const {
        figure_.*option.at = number_within(field_, option.least, option.most, option.least);
    }
    void operator()(const LimitsOption& /*option*/) const {
        if (field_.is_text("own"))
            return;
        if (field_.is_text("stage")) {
            figure_.limits = FigureLimits::stage;
            return;
        }
        const auto ends = field_.is(Json::Kind::list) ? field_.items() : std::vector<Field>();
        if (ends.size() != 2)
            return field_.fail(R"(expected "own", "stage" or two numbers)");
        figure_.limits = FigureLimits::fixed;
        figure_.lowest = ends[0].number(0);
        figure_.highest = ends[1].number(1);
        if (!(figure_.lowest < figure_.highest))
            field_.fail("the first limit is not below the second");
    }
    void operator()(const LimitOption& option) const { figure_.*option.at = field_.number(figure_.*option.at); }
    void operator()(const TitleOption& option) const {
        if (field_.is(Json::Kind::boolean))
            figure_.*option.is_shown = field_.truth(true);
        else
            figure_.*option.at = field_.text();
    }
    void operator()(const NumberOption<FigureRequest>& option) const {
        option.at.set(figure_, number_within(field_, option.least, option.most, option.at.get(figure_)));
    }
    void operator()(const CountOption<FigureRequest>& option) const {
        option.at.set(figure_, field_.integer(option.least, option.most, option.at.get(figure_)));
    }
    void operator()(const SwitchOption<FigureRequest>& option) const {
        option.at.set(figure_, field_.truth(option.at.get(figure_)));
    }
    void operator()(const NameOption<FigureRequest>& option) const {
        const std::string said = field_.text();
        const auto found = std::ranges::find(option.names, said, &OptionName::name);
        if (found == option.names.end())
            return field_.fail(fmt::format("expected {}", quoted_names(option)));
        option.at.set(figure_, found - option.names.begin());
    }

private:
    /// The option's names for messages: "colour" or "grey", each in quotes.
    static std::string quoted_names(const NameOption<FigureRequest>& option) {
        std::string text;
        for (const OptionName& row : option.names)
            text += fmt::format("{}\"{}\"", &row == &option.names.front() ? "" : " or ", row.name);
        return text;
    }

    const Field& field_;
    FigureRequest& figure_;
    std::vector<NotationChoice>& notations_;
};

/// Writes the value of an option so that OptionReader can read it; nullopt for a default.
class OptionWriter {
public:
    explicit OptionWriter(const FigureRequest& figure) : figure_(figure) {}

    std::optional<Json> operator()(const KindOption& option) const {
        return unless_usual(option.at, json_of(std::string_view(figure_.*option.at)));
    }
    std::optional<Json> operator()(const StageOption& option) const {
        const auto& array = figure_.*option.at;
        return array ? std::optional(json_of(array_name(*array))) : std::nullopt;
    }
    std::optional<Json> operator()(const PlaceOption& option) const {
        const std::vector<Index> places = places_of(figure_, option);
        const auto number = [](Index place) { return json_of(std::int64_t{place + 1}); };
        if (places.empty())
            return std::nullopt;
        return places.size() == 1 ? number(places.front()) : json_list_of(places, number);
    }
    std::optional<Json> operator()(const NotationOption& option) const {
        const auto& notation = figure_.*option.at;
        return notation ? std::optional(json_of_notation(*notation)) : std::nullopt;
    }
    std::optional<Json> operator()(const SessionSwitchOption& option) const {
        const auto& truth = figure_.*option.at;
        return truth ? std::optional(json_of(*truth)) : std::nullopt;
    }
    std::optional<Json> operator()(const LengthOption& option) const {
        const auto& length = figure_.*option.at;
        return length ? std::optional(json_of(*length)) : std::nullopt;
    }
    std::optional<Json> operator()(const LimitsOption& /*option*/) const {
        if (figure_.limits == FigureLimits::own)
            return std::nullopt;
        if (figure_.limits == FigureLimits::stage)
            return json_of(std::string_view("stage"));
        return json_list({json_of(figure_.lowest), json_of(figure_.highest)});
    }
    std::optional<Json> operator()(const LimitOption& option) const {
        return unless_usual(option.at, json_of(figure_.*option.at));
    }
    std::optional<Json> operator()(const TitleOption& option) const {
        if (!(figure_.*option.is_shown))
            return json_of(false);
        return unless_usual(option.at, json_of(std::string_view(figure_.*option.at)));
    }
    std::optional<Json> operator()(const NumberOption<FigureRequest>& option) const {
        return unless_usual(option, json_of(option.at.get(figure_)));
    }
    std::optional<Json> operator()(const CountOption<FigureRequest>& option) const {
        Json number = json_of(std::int64_t{option.at.get(figure_)});
        if (option.is_chosen != nullptr)
            return option.is_chosen(figure_) ? std::optional(std::move(number)) : std::nullopt;
        return unless_usual(option, std::move(number));
    }
    std::optional<Json> operator()(const SwitchOption<FigureRequest>& option) const {
        return unless_usual(option, json_of(option.at.get(figure_)));
    }
    std::optional<Json> operator()(const NameOption<FigureRequest>& option) const {
        return unless_usual(option, json_of(option.names[static_cast<std::size_t>(option.at.get(figure_))].name));
    }

private:
    template <class T>
    std::optional<Json> unless_usual(T FigureRequest::*at, Json json) const {
        return figure_.*at == FigureRequest().*at ? std::nullopt : std::optional(std::move(json));
    }
    template <class Option>
    std::optional<Json> unless_usual(const Option& option, Json json) const {
        return option.at.get(figure_) == option.at.get(FigureRequest()) ? std::nullopt : std::optional(std::move(json));
    }

    const FigureRequest& figure_;
};

using FigureKey = JsonKey<FigureReading, const FigureRequest>;

const std::vector<FigureKey>& figure_keys() {
    static const std::vector<FigureKey> keys = [] {
        std::vector<FigureKey> rows{{"name",
                                     [](auto& into, const Field& field) {
                                         into.figure.name = field.text();
                                         if (!is_figure_name(into.figure.name))
                                             field.fail("this is no name for a file");
                                     },
                                     [](auto& from) { return json_of(from.name); },
                                     "there is no name; expected one for the figure's file"}};
        for (const FigureOption* const option : listed_figure_options())
            rows.push_back(
                {option->key,
                 [option](auto& into, const Field& field) { std::visit(OptionReader(field, into), option->value); },
                 [option](auto& from) { return std::visit(OptionWriter(from), option->value); }});
        return rows;
    }();
    return keys;
}

} // namespace

std::vector<FigureRequest> read_figures(const Field& list) {
    std::vector<FigureRequest> figures;
    std::set<std::string> names;
    std::vector<NotationChoice> notations;
    const auto items = list.items();
    if (static_cast<Index>(items.size()) > figure_limit)
        list.fail(fmt::format("there are {} figures, expected at most {}", items.size(), figure_limit));
    for (const Field& field : items) {
        if (list.failed())
            return {};
        FigureReading reading{{}, notations};
        read_keys(figure_keys(), field, reading);
        if (!names.insert(reading.figure.name).second)
            field["name"].fail(fmt::format("there are two figures “{}”", printable(reading.figure.name)));
        figures.push_back(std::move(reading.figure));
    }
    return figures;
}

Json figures_to_json(const std::vector<FigureRequest>& figures) {
    return json_list_of(figures, [](const FigureRequest& figure) { return write_keys(figure_keys(), figure); });
}

} // namespace attn
