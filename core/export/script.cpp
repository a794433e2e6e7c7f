#include "core/export/script.h"

#include "core/model/address.h"
#include "core/engine/engine.h"
#include "core/model/mask.h"
#include "core/model/positions.h"
#include "core/model/stages.h"
#include "core/export/python.h"
#include "core/export/script_text.h"
#include "core/figure/number.h"
#include "core/io/printable.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <vector>

namespace attn {

namespace {

/// How a stage is computed; {} is the library. Rows with no code are written by hand below.
struct Line {
    ArrayId stage;
    std::string_view code;
};
constexpr std::array lines{
    Line{ArrayId::resid_pre, "E + P"},
    Line{ArrayId::Q_rotated, "turned(Q)"},
    Line{ArrayId::K_rotated, "turned(K)"},
    Line{ArrayId::scaled, "scores * scale"},
    Line{ArrayId::masked, "scaled + mask"},
    Line{ArrayId::row_max, "{0}.amax(masked, -1, keepdims=True)"},
    Line{ArrayId::exp, "{0}.exp(masked - {0}.where(row_max == -inf, {0}.zeros_like(row_max), row_max))"},
    Line{ArrayId::row_sum, "exp.sum(-1, keepdims=True)"},
    Line{ArrayId::A, "exp / {0}.where(row_sum == 0, {0}.ones_like(row_sum), row_sum) * (row_sum != 0)"},
    Line{ArrayId::concat, "O.swapaxes(1, 2).reshape(B, S_q, H * d_v)"},
    Line{ArrayId::parts, "concat.reshape(B, S_q, H, d_v).swapaxes(1, 2) @ W_O"},
};

class ScriptWriter {
public:
    ScriptWriter(const Session& session, ScriptLanguage language)
        : session_(session), layer_(session.layer()), sizes_(sizes_of(session.layer())), language_(language) {}

    Result<std::string> write() {
        write_heading();
        script_ += language_ == ScriptLanguage::numpy ? numpy_beginning : torch_beginning;
        write_sizes();
        write_overrides();
        script_ += keeping;
        write_weights();
        for (const Array& row : stages())
            if (is_present(layer_, row.id))
                write_stage(row);
        if (failure_)
            return *failure_;
        script_ += ending;
        script_ += language_ == ScriptLanguage::numpy
                       ? "np.savez(sys.argv[1], **trace)\n"
                       : "numpy.savez(sys.argv[1], **{name: value.numpy() for name, value in trace.items()})\n";
        return std::move(script_);
    }

private:
    std::string_view library() const { return language_ == ScriptLanguage::numpy ? "np" : "torch"; }

