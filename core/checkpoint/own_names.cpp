#include "core/checkpoint/own_names.h"

#include "core/files/printable.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <sstream>
#include <utility>
#include <vector>

namespace attn {

namespace {

/// A key before "=" in --names, and the members of Family that it sets.
struct OwnName {
    std::string_view key;
    std::array<std::string_view Family::*, 3> sets{}; ///< members that are set to the name
};
constexpr std::array own_keys{OwnName{"q", {&Family::query}},
                              OwnName{"k", {&Family::key}},
                              OwnName{"v", {&Family::value}},
                              OwnName{"o", {&Family::output}},
                              OwnName{"kv", {&Family::key, &Family::value}},
                              OwnName{"qkv", {&Family::query, &Family::key, &Family::value}},
                              OwnName{"q_bias", {&Family::query_bias}},
                              OwnName{"k_bias", {&Family::key_bias}},
                              OwnName{"v_bias", {&Family::value_bias}},
                              OwnName{"o_bias", {&Family::output_bias}},
                              OwnName{"kv_bias", {&Family::key_bias, &Family::value_bias}},
                              OwnName{"qkv_bias", {&Family::query_bias, &Family::key_bias, &Family::value_bias}}};

/// A family made of the user's names, and the texts to which its string_views point.
struct OwnFamily {
    Family family{.title = "names of one's own", .is_packed_as_model_says = true, .needs_all = false};
    std::vector<std::unique_ptr<const std::string>> texts;
    std::string order;  ///< "in-out", "out-in", or empty if not said
    std::string layers; ///< the axis of layers in each tensor: "first", "second", or empty if not said

