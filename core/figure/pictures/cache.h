#pragma once

#include "core/engine/trace.h"
#include "core/explain/head_hypotheses.h"
#include "core/figure/colour_map.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace attn {

/// What is worked out from the numbers for looking at them, and kept until they change: finding the ends of a large
/// matrix, or its difference from another, costs more than painting it.
class PictureCache {
public:
    /// The range of a slot's matrix, as range_of finds it; `mask` is the matrix of the mask's slot, or empty.
    Range range(const Trace& trace, Address slot, ConstView values, Palette palette, ConstView mask, Address mask_slot);

    /// left − right, cell by cell; 0 where both are equal, infinities included. The shapes must be equal.
    Matrix difference(const Trace& left, Address left_slot, const Trace& right, Address right_slot);

    /// How much a claim explains of the head whose shares the slot holds.
    HypothesisMeasure hypothesis(const Trace& trace, Address shares, const Hypothesis& hypothesis);
    /// The claim that fits that head best.
    std::optional<FittingHypothesis> best_hypothesis(const Trace& trace, Address shares);

    /// One number that `find` finds from a slot and what feeds it.
    float number(const Trace& trace, Address slot, const std::function<float()>& find);

private:
    /// What a claim is measured from.
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
    struct KnownRange {
        std::uint64_t version = 0;
        std::uint64_t mask_version = 0;
        Palette palette = Palette::diverging;
        Range range;
    };
    struct KnownDifference {
        std::uint64_t left_version = 0;
        std::uint64_t right_version = 0;
        Matrix values;
    };
    std::map<Address, KnownHypothesis> hypotheses_;
    std::map<Address, KnownBest> best_hypotheses_;
    std::map<Address, KnownRange> ranges_;
    std::map<Address, KnownNumber> numbers_;
    std::map<std::tuple<Address, Address, bool>, KnownDifference> differences_; ///< true: of two traces
};

/// left − right, as above.
Matrix difference(ConstView left, ConstView right);

} // namespace attn
