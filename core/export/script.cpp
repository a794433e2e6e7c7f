#include "core/export/script.h"

#include "core/document/options/session_notation.h"
#include "core/engine/engine.h"
#include "core/export/python.h"
#include "core/export/script_text.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/files/printable.h"
#include "core/model/address.h"
#include "core/model/norm.h"
#include "core/model/rotary.h"
#include "core/model/structure.h"
#include "core/notation/in_notation.h"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

namespace attn {

namespace {

class ScriptWriter {
public:
    ScriptWriter(const Session& session, ScriptLanguage language)
        : session_(session), layer_(session.layer()), sizes_(sizes_of(session.layer())), language_(language),
          structure_(layer_) {}

    std::string write() {
        write_heading();
        write_caveats();
        script_ += language_ == ScriptLanguage::numpy ? numpy_beginning : torch_beginning;
        write_sizes();
        write_overrides();
        script_ += keeping;
        write_weights();
        for (const Array& row : stages())
            if (structure_.has(row.id)) {
                write_notation(row.id);
                write_stage(row);
            }
        script_ += ending;
        script_ += language_ == ScriptLanguage::numpy
                       ? "np.savez(sys.argv[1], **trace)\n"
                       : "numpy.savez(sys.argv[1], **{name: value.numpy() for name, value in trace.items()})\n";
        return std::move(script_);
    }

private:
    std::string_view library() const { return language_ == ScriptLanguage::numpy ? "np" : "torch"; }

    /// Writes the stage's formula in the user's notation as a comment, unless that is the default notation.
    void write_notation(ArrayId stage) {
        if (session_.notation == NotationChoice())
            return;
        const Notation notation = notation_of(session_);
        const std::string formula = formula_of(session_, stage);
        if (!formula.empty())
            script_ +=
                fmt::format("# {} = {}\n", in_notation(symbol_of(stage), notation), in_notation(formula, notation));
        for (const NoteFormula& note : session_.notation.profile().formulas)
            if (note.array == stage)
                script_ += fmt::format("# {}\n", note.tex);
    }

    void write_heading() {
        script_ =
            fmt::format("# Attention Lab: {}, seed {}.\n",
                        session_.title.empty() ? "a session" : "“" + printable(session_.title) + "”", session_.seed);
        script_ += fmt::format("# Rebuilds this layer with {} and prints every stage. With a file name, python3 SCRIPT "
                               "trace.npz, it saves them too.\n",
                               language_ == ScriptLanguage::numpy ? "NumPy" : "PyTorch");
    }

    /// Writes as comments from which array on the numbers are not the model's.
    void write_caveats() {
        for (const Caveat& caveat : layer_.caveats)
            script_ += fmt::format("# From {} on this is not the model: {}.\n", array_name(caveat.from),
                                   printable(caveat.says));
    }

    void write_sizes() {
        script_ += fmt::format("\n\nB, S_q, S_k, D, H, d_k, d_v = {}, {}, {}, {}, {}, {}, {}\n", sizes_.B, sizes_.S_q,
                               sizes_.S_k, sizes_.D, sizes_.H, sizes_.d_k, sizes_.d_v);
        if (sizes_.queries_per_kv > 1)
            script_ += fmt::format("H_kv = {}  # neighbouring heads share keys and values\n", sizes_.H_kv());
        script_ += fmt::format("scale = {}  # {}\n", score_factor(layer_),
                               layer_.scale.kind == Scale::Kind::inverse_sqrt_d_k ? "1/sqrt(d_k) / temperature"
                                                                                  : "scale / temperature");
        std::vector<float> on;
        for (const HeadWeights& head : layer_.heads)
            on.push_back(head.on ? 1.0F : 0.0F);
        std::string flags;
        for (const float flag : on)
            flags += fmt::format("{}[[{:.0f}.0]]", flags.empty() ? "" : ", ", flag);
        script_ += fmt::format("heads_on = array([{}])\n", flags);
    }

    /// The index of a stage's matrix in its array: "0, 1" for an item and a head.
    std::string place_of(ArrayId id, Index item, Index head) const {
        if (row_of(id).items == PerItem::none)
            return has_heads(id) ? fmt::format("{},", head) : "";
        if (row_of(id).heads != Heads::none || row_of(id).items == PerItem::as_mask)
            return fmt::format("{}, {}", item, row_of(id).heads == Heads::kv ? head / layer_.queries_per_kv : head);
        return fmt::format("{},", item);
    }

