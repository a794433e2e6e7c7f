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

/// The pictures of numbers that are no stage, but are computed from stages and weights.
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

/// The key of what is seen through a lens; of several things they are told apart by two numbers.
constexpr Background::Key key_of(Lens lens, Index first = 0, Index second = 0) {
    return {static_cast<Index>(lens), first, second};
}

/// The inputs from which a lens is computed.
struct LensInputs : Background::Inputs {
    LensInputs& number(Index number) {
        numbers.push_back(static_cast<std::uint64_t>(number));
        return *this;
    }
    /// Adds all of a stage's slots of an item, where the trace has any.
    LensInputs& stage(const Trace& trace, ArrayId stage, Index item);
    /// Adds all of a parameter's matrices.
    LensInputs& weights(const Layer& layer, ArrayId array);
    LensInputs& matrix(Matrix matrix) {
        matrices.push_back(std::move(matrix));
        return *this;
    }
};

/// A result that takes longer than a frame to find, as far as it is known.
template <class Found>
struct Later {
    const Found* found = nullptr; ///< none: not yet, or there was not enough memory
    bool is_present = false;      ///< otherwise it is on its way, and this is what it was

    const Found* now() const { return is_present ? found : nullptr; }
    /// Says why there is none now.
    std::string_view why_not() const {
        return is_present ? "There is not enough memory to work it out." : "Being worked out …";
    }
};

/// The results that are computed from the numbers only for showing them, kept until the numbers change: finding the
/// ends of a large matrix, or its difference from another, costs more than painting it.
class PictureCache {
public:
    /// The cache. Large matrices are shared out among `workers`, and what takes longer than a frame is found in the
    /// `background`, if they are given. Both must outlive this.
    explicit PictureCache(Workers* workers = nullptr, Background* background = nullptr)
        : workers_(workers), background_(background) {}

    /// Puts off, from now on, all that takes longer than a frame: find_what_waits then finds it.
    void put_off() { puts_off_ = true; }
    bool has_put_off() const { return !waiting_.empty(); }
    /// Finds all that was put off, shared out among the workers; `progress` hears how much of it is found. False if
    /// `stop` ended it.
    [[nodiscard]] bool find_what_waits(Workers& workers, const std::stop_token& stop,
                                       const std::function<void(std::size_t done, std::size_t all)>& progress);
    /// The number of times that something was asked for before it was found.
    std::size_t times_not_found() const { return times_not_found_; }

    /// The range of a slot's matrix, as range_of finds it; `mask` is the matrix of the mask's slot, or empty.
    Range range(const Trace& trace, Address slot, ConstView values, Palette palette, const Matrix& mask,
                Address mask_slot);

    /// The mask without the cells of a slot that hold something all the same, since a pin beats it; `hidden` is what a
    /// masked cell of the slot holds otherwise.
    Matrix mask_without_pinned(const Trace& trace, Address mask_slot, Address slot, float hidden);

    /// The difference left − right of stages or parameters, cell by cell, as difference() has it. The shapes must be
    /// equal.
    Matrix difference(const Trace& left, Address left_slot, const Trace& right, Address right_slot);
    /// The range of that difference, as range_of finds it, without working it out; `mask` is that of the left slot,
    /// with its slot, or empty.
    Range range_of_difference(const Trace& left, Address left_slot, const Trace& right, Address right_slot,
                              Palette palette, ConstView mask, Address mask_slot);

    /// The measure of how well a hypothesis explains the head whose shares the slot holds.
    HypothesisMeasure hypothesis(const Trace& trace, Address shares, const Hypothesis& hypothesis);
    /// The hypothesis that explains those shares best.
    std::optional<FittingHypothesis> best_hypothesis(const Trace& trace, Address shares);

    /// A formula as `set` sets it; a frame shows those of the last one again, and parses none of them anew.
    Typeset formula(const std::string& tex, float size, Colour colour, const std::function<Typeset()>& set);

    /// One number that `find` finds from a slot and what feeds it.
    float number(const Trace& trace, Address slot, const std::function<float()>& find);

    /// The result of `find` for these inputs. The last result of each lens is kept, until the lens asks with other
    /// inputs.
    template <class Find>
    auto seen_through(Lens lens, const LensInputs& inputs, const Find& find) -> const decltype(find())& {
        std::optional<Background::Found>& known = lenses_[key_of(lens)];
        if (!known || known->from != inputs)
            known = Background::Found{inputs, find()};
        return std::any_cast<const decltype(find())&>(known->value);
    }

    /// The result of `find` where finding it takes about so many multiplications: at once, or, where they are more than
    /// a frame has time for, in a later frame that asks for it, or when what waits is found. The last result of each
    /// key is kept. `find` must own what it reads; `first`: before all else that is asked for.
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
    /// The inputs from which a hypothesis is measured.
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
        Matrix other_mask; ///< where it is not the trace's; only its identity counts
        TiledExtremes tiles;
        Extremes found;
    };
    struct KnownMask {
        std::uint64_t version = 0;
        std::uint64_t mask_version = 0;
        Matrix mask;
        bool is_whole = false; ///< no cell of it is shown all the same
    };
    /// The identity of a slot's numbers: the version of a stage, the matrix of a parameter.
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

    using BothSlots = std::tuple<Address, Address, bool>; ///< true: of two traces

    Workers* workers_;
    Background* background_;
    std::map<Formula, Typeset> formulas_;
    bool puts_off_ = false;
    std::map<Background::Key, Waiting> waiting_;
    std::size_t times_not_found_ = 0;
    std::map<Background::Key, std::optional<Background::Found>> lenses_; ///< the lens is the first number of the key
    std::map<Address, KnownHypothesis> hypotheses_;
    std::map<Address, KnownBest> best_hypotheses_;
    std::map<Address, KnownExtremes> extremes_;
    std::map<Address, KnownMask> masks_;
    std::map<Address, KnownNumber> numbers_;
    std::map<BothSlots, KnownDifference> differences_;
    std::map<BothSlots, KnownDifferenceExtremes> difference_extremes_;
};

} // namespace attn
