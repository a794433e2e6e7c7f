#pragma once

#include "core/document/session/session.h"
#include "core/document/sources/weights_source.h"
#include "ui/document/request.h"

#include <filesystem>

namespace attn {

/// What the user said of one layer of a model, where its files do not say it; it holds for the model's other layers.
class KnownAnswers {
public:
    /// The request, answered where it opens a layer of the model that was asked about. What enters a layer is known
    /// only from a trace of several.
    OpenFile complete(const OpenFile& request, const Session& present);
    /// What was said when `opened` was.
    void remember(const OpenFile& request, const Session& opened);

private:
    LayerAnswers answers_;
    std::filesystem::path model_;
};

} // namespace attn