    /// Writes a dictionary "name": [ … ] with an entry for each stage that has any.
    template <class Entries>
    void write_dictionary(std::string_view name, const Entries& entries) {
        script_ += fmt::format("{} = {{", name);
        std::string_view last;
        for (const auto& [stage, entry] : entries) {
            if (stage != last)
                script_ += fmt::format("{}\n    {}: [", last.empty() ? "" : "],", python_text(stage));
            else
                script_ += ", ";
            script_ += entry;
            last = stage;
        }
        script_ += last.empty() ? "}\n" : "],\n}\n";
    }

    void write_overrides() {
        std::vector<std::pair<std::string_view, std::string>> entries;
        for (const auto& [slot, matrix] : layer_.given) {
            const std::string place = place_of(slot.array, slot.item, slot.head);
            entries.emplace_back(row_of(slot.array).name, fmt::format("(({}), {})", place.empty() ? "..." : place,
                                                                      python_rows(matrix, "        ")));
        }
        script_ += "\n# Stages that are given instead of computed: where, and the numbers.\n";
        write_dictionary("given", entries);
        entries.clear();
        for (const auto& [cell, value] : layer_.pins) {
            const auto id = cell.array;
            std::string place = place_of(id, cell.item, cell.head);
            if (place.ends_with(','))
                place.pop_back();
            entries.emplace_back(row_of(id).name, fmt::format("(({}{}{}, {}), {})", place, place.empty() ? "" : ", ",
                                                              cell.row, cell.column, exact_number(value)));
        }
        script_ += "# Single numbers that are pinned.\n";
        write_dictionary("pins", entries);
    }

    void write_weights() {
        const Addresses addresses(layer_, sizes_);
        for (const Array& row : parameters()) {
            if (!structure_.has(row.id))
                continue;
            std::vector<Matrix> heads;
            for (const Index head : addresses.heads(row.id))
                heads.push_back(parameter(layer_, row.id, head));
            if (row.heads == Heads::none)
                script_ += fmt::format("{} = {}\n", row.name, python_array(heads, false));
            else
                script_ += fmt::format("{} = {}  # {} x {} x {}\n", row.name, python_array(heads, true),
                                       is_of_group(row) ? "H_kv" : "H", heads.front().rows(), heads.front().columns());
        }
        write_norms();
        write_activation();
        for (const HeadNormRow& row : head_norms)
            write_head_norm(row);
        write_rotary();
        if (layer_.soft_cap > 0)
            script_ += fmt::format("soft_cap = {}\n", exact_number(layer_.soft_cap));
        script_ += "\n";
    }

    /// The function of the norm of whole rows that makes the array: "normed" of X, "normed_mlp_X" of another.
    static std::string norm_function(const Array& row) {
        return row.row_norm == static_cast<Norm Layer::*>(&Block::norm) ? "normed" : fmt::format("normed_{}", row.name);
    }

    bool is_made_by_row_norm(const Array& row) const {
        return row.row_norm != nullptr && structure_.has(row.id) &&
               structure_.recipe(row.id).operation == OperationId::norm;
    }

    /// Writes the norms of whole rows: those that make X from the layer's input, and the others of the stream.
    void write_norms() {
        for (const Array& row : stages())
            if (is_made_by_row_norm(row))
                write_norm(row);
    }

    void write_norm(const Array& row) {
        const Norm& norm = layer_.*row.row_norm;
        const auto operands = structure_.recipe(row.id).operands;
        const auto learnt = [&](std::size_t place) {
            return operands.size() > place && structure_.has(operands[place].array)
                       ? fmt::format("double({})", array_name(operands[place].array))
                       : std::string();
        };
        const std::string gain = learnt(1).empty() ? "" : " * " + learnt(1);
        const std::string bias = learnt(2).empty() ? "" : " + " + learnt(2);
        script_ += fmt::format("\n\ndef {}(rows):\n    rows = double(rows)\n", norm_function(row));
        if (norm.kind == Norm::Kind::off || norm.kind == Norm::Kind::gain) {
            script_ += fmt::format("    return rows{}\n\n", gain);
            return;
        }
        if (norm.kind == Norm::Kind::layer)
            script_ += "    rows = rows - rows.mean(-1, keepdims=True)\n";
        script_ += fmt::format("    factor = ((rows * rows).mean(-1, keepdims=True) + {}) ** -0.5\n"
                               "    return rows * factor{}{}\n\n",
                               exact_number(norm.epsilon), gain, bias);
    }

