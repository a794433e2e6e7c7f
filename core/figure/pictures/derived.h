#pragma once

#include "core/attention/claims.h"
#include "core/attention/trace.h"
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
class Derived {
public:
    /// The range of a slot's matrix, as range_of finds it; `mask` is the matrix of the mask's slot, or empty.
    Range range(const Trace& trace, SlotId slot, ConstView values, Palette palette, ConstView mask, SlotId mask_slot);

    /// left − right, cell by cell; 0 where both are equal, infinities included. The shapes must be equal.
    Matrix difference(const Trace& left, SlotId left_slot, const Trace& right, SlotId right_slot);

    /// How much a claim explains of the head whose shares the slot holds.
    ClaimMeasure claim(const Trace& trace, SlotId shares, const Claim& claim);
    /// The claim that fits that head best.
    std::optional<FittingClaim> best_claim(const Trace& trace, SlotId shares);

    /// One number that `find` finds from a slot and what feeds it.
    float number(const Trace& trace, SlotId slot, const std::function<float()>& find);

private:
    /// What a claim is measured from.
    struct Read {
        std::uint64_t version = 0;
        std::uint64_t masked_version = 0;
        std::vector<std::string> queries;
        std::vector<std::string> keys;
        bool operator==(const Read&) const = default;
    };
    static Read read_of(const Trace& trace, SlotId shares);

    struct KnownClaim {
        Read read;
        Claim claim;
        ClaimMeasure measure;
    };
    struct KnownBest {
        Read read;
        std::optional<FittingClaim> best;
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
    std::map<SlotId, KnownClaim> claims_;
    std::map<SlotId, KnownBest> best_claims_;
    std::map<SlotId, KnownRange> ranges_;
    std::map<SlotId, KnownNumber> numbers_;
    std::map<std::tuple<SlotId, SlotId, bool>, KnownDifference> differences_; ///< true: of two traces
};

/// left − right, as above.
Matrix difference(ConstView left, ConstView right);

} // namespace attn
