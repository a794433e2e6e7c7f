#pragma once

#include "core/check/answer.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace attn {

/// A score below this is hidden: programs write −∞ for it, or a large negative number. Known bugs are tried with −1e9.
inline constexpr float hidden_below = -1e8F;

/// The roundings that an answer in 16 bits is allowed. `of_storing`: each number is computed in float32 and rounded
/// once. `of_computing`: all computations are rounded to 16 bits.
enum class Roundings : std::uint8_t { of_storing, of_computing };

/// The precision of rotary angles. PyTorch's models compute them in float32; at high positions these angles are off by
/// a part of a degree.
enum class Angles : std::uint8_t { in_float64, in_float32 };

/// The differences that a comparison allows.
struct Leniency {
    std::optional<double> relative; ///< the allowed difference relative to a stage's largest entry; nullopt allows what
                                    ///< float32 explains
    Roundings roundings = Roundings::of_computing;
    Angles angles = Angles::in_float64;
    double shares = 1e-3; ///< the largest difference that an attention weight is allowed, however large its scores are
};

/// The largest magnitude in a stage; infinite numbers and hidden scores do not count.
double largest_entry(const Trace& trace, ArrayId id);

class SizesOfTerms;

/// The largest allowed difference for each number of a stage: what rounding of its own operands explains. Hidden
/// attention weights must be exactly 0.
class AllowedDifference {
public:
    /// Trace and answered stage must outlive this object.
    AllowedDifference(const Trace& trace, const AnsweredStage& answered, const Leniency& leniency);
    ~AllowedDifference();
    AllowedDifference(const AllowedDifference&) = delete;
    AllowedDifference& operator=(const AllowedDifference&) = delete;

    /// The largest difference that is allowed in any cell.
    double most() const { return most_; }
    /// The difference that every cell is allowed, as a part of its number.
    double part_of_itself() const { return part_; }
    /// The allowed differences of the cells of an item's n-th matrix in the answer; empty if all cells are allowed
    /// most().
    Matrix by_cell(Index item, Index n) const;

private:
    Matrix of_head(Index item, Index head) const;
    Matrix of_shares(Address slot) const;

    const Trace& trace_;
    const AnsweredStage& answered_;
    double coarse_ = 0; ///< relative error of computing in 16 bits; 0 if that is not allowed
    std::unique_ptr<SizesOfTerms> terms_;
    double most_ = 0;
    double part_ = 0;
    double error_of_terms_ = 0;
    bool is_exponential_ = false; ///< true for exponentials, their row sums and attention weights
    bool is_uniform_ = false;     ///< true if all cells are allowed most()
};

} // namespace attn