    /// Writes the activation function of the MLP.
    void write_activation() {
        if (layer_.W_up.empty())
            return;
        const bool is_numpy = language_ == ScriptLanguage::numpy;
        const auto code = [&]() -> std::string {
            switch (layer_.activation) {
            case Activation::gelu:
                return is_numpy ? "    from math import erf\n    return x * (1 + np.vectorize(erf)(x / 2**0.5)) / 2\n"
                                : "    return x * (1 + torch.erf(x / 2**0.5)) / 2\n";
            case Activation::gelu_tanh:
                return fmt::format("    return x * (1 + {}.tanh((2 / {})**0.5 * (x + 0.044715 * x * x * x))) / 2\n",
                                   library(), "3.141592653589793");
            case Activation::relu:
                return "    return x * (x > 0)\n";
            case Activation::silu:
                break;
            }
            return fmt::format("    return x / (1 + {}.exp(-x))\n", library());
        };
        script_ += "\n\ndef activated(x):\n    x = double(x)\n" + code() + "\n";
    }

    /// Writes the norm of the rows of queries, keys or values of each head.
    void write_head_norm(const HeadNormRow& row) {
        const HeadNorm& norm = layer_.*row.norm;
        if (norm.kind == Norm::Kind::off)
            return;
        const bool has_gain = std::ranges::any_of(parameters(), [&](const Array& parameter) {
            return parameter.norm == row.norm && parameter.is_gain && structure_.has(parameter.id);
        });
        const std::string_view axes = norm.across_heads ? "(1, 3)" : "3";
        script_ += fmt::format(
            "\n\ndef {}(rows{}, bias=None):\n"
            "    \"\"\"Rows of {}, brought to one length.\"\"\"\n    rows = double(rows){}\n",
            row.function, has_gain ? ", gain" : "", norm.across_heads ? "all heads together" : "each head",
            norm.kind == Norm::Kind::layer ? fmt::format("\n    rows = rows - rows.mean({}, keepdims=True)", axes)
                                           : std::string());
        script_ += fmt::format("    factor = ((rows * rows).mean({}, keepdims=True) + {}) ** -0.5\n"
                               "    rows = rows * factor{}\n"
                               "    return copy(rows if bias is None else rows + double(bias))\n\n",
                               axes, exact_number(norm.epsilon), has_gain ? " * double(gain)" : "");
    }

    /// The angles of rotary positions at position 1, separated by commas.
    std::string frequencies(Index count) const {
        const Rotary& rotary = layer_.rotary;
        std::string text;
        for (Index pair = 0; pair < count / 2; ++pair) {
            Rotary halves = rotary;
            halves.pairs = Rotary::Pairs::halves;
            text += fmt::format("{}{}", pair == 0 ? "" : ", ", turn_of(halves, sizes_.d_k, 1, pair).frequency);
        }
        return text;
    }

    /// Writes the rotation of queries and keys by their positions.
    void write_rotary() {
        const Rotary& rotary = layer_.rotary;
        if (rotary.pairs == Rotary::Pairs::off)
            return;
        const Index count = rotary.dimensions == 0 ? sizes_.d_k : rotary.dimensions;
        const bool neighbours = rotary.pairs == Rotary::Pairs::neighbours;
        const std::string first =
            neighbours ? fmt::format("slice(0, {}, 2)", count) : fmt::format("slice(0, {})", count / 2);
        const std::string second =
            neighbours ? fmt::format("slice(1, {}, 2)", count) : fmt::format("slice({}, {})", count / 2, count);
        script_ += fmt::format(
            R"(

def rotated(rows):
    """Pairs of columns turn by an angle that grows with the place of their token, counted from 0."""
    places = double({0}.arange(rows.shape[-2]))[:, None]
    angle = places * {1}
    cosine, sine = {0}.cos(angle){2}, {0}.sin(angle){2}
    first, second = {3}, {4}
    result = copy(rows)
    result[..., first] = double(rows[..., first]) * cosine - double(rows[..., second]) * sine
    result[..., second] = double(rows[..., second]) * cosine + double(rows[..., first]) * sine
    return result

)",
            library(),
            rotary.scaling == Rotary::Scaling::none
                ? fmt::format("{} ** (-2.0 * double({}.arange({})) / {})", exact_number(rotary.base), library(),
                              count / 2, count)
                : fmt::format("{}.{}([{}], dtype={}.float64)  # scaled", library(),
                              language_ == ScriptLanguage::numpy ? "array" : "tensor", frequencies(count), library()),
            rotary.magnitude == 1 ? "" : fmt::format(" * {}", exact_number(rotary.magnitude)), first, second);
    }

    /// True if the stage would be computed if it were not given.
    bool is_computed(ArrayId id) const {
        Layer without = layer_;
        std::erase_if(without.given, [&](const auto& entry) { return entry.first.array == id; });
        return is_present(without, id);
    }

    void write_line(ArrayId id, std::string_view code) {
        const std::string_view name = row_of(id).name;
        script_ += fmt::format("{} = stage({}, {})\n", name, python_text(name), code);
    }

