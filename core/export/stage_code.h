#pragma once

#include "core/export/script.h"
#include "core/model/arrays.h"
#include "core/model/structure.h"

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A function that returns the Python expression for an array whose numbers are known: the numbers themselves, or code
/// that reads them. `stacked`: the array has an axis for its matrices, even if there is only one.
using PythonNumbers =
    std::function<std::string(ModelPart part, std::string_view name, std::span<const Matrix> matrices, bool stacked)>;

/// Writes the lines of Python that compute the arrays of one layer. Each line ends in a line break.
class StageCode {
public:
    /// The names of the block's arrays in the trace begin with `prefix`: "" or "layers.{layer}.", with Python's
    /// variable.
    StageCode(const Layer& layer, ScriptLanguage language, PythonNumbers numbers, std::string_view prefix = "");

    const Structure& structure() const { return structure_; }
    /// Returns the line that defines the layer's sizes: "B, S_q, … = 1, 4, …".
    std::string sizes() const;
    /// Returns the lines that define the scores' factor and the heads that are on.
    std::string settings() const;
    /// Returns the lines that define all parameters of a part of the model.
    std::string parameters(ModelPart part) const;
    /// Returns the definitions of the functions that the arrays' lines call; two operations may call the same one.
    std::map<OperationId, std::string> functions() const;
    /// Returns the lines that compute one array.
    std::string stage(const Array& row) const;
    /// Returns the lines that compute all arrays of a part of the model, except `but`.
    std::string stages(ModelPart part, ArrayId but) const;
    /// Returns the expression that computes an array.
    std::string expression(const Array& row) const;

private:
    std::string_view library() const { return language_ == ScriptLanguage::numpy ? "np" : "torch"; }
    bool is_of_group(const Array& row) const { return row.heads == Heads::kv && sizes_.queries_per_kv > 1; }
    bool is_computed(ArrayId stage) const;
    std::string code_of(const Operand& operand, const Array& result) const;
    std::string numbers_of(const Array& row) const;
    std::string zeros_of(const Array& row) const;
    std::string embeddings() const;

    const Layer& layer_;
    Sizes sizes_;
    Structure structure_;
    ScriptLanguage language_;
    PythonNumbers numbers_;
    std::string_view prefix_;
};

/// Returns the dictionaries of the numbers that are given instead of computed, and of those that are pinned, in all
/// layers. The names of each layer's arrays begin with its entry in `prefixes`.
std::string overrides_in_python(std::span<const Layer> layers, std::span<const std::string> prefixes);

/// Returns the comment lines that say from which array on the layer's numbers differ from its model's.
std::string caveats_in_python(const Layer& layer, std::string_view prefix);

} // namespace attn
