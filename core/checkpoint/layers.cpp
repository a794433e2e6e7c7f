#include "core/checkpoint/layers.h"

#include "core/checkpoint/unread_tensors.h"
#include "core/files/printable.h"
#include "core/model/arrays.h"
#include "core/model/limits.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

namespace attn {

namespace {

/// What stands between the parts of names: a dot, or where a layer's name has none and slashes, as of programs that
/// keep weights in folders, a slash.
char separator_in(std::string_view layer) {
    return layer.find('/') != std::string_view::npos && layer.find('.') == std::string_view::npos ? '/' : '.';
}

std::string full_name(const std::string& layer, std::string_view tensor) {
    if (layer.empty())
        return std::string(tensor);
    const char separator = separator_in(layer);
    std::string name(tensor);
    std::ranges::replace(name, '.', separator);
    return layer + separator + name;
}

/// Whether the name is the layer's and then the tensor's; the layer's name is returned.
std::optional<std::string> layer_of(std::string_view name, std::string_view tensor) {
    if (name == tensor)
        return std::string();
    if (name.size() <= tensor.size() + 1)
        return std::nullopt;
    std::string layer(name.substr(0, name.size() - tensor.size() - 1));
    return full_name(layer, tensor) == name ? std::optional(std::move(layer)) : std::nullopt;
}

bool has_all(const Checkpoint& checkpoint, const std::string& layer, const Family& family) {
    return std::ranges::all_of(
        std::array{family.query, family.key, family.value, family.output},
        [&](std::string_view tensor) { return checkpoint.find(full_name(layer, tensor)) != nullptr; });
}

/// Reads the shapes of one layer. The first thing that does not fit is its problem.
class Inspection {
public:
    Inspection(const Checkpoint& checkpoint, std::string name, const Family& family, const PackedHeads& packed)
        : checkpoint_(checkpoint), packed_(packed) {
        layer_.name = std::move(name);
        layer_.family = &family;
    }

    FoundLayer inspect() {
        const Family& family = *layer_.family;
        if (!family.refused.empty()) {
            layer_.problem = family.refused;
            return std::move(layer_);
        }
        layer_.transposed = is_transposed();
        const bool is_packed = family.is_packed();
        const Index width = is_packed ? sides_of(family.output).inputs : 0;
        const auto query = is_packed ? packed(ArrayId::W_Q, 0, width) : weight(ArrayId::W_Q, family.query);
        const auto key = is_packed ? packed(ArrayId::W_K, 1, width) : weight(ArrayId::W_K, family.key);
        const auto value = is_packed ? packed(ArrayId::W_V, 2, width) : weight(ArrayId::W_V, family.value);
        const auto output = weight(ArrayId::W_O, family.output);
        layer_.D = query.inputs;
        layer_.D_context = key.inputs;
        layer_.query_width = query.outputs;
        layer_.key_width = key.outputs;
        layer_.value_width = value.outputs;
        layer_.concat_width = output.inputs;
        expect(value.inputs == key.inputs, family.value, value, {key.inputs, value.outputs});
        expect(output.outputs == query.inputs, family.output, output, {output.inputs, query.inputs});
        const bool packed = !family.query_bias.empty() && family.query_bias == family.key_bias;
        const std::array<Index, 3> widths{query.outputs, key.outputs, value.outputs};
        bias(ArrayId::b_Q, family.query_bias, 0, widths, packed);
        bias(ArrayId::b_K, family.key_bias, 1, widths, packed);
        bias(ArrayId::b_V, family.value_bias, 2, widths, packed);
        if (packed && find(family.query_bias) == nullptr) { // beside one tensor of weights, without one for keys
            bias(ArrayId::b_Q, "q_bias", 0, widths, false);
            bias(ArrayId::b_K, "k_bias", 1, widths, false);
            bias(ArrayId::b_V, "v_bias", 2, widths, false);
        }
        bias(ArrayId::b_O, family.output_bias, 0, {query.inputs, 0, 0}, false);
        if (family.query == array_name(ArrayId::W_Q)) // ours: what other models do not have is called as it is here
            for (const Array& row : parameters())
                if (row.is_optional && row.rows == Axis::model && find(row.name) != nullptr) {
                    const Sides gate = weight(row.id, row.name);
                    expect(gate.inputs == query.inputs && gate.outputs == output.inputs, row.name, gate,
                           {query.inputs, output.inputs});
                }
        for (Caveat& caveat : unread_tensors(checkpoint_, layer_))
            layer_.caveats.push_back(std::move(caveat));
        return std::move(layer_);
    }

private:
    struct Sides {
        Index inputs = 0;
        Index outputs = 0;
    };

    const Tensor* find(std::string_view tensor) const { return checkpoint_.find(full_name(layer_.name, tensor)); }

