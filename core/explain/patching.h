#pragma once

#include "core/model/layer.h"
#include "core/tensor/matrix.h"

#include <stop_token>

namespace attn {

/// Two runs of a model on different texts, and how much of the prediction of the first comes back if a part of it
/// replaces a part of the second. (Meng et al. 2022, "Locating and Editing Factual Associations in GPT", section 2;
/// "activation patching")
struct Patching {
    Index word_before = 0; ///< the most probable word in the run before
    Index word_now = 0;    ///< the most probable word in this run
    double before = 0;     ///< logit of word_before minus that of word_now, in the run before
    double now = 0;        ///< logit of word_before minus that of word_now, in this run
    /// By layer and token: if one row of the run before enters a layer in place of this run's row, the part of the way
    /// from `now` to `before` that the difference goes. L x S
    Matrix stream;
    /// By layer and head: the same part if the head's output of the run before, in all rows, replaces this run's. L x H
    Matrix heads;

    /// True if both runs predict different words; if not, the parts mean nothing.
    bool differs() const { return word_before != word_now; }
};

/// Runs both models, and each run with one part replaced, and compares the predictions after `row`. The models must
/// have equal shapes and an output. Rows that are given to blocks after the first are ignored, so that each run goes
/// through all layers. After a stop the value is incomplete.
Patching patch(const Model& before, const Model& now, Index item, Index row, const std::stop_token& stop = {});

} // namespace attn
