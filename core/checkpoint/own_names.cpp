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
    std::array<std::string_view Family::*, 3> sets{}; ///< each gets the name
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

/// A family made of the user's names, with the texts to which it points.
struct OwnFamily {
    Family family{.title = "names of one's own", .is_packed_as_model_says = true, .needs_all = false};
    std::vector<std::unique_ptr<const std::string>> texts;

    std::string_view keep(std::string text) {
        return *texts.emplace_back(std::make_unique<const std::string>(std::move(text)));
    }
    void refuse(std::string why) {
        if (family.refused.empty())
            family.refused = keep(std::move(why));
    }
};

/// The first tensor whose name is `name`, or ends with it behind a dot or slash; nullptr if there is none.
const Tensor* tensor_named(const Checkpoint& checkpoint, std::string_view name) {
    const auto found = std::ranges::find_if(checkpoint.tensors(), [&](const Tensor& tensor) {
        const std::string& whole = tensor.name;
        return whole.ends_with(name) &&
               (whole.size() == name.size() ||
                std::string_view("./").find(whole[whole.size() - name.size() - 1]) != std::string_view::npos);
    });
    return found == checkpoint.tensors().end() ? nullptr : &*found;
}

/// The name with the ending, e.g. ".weight", under which a tensor exists; `name` itself if none does.
std::string completed(const Checkpoint& checkpoint, const std::string& name) {
    for (const char* const ending : {"", ".weight", ".kernel", "/kernel"})
        if (tensor_named(checkpoint, name + ending) != nullptr)
            return name + ending;
    return name;
}

/// The name of the bias beside a weight, e.g. "attn.Wq.bias" for "attn.Wq.weight"; empty if there is no such tensor.
std::string bias_beside(const Checkpoint& checkpoint, std::string_view weight) {
    for (const std::string_view ending : {"weight", "kernel"})
        if (weight.ends_with(ending))
            if (std::string bias = std::string(weight.substr(0, weight.size() - ending.size())) + "bias";
                tensor_named(checkpoint, bias) != nullptr)
                return bias;
    return {};
}

/// Finds the orientation of the matrices, and the axis of heads in tensors of three axes.
void find_orientation(OwnFamily& own, const Checkpoint& checkpoint, std::string_view order) {
    Family& family = own.family;
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

} // namespace

std::shared_ptr<const Family> family_of_names(const Checkpoint& checkpoint, const std::string& names) {
    auto own = std::make_shared<OwnFamily>();
    Family& family = own->family;
    std::istringstream words(names);
    std::string order;
    for (std::string word; words >> word;) {
        const std::size_t sign = std::min(word.find('='), word.size());
        const std::string name = sign < word.size() ? word.substr(sign + 1) : std::string();
        const auto* const known = std::ranges::find(own_keys, std::string_view(word).substr(0, sign), &OwnName::key);
        if (word.starts_with("order=")) {
            order = name;
        } else if (known == own_keys.end() || name.empty()) {
            own->refuse(fmt::format("--names: “{}” is none of q=, k=, v=, o=, qkv=, kv=, order=, or one of these with "
                                    "_bias, and a tensor's name",
                                    printable(word, 80)));
        } else {
            const std::string_view kept = own->keep(completed(checkpoint, name));
            for (const auto set : known->sets)
                if (set != nullptr)
                    family.*set = kept;
        }
    }
    for (const auto& [weight, bias] : {std::pair(&Family::query, &Family::query_bias),
                                       {&Family::key, &Family::key_bias},
                                       {&Family::value, &Family::value_bias},
                                       {&Family::output, &Family::output_bias}}) {
        if ((family.*weight).empty())
            own->refuse("--names: expected q=, k=, v= and o=, or qkv= and o=, or q=, kv= and o=");
        if ((family.*bias).empty())
            family.*bias = own->keep(bias_beside(checkpoint, family.*weight));
    }
    find_orientation(*own, checkpoint, order);
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
