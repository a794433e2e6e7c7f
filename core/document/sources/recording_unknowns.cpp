#include "core/document/sources/recording_unknowns.h"

#include "core/model/address.h"
#include "core/model/operation.h"
#include "core/model/structure.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>
#include <vector>

namespace attn {

namespace {

const Matrix* given(const Layer& layer, Address slot) {
    const auto found = layer.given.find(slot);
    return found == layer.given.end() ? nullptr : &found->second;
}

/// The one in the middle: a few wrong numbers do not move it.
std::optional<double> median(std::vector<double> numbers) {
    if (numbers.empty())
        return std::nullopt;
    const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
    std::ranges::nth_element(numbers, middle);
    return *middle;
}

/// What scores are multiplied by. Small ones say little of it.
std::optional<double> factor_between(const Layer& layer, ArrayId from, ArrayId to) {
    constexpr float telling = 0.1F; // of the largest
    float largest = 0;
    const auto each_pair = [&](const auto& look) {
        for (const auto& [slot, matrix] : layer.given)
            if (slot.array == from)
                if (const Matrix* const other = given(layer, {to, slot.item, slot.head}))
                    for (Index i = 0; i < matrix.rows(); ++i)
                        for (Index j = 0; j < matrix.columns(); ++j)
                            if (std::isfinite(matrix(i, j)) && std::isfinite((*other)(i, j)))
                                look(matrix(i, j), (*other)(i, j));
    };
    each_pair([&](float before, float) { largest = std::max(largest, std::abs(before)); });
    std::vector<double> factors;
    each_pair([&](float before, float after) {
        if (before != 0 && std::abs(before) >= telling * largest)
            factors.push_back(static_cast<double>(after) / static_cast<double>(before));
    });
    return median(std::move(factors));
}

void conclude_scale(Layer& layer, const RecordingOptions& options, KnownOfRecording& known) {
    if (options.scale)
        layer.scale = {Scale::Kind::value, *options.scale};
    const auto factor = options.scale ? std::nullopt : factor_between(layer, ArrayId::scores, ArrayId::scaled);
    known.scale = options.scale || factor;
    if (!factor || std::abs(*factor - score_factor(layer)) <= 1e-4 * std::abs(*factor))
        return;
    layer.scale = {Scale::Kind::value, static_cast<float>(*factor)};
    known.scale_in_words = fmt::format("with a scale of {:.4g}", *factor);
}

/// Of a head whose recorded output is nothing but zeros. (With any finite values the shares of some key are not 0.)
void conclude_heads_off(Layer& layer) {
    for (Index head = 0; head < std::ssize(layer.heads); ++head) {
        bool is_recorded = false;
        bool is_off = true;
        for (const auto& [slot, matrix] : layer.given)
            if (slot.array == ArrayId::O && slot.head == head) {
                is_recorded = true;
                for (Index i = 0; i < matrix.rows(); ++i)
                    is_off = is_off && std::ranges::all_of(matrix.row(i), [](float number) { return number == 0; });
            }
        layer.heads[static_cast<std::size_t>(head)].on = !(is_recorded && is_off);
    }
}

/// What every row of Y has beside the sum of the heads' parts.
void conclude_bias(Layer& layer, KnownOfRecording& known) {
    const Index heads = std::ssize(layer.heads);
    std::vector<std::vector<double>> rest; // D, for each row of each item
    double largest = 0;
    for (const auto& [slot, Y] : layer.given) {
        if (slot.array != ArrayId::Y)
            continue;
        rest.resize(static_cast<std::size_t>(Y.columns()));
        for (Index i = 0; i < Y.rows(); ++i)
            for (Index d = 0; d < Y.columns(); ++d) {
                auto number = static_cast<double>(Y(i, d));
                for (Index head = 0; head < heads; ++head) {
                    const Matrix* const part = given(layer, {ArrayId::parts, slot.item, head});
                    if (part == nullptr)
                        return;
                    number -= static_cast<double>((*part)(i, d));
                }
                if (std::isfinite(number))
                    rest[static_cast<std::size_t>(d)].push_back(number);
                largest = std::max(largest, std::abs(static_cast<double>(Y(i, d))));
            }
    }
    std::vector<float> bias;
    bool is_some = false;
    for (std::vector<double>& numbers : rest) {
        constexpr std::size_t fewest = 3; // of two different ones nobody knows which is right
        const auto middle = numbers.size() < fewest ? std::nullopt : median(std::move(numbers));
        if (!middle)
            return;
        is_some = is_some || std::abs(*middle) > 1e-4 * largest;
        bias.push_back(static_cast<float>(*middle));
    }
    known.bias = !bias.empty();
    if (!is_some)
        return;
    const auto width = std::ssize(bias);
    layer.b_O = Matrix::adopt(std::move(bias), 1, width);
    known.bias_in_words = "with a bias b_O";
}

/// Walks from a stage to the recorded ones that it is made from.
class Unknowns {
public:
    Unknowns(const Layer& layer, const KnownOfRecording& known) : layer_(layer), known_(known), structure_(layer) {}

    std::string of(ArrayId stage) {
        visit(stage);
        std::string all;
        for (std::size_t n = 0; n < found_.size(); ++n)
            all += (n == 0 ? "" : n + 1 == found_.size() ? " and " : ", ") + found_[n];
        return all;
    }

private:
    bool is_recorded(ArrayId array) const {
        return std::ranges::any_of(layer_.given, [&](const auto& entry) { return entry.first.array == array; }) ||
               (array == ArrayId::mask && !layer_.mask.given.empty());
    }

    void visit(ArrayId stage) {
        if (!seen_.insert(stage).second || !structure_.has(stage))
            return;
        const Recipe& recipe = structure_.recipe(stage);
        note(recipe.operation);
        for (const Operand& operand : recipe.operands)
            if (is_stage(operand.array) && !is_recorded(operand.array))
                visit(operand.array);
    }

    void note(OperationId operation) {
        switch (operation) {
        case OperationId::scale:
            add(known_.scale, "the scale");
            break;
        case OperationId::soft_cap:
            add(known_.soft_cap, "the cap");
            break;
        case OperationId::mask:
            add(known_.mask, "the mask");
            break;
        case OperationId::norm:
            add(false, "the norm");
            break;
        case OperationId::sum_over_heads:
            add(known_.bias, "the bias b_O");
            break;
        default:
            break;
        }
    }

    void add(bool is_known, std::string what) {
        if (!is_known)
            found_.push_back(std::move(what));
    }

    const Layer& layer_;
    const KnownOfRecording& known_;
    Structure structure_;
    std::set<ArrayId> seen_;
    std::vector<std::string> found_;
};

} // namespace

KnownOfRecording conclude(Layer& layer, const RecordingOptions& options) {
    KnownOfRecording known{.soft_cap = options.soft_cap.has_value(), .mask = options.causal.has_value()};
    conclude_heads_off(layer);
    layer.soft_cap = options.soft_cap.value_or(layer.soft_cap);
    layer.mask.causal = options.causal.value_or(layer.mask.causal);
    conclude_scale(layer, options, known);
    conclude_bias(layer, known);
    return known;
}

std::string unknowns_of(const Layer& layer, ArrayId stage, const KnownOfRecording& known) {
    return Unknowns(layer, known).of(stage);
}

} // namespace attn
