#pragma once

#include "core/document/sources/model_around.h"
#include "core/explain/model_reading.h"
#include "core/explain/patching.h"
#include "core/figure/pictures/draw_context.h"
#include "core/tensor/result.h"

#include <memory>
#include <string>

namespace attn {

/// The model around the selected layer, including the session's edits, and what it predicts after the token of the
/// selected row. Both are computed in the background, so they may be missing in this frame.
struct KnownModel {
    std::shared_ptr<const OpenedModel> opened;   ///< null: not opened yet
    std::shared_ptr<const ModelReading> reading; ///< null: not computed yet; while it is computed again, the previous
                                                 ///< one
    Index layer = 0;                             ///< the number of the selected layer in the model
    bool is_present = false;                     ///< true: `reading` is up to date
    std::string problem{};                       ///< the reason why there can be no reading; else empty

    /// The word of a vocabulary id, as people read it.
    std::string word(Index id) const;
};
KnownModel known_model(const DrawContext& drawing);
/// The model, without its prediction.
KnownModel opened_model(const DrawContext& drawing);

/// True if the baseline is the same layer with another text of the same number of tokens.
bool has_other_text(const DrawContext& drawing);

/// The parts of the baseline's run that restore its prediction when they replace those of this run. Computed in the
/// background, so it may be missing in this frame. `model` is the result of known_model.
struct KnownPatching {
    std::shared_ptr<const Patching> patching; ///< null: not computed yet
    std::string problem{};                    ///< the reason why it cannot be computed; else empty
};
KnownPatching known_patching(const DrawContext& drawing, const KnownModel& model);

} // namespace attn
