#include "core/checkpoint/layer_shapes.h"

#include "core/files/printable.h"
#include "core/model/arrays.h"
#include "core/model/limits.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace attn {

namespace {

/// Reads the shapes of one layer. The first mismatch becomes the layer's problem.
class Inspection {
public:
    Inspection(const Checkpoint& checkpoint, const NamedLayer& named, const PackedHeads& packed)
        : checkpoint_(checkpoint), packed_(packed) {
        layer_.name = named.name;
        layer_.separator = named.separator;
        layer_.family = named.family;
        layer_.reads_other = named.family->reads_other || says_that_it_reads_other();
    }

    FoundLayer inspect() {
        const Family& family = *layer_.family;
        if (!family.refused.empty()) {
            layer_.problem = family.refused;
            return std::move(layer_);
        }
        layer_.transposed = is_transposed();
        const Index width = family.is_packed() ? sides_of(family.output).inputs : 0;
        const auto query = family.is_packed() ? packed(ArrayId::W_Q, 0, width) : weight(ArrayId::W_Q, family.query);
        const auto key = family.is_packed()         ? packed(ArrayId::W_K, 1, width)
                         : family.has_packed_keys() ? half(ArrayId::W_K, 0)
                                                    : weight(ArrayId::W_K, family.key);
        const auto value = family.is_packed()         ? packed(ArrayId::W_V, 2, width)
                           : family.has_packed_keys() ? half(ArrayId::W_V, 1)
                                                      : weight(ArrayId::W_V, family.value);
        const auto output = weight(ArrayId::W_O, family.output);
        layer_.D = query.inputs;
        layer_.D_context = key.inputs;
        layer_.query_width = query.outputs;
        layer_.key_width = key.outputs;
        layer_.value_width = value.outputs;
        layer_.concat_width = output.inputs;
        expect(value.inputs == key.inputs, family.value, value, {key.inputs, value.outputs});
        expect(output.outputs == query.inputs, family.output, output, {output.inputs, query.inputs});
        const std::array<Index, 3> widths{query.outputs, key.outputs, value.outputs};
        biases(widths);
        bias(ArrayId::b_O, family.output_bias, {0, query.inputs});
        if (family.query == array_name(ArrayId::W_Q)) // the program's own names, which gates have too
            for (const Array& row : parameters())
                if (row.is_optional && row.rows == Axis::model && find(row.name) != nullptr) {
                    const Sides gate = weight(row.id, row.name);
                    expect(gate.inputs == query.inputs && gate.outputs == output.inputs, row.name, gate,
                           {query.inputs, output.inputs});
                }
        check_types();
        return std::move(layer_);
    }

private:
    struct Sides {
        Index inputs = 0;
        Index outputs = 0;
    };

    const Tensor* find(std::string_view tensor) const {
        return tensor.empty() ? nullptr : checkpoint_.find(layer_.full_name(tensor));
    }

    void fail(std::string problem) {
        if (layer_.problem.empty())
            layer_.problem = std::move(problem);
    }

    std::string shown(std::string_view tensor) const { return printable(layer_.full_name(tensor), 120); }

    bool is_transposed() const {
        const Family& family = *layer_.family;
        if (family.orientation != Orientation::told_by_shape)
            return family.orientation == Orientation::outputs_by_inputs;
        const Tensor* const packed = find(family.query);
        return packed != nullptr && packed->shape.size() == 2 && packed->shape[0] > packed->shape[1];
    }

    std::string shape_of(Sides sides) const {
        const std::array<Index, 2> inputs_first{sides.inputs, sides.outputs};
        const std::array<Index, 2> outputs_first{sides.outputs, sides.inputs};
        return shape_text(layer_.transposed ? outputs_first : inputs_first);
    }

    void expect(bool fits, std::string_view tensor, Sides found, Sides expected) {
        if (!fits)
            fail(fmt::format("{} has shape {}, expected {}", shown(tensor), shape_of(found), shape_of(expected)));
    }

    /// Returns the hint "; W_Q, W_K, W_V and W_O belong together …" for a family in which each has a tensor of its own;
    /// otherwise an empty text.
    std::string that_belong_together() const {
        const Family& family = *layer_.family;
        if (family.is_packed() || family.has_packed_keys() || family.output.empty())
            return {};
        return fmt::format("; {}, {}, {} and {} belong together (one alone is pasted on its matrix in the window)",
                           family.query, family.key, family.value, family.output);
    }