    std::string_view keep(std::string text) {
        return *texts.emplace_back(std::make_unique<const std::string>(std::move(text)));
    }
    void refuse(std::string why) {
        if (family.refused.empty())
            family.refused = keep(std::move(why));
    }
};

/// True if the tensor's name is `name`, or ends with it after a dot or slash.
bool is_called(const Tensor& tensor, std::string_view name) {
    const std::string& whole = tensor.name;
    return whole.ends_with(name) &&
           (whole.size() == name.size() ||
            std::string_view("./").find(whole[whole.size() - name.size() - 1]) != std::string_view::npos);
}

/// Returns the first tensor whose name is_called() accepts; nullptr if there is none.
const Tensor* tensor_named(const Checkpoint& checkpoint, std::string_view name) {
    const auto found =
        std::ranges::find_if(checkpoint.tensors(), [&](const Tensor& tensor) { return is_called(tensor, name); });
    return found == checkpoint.tensors().end() ? nullptr : &*found;
}

/// Returns the name with the ending, e.g. ".weight", under which a tensor exists; `name` itself if none does.
std::string completed(const Checkpoint& checkpoint, const std::string& name) {
    for (const char* const ending : {"", ".weight", ".kernel", "/kernel"})
        if (tensor_named(checkpoint, name + ending) != nullptr)
            return name + ending;
    return name;
}

/// Returns the name of the bias beside a weight, e.g. "attn.Wq.bias" for "attn.Wq.weight"; empty if there is no such
/// tensor.
std::string bias_beside(const Checkpoint& checkpoint, std::string_view weight) {
    for (const std::string_view ending : {"weight", "kernel"})
        if (weight.ends_with(ending))
            if (std::string bias = std::string(weight.substr(0, weight.size() - ending.size())) + "bias";
                tensor_named(checkpoint, bias) != nullptr)
                return bias;
    return {};
}

/// Returns the axis of layers in tensors that contain several layers; nullopt if each contains one. The additional axis
/// of a tensor may also count heads; it is known to count layers only if its matrices are packed or square, as those of
/// heads are not.
std::optional<std::size_t> axis_of_layers(const OwnFamily& own, const Tensor& query, const Tensor& output) {
    const std::vector<Index>& of_query = query.shape;
    const std::vector<Index>& of_output = output.shape;
    if (own.layers == "first" || own.layers == "second")
        return own.layers == "first" ? 0 : 1;
    if (of_query.size() == 4 && of_output.size() == 4 && !own.family.is_packed())
        return of_query[0] == of_output[0] ? 0 : 1;
    if (of_query.size() > 4 && of_output.size() > 3 && own.family.is_packed()) // with axes of parts, heads and widths
        return of_query[0] == of_output[0] ? 0 : 1;
    const bool are_alike = of_query.size() == 3 && of_output.size() == 3 && of_query[0] == of_output[0];
    return are_alike && (own.family.is_packed() || of_query[1] == of_query[2]) ? std::optional<std::size_t>(0)
                                                                               : std::nullopt;
}

/// Finds the orientation of the matrices, and the axis of heads in tensors of three axes.
void find_orientation(OwnFamily& own, const Checkpoint& checkpoint) {
    Family& family = own.family;
    const std::string_view order = own.order;
    const Tensor* const query = tensor_named(checkpoint, family.query);
    const Tensor* const key = tensor_named(checkpoint, family.key);
    const Tensor* const output = tensor_named(checkpoint, family.output);
    if (query == nullptr || key == nullptr || output == nullptr)
        return; // a missing tensor is reported for each layer
    if (query->shape.size() == 3 && output->shape.size() == 3) {
        // Output weights are heads x width x D.
        const bool is_first = query->shape[0] == output->shape[0] && query->shape[1] == output->shape[2];
        family.head_axis = is_first ? HeadAxis::first : HeadAxis::second;
        family.orientation = Orientation::inputs_by_outputs;
        return;
    }
    const auto differs_in = [&](std::size_t axis) {
        return query->shape.size() == 2 && key->shape.size() == 2 && query->shape[axis] != key->shape[axis];
    };
    if (order == "in-out" || (order.empty() && (family.query.ends_with("kernel") || differs_in(1))))
        family.orientation = Orientation::inputs_by_outputs;
    else if (order == "out-in" || (order.empty() && (family.query.ends_with(".weight") || differs_in(0))))
        family.orientation = Orientation::outputs_by_inputs;
    else if (family.is_packed() && order.empty())
        family.orientation = Orientation::told_by_shape;
    else
        own.refuse("--names does not say how the matrices lie; expected order=in-out (Y = X W) or order=out-in, as "
                   "PyTorch has them");
}

/// Returns a family with the names that the user says, completed to names in the checkpoint; nothing else is set.
std::shared_ptr<OwnFamily> said_family(const Checkpoint& checkpoint, const std::string& names) {
    auto own = std::make_shared<OwnFamily>();
    std::istringstream words(names);
    for (std::string word; words >> word;) {
        const std::size_t sign = std::min(word.find('='), word.size());
        const std::string name = sign < word.size() ? word.substr(sign + 1) : std::string();
        const auto* const known = std::ranges::find(own_keys, std::string_view(word).substr(0, sign), &OwnName::key);
        if (word.starts_with("order=")) {
            own->order = name;
        } else if (word == "layers=first" || word == "layers=second") {
            own->layers = name;
        } else if (known == own_keys.end() || name.empty()) {
            own->refuse(fmt::format("--names: “{}” is none of q=, k=, v=, o=, qkv=, kv=, order=, layers=first, "
                                    "layers=second, or one of these with _bias, and a tensor's name",
                                    printable(word, 80)));
        } else {
            const std::string_view kept = own->keep(completed(checkpoint, name));
            for (const auto set : known->sets)
                if (set != nullptr)
                    own->family.*set = kept;
        }
    }
    return own;
}

/// Joins the axes of packed tensors that have one of heads, and of their output weights, to those of matrices: D x 3 x
/// H x d to D x 3Hd, and H x d x D of the output to Hd x D; or 3 x H x d x D to 3Hd x D, and D x H x d to D x Hd.
void join_axes_of_packed(Checkpoint& checkpoint, const Family& family) {
    const std::string_view packed = family.key; // holds values, too
    if (!family.is_packed() && !family.has_packed_keys())
        return;
    std::vector<std::pair<std::string, std::vector<Index>>> matrices;
    for (const Tensor& tensor : checkpoint.tensors()) {
        const std::string layer =
            tensor.name.substr(0, tensor.name.size() - std::min(tensor.name.size(), packed.size()));
        const Tensor* const output = checkpoint.find(layer + std::string(family.output));
        if (!is_called(tensor, packed) || tensor.shape.size() < 3 || output == nullptr || output->shape.empty())
            continue;
        // If both widths match, the larger one is the model's: the other is a head's, or counts Q, K and V.
        const Index first = tensor.shape.front() == output->shape.back() ? tensor.shape.front() : 0;
        const Index last = tensor.shape.back() == output->shape.front() ? tensor.shape.back() : 0;
        const bool has_inputs_first = first > last;
        const Index D = std::max(first, last);
        const auto join = [&](const Tensor* all, bool has_D_first) {
            const Index count = all == nullptr ? 0 : number_count(all->shape).value_or(0);
            if (count > 0 && D > 0 && all->shape.size() > 2 &&
                D == (has_D_first ? all->shape.front() : all->shape.back()))
                matrices.emplace_back(all->name, has_D_first ? std::vector{D, count / D} : std::vector{count / D, D});
        };
        join(&tensor, has_inputs_first);
        join(output, !has_inputs_first);
        if (family.has_packed_keys())
            join(checkpoint.find(layer + std::string(family.query)), has_inputs_first);
    }
    for (auto& [name, shape] : matrices)
        checkpoint.reshape(name, std::move(shape));
}

} // namespace

Checkpoint with_layers_apart(Checkpoint checkpoint, const std::string& names) {
    const auto own = said_family(checkpoint, names);
    const std::string_view name = own->family.query;
    const Tensor* const output = own->family.output.empty() ? nullptr : tensor_named(checkpoint, own->family.output);
    if (name.empty() || output == nullptr)
        return checkpoint;
    struct Stack {
        std::string prefix;
        std::size_t axis = 0;
        Index layers = 0;
    };
    std::vector<Stack> stacks; // a model may have one of its encoder and one of its decoder
    for (const Tensor& tensor : checkpoint.tensors())
        if (const auto axis = is_called(tensor, name) ? axis_of_layers(*own, tensor, *output) : std::nullopt;
            axis && *axis < tensor.shape.size())
            stacks.push_back({tensor.name.substr(0, tensor.name.size() - name.size()), *axis, tensor.shape[*axis]});
    for (const auto& [prefix, axis, layers] : stacks)
        checkpoint.cut_into_layers(prefix, prefix.empty() ? '.' : prefix.back(), axis, layers);
    join_axes_of_packed(checkpoint, own->family);
    return checkpoint;
}

std::shared_ptr<const Family> family_of_names(const Checkpoint& checkpoint, const std::string& names) {
    const auto own = said_family(checkpoint, names);
    Family& family = own->family;
    for (const auto& [weight, bias] : {std::pair(&Family::query, &Family::query_bias),
                                       {&Family::key, &Family::key_bias},
                                       {&Family::value, &Family::value_bias},
                                       {&Family::output, &Family::output_bias}}) {
        if ((family.*weight).empty())
            own->refuse("--names: expected q=, k=, v= and o=, or qkv= and o=, or q=, kv= and o=");
        if ((family.*bias).empty())
            family.*bias = own->keep(bias_beside(checkpoint, family.*weight));
    }
    find_orientation(*own, checkpoint);
    const std::array all{family.query, family.key, family.value, family.output};
    const auto is_there = [&](std::string_view name) {
        return !name.empty() && tensor_named(checkpoint, name) != nullptr;
    };
    const auto* const there = std::ranges::find_if(all, is_there);
    if (there == all.end())
        own->refuse(fmt::format("--names: no tensor is called “{}”", printable(names, 120)));
    if (family.is_refused()) { // refused for every layer: any tensor stands for one
        family.query = there != all.end()             ? *there
                       : checkpoint.tensors().empty() ? std::string_view()
                                                      : own->keep(checkpoint.tensors().front().name);
        family.key = family.value = family.output = {};
    }
    return {own, &own->family};
}

} // namespace attn
