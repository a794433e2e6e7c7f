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
    Index layers = 0;                        ///< number of layers of the model
    std::set<Index> compared;                ///< the layers that have arrays which were compared
    Index arrays = 0;                        ///< number of arrays that agree
    std::optional<double> largest_agreement; ///< the largest of the layers' Check::largest_agreement
    std::optional<Trace> differing;          ///< the trace of the first layer that differs
    Check difference;                        ///< the check of that layer
    std::vector<std::string> notices;        ///< notices with their layer: "layers.3: …"
    std::vector<std::string> left_over; ///< arrays that could not be compared, with the reason: "layers.7.A (no such
                                        ///< layer)"

    bool agrees() const { return !differing; }
};

/// Compares an answer with a model. Its arrays are named as those of a trace (layers.3.A, logits) or as other programs
/// name them. Fails, with one line that begins with `name`, if an array has another shape than its stage, or if no
/// array can be compared.
Result<ModelCheck> check_model(const Model& model, const std::vector<ListedArray>& answer, std::string_view name,
                               const std::optional<double>& tolerance = {});

} // namespace attn
