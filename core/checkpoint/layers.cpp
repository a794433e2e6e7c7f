#include "core/checkpoint/layers.h"
#include "core/model/arrays.h"

#include "core/io/printable.h"
#include "core/model/limits.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>

namespace attn {

namespace {

std::string full_name(const std::string& layer, std::string_view tensor) {
    return layer.empty() ? std::string(tensor) : layer + "." + std::string(tensor);
}

/// Whether the name is the layer's and then the tensor's; the layer's name is returned.
std::optional<std::string> layer_of(std::string_view name, std::string_view tensor) {
    if (name == tensor)
        return std::string();
    if (name.size() <= tensor.size() + 1 || !name.ends_with(tensor) || name[name.size() - tensor.size() - 1] != '.')
        return std::nullopt;
    return std::string(name.substr(0, name.size() - tensor.size() - 1));
}

bool has_all(const Checkpoint& checkpoint, const std::string& layer, const Family& family) {
    return std::ranges::all_of(
        std::array{family.query, family.key, family.value, family.output},
        [&](std::string_view tensor) { return checkpoint.find(full_name(layer, tensor)) != nullptr; });
}

/// Reads the shapes of one layer. The first thing that does not fit is its problem.
class Inspection {
public:
    Inspection(const Checkpoint& checkpoint, std::string name, const Family& family) : checkpoint_(checkpoint) {
        layer_.name = std::move(name);
        layer_.family = &family;
    }

