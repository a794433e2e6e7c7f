#include "core/check/answer.h"

#include "core/check/axes.h"
#include "core/check/stage_names.h"
#include "core/files/npy.h"
#include "core/files/npz.h"
#include "core/files/printable.h"
#include "core/files/safetensors.h"
#include "core/model/arrays.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <system_error>

namespace attn {

namespace {

constexpr std::size_t names_said = 8;

std::string list_of(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), names_said); ++i)
        text += (i == 0 ? "" : ", ") + printable(names[i]);
    return names.size() > names_said ? fmt::format("{} and {} more", text, names.size() - names_said) : text;
}

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

/// Whether the array has one matrix for all heads of each item.
bool has_one_for_all_heads(const NdArray& array, const Trace& trace, ArrayId id) {
    const Sizes& sizes = trace.sizes();
    const Shape shape = shape_of(sizes, id);
    return row_of(id).heads != Heads::none && (array.has_shape({sizes.B, shape.rows, shape.columns}) ||
                                               (sizes.B == 1 && array.has_shape({shape.rows, shape.columns})));
}

/// Whether it is what becomes of A where (B, S, D) is taken for (S, B, D): items read items.
bool has_items_for_tokens(const NdArray& array, const Trace& trace, ArrayId id) {
    const Sizes& sizes = trace.sizes();
    return row_of(id).columns == Axis::key_tokens &&
           (array.has_shape({sizes.S_q, sizes.H, sizes.B, sizes.B}) ||
            array.has_shape({sizes.S_q * sizes.H, sizes.B, sizes.B}) || array.has_shape({sizes.S_q, sizes.B, sizes.B}));
}

/// Whether there is a key more than tokens.
bool has_one_more_key(const NdArray& array, const Trace& trace, ArrayId id) {
    const Index more = trace.sizes().S_k + 1;
    const auto& lengths = array.shape;
    return lengths.size() >= 2 && ((row_of(id).columns == Axis::key_tokens && lengths.back() == more) ||
                                   (row_of(id).rows == Axis::key_tokens && lengths[lengths.size() - 2] == more));
}

/// What may have happened to a shape that fits nothing; empty, or to be put behind the message.
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

/// The mean of A over all heads, which nn.MultiheadAttention returns unless it is asked not to.
AnsweredStage averaged(const NdArray& array, const Trace& trace, ArrayId id, std::vector<std::string>& notices) {
    const Sizes& sizes = trace.sizes();
    const Shape shape = shape_of(sizes, id);
    AnsweredStage stage{id, array.stored, {sizes.B, 1}, true, {}};
    for (Index item = 0; item < sizes.B; ++item)
        stage.slots.emplace_back(array.owner, ConstView{array.values.data() + item * shape.rows * shape.columns,
                                                        shape.rows, shape.columns, shape.columns});
    notices.push_back(
        fmt::format("{} is read as the average over heads: its shape is {}", array_name(id), shape_text(array.shape)));
    return stage;
}

/// The last number in the layer's name.
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

/// A of this layer, where those of all layers of a model lie in one array; other arrays as they are.
Result<NdArray> of_this_layer(const NdArray& array, const Trace& trace, ArrayId id, std::string_view name) {
    if (id != ArrayId::A || array.rank() != 5)
        return array;
    const Index layers = array.shape.front();
    const auto number = layers == 1 ? std::optional<Index>(0) : number_of_layer(trace.layer().name);
    if (!number || *number >= layers)
        return error("{}: {} has shape {}, of {} layers, and this one's name tells no number among them; expected {}",
                     name, array_name(id), shape_text(array.shape), layers, accepted_shapes(trace, id));
    NdArray own = array;
    own.shape.erase(own.shape.begin());
    const std::size_t count = array.values.size() / static_cast<std::size_t>(layers);
    own.values = array.values.subspan(static_cast<std::size_t>(*number) * count, count);
    return own;
}

Result<AnsweredStage> fitted(const NdArray& array, const Trace& trace, ArrayId id, bool tokens_first,
                             std::string_view name, std::vector<std::string>& notices) {
    if (id == ArrayId::mask && array.stored == DataType::boolean)
        return error("{}: mask is boolean; expected floats that are added (0 or −inf), because ONNX hides where a "
                     "boolean mask is false and PyTorch where it is true",
                     name);
    auto laid = lay_axes(array, trace, id, tokens_first);
    if (!laid && id == ArrayId::A && has_one_for_all_heads(array, trace, id))
        return averaged(array, trace, id, notices);
    if (!laid)
        return error("{}: {} has shape {}, expected {}{}", name, array_name(id), shape_text(array.shape),
                     accepted_shapes(trace, id), guess_of_shape(array, trace, id));
    if (!laid->unusual.empty())
        notices.push_back(
            fmt::format("{} is read as {}: its shape is {}", array_name(id), laid->unusual, shape_text(array.shape)));
    return AnsweredStage{id, array.stored, laid->extent, false, std::move(laid->slots)};
}

/// The stage that a name means which says nothing of its layer.
std::optional<StageName> stage_here(std::string_view name) {
    auto named = stage_of_name(name);
    return named && named->prefix.empty() ? named : std::nullopt;
}

/// Whether an array of this shape may be all of a stage; the shape of a larger one is looked at, its numbers are not.
bool may_be_stage(std::string_view name, const std::vector<Index>& shape, const Trace& trace) {
    const auto named = stage_here(name);
    if (!named)
        return false;
    const Sizes& sizes = trace.sizes();
    const Shape one = shape_of(sizes, named->stage);
    const auto count = number_count(shape);
    const Index layers = named->stage == ArrayId::A && shape.size() == 5 ? shape.front() : 1;
    return count && *count <= layers * sizes.B * sizes.H * one.rows * one.columns;
}

