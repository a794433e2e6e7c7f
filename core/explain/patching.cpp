#include "core/explain/patching.h"

#include "core/engine/model_engine.h"
#include "core/explain/model_reading.h"
#include "core/model/address.h"
#include "core/model/stream.h"
#include "core/tensor/compose.h"

#include <algorithm>
#include <vector>

namespace attn {

namespace {

/// The parts of a run that can be put into another run.
struct Run {
    std::vector<Matrix> entering;           // by layer, S x D
    std::vector<std::vector<Matrix>> heads; // by layer and head, S x d_v: the array that W_O multiplies
    std::vector<double> logits;             // after the token
};

class Patcher {
public:
    Patcher(Index item, Index row, const std::stop_token& stop) : item_(item), row_(row), stop_(stop) {}

    /// Runs a model, and returns all parts that can be put into another run.
    Run run(const Model& model) {
        Run found;
        Model blocks = model;
        blocks.output = {};
        ModelEngine engine(0, 0);
        engine.compute(blocks, stop_, [&](const Trace& trace) {
            found.entering.push_back(trace.array(entering_array(trace.layer()), item_, 0));
            std::vector<Matrix>& heads = found.heads.emplace_back();
            for (Index head = 0; head < trace.sizes().H; ++head)
                heads.push_back(trace.array(handed_over(trace.structure()), item_, head));
        });
        if (!stop_.stop_requested())
            found.logits = logits_behind(model.output, engine.leaving(item_).row(row_));
        return found;
    }

    /// The logits of a model that differs from the one before in a single block.
    std::vector<double> logits_of(const Model& model) {
        Model blocks = model;
        blocks.output = {};
        engine_.compute(blocks, stop_);
        return stop_.stop_requested() ? std::vector<double>()
                                      : logits_behind(model.output, engine_.leaving(item_).row(row_));
    }

    /// The model with one row of the stream that enters a block replaced.
    Model with_row(Model model, Index layer, Index token, const Run& from) const {
        const ArrayId entering = entering_array(layer_of(model, layer));
        const Matrix& rows = from.entering[static_cast<std::size_t>(layer)];
        for (Index d = 0; d < rows.columns(); ++d)
            model.blocks[static_cast<std::size_t>(layer)].pins[{layer, entering, item_, 0, token, d}] = rows(token, d);
        return model;
    }

    /// The model with the output of a head replaced.
    Model with_head(Model model, Index layer, Index head, const Run& from) const {
        Layer block = layer_of(model, layer);
        const ArrayId handed = handed_over(Structure(block));
        model.blocks[static_cast<std::size_t>(layer)].given[{layer, handed, item_, head}] =
            from.heads[static_cast<std::size_t>(layer)][static_cast<std::size_t>(head)];
        return model;
    }

private:
    Index item_;
    Index row_;
    const std::stop_token& stop_;
    ModelEngine engine_; ///< computes only the blocks after the replaced part
};

/// The model without given rows of later blocks, so that what is replaced before them has an effect.
Model computed_through(Model model) {
    for (Index number = 1; number < std::ssize(model.blocks); ++number) {
        const ArrayId entering = entering_array(layer_of(model, number));
        std::erase_if(model.blocks[static_cast<std::size_t>(number)].given,
                      [&](const auto& given) { return given.first.array == entering; });
    }
    return model;
}

Index likeliest(const std::vector<double>& logits) {
    return std::ranges::max_element(logits) - logits.begin();
}

} // namespace

Patching patch(const Model& model_before, const Model& model_now, Index item, Index row, const std::stop_token& stop) {
    Patching patching;
    const Model before = computed_through(model_before);
    const Model now = computed_through(model_now);
    Patcher patcher(item, row, stop);
    const Run other = patcher.run(before);
    const Run own = patcher.run(now);
    if (stop.stop_requested())
        return patching;
    patching.word_before = likeliest(other.logits);
    patching.word_now = likeliest(own.logits);
    const auto difference = [&](const std::vector<double>& logits) {
        return logits[static_cast<std::size_t>(patching.word_before)] -
               logits[static_cast<std::size_t>(patching.word_now)];
    };
    patching.before = difference(other.logits);
    patching.now = difference(own.logits);
    if (!patching.differs())
        return patching;
    const auto share = [&](const Model& patched) {
        const std::vector<double> logits = patcher.logits_of(patched);
        return logits.empty() ? 0.0 : (difference(logits) - patching.now) / (patching.before - patching.now);
    };
    const Index layers = std::ssize(now.blocks);
    patching.stream = filled(layers, own.entering.front().rows(), [&](Index layer, Index token) {
        return stop.stop_requested() ? 0.0 : share(patcher.with_row(now, layer, token, other));
    });
    patching.heads = filled(layers, std::ssize(now.blocks.front().heads), [&](Index layer, Index head) {
        return stop.stop_requested() ? 0.0 : share(patcher.with_head(now, layer, head, other));
    });
    return patching;
}

} // namespace attn
