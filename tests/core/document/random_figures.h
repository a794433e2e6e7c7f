#pragma once

#include "core/document/options/figure_options.h"

#include <rapidcheck.h>
#include <string>
#include <vector>

namespace attn::test {

/// Sets an option to a possible value, or leaves its default.
class RandomOption {
public:
    explicit RandomOption(FigureRequest& request) : request_(request) {}

    void operator()(const KindOption& option) const {
        request_.*option.at = *rc::gen::element<std::string>("heatmap", "product", "softmax");
    }
    void operator()(const StageOption& option) const {
        request_.*option.at = *rc::gen::element<std::optional<ArrayId>>(std::nullopt, ArrayId::scores, ArrayId::W_Q);
    }
    void operator()(const PlaceOption& option) const {
        request_.*option.at = *maybe(rc::gen::inRange<Index>(0, 1000));
        if (option.more != nullptr && request_.*option.at && *rc::gen::arbitrary<bool>())
            request_.*option.more = {*(request_.*option.at) + 2, *(request_.*option.at) + 1};
    }
    void operator()(const NotationOption& option) const {
        const auto names = notation_names();
        if (*rc::gen::arbitrary<bool>())
            request_.*option.at = NotationChoice(*rc::gen::elementOf(names));
    }
    void operator()(const SessionSwitchOption& option) const {
        request_.*option.at = *rc::gen::element<std::optional<bool>>(std::nullopt, true);
    }
    void operator()(const LengthOption& option) const {
        request_.*option.at = *maybe(within(option.least, option.most));
    }
    void operator()(const LimitsOption& /*option*/) const {
        request_.limits = *rc::gen::element(FigureLimits::own, FigureLimits::stage, FigureLimits::fixed);
        if (request_.limits != FigureLimits::fixed)
            return;
        request_.lowest = *within(-1000, 0);
        request_.highest = *within(0.25F, 1000);
    }
    void operator()(const LimitOption& /*option*/) const {} // set by the limits themselves
    void operator()(const TitleOption& option) const {
        request_.*option.at = *rc::gen::element<std::string>("", "Mine", "of α, and more");
    }
    void operator()(const NumberOption<FigureRequest>& option) const {
        option.at.set(request_, *within(option.least, option.most));
    }
    void operator()(const CountOption<FigureRequest>& option) const {
        option.at.set(request_, *rc::gen::inRange(option.least, option.most + 1));
    }
    void operator()(const SwitchOption<FigureRequest>& option) const {
        option.at.set(request_, *rc::gen::arbitrary<bool>());
    }
    void operator()(const NameOption<FigureRequest>& option) const {
        option.at.set(request_, *rc::gen::inRange<Index>(0, std::ssize(option.names)));
    }

private:
    static rc::Gen<float> within(float least, float most) {
        constexpr float parts = 1000;
        return rc::gen::map(rc::gen::inRange(0, 1001), [=](int part) {
            return part == 1000 ? most : least + (most - least) * static_cast<float>(part) / parts;
        });
    }
    template <class T>
    static rc::Gen<std::optional<T>> maybe(rc::Gen<T> some) {
        return rc::gen::oneOf(rc::gen::just(std::optional<T>()),
                              rc::gen::map(std::move(some), [](T value) { return std::optional<T>(value); }));
    }

    FigureRequest& request_;
};

/// A request in which every option of the table may have another value than its default. A hidden title is kept by
/// requests only, not by lists of figures.
inline FigureRequest random_figure() {
    FigureRequest request;
    for (const FigureOption& option : figure_options())
        std::visit(RandomOption(request), option.value);
    if (!request.titled)
        request.title.clear();
    return request;
}

} // namespace attn::test
