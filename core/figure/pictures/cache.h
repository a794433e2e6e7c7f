#pragma once

#include "core/engine/trace.h"
#include "core/explain/head_hypotheses.h"
#include "core/figure/colour_map.h"
#include "core/figure/text.h"
#include "core/tensor/background.h"
#include "core/tensor/pooling.h"

#include <any>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace attn {

/// The pictures whose numbers are computed from stages and weights, but are no stage.
enum class Lens : std::uint8_t {
    asking,
    writing,
    fused_weights,
    fused_stage,
    one_head,
    wrong_axis,
    spread,
    subspaces,
    plane_of_inputs,
    plane_of_queries,
    projection,
    singular_values,
    column_space,
    whole_model,
    model_reading,
    model_patching
};

/// The key of a lens. `first` and `second` distinguish several results of one lens, e.g. by head.
constexpr Background::Key key_of(Lens lens, Index first = 0, Index second = 0) {
    return {static_cast<Index>(lens), first, second};
}

/// The inputs from which a lens is computed.
struct LensInputs : Background::Inputs {
    LensInputs& number(Index number) {
        numbers.push_back(static_cast<std::uint64_t>(number));
        return *this;
    }
    /// Adds all matrices of a stage for an item, as far as the trace has them.
    LensInputs& stage(const Trace& trace, ArrayId stage, Index item);
    /// Adds all of a parameter's matrices.
    LensInputs& weights(const Layer& layer, ArrayId array);
    LensInputs& matrix(Matrix matrix) {
        matrices.push_back(std::move(matrix));
        return *this;
    }
};

/// A result that takes longer than a frame to compute, as far as it is known now.
template <class Found>
struct Later {
    const Found* found = nullptr; ///< null: not computed yet, or there was not enough memory
    bool is_present = false;      ///< true: `found` is up to date; false: it is being computed, and `found` is the
                                  ///< previous result

    const Found* now() const { return is_present ? found : nullptr; }
    /// The reason why now() is null.
    std::string_view why_not() const {
        return is_present ? "There is not enough memory to work it out." : "Being worked out …";
    }
};

/// Caches numbers that are computed only for drawing, until the numbers that they depend on change. Finding the
/// extremes of a large matrix, or its difference from another, takes longer than painting it.
class PictureCache {
public:
    /// Large matrices are shared among `workers`, and results that take longer than a frame are computed in the
    /// `background`, if these are given. Both must outlive this object.
    explicit PictureCache(Workers* workers = nullptr, Background* background = nullptr)
        : workers_(workers), background_(background) {}

    /// From now on, puts off all results that take longer than a frame; find_what_waits() computes them.
    void put_off() { puts_off_ = true; }
    bool has_put_off() const { return !waiting_.empty(); }
    /// Computes all results that were put off, shared among the workers; `progress` is called after each. Returns false
    /// if `stop` ended it.
    [[nodiscard]] bool find_what_waits(Workers& workers, const std::stop_token& stop,
                                       const std::function<void(std::size_t done, std::size_t all)>& progress);
    /// The number of times that a result was asked for before it was computed.
    std::size_t times_not_found() const { return times_not_found_; }

    /// The range of a matrix of the trace, as range_of computes it. `mask` is the matrix of the mask's slot, or empty.
    Range range(const Trace& trace, Address slot, ConstView values, Palette palette, const Matrix& mask,
                Address mask_slot);

    /// The mask without the cells that have a number nevertheless, because a pin overrides the mask. `hidden` is the
    /// number of a masked cell without a pin.
    Matrix mask_without_pinned(const Trace& trace, Address mask_slot, Address slot, float hidden);

    /// The difference left − right of two stages or parameters, as difference() computes it. Their shapes must be
    /// equal.
    Matrix difference(const Trace& left, Address left_slot, const Trace& right, Address right_slot);
    /// The range of that difference, as range_of computes it, without storing the difference. `mask` is the left
    /// matrix' mask, or empty.
    Range range_of_difference(const Trace& left, Address left_slot, const Trace& right, Address right_slot,
                              Palette palette, ConstView mask, Address mask_slot);

    /// The measure of how well a hypothesis explains a head, whose attention weights are the matrix `shares`.
    HypothesisMeasure hypothesis(const Trace& trace, Address shares, const Hypothesis& hypothesis);
    /// The hypothesis that explains those attention weights best.
    std::optional<FittingHypothesis> best_hypothesis(const Trace& trace, Address shares);

    /// A formula as `set` lays it out. It is stored, because the next frames show it again.
    Typeset formula(const std::string& tex, float size, Colour colour, const std::function<Typeset()>& set);