/// Of what stands before the names of stages, what belongs to this layer: its own name, or the only one.
Result<std::string> prefix_of_layer(const std::vector<std::string>& names, const Trace& trace, std::string_view file) {
    std::set<std::string> prefixes;
    for (const std::string& name : names)
        if (const auto named = stage_of_name(name)) {
            if (named->prefix.empty())
                return std::string();
            prefixes.insert(named->prefix);
        }
    const std::string layer = "." + trace.layer().name + ".";
    for (const std::string& prefix : prefixes)
        if (layer.find("." + prefix) != std::string::npos)
            return prefix;
    if (prefixes.size() <= 1)
        return prefixes.empty() ? std::string() : *prefixes.begin();
    return error(
        "{}: there are stages of {} layers ({}), and none of them is called as this one, {}; expected stages of "
        "one layer",
        file, prefixes.size(), list_of({prefixes.begin(), prefixes.end()}),
        trace.layer().name.empty() ? "which has no name" : trace.layer().name);
}

/// The name without what names the layer; that of another layer's stage stays as it is, and means none of this one's.
std::string without_prefix(const std::string& name, std::string_view prefix) {
    const auto named = stage_of_name(name);
    if (!named || named->prefix != prefix || prefix.empty() || name.starts_with(prefix))
        return name.starts_with(prefix) ? name.substr(prefix.size()) : name;
    return name.substr(0, name.rfind('.')); // "attentions.3": the number stands behind
}

template <class Listed>
std::vector<std::string> names_of(const Listed& listed) {
    std::vector<std::string> names;
    names.reserve(listed.size());
    for (const auto& one : listed)
        names.push_back(one.name);
    return names;
}

/// The arrays that are named after stages; the rest is not unpacked, but known by name.
Result<NdArrays> read_named_arrays(const std::filesystem::path& path, const Trace& trace) {
    const auto file = NpzFile::open(path);
    if (!file)
        return file.error();
    const auto prefix = prefix_of_layer(names_of(file->arrays()), trace, printable_path(path));
    if (!prefix)
        return prefix.error();
    NdArrays arrays;
    for (const std::string& other : file->without_numbers())
        arrays[without_prefix(other, *prefix)] = {}; // a text beside the numbers
    for (const NpzArray& listed : file->arrays()) {
        const std::string name = without_prefix(listed.name, *prefix);
        NdArray& array = arrays[name];
        array.shape = listed.shape;
        array.stored = listed.stored;
        if (!may_be_stage(name, listed.shape, trace))
            continue;
        auto read = file->read(listed);
        if (!read)
            return read.error();
        array = *std::move(read);
    }
    return arrays;
}

/// The tensors that are named after stages; the rest is not read, but known by name.
Result<NdArrays> read_named_tensors(const std::filesystem::path& path, const Trace& trace) {
    const auto file = SafetensorsFile::open(path);
    if (!file)
        return file.error();
    const auto prefix = prefix_of_layer(names_of(file->tensors()), trace, printable_path(path));
    if (!prefix)
        return prefix.error();
    NdArrays arrays;
    for (const TensorDescription& tensor : file->tensors()) {
        const std::string name = without_prefix(tensor.name, *prefix);
        if (!stage_here(name)) {
            arrays[name] = {};
            continue;
        }
        auto array = file->read(tensor);
        if (!array)
            return array.error();
        arrays[name] = *std::move(array);
    }
    return arrays;
}

Result<NdArrays> read_folder(const std::filesystem::path& folder, const Trace& trace) {
    std::error_code failed;
    std::vector<std::filesystem::path> files;
    for (auto entry = std::filesystem::directory_iterator(folder, failed);
         !failed && entry != std::filesystem::directory_iterator(); entry.increment(failed))
        if (entry->path().extension() == ".npy")
            files.push_back(entry->path());
    if (failed)
        return error("{}: {}", printable_path(folder), failed.message());
    std::vector<std::string> names;
    names.reserve(files.size());
    for (const std::filesystem::path& file : files)
        names.push_back(file.stem().string());
    const auto prefix = prefix_of_layer(names, trace, printable_path(folder));
    if (!prefix)
        return prefix.error();
    NdArrays arrays;
    for (const std::filesystem::path& file : files) {
        const std::string name = without_prefix(file.stem().string(), *prefix);
        NdArray& array = arrays[name];
        if (!stage_here(name))
            continue;
        auto read = read_npy(file);
        if (!read)
            return read.error();
        array = *std::move(read);
    }
    return arrays;
}

Result<NdArrays> read_arrays(const std::filesystem::path& path, const Trace& trace) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        return read_folder(path, trace);
    if (path.extension() == ".npz")
        return read_named_arrays(path, trace);
    if (path.extension() == ".safetensors")
        return read_named_tensors(path, trace);
    if (path.extension() != ".npy")
        return error("{}: expected an .npz, a .safetensors, an .npy named after a stage, or a folder of those",
                     printable_path(path));
    auto array = read_npy(path);
    if (!array)
        return array.error();
    const std::string name = path.stem().string();
    const auto named = stage_of_name(name);
    return NdArrays{{named ? without_prefix(name, named->prefix) : name, *std::move(array)}};
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
                     names_of_stages(trace), others.empty() ? "nothing" : list_of(others));
    if (!others.empty())
        answer.notices.push_back(
            fmt::format("passed over, as no stage of this layer has such a name: {}", list_of(others)));
    return answer;
}

Result<Answer> read_answer(const std::filesystem::path& path, const Trace& trace) {
    const auto arrays = read_arrays(path, trace);
    return arrays ? answer_of(*arrays, trace, printable_path(path)) : Result<Answer>(arrays.error());
}

} // namespace attn