    void write_heading() {
        script_ =
            fmt::format("# Attention Lab: {}, seed {}.\n",
                        session_.title.empty() ? "a session" : "“" + printable(session_.title) + "”", session_.seed);
        script_ += fmt::format("# Rebuilds this layer with {} and prints every stage. With a file name, python3 SCRIPT "
                               "trace.npz, it saves them too.\n",
                               language_ == ScriptLanguage::numpy ? "NumPy" : "PyTorch");
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

    /// Where a matrix of a stage stands in its array: "0, 1" for an item and head.
    std::string place_of(ArrayId id, Index item, Index head) const {
        if (id == ArrayId::P)
            return "";
        if (stage(id).heads != Heads::none || id == ArrayId::mask)
            return fmt::format("{}, {}", item, stage(id).heads == Heads::kv ? head / layer_.queries_per_kv : head);
        return fmt::format("{},", item);
    }

    /// "name": [ … ] for each stage that has any.
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
            const std::string place = place_of(slot.stage, slot.item, slot.head);
            entries.emplace_back(stage(slot.stage).name, fmt::format("(({}), {})", place.empty() ? "..." : place,
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
            entries.emplace_back(stage(id).name, fmt::format("(({}{}{}, {}), {})", place, place.empty() ? "" : ", ",
                                                             cell.row, cell.column, exact_number(value)));
        }
        script_ += "# Single numbers that are pinned.\n";
        write_dictionary("pins", entries);
    }

    void write_weights() {
        for (const ArrayId id : {ArrayId::W_Q, ArrayId::W_K, ArrayId::W_V, ArrayId::W_O,
                                     ArrayId::b_Q, ArrayId::b_K, ArrayId::b_V}) {
            std::vector<Matrix> heads;
            for (const Index head : Addresses(layer_, sizes_).heads(id))
                if (const Matrix& weight = parameter(layer_, id, head); !weight.empty())
                    heads.push_back(weight);
            if (!heads.empty())
                script_ += fmt::format("{} = {}  # {} x {} x {}\n", array_name(id), python_array(heads, true),
                                       heads_of(id) == Heads::kv && sizes_.queries_per_kv > 1 ? "H_kv" : "H",
                                       heads.front().rows(), heads.front().columns());
        }
        if (!layer_.b_O.empty())
            script_ += fmt::format("b_O = {}\n", python_array(std::array{layer_.b_O}, false));
        write_norm();
        write_rotary();
        script_ += "\n";
    }

    /// What makes X of what enters the model.
    void write_norm() {
        const Norm& norm = layer_.norm;
        if (norm.kind == Norm::Kind::off)
            return;
        script_ += fmt::format("norm_gain = {}\n", python_array(std::array{norm.gain}, false));
        if (!norm.bias.empty())
            script_ += fmt::format("norm_bias = {}\n", python_array(std::array{norm.bias}, false));
        script_ +=
            fmt::format("\n\ndef normed(rows):\n    rows = double(rows){}\n",
                        norm.kind == Norm::Kind::layer ? "\n    rows = rows - rows.mean(-1, keepdims=True)" : "");
        script_ += fmt::format("    factor = ((rows * rows).mean(-1, keepdims=True) + {}) ** -0.5\n"
                               "    return rows * factor * double(norm_gain){}\n\n",
                               exact_number(norm.epsilon), norm.bias.empty() ? "" : " + double(norm_bias)");
    }

    /// How queries and keys are turned by their places.
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
        script_ += fmt::format(R"(

def turned(rows):
    """Pairs of columns turn by an angle that grows with the place of their token, counted from 0."""
    places = double({0}.arange(rows.shape[-2]))[:, None]
    angle = places * {1} ** (-2.0 * double({0}.arange({2})) / {3})
    cosine, sine = {0}.cos(angle), {0}.sin(angle)
    first, second = {4}, {5}
    result = copy(rows)
    result[..., first] = double(rows[..., first]) * cosine - double(rows[..., second]) * sine
    result[..., second] = double(rows[..., second]) * cosine + double(rows[..., first]) * sine
    return result

)",
                               library(), exact_number(rotary.base), count / 2, count, first, second);
    }

    /// Whether the stage would exist if it were not given.
    bool is_computed(ArrayId id) const {
        Layer without = layer_;
        std::erase_if(without.given, [&](const auto& entry) { return entry.first.stage == id; });
        return is_present(without, id);
    }

    void write_line(ArrayId id, std::string_view code) {
        const std::string_view name = stage(id).name;
        script_ += fmt::format("{} = stage({}, {})\n", name, python_text(name), code);
    }

