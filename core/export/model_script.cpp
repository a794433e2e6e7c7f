#include "core/export/model_script.h"

#include "core/export/python.h"
#include "core/export/script_text.h"
#include "core/export/stage_code.h"
#include "core/files/file_transaction.h"
#include "core/files/npz.h"
#include "core/model/stream.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>
#include <vector>

namespace attn {

namespace {

/// Returns the lines, indented as the body of a function.
std::string indented(std::string_view lines) {
    std::string text;
    while (!lines.empty()) {
        const std::string_view line = lines.substr(0, lines.find('\n') + 1);
        text += line == "\n" ? "\n" : "    " + std::string(line);
        lines.remove_prefix(line.size());
    }
    return text;
}

class ModelScriptWriter {
public:
    ModelScriptWriter(const Model& model, ScriptLanguage language, NpzWriter& weights)
        : model_(model), language_(language), weights_(weights) {
        const auto count = static_cast<Index>(model.blocks.size());
        layers_.reserve(model.blocks.size());
        for (Index number = 0; number < count; ++number) {
            Layer layer = layer_of(model, number);
            for (Index item = 0; number > 0 && item < layer.sequence.item_count(); ++item)
                layer.given.try_emplace({number, entering_array(layer), item}, entering_rows());
            layers_.push_back(std::move(layer));
            codes_.emplace_back(
                layers_.back(), language,
                [this, number](ModelPart part, std::string_view name, std::span<const Matrix> matrices, bool stacked) {
                    return kept(part, number, name, matrices, stacked);
                },
                "layers.{layer}.");
        }
    }

    std::string write(const std::filesystem::path& weights) {
        const bool is_numpy = language_ == ScriptLanguage::numpy;
        std::string script = fmt::format(
            "# Attention Lab: a whole model, with {}. Reads its weights from {}, which stands beside this file.\n"
            "# Prints the likeliest next words. With a file name, python3 SCRIPT trace.npz, it saves every stage "
            "too.\n",
            is_numpy ? "NumPy" : "PyTorch", python_text(weights.filename().string()));
        std::vector<Layer> without_entering; // the rows that enter a block are no override
        std::vector<std::string> prefixes;
        for (Index number = 0; number < std::ssize(layers_); ++number) {
            prefixes.push_back(fmt::format("layers.{}.", number));
            script += caveats_in_python(layers_[static_cast<std::size_t>(number)], prefixes.back());
            without_entering.push_back(layer_of(model_, number));
        }
        find_shared_functions();
        script += is_numpy ? numpy_beginning : torch_beginning;
        script += "\n\n" + codes_.front().sizes() + overrides_in_python(without_entering, prefixes) +
                  std::string(keeping) + fmt::format(weights_beginning, python_text(weights.filename().string()));
        for (const std::string& function : shared_)
            script += "\n\n" + function;
        script += blocks();
        const StageCode& first = codes_.front();
        const ArrayId entering = entering_array(layers_.front());
        script += "\n\n" + first.parameters(ModelPart::input) + first.stages(ModelPart::input, entering) +
                  fmt::format("{} = {}\n", array_name(entering), first.expression(row_of(entering)));
        script += loop();
        const StageCode& last = codes_.back();
        script += last.parameters(ModelPart::output) + last.stages(ModelPart::output, entering);
        script += next_words;
        script += saving;
        std::vector<std::string> without_items; // the arrays that have no axis of items
        for (const Array& row : stages())
            if (row.items != PerItem::each)
                without_items.push_back(python_text(row.name));
        script += fmt::format(without_axis_of_items, fmt::join(without_items, ", "));
        return script + std::string(is_numpy ? saved_by_numpy : saved_by_torch);
    }

private:
    /// Returns zeros in the shape of the rows that the previous block passes on.
    Matrix entering_rows() const {
        return Matrix::zeros(model_.input.sequence.token_count(), sizes_of(layers_.front()).D);
    }