    /// Returns the tensor's numbers of inputs and outputs; zeros, and sets the layer's problem, if the tensor is not a
    /// matrix.
    Sides sides_of(std::string_view name) {
        const Tensor* const tensor = find(name);
        if (tensor == nullptr) {
            const auto others = checkpoint_.without_numbers();
            const bool is_there = std::ranges::find(others, layer_.full_name(name)) != others.end();
            fail(is_there ? shown(name) + " holds no real numbers"
                          : fmt::format("{} is missing{}{}", shown(name), that_belong_together(),
                                        checkpoint_.hint_of_parts()));
            return {};
        }
        const std::vector<Index>& shape = tensor->shape;
        if (layer_.family->head_axis != HeadAxis::none && shape.size() == 3 && number_count(shape).value_or(0) > 0) {
            if (name == layer_.family->output)
                return {shape[0] * shape[1], shape[2]};
            return layer_.family->head_axis == HeadAxis::first ? Sides{shape[1], shape[0] * shape[2]}
                                                               : Sides{shape[0], shape[1] * shape[2]};
        }
        if (shape.size() != 2 || shape[0] < 1 || shape[1] < 1) {
            fail(fmt::format("{} has shape {}, expected two axes{}", shown(name), shape_text(shape),
                             shape.size() > 2 ? "; tensors that hold several layers are said by --names \"layers=first "
                                                "q=… k=… v=… o=…\", or layers=second"
                                              : ""));
            return {};
        }
        return {shape[layer_.transposed ? 1 : 0], shape[layer_.transposed ? 0 : 1]};
    }

    Sides weight(ArrayId parameter, std::string_view name) {
        const Sides sides = sides_of(name);
        if (sides.outputs == 0)
            return {};
        const Tensor& tensor = *find(name);
        Placement placement{parameter, tensor.name, layer_.transposed, 0, sides.outputs};
        placement.head_axis = tensor.shape.size() == 3 ? layer_.family->head_axis : HeadAxis::none;
        placement.other_heads = tensors_of_other_heads(name, tensor.shape);
        const auto tensors = 1 + static_cast<Index>(placement.other_heads.size());
        placement.count *= tensors;
        if (parameter == ArrayId::W_Q) {
            layer_.stored = tensor.stored;
            layer_.heads_of_tensors = placement.head_axis == HeadAxis::first    ? tensor.shape[0]
                                      : placement.head_axis == HeadAxis::second ? tensor.shape[1]
                                      : layer_.family->has_tensors_of_heads     ? tensors
                                                                                : 0;
        }
        layer_.placements.push_back(std::move(placement));
        return {sides.inputs, sides.outputs * tensors};
    }

    /// Returns the names of the tensors of heads 1, 2, …, if each head has tensors of its own; `name` is that of head
    /// 0.
    std::vector<std::string> tensors_of_other_heads(std::string_view name, const std::vector<Index>& shape) {
        constexpr std::string_view first = ".0.";
        std::vector<std::string> found;
        const std::size_t at = name.find(first);
        if (!layer_.family->has_tensors_of_heads || at == std::string_view::npos)
            return found;
        for (Index head = 1; head < head_limit; ++head) {
            const std::string other = fmt::format("{}.{}.{}", name.substr(0, at), head, name.substr(at + first.size()));
            const Tensor* const tensor = find(other);
            if (tensor == nullptr)
                break;
            if (tensor->shape != shape)
                fail(fmt::format("{} has shape {}, expected {}", shown(other), shape_text(tensor->shape),
                                 shape_text(shape)));
            found.push_back(tensor->name);
        }
        return found;
    }

    /// Returns the part with the keys (part 0) or values (part 1) of a tensor that contains first all keys, then all
    /// values.
    Sides half(ArrayId parameter, Index part) {
        const std::string_view name = layer_.family->key;
        const Sides both = sides_of(name);
        if (both.outputs % 2 != 0)
            fail(fmt::format("{} has shape {}: {} outputs are no keys and as many values", shown(name),
                             shape_text(find(name)->shape), both.outputs));
        if (both.outputs == 0)
            return {};
        const Index width = both.outputs / 2;
        layer_.placements.push_back({parameter, find(name)->name, layer_.transposed, part * width, width});
        return {both.inputs, width};
    }

