#pragma once

#include "core/model/layer.h"
#include "core/tensor/matrix.h"

#include <stop_token>

namespace attn {

/// Two runs of a model on texts that differ, and what comes back when a part of the other run is put into this one.
/// (Meng et al. 2022, "Locating and Editing Factual Associations in GPT", section 2; "activation patching")
struct Patching {
    Index word_before = 0; ///< the likeliest word of the run before
    Index word_now = 0;    ///< and of this run
    double before = 0;     ///< logit of word_before less that of word_now, in the run before
    double now = 0;        ///< the same difference in this run
    /// The share of the way from `now` to `before` that the difference goes when one row of the run before enters a
    /// layer in place of this run's. L x S
    Matrix stream;
    /// The same when a head hands over what it handed over in the run before, in all rows. L x H
    Matrix heads;

    /// True if the two runs say different words: otherwise no share means anything.
    bool differs() const { return word_before != word_now; }
};

/// Runs both models, which have equal shapes and an output, and each of the runs with one part put in; reads the words
/// behind `row`. Rows given to a block behind the first are left out: each run goes through all layers. An incomplete
/// value is returned after a stop.
Patching patch(const Model& before, const Model& now, Index item, Index row, const std::stop_token& stop = {});

} // namespace attn