    /// Adds an array to the file of weights. Returns the code that reads it.
    std::string kept(ModelPart part, Index number, std::string_view name, std::span<const Matrix> matrices,
                     bool stacked) {
        const bool is_of_block = part == ModelPart::block;
        std::vector<Index> shape{matrices.front().rows(), matrices.front().columns()};
        if (stacked)
            shape.insert(shape.begin(), std::ssize(matrices));
        weights_.begin(is_of_block ? fmt::format("layers.{}.{}", number, name) : std::string(name), shape);
        for (const Matrix& matrix : matrices)
            weights_.append(matrix.view());
        return is_of_block ? fmt::format("weight(f\"layers.{{layer}}.{}\")", name)
                           : fmt::format("weight(\"{}\")", name);
    }

    /// Finds the functions that are the same in all layers; the others are defined in the blocks that call them.
    void find_shared_functions() {
        std::map<OperationId, std::set<std::string>> functions;
        for (const StageCode& code : codes_)
            for (const auto& [operation, function] : code.functions())
                functions[operation].insert(function);
        for (const auto& [operation, definitions] : functions)
            if (definitions.size() == 1)
                shared_.insert(*definitions.begin());
    }

    std::string body_of(std::size_t number) const {
        const StageCode& code = codes_[number];
        const ArrayId entering = entering_array(layers_[number]);
        const ArrayId leaving = leaving_array(code.structure());
        std::string body = number > 0 && code.sizes() != codes_.front().sizes() ? code.sizes() : "";
        body += code.settings() + code.parameters(ModelPart::block);
        for (const auto& [operation, function] : code.functions())
            if (!shared_.contains(function))
                body += "\n" + function + "\n";
        body += fmt::format("{0} = stage(f\"layers.{{layer}}.{0}\", {0})\n", array_name(entering)) +
                code.stages(ModelPart::block, entering);
        return code.structure().has(leaving) ? fmt::format("{}return {}\n", body, array_name(leaving)) : body;
    }

    /// Returns the functions of the blocks: one for all blocks with the same code.
    std::string blocks() {
        std::map<std::string, std::string> names; // by body
        std::string functions;
        for (std::size_t number = 0; number < layers_.size(); ++number) {
            const std::string body = body_of(number);
            const auto [known, is_new] = names.emplace(body, fmt::format("block_{}", number));
            if (is_new)
                functions += fmt::format("\n\ndef {}(layer, {}):\n{}", known->second,
                                         array_name(entering_array(layers_[number])), indented(body));
            kinds_.push_back(known->second);
        }
        return functions;
    }

    /// Returns the lines that compute all blocks, one after the other.
    std::string loop() const {
        const std::string_view entering = array_name(entering_array(layers_.front()));
        const std::string_view leaving = array_name(leaving_array(codes_.back().structure()));
        const bool are_alike = std::ranges::count(kinds_, kinds_.front()) == std::ssize(kinds_);
        const std::string layers = are_alike
                                       ? fmt::format("for layer in range({})", kinds_.size())
                                       : fmt::format("for layer, block in enumerate([{}])", fmt::join(kinds_, ", "));
        return fmt::format("{}:\n    {} = {} = {}(layer, {})\n", layers, entering, leaving,
                           are_alike ? kinds_.front() : "block", entering);
    }

    const Model& model_;
    ScriptLanguage language_;
    NpzWriter& weights_;
    std::vector<Layer> layers_;      // layers, each with rows that enter it
    std::vector<StageCode> codes_;   // code of each layer
    std::set<std::string> shared_;   // definitions of functions that are the same in all layers
    std::vector<std::string> kinds_; // name of the function of each layer
};

} // namespace

std::filesystem::path weights_of_script(const std::filesystem::path& path) {
    return std::filesystem::path(path).replace_extension(".weights.npz");
}

Result<void> write_model_script(const Model& model, ScriptLanguage language, const std::filesystem::path& path) {
    const std::filesystem::path of_weights = weights_of_script(path);
    NpzWriter weights(of_weights);
    const std::string script = ModelScriptWriter(model, language, weights).write(of_weights);
    FileTransaction files;
    if (auto added = files.add(weights.take()); !added)
        return added;
    if (auto written = files.write(path, script); !written)
        return written;
    return files.commit();
}

} // namespace attn
