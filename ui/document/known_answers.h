#pragma once

#include "core/document/session/session.h"
#include "core/document/sources/weights_source.h"
#include "ui/document/request.h"

#include <filesystem>

namespace attn {

/// The user's answers about a layer of a model whose files leave questions open; they also apply to the model's other
/// layers.
class KnownAnswers {
public:
    /// Returns the request with these answers added, if it opens another layer of that model. The layer's input is
    /// known only if the answer was a trace of several layers.
    OpenFile complete(const OpenFile& request, const Session& present);
    /// Remembers the answers with which `opened` was opened.
    void remember(const OpenFile& request, const Session& opened);

private:
    LayerAnswers answers_;
    std::filesystem::path model_;
};

} // namespace attn