    /// Returns the part with the queries (part 0), keys (1) or values (2) of a tensor that contains all three.
    /// `queries` is the width of all heads' queries.
    Sides packed(ArrayId parameter, Index part, Index queries) {
        const Family& family = *layer_.family;
        const Sides all = sides_of(family.query);
        if (all.outputs == 0 || queries == 0)
            return {};
        const Tensor& tensor = *find(family.query);
        layer_.stored = tensor.stored;
        const Index keys = (all.outputs - queries) / 2;
        if (keys < 1 || queries + 2 * keys != all.outputs || queries % keys != 0) {
            fail(fmt::format("{} has shape {}: {} outputs cannot be cut into {} for Q, and K and V",
                             shown(family.query), shape_text(tensor.shape), all.outputs, queries));
            return {};
        }
        const Index first = part == 0 ? 0 : queries + (part - 1) * keys;
        Placement placement{parameter, tensor.name, layer_.transposed, first, part == 0 ? queries : keys};
        if (const Packing packing = packing_of(queries, keys); packing != Packing::one_behind_the_other)
            cut_by_groups(placement, part, queries / packed_.heads, queries / keys);
        packing_.at(static_cast<std::size_t>(part)) = placement;
        layer_.placements.push_back(std::move(placement));
        return {all.inputs, part == 0 ? queries : keys};
    }

    /// Returns the packing of the tensor. If nothing determines it, sets the layer's problem.
    Packing packing_of(Index queries, Index keys) {
        const bool depends = layer_.family->is_packed_as_model_says;
        if (depends && !packed_.packing && layer_.problem.empty()) {
            layer_.asks_packing = true;
            fail(fmt::format("queries, keys and values lie in {} in an order that only the model's kind tells, and no "
                             "config.json names one that is known; say it by --packing",
                             shown(layer_.family->query)));
        }
        const bool follows = depends || packed_.is_said || layer_.family->orientation == Orientation::told_by_shape;
        const Packing packing =
            follows ? packed_.packing.value_or(Packing::one_behind_the_other) : Packing::one_behind_the_other;
        if (packing == Packing::one_behind_the_other)
            return packing;
        const Index width = packed_.heads > 0 && queries % packed_.heads == 0 ? queries / packed_.heads : 0;
        if (width > 0 && keys % width == 0 && (packing == Packing::by_group || keys == queries))
            return packing;
        fail(fmt::format("{} holds {} queries and {} keys, which {} heads do not divide", shown(layer_.family->query),
                         queries, keys, packed_.heads));
        return Packing::one_behind_the_other;
    }

    /// Describes the position of a part in a tensor packed by groups: each group has the outputs of its queries, then
    /// of its key and its value.
    static void cut_by_groups(Placement& placement, Index part, Index width, Index queries_per_kv) {
        placement.block = part == 0 ? queries_per_kv * width : width;
        placement.stride = (queries_per_kv + 2) * width;
        placement.first = part == 0 ? 0 : (queries_per_kv + part - 1) * width;
    }

    /// Finds the biases of queries, keys and values: under the family's name, or as q_bias, k_bias and v_bias beside
    /// the module of the weights.
    void biases(const std::array<Index, 3>& widths) {
        const Family& family = *layer_.family;
        const std::array<std::string_view, 3> names{family.query_bias, family.key_bias, family.value_bias};
        const std::array<std::string_view, 3> weights{family.query, family.key, family.value};
        constexpr std::array ids{ArrayId::b_Q, ArrayId::b_K, ArrayId::b_V};
        constexpr std::array<std::string_view, 3> alone{"q_bias", "k_bias", "v_bias"};
        for (std::size_t part = 0; part < ids.size(); ++part) {
            BiasPlace place{0, widths.at(part)};
            const auto shares = [&](std::size_t other) { return names.at(other) == names.at(part); };
            for (std::size_t other = 0; other < ids.size(); ++other)
                if (other != part && !names.at(part).empty() && shares(other)) {
                    place.all = std::max(place.all, place.width) + widths.at(other);
                    place.first += other < part ? widths.at(other) : 0;
                }
            if (find(names.at(part)) != nullptr) {
                bias(ids.at(part), names.at(part), place, &packing_.at(part));
                continue;
            }
            const std::string_view weight = weights.at(part);
            const std::size_t module = weight.rfind('.');
            const std::size_t above = module == std::string_view::npos ? module : weight.rfind('.', module - 1);
            const std::string_view beside = above == std::string_view::npos ? "" : weight.substr(0, above + 1);
            bias(ids.at(part), std::string(beside) + std::string(alone.at(part)), {0, widths.at(part)});
        }
    }

    /// The position of a bias in its tensor, which may contain several biases.
    struct BiasPlace {
        Index first = 0;
        Index width = 0;
        Index all = 0; ///< width of the whole tensor; 0: equal to `width`
    };