    /// A number that `find` computes from a matrix of the trace and from the matrix's operands.
    float number(const Trace& trace, Address slot, const std::function<float()>& find);

    /// The result of `find` for these inputs. The last result of each lens is stored until the lens asks with other
    /// inputs.
    template <class Find>
    auto seen_through(Lens lens, const LensInputs& inputs, const Find& find) -> const decltype(find())& {
        std::optional<Background::Found>& known = lenses_[key_of(lens)];
        if (!known || known->from != inputs)
            known = Background::Found{inputs, find()};
        return std::any_cast<const decltype(find())&>(known->value);
    }

    /// The result of `find`, which takes about this many multiplications. If that is more than a frame has time for, it
    /// is computed in the background, or by find_what_waits(), and returned in a later frame. The last result of each
    /// key is kept. `find` must own what it reads. `first`: computed before all that waits.
    template <class Find>
    auto found_later(const Background::Key& key, const LensInputs& inputs, double multiplications, Find find,
                     bool first = true) -> Later<std::invoke_result_t<Find, const std::stop_token&>> {
        using Found = std::invoke_result_t<Find, const std::stop_token&>;
        std::optional<Background::Found>& known = lenses_[key];
        if (background_ != nullptr)
            if (auto news = background_->take(key))
                known = std::move(news);
        const bool can_wait = background_ != nullptr || puts_off_;
        const bool has_time = !can_wait || multiplications <= Background::most_multiplications_at_once;
        const bool is_present = known && known->from == inputs;
        if (!is_present && has_time)
            known = Background::Found{inputs, find({})};
        else if (!is_present) {
            ++times_not_found_;
            const Background::Find later = [find](const std::stop_token& stop) { return std::any(find(stop)); };
            if (puts_off_)
                waiting_.insert_or_assign(key, Waiting{inputs, later});
            else
                background_->want(key, inputs, first, later);
        }
        return {known ? std::any_cast<Found>(&known->value) : nullptr, is_present || has_time};
    }

private:
    struct Waiting {
        Background::Inputs from;
        Background::Find find;
    };
    /// The inputs of a hypothesis's measure.
    struct Read {
        std::uint64_t version = 0;
        std::uint64_t masked_version = 0;
        std::vector<std::string> queries;
        std::vector<std::string> keys;
        bool operator==(const Read&) const = default;
    };
    static Read read_of(const Trace& trace, Address shares);

    struct KnownHypothesis {
        Read read;
        Hypothesis hypothesis;
        HypothesisMeasure measure;
    };
    struct KnownBest {
        Read read;
        std::optional<FittingHypothesis> best;
    };
    struct KnownNumber {
        std::uint64_t version = 0;
        float value = 0;
    };
    struct KnownExtremes {
        std::uint64_t version = 0;
        std::uint64_t mask_version = 0;
        Matrix other_mask; ///< the mask if it is not the trace's; only its identity is compared
        TiledExtremes tiles;
        Extremes found;
    };
    struct KnownMask {
        std::uint64_t version = 0;
        std::uint64_t mask_version = 0;
        Matrix mask;
        bool is_whole = false; ///< true: no masked cell is overridden by a pin
    };
    /// Identifies the numbers of a matrix: the version of a stage, or the matrix of a parameter.
    struct Numbers {
        std::uint64_t version = 0;
        Matrix parameter;
        bool operator==(const Numbers& other) const;
    };
    static Numbers numbers_of(const Trace& trace, Address slot);

    struct KnownDifference {
        Numbers left;
        Numbers right;
        Matrix values;
    };
    struct KnownDifferenceExtremes {
        Numbers left;
        Numbers right;
        std::uint64_t mask_version = 0;
        TiledExtremes tiles;
        std::optional<Extremes> found;
    };
    using Formula = std::tuple<std::string, float, std::uint32_t>; ///< TeX, size, colour

    using BothSlots = std::tuple<Address, Address, bool>; ///< true: the matrices are from different traces

    Workers* workers_;
    Background* background_;
    std::map<Formula, Typeset> formulas_;
    bool puts_off_ = false;
    std::map<Background::Key, Waiting> waiting_;
    std::size_t times_not_found_ = 0;
    std::map<Background::Key, std::optional<Background::Found>> lenses_; ///< the first number of the key is the lens
    std::map<Address, KnownHypothesis> hypotheses_;
    std::map<Address, KnownBest> best_hypotheses_;
    std::map<Address, KnownExtremes> extremes_;
    std::map<Address, KnownMask> masks_;
    std::map<Address, KnownNumber> numbers_;
    std::map<BothSlots, KnownDifference> differences_;
    std::map<BothSlots, KnownDifferenceExtremes> difference_extremes_;
};

} // namespace attn
