#include "core/export/stage_code.h"

#include "core/engine/engine.h"
#include "core/export/python.h"
#include "core/figure/number.h"
#include "core/files/printable.h"
#include "core/model/address.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace attn {

StageCode::StageCode(const Layer& layer, ScriptLanguage language, PythonNumbers numbers, std::string_view prefix)
    : layer_(layer), sizes_(sizes_of(layer)), structure_(layer), language_(language), numbers_(std::move(numbers)),
      prefix_(prefix) {}

std::string StageCode::sizes() const {
    std::string lines = fmt::format("B, S_q, S_k, D, H, d_k, d_v = {}, {}, {}, {}, {}, {}, {}\n", sizes_.B, sizes_.S_q,
                                    sizes_.S_k, sizes_.D, sizes_.H, sizes_.d_k, sizes_.d_v);
    if (sizes_.queries_per_kv > 1)
        lines += fmt::format("H_kv = {}  # neighbouring heads share keys and values\n", sizes_.H_kv());
    return lines;
}

std::string StageCode::settings() const {
    std::string flags;
    for (const HeadWeights& head : layer_.heads)
        flags += fmt::format("{}[[{}.0]]", flags.empty() ? "" : ", ", head.on ? 1 : 0);
    return fmt::format("scale = {}  # {}\nheads_on = array([{}])\n", score_factor(layer_),
                       layer_.scale.kind == Scale::Kind::inverse_sqrt_d_k ? "1/sqrt(d_k) / temperature"
                                                                          : "scale / temperature",
                       flags);
}

std::string StageCode::parameters(ModelPart part) const {
    const Addresses addresses(layer_, sizes_);
    std::string lines;
    for (const Array& row : attn::parameters()) {
        if (row.part != part || !structure_.has(row.id))
            continue;
        std::vector<Matrix> heads;
        for (const Index head : addresses.heads(row.id))
            heads.push_back(parameter(layer_, row.id, head));
        const bool is_stacked = row.heads != Heads::none;
        lines += fmt::format("{} = {}", row.name, numbers_(part, row.name, heads, is_stacked));
        if (is_stacked)
            lines += fmt::format("  # {} x {} x {}", is_of_group(row) ? "H_kv" : "H", heads.front().rows(),
                                 heads.front().columns());
        lines += "\n";
    }
    return lines;
}

std::map<OperationId, std::string> StageCode::functions() const {
    std::map<OperationId, std::string> definitions;
    for (const Array& row : attn::stages())
        if (structure_.has(row.id) && is_computed(row.id))
            if (const Operation& how = operation(structure_.recipe(row.id).operation); how.python_function != nullptr)
                if (std::string function = how.python_function(layer_, library()); !function.empty())
                    definitions.emplace(how.id, std::move(function));
    return definitions;
}

std::string StageCode::stage(const Array& row) const {
    const bool is_embedded = is_computed(row.id) && structure_.recipe(row.id).operation == OperationId::embed;
    const std::string name =
        row.part == ModelPart::block ? fmt::format("{}{}", prefix_, row.name) : std::string(row.name);
    return fmt::format("{}{} = stage({}{}, {})\n", is_embedded ? embeddings() : "", row.name,
                       name.find('{') == std::string::npos ? "" : "f", python_text(name), expression(row));
}

std::string StageCode::stages(ModelPart part, ArrayId but) const {
    std::string lines;
    for (const Array& row : attn::stages())
        if (row.part == part && row.id != but && structure_.has(row.id))
            lines += stage(row);
    return lines;
}

std::string StageCode::expression(const Array& row) const {
    if (!is_computed(row.id))
        return zeros_of(row);
    const Recipe& recipe = structure_.recipe(row.id);
    const Operation& how = operation(recipe.operation);
    if (how.id == OperationId::embed)
        return fmt::format("embeddings[{}([[words.index(token) for token in item] for item in tokens])]",
                           language_ == ScriptLanguage::numpy ? "np.array" : "torch.tensor");
    std::vector<std::string> operands(PythonOperands::most);
    for (std::size_t i = 0; i < recipe.operands.size(); ++i)
        operands[i] = code_of(recipe.operands[i], row);
    const std::string code = how.python == nullptr ? std::string() : how.python({operands, library(), layer_, row.id});
    return code.empty() ? numbers_of(row) : code;
}

/// True if the array would be computed if it were not given.
bool StageCode::is_computed(ArrayId stage) const {
    Layer without = layer_;
    std::erase_if(without.given, [&](const auto& entry) { return entry.first.array == stage; });
    return is_present(without, stage);
}

/// Returns the code of an operand in the shape that the operation needs.
std::string StageCode::code_of(const Operand& operand, const Array& result) const {
    if (!structure_.has(operand.array))
        return "";
    std::string code(array_name(operand.array));
    if (is_in_blocks(operand.array) && result.heads != Heads::none)
        return code + ".reshape(B, S_q, H, d_v).swapaxes(1, 2)";
    if (heads_of(operand.array) == Heads::kv && result.heads == Heads::each && sizes_.queries_per_kv > 1)
        code = language_ == ScriptLanguage::numpy ? fmt::format("np.repeat({}, H // H_kv, 1)", code)
                                                  : fmt::format("{}.repeat_interleave(H // H_kv, 1)", code);
    if (operand.reads == Reads::row_as_column)
        return code + ".swapaxes(-1, -2)";
    const bool gets_heads = is_stage(operand.array) && result.heads != Heads::none && !has_heads(operand.array) &&
                            row_of(operand.array).items != PerItem::as_mask; // a mask has an axis for heads already
    return gets_heads ? code + "[:, None]" : code;
}