    void fail(std::string problem) {
        if (layer_.problem.empty())
            layer_.problem = std::move(problem);
    }

    std::string shown(std::string_view tensor) const { return printable(full_name(layer_.name, tensor), 120); }

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

    /// The tensor's inputs and outputs; nothing, and a problem, where it is no matrix.
    Sides sides_of(std::string_view name) {
        const Tensor* const tensor = find(name);
        if (tensor == nullptr) {
            fail(shown(name) + " is missing");
            return {};
        }
        const std::vector<Index>& shape = tensor->shape;
        if (layer_.family->may_have_heads_first && shape.size() == 3 && number_count(shape).value_or(0) > 0)
            return name == layer_.family->output ? Sides{shape[0] * shape[1], shape[2]}
                                                 : Sides{shape[1], shape[0] * shape[2]};
        if (shape.size() != 2 || shape[0] < 1 || shape[1] < 1) {
            fail(fmt::format("{} has shape {}, expected two axes", shown(name), shape_text(shape)));
            return {};
        }
        return {shape[layer_.transposed ? 1 : 0], shape[layer_.transposed ? 0 : 1]};
    }

    Sides weight(ArrayId parameter, std::string_view name) {
        const Sides sides = sides_of(name);
        if (sides.outputs == 0)
            return {};
        const Tensor& tensor = *find(name);
        if (parameter == ArrayId::W_Q) {
            layer_.stored = tensor.stored;
            layer_.heads_of_tensors = tensor.shape.size() == 3 ? tensor.shape[0] : 0;
        }
        Placement placement{parameter, tensor.name, layer_.transposed, 0, sides.outputs};
        placement.has_heads_first = tensor.shape.size() == 3;
        layer_.placements.push_back(std::move(placement));
        return sides;
    }

    /// Queries (part 0), keys or values out of the tensor that has all three. Queries are as wide as all heads'
    /// outputs.
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

    /// How the tensor is packed; a problem where nobody says it.
    Packing packing_of(Index queries, Index keys) {
        const bool is_told = packed_.packing.has_value() || !layer_.family->is_packed_as_model_says;
        if (!is_told)
            fail(fmt::format("queries, keys and values lie in {} in an order that only the model's kind tells, and no "
                             "config.json names one that is known",
                             shown(layer_.family->query)));
        const Packing packing =
            layer_.family->is_packed_as_model_says || layer_.family->orientation == Orientation::told_by_shape
                ? packed_.packing.value_or(Packing::one_behind_the_other)
                : Packing::one_behind_the_other;
        if (packing == Packing::one_behind_the_other)
            return packing;
        const Index width = packed_.heads > 0 && queries % packed_.heads == 0 ? queries / packed_.heads : 0;
        if (width > 0 && keys % width == 0 && (packing == Packing::by_group || keys == queries))
            return packing;
        fail(fmt::format("{} holds {} queries and {} keys, which {} heads do not divide", shown(layer_.family->query),
                         queries, keys, packed_.heads));
        return Packing::one_behind_the_other;
    }

    /// Each group has its queries' outputs, then those of its key and of its value.
    static void cut_by_groups(Placement& placement, Index part, Index width, Index queries_per_kv) {
        placement.block = part == 0 ? queries_per_kv * width : width;
        placement.stride = (queries_per_kv + 2) * width;
        placement.first = part == 0 ? 0 : (queries_per_kv + part - 1) * width;
    }

    void bias(ArrayId parameter, std::string_view name, std::size_t part, const std::array<Index, 3>& widths,
              bool packed) {
        const Tensor* const tensor = name.empty() ? nullptr : find(name);
        if (tensor == nullptr)
            return;
        const Index all = packed ? widths[0] + widths[1] + widths[2] : widths.at(part);
        const std::vector<Index>& shape = tensor->shape;
        const bool by_head = layer_.family->may_have_heads_first && shape.size() == 2 && shape[0] * shape[1] == all;
        const bool row = by_head || (shape.size() == 1 && shape[0] == all) ||
                         (shape.size() == 2 && shape[0] == 1 && shape[1] == all);
        if (!row)
            fail(fmt::format("{} has shape {}, expected ({},)", shown(name), shape_text(shape), all));
        Placement placement{parameter, tensor->name, false, 0, widths.at(part)};
        for (std::size_t before = 0; packed && before < part; ++before)
            placement.first += widths.at(before);
        if (const Placement& weight = packing_.at(part); packed && weight.block > 0) {
            placement.first = weight.first;
            placement.block = weight.block;
            placement.stride = weight.stride;
        }
        layer_.placements.push_back(std::move(placement));
    }