    void bias(ArrayId parameter, std::string_view name, const BiasPlace& place, const Placement* packed = nullptr) {
        const Tensor* const tensor = find(name);
        if (tensor == nullptr)
            return;
        const std::vector<Index>& shape = tensor->shape;
        Placement placement{parameter, tensor->name, false, place.first, place.width};
        placement.other_heads = tensors_of_other_heads(name, shape);
        const Index all = std::max(place.all, place.width) / (1 + static_cast<Index>(placement.other_heads.size()));
        const bool by_head =
            layer_.family->head_axis != HeadAxis::none && shape.size() == 2 && shape[0] * shape[1] == all;
        const bool row = by_head || (shape.size() == 1 && shape[0] == all) ||
                         (shape.size() == 2 && shape[0] == 1 && shape[1] == all);
        if (!row)
            fail(fmt::format("{} has shape {}, expected ({},)", shown(name), shape_text(shape), all));
        if (packed != nullptr && packed->block > 0) {
            placement.first = packed->first;
            placement.block = packed->block;
            placement.stride = packed->stride;
        }
        layer_.placements.push_back(std::move(placement));
    }

    /// Sets the layer's problem if its weights are quantised: numbers of fewer than 16 bits, or that cannot be
    /// negative, are not the weights themselves.
    void check_types() {
        constexpr std::array<std::string_view, 12> quantised{"I8",   "U8",    "U16",    "U32",    "U64",  "BOOL",
                                                             "int8", "uint8", "uint16", "uint32", "bool", "uint64"};
        constexpr std::array<std::string_view, 3> short_floats{"F8_", "F6_", "F4"}; // F64 is not among them
        for (const Placement& placement : layer_.placements) {
            const Tensor& tensor = *checkpoint_.find(placement.tensor);
            const std::string& type = tensor.stored;
            const bool is_short =
                std::ranges::find(quantised, type) != quantised.end() ||
                std::ranges::any_of(short_floats, [&](std::string_view begin) { return type.starts_with(begin); });
            if (is_short || (type.starts_with('I') && !scale_of(tensor).empty()))
                layer_.problem = fmt::format("{} is stored as {}{}: the weights are quantised; expected floats",
                                             printable(tensor.name, 120), printable(type), scale_of(tensor));
        }
    }

    /// Returns the hint " with SCB", if a tensor of that or a similar name beside the weight contains its scale;
    /// otherwise an empty text.
    std::string scale_of(const Tensor& tensor) const {
        const std::size_t leaf = tensor.name.rfind(layer_.separator);
        const std::string module = leaf == std::string::npos ? std::string() : tensor.name.substr(0, leaf + 1);
        for (const std::string_view scale : {"SCB", "weight_scale", "weight_scale_inv", "scales", "absmax"})
            if (checkpoint_.find(module + std::string(scale)) != nullptr)
                return fmt::format(" with {}", scale);
        return {};
    }

    /// True if the layer's name says that keys and values come from an encoder or another sequence.
    bool says_that_it_reads_other() const {
        const std::string& name = layer_.name;
        const std::size_t last = name.find_last_of("./");
        const std::string module = last == std::string::npos ? name : name.substr(last + 1);
        const auto is_one_of = [&](std::initializer_list<std::string_view> parts) {
            return std::ranges::any_of(parts,
                                       [&](std::string_view part) { return name.find(part) != std::string::npos; });
        };
        if (is_one_of({"crossattention", "cross_attn", "cross_attention", "crossattn", "CrossAttention", "encoder_attn",
                       "enc_dec_attn", "EncDecAttention", "src_attn", "encoder_decoder_attention"}))
            return true;
        const std::string above = name.substr(0, name.size() - module.size());
        const auto has = [&](std::string_view other) {
            return checkpoint_.find(above + std::string(other)) != nullptr;
        };
        // both have this module behind self-attention
        return (module == "multihead_attn" && has("self_attn.in_proj_weight")) ||
               (module == "attn2" && has("attn1.to_q.weight"));
    }

    const Checkpoint& checkpoint_;
    const PackedHeads& packed_;
    std::array<Placement, 3> packing_; ///< positions of the weights of queries, keys and values in their tensor, if
                                       ///< they are packed
    FoundLayer layer_;
};

} // namespace

FoundLayer read_shapes(const Checkpoint& checkpoint, const NamedLayer& layer, const PackedHeads& packed) {
    return Inspection(checkpoint, layer, packed).inspect();
}

} // namespace attn
