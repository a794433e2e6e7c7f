#pragma once

#include "core/document/sources/model_around.h"
#include "core/explain/model_reading.h"
#include "core/explain/patching.h"
#include "core/figure/pictures/draw_context.h"
#include "core/tensor/result.h"

#include <memory>
#include <string>

namespace attn {

/// The model around the layer in sight, with the layer as it is now, and its reading behind the token of the chosen
/// row, as far as they are known in this frame.
struct KnownModel {
    std::shared_ptr<const OpenedModel> opened;   ///< null: not known
    std::shared_ptr<const ModelReading> reading; ///< null: not known; while it is worked out anew, the last one
    Index layer = 0;                             ///< the number of the layer in sight
    bool is_present = false;                     ///< otherwise it is being worked out
    std::string problem{};                       ///< the reason why it cannot be known; empty: it can

    /// A word as people read it.
    std::string word(Index id) const;
};
KnownModel known_model(const DrawContext& drawing);
/// The same without the reading.
KnownModel opened_model(const DrawContext& drawing);

/// True if the baseline is the same layer of the model on another text of as many tokens.
bool has_other_text(const DrawContext& drawing);

/// The parts of the baseline's run that bring its word back, as far as they are known in this frame; there is another
/// text. `model` is what known_model found.
struct KnownPatching {
    std::shared_ptr<const Patching> patching; ///< null: not known yet
    std::string problem{};                    ///< the reason why it cannot be known; empty: it can
};
KnownPatching known_patching(const DrawContext& drawing, const KnownModel& model);

} // namespace attn