    FoundLayer inspect() {
        const Family& family = *layer_.family;
        layer_.transposed = is_transposed();
        const Index parts = family.is_packed() ? 3 : 1;
        const auto query = weight(ArrayId::W_Q, family.query, 0, parts);
        const auto key = weight(ArrayId::W_K, family.key, 1, parts);
        const auto value = weight(ArrayId::W_V, family.value, 2, parts);
        const auto output = weight(ArrayId::W_O, family.output, 0, 1);
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
        bias(ArrayId::b_O, family.output_bias, 0, {query.inputs, 0, 0}, false);
        if (family.query == array_name(ArrayId::W_Q)) // ours: what other models do not have is called as it is here
            for (const Array& row : parameters())
                if (row.is_optional && row.rows == Axis::model && find(row.name) != nullptr) {
                    const Sides gate = weight(row.id, row.name, 0, 1);
                    expect(gate.inputs == query.inputs && gate.outputs == output.inputs, row.name, gate,
                           {query.inputs, output.inputs});
                }
        for (const std::string_view other : family.not_computed)
            if (!other.empty() && find(other) != nullptr)
                layer_.remark +=
                    fmt::format("{}{} is there and not computed", layer_.remark.empty() ? "" : "; ", other);
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
        return packed != nullptr && packed->shape.size() == 2 && packed->shape[0] == 3 * packed->shape[1];
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

    /// The `part`-th of as many equal parts of a tensor's outputs.
    Sides weight(ArrayId parameter, std::string_view name, Index part, Index parts) {
        const Tensor* const tensor = find(name);
        if (tensor == nullptr) {
            fail(shown(name) + " is missing");
            return {};
        }
        const std::vector<Index>& shape = tensor->shape;
        if (shape.size() != 2 || shape[0] < 1 || shape[1] < 1) {
            fail(fmt::format("{} has shape {}, expected two axes", shown(name), shape_text(shape)));
            return {};
        }
        if (parameter == ArrayId::W_Q)
            layer_.stored = tensor->stored;
        Sides sides{shape[layer_.transposed ? 1 : 0], shape[layer_.transposed ? 0 : 1]};
        if (sides.outputs % parts != 0)
            fail(fmt::format("{} has shape {}: {} outputs cannot be cut into Q, K and V", shown(name),
                             shape_text(shape), sides.outputs));
        sides.outputs /= parts;
        layer_.placements.push_back(
            {parameter, tensor->name, layer_.transposed, parts == 1 ? 0 : part * sides.outputs, sides.outputs});
        return sides;
    }

    void bias(ArrayId parameter, std::string_view name, std::size_t part, const std::array<Index, 3>& widths,
              bool packed) {
        const Tensor* const tensor = name.empty() ? nullptr : find(name);
        if (tensor == nullptr)
            return;
        const Index all = packed ? widths[0] + widths[1] + widths[2] : widths.at(part);
        const std::vector<Index>& shape = tensor->shape;
        const bool row =
            (shape.size() == 1 && shape[0] == all) || (shape.size() == 2 && shape[0] == 1 && shape[1] == all);
        if (!row)
            fail(fmt::format("{} has shape {}, expected ({},)", shown(name), shape_text(shape), all));
        Index first = 0;
        for (std::size_t before = 0; packed && before < part; ++before)
            first += widths.at(before);
        layer_.placements.push_back({parameter, tensor->name, false, first, widths.at(part)});
    }

    const Checkpoint& checkpoint_;
    FoundLayer layer_;
};

/// Whether one name stands before the other, where "h.2" stands before "h.10".
bool in_order(const std::string& left, const std::string& right) {
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

std::string names_of(const std::vector<FoundLayer>& layers) {
    constexpr std::size_t shown = 6;
    std::string names;
    for (std::size_t i = 0; i < std::min(shown, layers.size()); ++i)
        names += (i == 0 ? "" : ", ") + printable(layers[i].name);
    return layers.size() > shown ? names + " …" : names;
}

Error no_layers(const Checkpoint& checkpoint) {
    std::string expected;
    std::string found;
    for (const Family& family : families())
        if (expected.find(family.query) == std::string::npos)
            expected += (expected.empty() ? "" : ", ") + std::string(family.query);
    for (const Tensor& tensor : checkpoint.tensors())
        if (found.size() < 150)
            found += (found.empty() ? "" : ", ") + printable(tensor.name);
    return error("{}: there is no attention layer, which would have one of {}; there is {}", checkpoint.name(),
                 expected, found.empty() ? "nothing" : found);
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
                       transposed ? "outputs × inputs, transposed on reading" : "inputs × outputs, read as it stands",
                       family->is_packed() ? "; Q, K and V packed" : "");
}

const Placement* FoundLayer::find(ArrayId parameter) const {
    const auto found = std::ranges::find(placements, parameter, &Placement::parameter);
    return found == placements.end() ? nullptr : &*found;
}

std::vector<FoundLayer> find_layers(const Checkpoint& checkpoint) {
    std::map<std::string, const Family*> found;
    for (const Tensor& tensor : checkpoint.tensors())
        for (const Family& family : families())
            if (const auto layer = layer_of(tensor.name, family.query)) {
                const auto [place, is_first] = found.emplace(*layer, &family);
                if (!is_first && !has_all(checkpoint, *layer, *place->second) && has_all(checkpoint, *layer, family))
                    place->second = &family;
            }
    std::vector<FoundLayer> layers;
    layers.reserve(found.size());
    for (const auto& [name, family] : found)
        layers.push_back(Inspection(checkpoint, name, *family).inspect());
    std::ranges::sort(layers, in_order, &FoundLayer::name);
    return layers;
}

Result<FoundLayer> choose_layer(const Checkpoint& checkpoint, const std::vector<FoundLayer>& layers,
                                const std::optional<std::string>& wanted) {
    if (layers.empty())
        return no_layers(checkpoint);
    const auto checked = [&](const FoundLayer& layer) -> Result<FoundLayer> {
        if (!layer.problem.empty())
            return error("{}: {}", checkpoint.name(), layer.problem);
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
    std::size_t number = 0;
    const auto [end, status] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (status == std::errc() && end == name.data() + name.size() && number >= 1 && number <= layers.size())
        return checked(layers[number - 1]);
    const auto contains = [&](const FoundLayer& layer) { return layer.name.find(name) != std::string::npos; };
    const auto count = name.empty() ? 0 : std::ranges::count_if(layers, contains);
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
