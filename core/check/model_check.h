#pragma once

#include "core/check/answer_file.h"
#include "core/check/check.h"
#include "core/engine/trace.h"
#include "core/model/layer.h"
#include "core/tensor/result.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// An answer compared with a whole model, layer by layer, up to the first layer that differs.
struct ModelCheck {
    Index layers = 0;                        ///< of the model
    std::set<Index> compared;                ///< layers with arrays that were compared
    Index arrays = 0;                        ///< that agree
    std::optional<double> largest_agreement; ///< as in Check, of all layers
    std::optional<Trace> differing;          ///< the first layer that differs
    Check difference;                        ///< of that layer
    std::vector<std::string> notices;        ///< "layers.3: …"
    std::vector<std::string> left_over; ///< stages that could not be compared, with why: "layers.7.A (no such layer)"

    bool agrees() const { return !differing; }
};

/// Compares an answer, whose arrays are called as those of a trace (layers.3.A, logits) or as other programs call them,
/// with a model. Fails, with one line that begins with `name`, where an array has another shape than its stage, or
/// where nothing can be compared.
Result<ModelCheck> check_model(const Model& model, const std::vector<ListedArray>& answer, std::string_view name,
                               const std::optional<double>& tolerance = {});

} // namespace attn