    void write_stage(const Array& row) {
        if (!is_computed(row.id))
            return write_line(row.id, zeros_of(row));
        const Recipe& recipe = structure_.recipe(row.id);
        const Operation& how = operation(recipe.operation);
        if (how.id == OperationId::embed)
            return write_embeddings();
        if (how.python == nullptr)
            return write_line(row.id, numbers_of(row.id));
        std::vector<std::string> operands(PythonOperands::most);
        for (std::size_t i = 0; i < recipe.operands.size(); ++i)
            operands[i] = code_of(recipe.operands[i], row);
        const HeadNormRow* const of_heads = find_head_norm(row.norm);
        const std::string norm = of_heads != nullptr       ? std::string(of_heads->function)
                                 : row.row_norm != nullptr ? norm_function(row)
                                                           : std::string();
        write_line(row.id, how.python({operands, library(), norm}));
    }

    /// The code of an operand in the shape that the operation needs.
    std::string code_of(const Operand& operand, const Array& result) const {
        if (!structure_.has(operand.array))
            return "";
        std::string code(array_name(operand.array));
        if (is_in_blocks(operand.array) && result.heads != Heads::none)
            return code + ".reshape(B, S_q, H, d_v).swapaxes(1, 2)";
        if (heads_of(operand.array) == Heads::kv && result.heads == Heads::each)
            code = for_all_heads(code);
        if (operand.reads == Reads::row_as_column)
            return code + ".swapaxes(-1, -2)";
        const bool gets_heads = is_stage(operand.array) && result.heads != Heads::none && !has_heads(operand.array) &&
                                row_of(operand.array).items != PerItem::as_mask; // a mask has an axis for heads already
        return gets_heads ? code + "[:, None]" : code;
    }

    /// The code of a stage that is looked up, with its numbers from a trace.
    std::string numbers_of(ArrayId id) {
        const Trace& trace = looked_up();
        std::vector<Matrix> all;
        for (const Address slot : trace.slots(id))
            all.push_back(trace.matrix(slot));
        const PerItem items = row_of(id).items;
        if (items != PerItem::as_mask)
            return python_array(all, items == PerItem::each || has_heads(id));
        const Extent extent = trace.extent(id);
        return fmt::format("{}.reshape({}, {}, S_q, S_k)", python_array(all, true), extent.items, extent.heads);
    }

    /// The trace of the layer without pins.
    const Trace& looked_up() {
        if (!engine_) {
            Layer plain = layer_;
            plain.pins.clear();
            engine_.emplace(1);
            engine_->compute(plain);
        }
        return engine_->trace();
    }

    std::string zeros_of(const Array& row) const {
        const Shape shape = shape_of(sizes_, row.id);
        if (row.items == PerItem::none)
            return fmt::format("zeros(({}{}, {}))", row.heads == Heads::none ? "" : "H, ", shape.rows, shape.columns);
        const std::string_view leading = row.heads == Heads::none ? "B, " : is_of_group(row) ? "B, H_kv, " : "B, H, ";
        return fmt::format("zeros(({}{}, {}))", leading, shape.rows, shape.columns);
    }

    bool is_of_group(const Array& row) const { return row.heads == Heads::kv && sizes_.queries_per_kv > 1; }

    /// The code of keys or values repeated for each head that reads them.
    std::string for_all_heads(std::string_view name) const {
        if (sizes_.queries_per_kv == 1)
            return std::string(name);
        return language_ == ScriptLanguage::numpy ? fmt::format("np.repeat({}, H // H_kv, 1)", name)
                                                  : fmt::format("{}.repeat_interleave(H // H_kv, 1)", name);
    }

    void write_embeddings() {
        script_ += "embeddings = {\n";
        for (const auto& [word, row] : *layer_.sequence.embeddings) {
            std::string numbers = python_rows(row, "");
            script_ += fmt::format("    {}: {},\n", python_text(word), numbers.substr(1, numbers.size() - 2));
        }
        script_ += "}\ntokens = [\n";
        for (const auto& item : layer_.sequence.items) {
            script_ += "    [";
            for (std::size_t i = 0; i < item.size(); ++i)
                script_ += (i == 0 ? "" : ", ") + python_text(item[i]);
            script_ += "],\n";
        }
        script_ += "]\n";
        write_line(ArrayId::E, "[[embeddings[token] for token in item] for item in tokens]");
    }

    const Session& session_;
    const Layer& layer_;
    Sizes sizes_;
    ScriptLanguage language_;
    Structure structure_;
    std::optional<Engine> engine_; ///< computes looked_up()
    std::string script_;
};

} // namespace

Result<std::string> layer_script(const Session& session, ScriptLanguage language) {
    return ScriptWriter(session, language).write();
}

} // namespace attn