    const Checkpoint& checkpoint_;
    const PackedHeads& packed_;
    std::array<Placement, 3> packing_; ///< of the weights of queries, keys and values that are packed
    FoundLayer layer_;
};

std::string names_of(const std::vector<FoundLayer>& layers) {
    constexpr std::size_t shown = 6;
    std::string names;
    for (std::size_t i = 0; i < std::min(shown, layers.size()); ++i)
        names += (i == 0 ? "" : ", ") + (layers[i].name.empty() ? fmt::format("{} (without a name)", layers[i].number)
                                                                : printable(layers[i].name));
    return layers.size() > shown ? names + " …" : names;
}

Error no_layers(const Checkpoint& checkpoint) {
    std::string expected;
    std::string found;
    for (const Family& family : families())
        if (family.refused.empty() && expected.find(family.query) == std::string::npos)
            expected += (expected.empty() ? "" : ", ") + std::string(family.query);
    for (const Tensor& tensor : checkpoint.tensors())
        if (found.size() < 150)
            found += (found.empty() ? "" : ", ") + printable(tensor.name);
    return error("{}: there is no attention layer, which would have one of {}; there is {}", checkpoint.name(),
                 expected, found.empty() ? "nothing" : found);
}

/// Layers are called by the numbers in their names where these differ, and otherwise in their order.
void number(std::vector<FoundLayer>& layers) {
    std::set<Index> numbers;
    for (const FoundLayer& layer : layers)
        if (const auto own = number_in_name(layer.name))
            numbers.insert(*own);
    Index next = 0;
    for (FoundLayer& layer : layers)
        layer.number = numbers.size() == layers.size() ? *number_in_name(layer.name) : next++;
}

/// "1, 2, 5, 10": the numbers of heads that divide a width.
std::string divisors_of(Index width) {
    std::string text;
    for (Index heads = 1; heads <= std::min(width, head_limit); ++heads)
        if (width % heads == 0)
            text += (text.empty() ? "" : ", ") + std::to_string(heads);
    return text;
}

} // namespace

std::string FoundLayer::orientation() const {
    return fmt::format("{}{}",
                       heads_of_tensors > 0 ? "heads × inputs × outputs"
                       : transposed         ? "outputs × inputs, transposed on reading"
                                            : "inputs × outputs, read as it stands",
                       !family->is_packed()             ? ""
                       : find(ArrayId::W_Q) == nullptr  ? "; Q, K and V packed"
                       : find(ArrayId::W_Q)->block == 0 ? "; Q, K and V packed"
                       : find(ArrayId::W_Q)->block == find(ArrayId::W_K)->block
                           ? "; Q, K and V packed, head by head"
                           : "; Q, K and V packed, group by group");
}

const Placement* FoundLayer::find(ArrayId parameter) const {
    const auto found = std::ranges::find(placements, parameter, &Placement::parameter);
    return found == placements.end() ? nullptr : &*found;
}

bool names_in_order(const std::string& left, const std::string& right) {
    std::size_t i = 0;
    std::size_t j = 0;
    const auto digit = [](char letter) { return letter >= '0' && letter <= '9'; };
    while (i < left.size() && j < right.size()) {
        if (!digit(left[i]) || !digit(right[j])) {
            if (left[i] != right[j])
                return left[i] < right[j];
            ++i;
            ++j;
            continue;
        }
        const auto number = [&](const std::string& text, std::size_t& place) {
            while (place < text.size() && text[place] == '0')
                ++place;
            const std::size_t begin = place;
            while (place < text.size() && digit(text[place]))
                ++place;
            return std::string_view(text).substr(begin, place - begin);
        };
        const std::string_view first = number(left, i);
        const std::string_view second = number(right, j);
        if (first != second)
            return first.size() != second.size() ? first.size() < second.size() : first < second;
    }
    return left.size() - i < right.size() - j;
}

std::optional<Index> number_in_name(std::string_view layer) {
    std::optional<Index> number;
    while (!layer.empty()) {
        const std::size_t end = std::min(layer.find_first_of("./"), layer.size());
        Index value = 0;
        const auto [stop, status] = std::from_chars(layer.data(), layer.data() + end, value);
        if (status == std::errc() && stop == layer.data() + end && value >= 0)
            number = value;
        layer.remove_prefix(std::min(end + 1, layer.size()));
    }
    return number;
}

std::vector<FoundLayer> find_layers(const Checkpoint& checkpoint, const PackedHeads& packed) {
    std::map<std::string, const Family*> found;
    for (const Tensor& tensor : checkpoint.tensors())
        for (const Family& family : families())
            if (const auto layer = layer_of(tensor.name, family.query)) {
                if (!family.refused.empty() && !family.output.empty() && !has_all(checkpoint, *layer, family))
                    continue;
                const auto [place, is_first] = found.emplace(*layer, &family);
                if (!is_first && !has_all(checkpoint, *layer, *place->second) && has_all(checkpoint, *layer, family))
                    place->second = &family;
            }
    std::vector<FoundLayer> layers;
    layers.reserve(found.size());
    for (const auto& [name, family] : found)
        layers.push_back(Inspection(checkpoint, name, *family, packed).inspect());
    std::ranges::sort(layers, names_in_order, &FoundLayer::name);
    number(layers);
    return layers;
}

Result<FoundLayer> choose_layer(const Checkpoint& checkpoint, const std::vector<FoundLayer>& layers,
                                const std::optional<std::string>& wanted) {
    if (layers.empty())
        return no_layers(checkpoint);
    const auto checked = [&](const FoundLayer& layer) -> Result<FoundLayer> {
        if (!layer.problem.empty())
            return error("{}: {}{}{}", checkpoint.name(),
                         printable(layer.family->refused.empty() ? "" : layer.name, 120),
                         layer.family->refused.empty() ? "" : ": ", layer.problem);
        return layer;
    };
    if (!wanted && layers.size() == 1)
        return checked(layers.front());
    if (!wanted)
        return error("{}: there are {} layers; name one with --layer: {}", checkpoint.name(), layers.size(),
                     names_of(layers));
    const std::string_view name =
        std::string_view(*wanted).substr(0, wanted->size() - (wanted->ends_with('.') ? 1 : 0));
    if (const auto exact = std::ranges::find(layers, name, &FoundLayer::name); exact != layers.end())
        return checked(*exact);
    Index number = 0;
    const auto [end, status] = std::from_chars(name.data(), name.data() + name.size(), number);
    const bool is_number = status == std::errc() && end == name.data() + name.size();
    if (const auto found = std::ranges::find(layers, number, &FoundLayer::number); is_number && found != layers.end())
        return checked(*found);
    const auto contains_whole = [&](const FoundLayer& layer) {
        return ("." + layer.name + ".").find("." + std::string(name) + ".") != std::string::npos;
    };
    const auto contains = [&](const FoundLayer& layer) { return layer.name.find(name) != std::string::npos; };
    const bool is_part = !name.empty() && !is_number;
    const auto whole = !is_part ? 0 : std::ranges::count_if(layers, contains_whole);
    if (whole == 1)
        return checked(*std::ranges::find_if(layers, contains_whole));
    const auto count = !is_part ? 0 : std::max(whole, std::ranges::count_if(layers, contains));
    if (count == 1)
        return checked(*std::ranges::find_if(layers, contains));
    return error("{}: {} called “{}”; there {}: {}", checkpoint.name(),
                 count == 0 ? std::string("there is no layer") : fmt::format("{} layers are", count),
                 printable(*wanted), layers.size() == 1 ? "is" : "are", names_of(layers));
}

Result<HeadCounts> share_out(const Checkpoint& checkpoint, const FoundLayer& layer, Index heads) {
    const auto name = [&](ArrayId parameter) { return printable(layer.find(parameter)->tensor, 120); };
    const auto refuse = [&](ArrayId parameter, Index width) {
        return error("{}: {} has a width of {} for all heads, which {} heads do not divide; heads that fit: {}",
                     checkpoint.name(), name(parameter), width, heads, divisors_of(width));
    };
    if (layer.heads_of_tensors > 0 && heads != layer.heads_of_tensors)
        return error("{}: {} has {} heads, not {}", checkpoint.name(), name(ArrayId::W_Q), layer.heads_of_tensors,
                     heads);
    if (layer.query_width % heads != 0)
        return refuse(ArrayId::W_Q, layer.query_width);
    if (layer.concat_width % heads != 0)
        return refuse(ArrayId::W_O, layer.concat_width);
    HeadCounts counts{heads, 0, layer.query_width / heads, layer.concat_width / heads};
    counts.H_kv = layer.key_width / counts.d_k;
    if (layer.key_width % counts.d_k != 0 || counts.H_kv == 0 || heads % counts.H_kv != 0)
        return error("{}: {} has a width of {}, expected {} as {} has, or that of fewer heads with a width of {}",
                     checkpoint.name(), name(ArrayId::W_K), layer.key_width, layer.query_width, name(ArrayId::W_Q),
                     counts.d_k);
    if (layer.value_width != counts.H_kv * counts.d_v)
        return error("{}: {} has a width of {}, expected {}: {} heads of {} in {}", checkpoint.name(),
                     name(ArrayId::W_V), layer.value_width, counts.H_kv * counts.d_v, counts.H_kv, counts.d_v,
                     name(ArrayId::W_O));
    return counts;
}

} // namespace attn
