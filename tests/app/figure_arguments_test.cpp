#include "app/figure_arguments.h"

#include "tests/core/document/random_figures.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace attn {
namespace {

/// The words of a command line that set an option as in a request; none if it has its default.
class OptionInWords {
public:
    OptionInWords(const FigureRequest& request, std::string_view flag) : request_(request), flag_(flag) {}

    using Words = std::vector<std::string>;
    Words operator()(const KindOption& option) const { return word(request_.*option.at); }
    Words operator()(const StageOption& option) const {
        const auto& array = request_.*option.at;
        return array ? word(array_name(*array)) : Words();
    }
    Words operator()(const PlaceOption& option) const {
        const std::string places = words_of_places(request_, option);
        return places.empty() ? Words() : word(places);
    }
    Words operator()(const NotationOption& option) const {
        const auto& notation = request_.*option.at;
        return notation ? word(std::string(notation->name())) : Words();
    }
    Words operator()(const SessionSwitchOption& option) const {
        return (request_.*option.at).value_or(false) ? Words{std::string(flag_)} : Words();
    }
    Words operator()(const LengthOption& option) const {
        const auto& length = request_.*option.at;
        return length ? word(fmt::format("{}cm", *length)) : Words();
    }
    Words operator()(const LimitsOption& /*option*/) const {
        if (request_.limits == FigureLimits::fixed)
            return word(fmt::format("{},{}", request_.lowest, request_.highest));
        return word(request_.limits == FigureLimits::own ? "own" : "stage");
    }
    Words operator()(const LimitOption& /*option*/) const { return {}; }
    Words operator()(const TitleOption& option) const {
        const std::string& title = request_.*option.at;
        return title.empty() ? Words() : word(title);
    }
    Words operator()(const NumberOption<FigureRequest>& option) const { return word(option.at.get(request_)); }
    Words operator()(const CountOption<FigureRequest>& option) const { return word(option.at.get(request_)); }
    Words operator()(const SwitchOption<FigureRequest>& option) const {
        return option.at.get(request_) == option.at.get(FigureRequest()) ? Words() : Words{std::string(flag_)};
    }
    Words operator()(const NameOption<FigureRequest>& option) const {
        return word(option.names[static_cast<std::size_t>(option.at.get(request_))].name);
    }

private:
    template <class T>
    Words word(const T& value) const {
        return {fmt::format("{}={}", flag_, value)};
    }

    const FigureRequest& request_;
    std::string_view flag_;
};

RC_GTEST_PROP(FigureArguments, AnyRequestCanBeSaidAndIsUnderstood, ()) {
    const FigureRequest request = test::random_figure();
    RC_PRE(!request.film || !request.overlay); // they exclude each other
    std::vector<std::string> words{request.film      ? "--output=a.gif"
                                   : request.overlay ? "--output=a.pdf"
                                                     : "--output=a.svg"};
    for (const FigureOption& option : figure_options())
        if (!option.flag.empty())
            for (std::string& word : std::visit(OptionInWords(request, option.flag), option.value))
                words.push_back(std::move(word));
    CLI::App command;
    const FigureArguments arguments(command);
    command.parse(words);
    const auto order = arguments.order();
    RC_ASSERT(order);
    RC_ASSERT(order->request == request);
}

} // namespace
} // namespace attn
