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

/// Computes a whole model block by block: the output of a block is the input of the next. Of a model that it saw before
/// only the difference is computed again, and the numbers equal those of a fresh engine bit for bit.
///
/// Blocks stay open, with all their numbers, as long as these fit into a budget of bytes. Of a closed block only the
/// rows that it hands on are kept; it is computed whole when something before it changes.
class ModelEngine {
public:
    /// With `threads` 0 the engine uses as many as the machine has cores. With `budget_bytes` 0 no block stays open,
    /// which suits a caller that reads each block once.
    explicit ModelEngine(unsigned threads = 0, std::size_t budget_bytes = usual_budget)
        : budget_bytes_(budget_bytes), engine_(threads) {}

    /// Brings all blocks up to date with a valid model of at least one block; `seen` is called after each block that
    /// was computed. After a stop the traces must not be read; the next call completes them.
    void compute(const Model& model, const std::stop_token& stop = {},
                 const std::function<void(const Trace&)>& seen = {}) {
        compute(model, nullptr, stop, seen);
    }
    /// Brings all blocks up to date, but of the last block only some rows; its other numbers may not be read then.
    void compute_last_rows(const Model& model, const WantedRows& of_last_block, const std::stop_token& stop = {}) {
        compute(model, &of_last_block, stop, {});
    }

    Index block_count() const { return static_cast<Index>(blocks_.size()); }
    /// True if all numbers of the block are kept.
    bool is_open(Index block) const { return at(block).trace.has_value(); }
    /// The trace of an open block, or of the last one. The first block's trace has the model's input too, the last
    /// block's its output. Other closed blocks have no trace: `seen` of compute() gets it while it exists.
    const Trace& trace(Index block) const {
        assert(is_open(block) || block + 1 == block_count());
        return is_open(block) ? *at(block).trace : engine_.trace();
    }
    /// The trace that has the array of `address`; input and output have the layer 0.
    const Trace& trace_of(const Address& address) const;
    /// The item's rows that the last block hands on, S x D.
    const Matrix& leaving(Index item) const { return blocks_.back().leaving[static_cast<std::size_t>(item)]; }

    static constexpr std::size_t usual_budget = std::size_t{128} << 20U;

private:
    /// A block as far as it is computed.
    struct Computed {
        std::optional<Trace> trace;           ///< none if the block is closed
        std::shared_ptr<const Layer> known{}; ///< the layer that a closed block was computed with
        std::vector<Matrix> leaving;          ///< the rows that it hands on, for each item; empty before the first time
    };

    void compute(const Model& model, const WantedRows* of_last_block, const std::stop_token& stop,
                 const std::function<void(const Trace&)>& seen);
    const Computed& at(Index block) const { return blocks_[static_cast<std::size_t>(block)]; }

    std::size_t budget_bytes_;
    Engine engine_;              ///< continues from the trace of each open block in turn
    Index block_of_engine_ = -1; ///< the block of the engine's trace; −1: none
    std::vector<Computed> blocks_;
};

/// True if two matrices count as the same.
using SameMatrix = bool (*)(const Matrix& left, const Matrix& right);
inline bool share_numbers(const Matrix& left, const Matrix& right) {
    return left.is_same_as(right);
}
/// True if both blocks compute the same from the same input.
bool same_block(const Layer& before, const Layer& after, SameMatrix same = share_numbers);

} // namespace attn