    void write_stage(const Array& row) {
        if (!is_computed(row.id))
            return write_line(row.id, zeros_of(row));
        const auto* const line = std::ranges::find(lines, row.id, &Line::stage);
        if (line != lines.end())
            return write_line(row.id, fmt::format(fmt::runtime(line->code), library()));
        switch (row.id) {
        case ArrayId::X:
            return write_line(row.id, is_present(layer_, ArrayId::resid_pre) ? "normed(resid_pre)" : "E + P");
        case ArrayId::scores:
            return write_line(row.id, fmt::format("{} @ {}.swapaxes(-1, -2)", array_name(query_stage(layer_)),
                                                  for_all_heads(array_name(key_stage(layer_)))));
        case ArrayId::O:
            return write_line(row.id, fmt::format("(A @ {}) * heads_on", for_all_heads("V")));
        case ArrayId::E:
            return write_embeddings();
        case ArrayId::P:
            return write_line(row.id, python_array(std::array{positions()}, false));
        case ArrayId::context:
            return write_line(row.id, python_array(contexts(), true));
        case ArrayId::mask:
            return write_mask();
        case ArrayId::Q:
            return write_line(row.id, affine("X", ArrayId::W_Q, ArrayId::b_Q));
        case ArrayId::K:
            return write_line(row.id, affine(keys_from(), ArrayId::W_K, ArrayId::b_K));
        case ArrayId::V:
            return write_line(row.id, affine(keys_from(), ArrayId::W_V, ArrayId::b_V));
        case ArrayId::Y:
            return write_line(row.id, layer_.b_O.empty() ? "parts.sum(1)" : "parts.sum(1) + b_O");
        default:
            failure_ = error("scripts do not know the stage {}", row.name);
        }
    }

    std::string zeros_of(const Array& row) const {
        const Shape shape = shape_of(sizes_, row.id);
        if (row.id == ArrayId::P)
            return fmt::format("zeros(({}, {}))", shape.rows, shape.columns);
        const std::string_view leading = row.heads == Heads::none ? "B, " : is_of_group(row) ? "B, H_kv, " : "B, H, ";
        return fmt::format("zeros(({}{}, {}))", leading, shape.rows, shape.columns);
    }

    bool is_of_group(const Array& row) const { return row.heads == Heads::kv && sizes_.queries_per_kv > 1; }

    /// Keys or values as each head reads them.
    std::string for_all_heads(std::string_view name) const {
        if (sizes_.queries_per_kv == 1)
            return std::string(name);
        return language_ == ScriptLanguage::numpy ? fmt::format("np.repeat({}, H // H_kv, 1)", name)
                                                  : fmt::format("{}.repeat_interleave(H // H_kv, 1)", name);
    }

    std::string_view keys_from() const { return layer_.context ? "context" : "X"; }

    std::string affine(std::string_view from, ArrayId weight, ArrayId bias) const {
        std::string code = fmt::format("{}[:, None] @ {}", from, array_name(weight));
        if (!parameter(layer_, bias, 0).empty())
            code += fmt::format(" + {}", array_name(bias));
        return code;
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

    Matrix positions() const {
        std::vector<float> numbers(static_cast<std::size_t>(sizes_.S_q * sizes_.D));
        fill_positions(layer_.sequence.positions, {numbers.data(), sizes_.S_q, sizes_.D, sizes_.D});
        return Matrix::adopt(std::move(numbers), sizes_.S_q, sizes_.D);
    }

    std::vector<Matrix> contexts() const {
        std::vector<Matrix> all;
        Engine engine(1);
        const Trace& trace = engine.compute(layer_);
        for (Index item = 0; item < sizes_.B; ++item)
            all.push_back(trace.matrix({ArrayId::context, item, 0}));
        return all;
    }

    void write_mask() {
        const Extent extent = mask_extent(layer_);
        std::vector<Matrix> all;
        for (Index item = 0; item < extent.items; ++item)
            for (Index head = 0; head < extent.heads; ++head) {
                std::vector<float> numbers(static_cast<std::size_t>(sizes_.S_q * sizes_.S_k));
                fill_mask(layer_, item, head, {numbers.data(), sizes_.S_q, sizes_.S_k, sizes_.S_k});
                all.push_back(Matrix::adopt(std::move(numbers), sizes_.S_q, sizes_.S_k));
            }
        write_line(ArrayId::mask,
                   fmt::format("{}.reshape({}, {}, S_q, S_k)", python_array(all, true), extent.items, extent.heads));
    }

    const Session& session_;
    const Layer& layer_;
    Sizes sizes_;
    ScriptLanguage language_;
    std::string script_;
    std::optional<Error> failure_;
};

} // namespace

Result<std::string> layer_script(const Session& session, ScriptLanguage language) {
    return ScriptWriter(session, language).write();
}

} // namespace attn
