#pragma once

#include "core/engine/engine.h"
#include "core/engine/trace.h"
#include "core/model/layer.h"

#include <cassert>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace attn {

/// Computes a model block by block; the output of a block is the input of the next. After the first model, it computes
/// only what differs from the model before. The numbers equal those of a new engine bit for bit.
///
/// Blocks stay open, i.e. keep all their numbers, as long as these fit into a budget of bytes. A closed block keeps
/// only the rows that leave it, and is computed completely when its input or the block itself changes.
class ModelEngine {
public:
    /// `threads`: 0 uses all cores. `budget_bytes`: with 0 no block stays open, for a caller that reads each block
    /// once.
    explicit ModelEngine(unsigned threads = 0, std::size_t budget_bytes = usual_budget)
        : budget_bytes_(budget_bytes), engine_(threads) {}

    /// Brings all blocks up to date with a valid model of at least one block; calls `seen` after each block that was
    /// computed. After a stop the traces must not be read until the next call has completed them.
    void compute(const Model& model, const std::stop_token& stop = {},
                 const std::function<void(const Trace&)>& seen = {}) {
        compute(model, nullptr, stop, seen);
    }
    /// Brings all blocks up to date, but only some rows of the last block, whose other numbers must not be read then.
    void compute_last_rows(const Model& model, const WantedRows& of_last_block, const std::stop_token& stop = {}) {
        compute(model, &of_last_block, stop, {});
    }

    Index block_count() const { return static_cast<Index>(blocks_.size()); }
    /// True if all numbers of the block are stored.
    bool is_open(Index block) const { return at(block).trace.has_value(); }
    /// The trace of an open block, or of the last one. The trace of the first block includes the model's input, that of
    /// the last its output. Other closed blocks have no trace; compute() passes each to its callback `seen`.
    const Trace& trace(Index block) const {
        assert(is_open(block) || block + 1 == block_count());
        return is_open(block) ? *at(block).trace : engine_.trace();
    }
    /// The trace with the array of `address`; arrays of the model's input and output have layer 0.
    const Trace& trace_of(const Address& address) const;
    /// The rows of an item that leave the last block, S x D.
    const Matrix& leaving(Index item) const { return blocks_.back().leaving[static_cast<std::size_t>(item)]; }

    static constexpr std::size_t usual_budget = std::size_t{128} << 20U;

private:
    /// A block, as far as it is computed.
    struct Computed {
        std::optional<Trace> trace;           ///< nullopt if the block is closed
        std::shared_ptr<const Layer> known{}; ///< the layer that a closed block was computed with
        std::vector<Matrix> leaving;          ///< the rows that leave it, by item; empty before the first computation
    };

    void compute(const Model& model, const WantedRows* of_last_block, const std::stop_token& stop,
                 const std::function<void(const Trace&)>& seen);
    const Computed& at(Index block) const { return blocks_[static_cast<std::size_t>(block)]; }

    std::size_t budget_bytes_;
    Engine engine_;              ///< is resumed from the trace of each open block in turn
    Index block_of_engine_ = -1; ///< the block of the engine's trace; −1: none
    std::vector<Computed> blocks_;
};

/// True if two matrices count as equal.
using SameMatrix = bool (*)(const Matrix& left, const Matrix& right);
inline bool share_numbers(const Matrix& left, const Matrix& right) {
    return left.is_same_as(right);
}
/// True if both blocks compute the same numbers from the same input.
bool same_block(const Layer& before, const Layer& after, SameMatrix same = share_numbers);

} // namespace attn
