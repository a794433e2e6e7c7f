#include "core/check/answer.h"

#include "core/check/axes.h"
#include "core/files/printable.h"
#include "core/model/arrays.h"
#include "core/model/stage_names.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace attn {

namespace {

std::string names_of_stages(const Trace& trace) {
    std::string text;
    for (const Array& row : stages())
        if (trace.has(row.id))
            text += (text.empty() ? "" : " ") + std::string(row.name);
    return text;
}

NdArray with_last_axes_swapped(const NdArray& array) {
    NdArray swapped = array;
    std::swap(swapped.shape[swapped.shape.size() - 1], swapped.shape[swapped.shape.size() - 2]);
    return swapped;
}

/// True if the array has one matrix for each item, which is used for all heads.
bool has_one_for_all_heads(const NdArray& array, const Trace& trace, ArrayId id) {
    const Sizes& sizes = trace.sizes();
    const Shape shape = shape_of(sizes, id);
    return row_of(id).heads != Heads::none && (array.has_shape({sizes.B, shape.rows, shape.columns}) ||
                                               (sizes.B == 1 && array.has_shape({shape.rows, shape.columns})));
}

/// True if the array has the shape that A gets if a program takes the axis of items for the axis of tokens, i.e. if it
/// reads (B, S, D) as (S, B, D).
bool has_items_for_tokens(const NdArray& array, const Trace& trace, ArrayId id) {
    const Sizes& sizes = trace.sizes();
    return row_of(id).columns == Axis::key_tokens &&
           (array.has_shape({sizes.S_q, sizes.H, sizes.B, sizes.B}) ||
            array.has_shape({sizes.S_q * sizes.H, sizes.B, sizes.B}) || array.has_shape({sizes.S_q, sizes.B, sizes.B}));
}

/// True if the array has one key more than the layer.
bool has_one_more_key(const NdArray& array, const Trace& trace, ArrayId id) {
    const Index more = trace.sizes().S_k + 1;
    const auto& lengths = array.shape;
    return lengths.size() >= 2 && ((row_of(id).columns == Axis::key_tokens && lengths.back() == more) ||
                                   (row_of(id).rows == Axis::key_tokens && lengths[lengths.size() - 2] == more));
}

/// A guess why the shape of an array does not fit, to append to a message: "; this one is transposed". May be empty.
std::string guess_of_shape(const NdArray& array, const Trace& trace, ArrayId id) {
    if (array.rank() >= 2 && lay_axes(with_last_axes_swapped(array), trace, id))
        return "; this one is transposed";
    if (has_items_for_tokens(array, trace, id))
        return "; here the axes of batch and tokens are taken for each other: is batch_first=True missing?";
    if (has_one_more_key(array, trace, id))
        return "; this one has a key more than tokens: add_zero_attn or add_bias_kv, which this layer has not";
    if (has_one_for_all_heads(array, trace, id))
        return "; this one has a single matrix for all heads, an average perhaps";
    return {};
}

/// The part of an array that belongs to this layer: A may hold the attention weights of all layers. Other arrays are
/// returned unchanged.
Result<NdArray> of_this_layer(const NdArray& array, const Trace& trace, ArrayId id, std::string_view name) {
    if (id != ArrayId::A || array.rank() != 5)
        return array;
    const Index layers = array.shape.front();
    const auto number = layers == 1 ? std::optional<Index>(0) : number_of_layer(trace.layer().name);
    if (!number || *number >= layers)
        return error("{}: {} has shape {}, of {} layers, and this one's name tells no number among them; expected {}",
                     name, array_name(id), shape_text(array.shape), layers, accepted_shapes(trace, id));
    return array.at(0, *number);
}

Result<AnsweredStage> fitted(const NdArray& array, const Trace& trace, ArrayId id, bool tokens_first,
                             std::string_view name, std::vector<std::string>& notices) {
    if (id == ArrayId::mask && array.stored == DataType::boolean)
        return error("{}: mask is boolean; expected floats that are added (0 or −inf), because ONNX hides where a "
                     "boolean mask is false and PyTorch where it is true",
                     name);
    auto laid = lay_axes(array, trace, id, tokens_first);
    if (!laid)
        return error("{}: {} has shape {}, expected {}{}", name, array_name(id), shape_text(array.shape),
                     accepted_shapes(trace, id), guess_of_shape(array, trace, id));
    if (!laid->unusual.empty())
        notices.push_back(
            fmt::format("{} is read as {}: its shape is {}", array_name(id), laid->unusual, shape_text(array.shape)));
    const Index first_row = shape_of(trace.sizes(), id).rows - laid->slots.front().rows();
    return AnsweredStage{id, array.stored, laid->extent, laid->averaged, std::move(laid->slots), first_row};
}

/// The stage of this layer that a name means; nullopt if the name has a prefix.
std::optional<StageName> stage_here(std::string_view name) {
    auto named = stage_of_name(name);
    return named && named->prefix.empty() ? named : std::nullopt;
}

/// True if the array is named after a stage of this layer and, as far as its shape is known, has no more numbers than
/// that stage in all items and heads.
bool may_be_stage(const ListedArray& listed, const Trace& trace) {
    const auto named = stage_here(listed.name);
    if (!named || !listed.read)
        return false;
    if (!listed.shape)
        return true;
    const Sizes& sizes = trace.sizes();
    const Shape one = shape_of(sizes, named->stage);
    const auto count = number_count(*listed.shape);
    const Index layers = named->stage == ArrayId::A && listed.shape->size() == 5 ? listed.shape->front() : 1;
    return count && *count <= layers * sizes.B * sizes.H * one.rows * one.columns;
}

/// The prefix of the names of this layer's stages: the one with the layer's name, the one with its number, or the only
/// prefix. Stages without a prefix belong to this layer.
Result<std::string> prefix_of_layer(const std::vector<ListedArray>& listed, const Trace& trace, std::string_view file) {
    std::set<std::string> prefixes;
    for (const ListedArray& array : listed)
        if (const auto named = stage_of_name(array.name);
            named && row_of(named->stage).part == ModelPart::block && trace.has(named->stage)) {
            if (named->prefix.empty())
                return std::string();
            prefixes.insert(named->prefix);
        }
    if (const auto own = prefixes_of_layer(prefixes, trace.layer().name, number_of_layer(trace.layer().name));
        own.size() == 1)
        return own.front();
    if (prefixes.size() <= 1)
        return prefixes.empty() ? std::string() : *prefixes.begin();
    return error(
        "{}: there are stages of {} layers ({}), and none of them is called as this one, {}; expected stages of "
        "one layer",
        file, prefixes.size(), list_of_names({prefixes.begin(), prefixes.end()}),
        trace.layer().name.empty() ? "which has no name" : trace.layer().name);
}

} // namespace