/// Returns the code of an array whose values are looked up, with its numbers from a trace without pins.
std::string StageCode::numbers_of(const Array& row) const {
    Layer plain = layer_;
    plain.pins.clear();
    Engine engine(1);
    const Trace& trace = engine.compute_rows(plain, {.stage = row.id, .rows = {0, shape_of(sizes_, row.id).rows}});
    std::vector<Matrix> all;
    for (const Address slot : trace.slots(row.id))
        all.push_back(trace.matrix(slot));
    if (row.items != PerItem::as_mask)
        return numbers_(row.part, row.name, all, row.items == PerItem::each || row.heads != Heads::none);
    const Extent extent = trace.extent(row.id);
    return fmt::format("{}.reshape({}, {}, S_q, S_k)", numbers_(row.part, row.name, all, true), extent.items,
                       extent.heads);
}

std::string StageCode::zeros_of(const Array& row) const {
    const Shape shape = shape_of(sizes_, row.id);
    if (row.items == PerItem::none)
        return fmt::format("zeros(({}{}, {}))", row.heads == Heads::none ? "" : "H, ", shape.rows, shape.columns);
    const std::string_view leading = row.heads == Heads::none ? "B, " : is_of_group(row) ? "B, H_kv, " : "B, H, ";
    return fmt::format("zeros(({}{}, {}))", leading, shape.rows, shape.columns);
}

/// Returns the lines that define the tokens and the embeddings of the words.
std::string StageCode::embeddings() const {
    const Embeddings& known = *layer_.sequence.embeddings;
    std::string words;
    std::vector<float> numbers;
    for (const auto& [word, row] : known) {
        words += fmt::format("{}{}", words.empty() ? "" : ", ", python_text(word));
        numbers.insert(numbers.end(), row.row(0).begin(), row.row(0).end());
    }
    const Matrix table = Matrix::adopt(std::move(numbers), std::ssize(known), sizes_.D);
    std::string lines = fmt::format("words = [{}]\nembeddings = {}  # a row for each word\ntokens = [\n", words,
                                    numbers_(ModelPart::input, "embeddings", {&table, 1}, false));
    for (const auto& item : layer_.sequence.items) {
        lines += "    [";
        for (std::size_t i = 0; i < item.size(); ++i)
            lines += (i == 0 ? "" : ", ") + python_text(item[i]);
        lines += "],\n";
    }
    return lines + "]\n";
}

namespace {

using Entries = std::vector<std::pair<std::string, std::string>>;

/// Returns the index of a matrix within its array of all items and heads: "0, 1" for an item and a head.
std::string place_of(const Layer& layer, ArrayId id, Index item, Index head) {
    const Array& row = row_of(id);
    if (row.items == PerItem::none)
        return has_heads(id) ? fmt::format("{},", head) : "";
    if (row.heads != Heads::none || row.items == PerItem::as_mask)
        return fmt::format("{}, {}", item, row.heads == Heads::kv ? head / layer.queries_per_kv : head);
    return fmt::format("{},", item);
}

/// Returns a dictionary "name": [ … ] with an entry for each array that has entries.
std::string dictionary(std::string_view name, const Entries& entries) {
    std::string text = fmt::format("{} = {{", name);
    std::string_view last;
    for (const auto& [stage, entry] : entries) {
        if (stage != last)
            text += fmt::format("{}\n    {}: [", last.empty() ? "" : "],", python_text(stage));
        else
            text += ", ";
        text += entry;
        last = stage;
    }
    return text + (last.empty() ? "}\n" : "],\n}\n");
}

} // namespace

std::string overrides_in_python(std::span<const Layer> layers, std::span<const std::string> prefixes) {
    Entries given;
    Entries pins;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const Layer& layer = layers[i];
        const auto name = [&](ArrayId id) {
            return row_of(id).part == ModelPart::block ? prefixes[i] + std::string(array_name(id))
                                                       : std::string(array_name(id));
        };
        for (const auto& [slot, matrix] : layer.given) {
            const std::string place = place_of(layer, slot.array, slot.item, slot.head);
            given.emplace_back(name(slot.array), fmt::format("(({}), {})", place.empty() ? "..." : place,
                                                             python_rows(matrix, "        ")));
        }
        for (const auto& [cell, value] : layer.pins) {
            std::string place = place_of(layer, cell.array, cell.item, cell.head);
            if (place.ends_with(','))
                place.pop_back();
            pins.emplace_back(name(cell.array), fmt::format("(({}{}{}, {}), {})", place, place.empty() ? "" : ", ",
                                                            cell.row, cell.column, exact_number(value)));
        }
    }
    return "\n# Stages that are given instead of computed: where, and the numbers.\n" + dictionary("given", given) +
           "# Single numbers that are pinned.\n" + dictionary("pins", pins);
}

std::string caveats_in_python(const Layer& layer, std::string_view prefix) {
    std::string lines;
    for (const Caveat& caveat : layer.caveats)
        lines += fmt::format("# From {}{} on this is not the model: {}.\n", prefix, array_name(caveat.from),
                             printable(caveat.says));
    return lines;
}

} // namespace attn