const AnsweredStage* Answer::find(ArrayId stage) const {
    const auto found = std::ranges::find(stages, stage, &AnsweredStage::stage);
    return found == stages.end() ? nullptr : &*found;
}

Result<Answer> answer_of(const NdArrays& arrays, const Trace& trace, std::string_view name) {
    Answer answer;
    std::vector<std::string> others;
    for (const auto& [array, content] : arrays)
        if (const auto named = stage_here(array); !named || !trace.has(named->stage))
            others.push_back(array);
    for (const Array& row : stages()) {
        const auto names_it = [&](const auto& entry) {
            const auto named = stage_here(entry.first);
            return named && named->stage == row.id;
        };
        const auto found = std::ranges::find_if(arrays, names_it);
        if (found == arrays.end() || !trace.has(row.id))
            continue;
        if (std::ranges::count_if(arrays, names_it) > 1)
            return error("{}: {} is there under two names", name, row.name);
        const auto array = of_this_layer(found->second, trace, row.id, name);
        if (!array)
            return array.error();
        auto stage = fitted(*array, trace, row.id, stage_here(found->first)->tokens_first, name, answer.notices);
        if (!stage)
            return stage.error();
        answer.stages.push_back(*std::move(stage));
    }
    if (answer.stages.empty())
        return error("{}: no array is named after a stage of this layer ({}); there is {}", name,
                     names_of_stages(trace), others.empty() ? "nothing" : list_of_names(others));
    if (!others.empty())
        answer.notices.push_back(
            fmt::format("passed over, as no stage of this layer has such a name: {}", list_of_names(others)));
    return answer;
}

std::optional<Index> number_of_layer(std::string_view name) {
    const std::size_t last = name.find_last_of("0123456789");
    if (last == std::string_view::npos)
        return std::nullopt;
    const std::size_t before = name.find_last_not_of("0123456789", last);
    const std::string_view digits = name.substr(before + 1, last - before);
    Index number = 0;
    const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return failed == std::errc() ? std::optional(number) : std::nullopt;
}

std::vector<std::string> prefixes_of_layer(const std::set<std::string>& prefixes, std::string_view layer,
                                           std::optional<Index> number) {
    std::vector<std::string> named;
    std::vector<std::string> numbered;
    const std::string whole = fmt::format(".{}.", layer);
    for (const std::string& prefix : prefixes)
        if (whole.find("." + prefix) != std::string::npos || (number && prefix == fmt::format("layers.{}.", *number)))
            named.push_back(prefix);
        else if (number && number_of_layer(prefix) == number)
            numbered.push_back(prefix);
    return named.empty() ? numbered : named;
}

std::string name_within(const std::string& name, std::string_view prefix) {
    const auto named = stage_of_name(name);
    if (!named || named->prefix != prefix || prefix.empty() || name.starts_with(prefix))
        return name.starts_with(prefix) ? name.substr(prefix.size()) : name;
    return name.substr(0, name.rfind('.')); // "attentions.3": the number stands behind
}

Result<Answer> read_answer(const std::vector<ListedArray>& listed, const Trace& trace, std::string_view name) {
    NdArrays arrays;
    for (const ListedArray& one : listed) {
        const auto [place, is_new] = arrays.try_emplace(one.name);
        if (!is_new && stage_here(one.name))
            return error("{}: {} is there under two names", name, printable(one.name));
        if (!may_be_stage(one, trace)) {
            place->second.shape = one.shape.value_or(std::vector<Index>());
            continue;
        }
        auto read = one.read();
        if (!read)
            return read.error();
        place->second = *std::move(read);
    }
    return answer_of(arrays, trace, name);
}

Result<Answer> read_answer(const std::filesystem::path& path, const Trace& trace) {
    auto listed = list_arrays(path);
    if (!listed)
        return listed.error();
    const auto prefix = prefix_of_layer(*listed, trace, printable_path(path));
    if (!prefix)
        return prefix.error();
    for (ListedArray& array : *listed)
        array.name = name_within(array.name, *prefix);
    return read_answer(*listed, trace, printable_path(path));
}

} // namespace attn
