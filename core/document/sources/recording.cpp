#include "core/document/sources/recording.h"

#include "core/document/session/session_limits.h"
#include "core/engine/engine.h"
#include "core/files/printable.h"
#include "core/model/address.h"
#include "core/model/stage_names.h"
#include "core/model/structure.h"
#include "core/text/words.h"

#include <algorithm>
#include <cmath>
#include <fmt/ranges.h>
#include <iterator>
#include <limits>
#include <set>

namespace attn {

namespace {

/// The stage at the end of an array's name, and the part of the name before it, which identifies the layer.
struct Named {
    ArrayId stage{};
    std::string layer;
    bool tokens_first = false;
};

std::optional<Named> stage_named(std::string_view name) {
    auto named = stage_of_name(name);
    if (!named)
        return std::nullopt;
    if (named->prefix.ends_with('.'))
        named->prefix.pop_back();
    return Named{named->stage, std::move(named->prefix), named->tokens_first};
}

/// The array with the axis of heads before that of tokens: (B, S, H, d) becomes (B, H, S, d), (S, H, d) becomes (H, S,
/// d).
NdArray with_heads_first(const NdArray& array) {
    if (array.rank() < 3)
        return array;
    std::vector<Index> shape = array.shape;
    const std::size_t tokens_axis = shape.size() - 3;
    std::swap(shape[tokens_axis], shape[tokens_axis + 1]);
    const Index heads = shape[tokens_axis];
    const Index tokens = shape[tokens_axis + 1];
    const Index width = shape.back();
    const auto count = static_cast<Index>(array.values.size());
    std::vector<float> values;
    for (Index n = 0; n < count; ++n) {
        const Index item = n / (heads * tokens * width);
        const Index head = n / (tokens * width) % heads;
        const Index token = n / width % tokens;
        values.push_back(
            array.values[static_cast<std::size_t>(((item * tokens + token) * heads + head) * width + n % width)]);
    }
    return NdArray::of(std::move(shape), std::move(values));
}

/// The number in the name of a requested layer: 1 in "1" and in "layers.1".
std::optional<Index> number_asked_for(const std::optional<std::string>& wanted) {
    const auto digits = wanted ? wanted->substr(wanted->find_last_not_of("0123456789") + 1) : std::string();
    return digits.empty() || digits.size() > 6 ? std::nullopt : std::optional<Index>(std::stol(digits));
}

/// The part for one layer of an array that contains all layers of a model (layers, B, H, S, S). Other arrays are
/// returned unchanged.
Result<NdArray> of_one_layer(NdArray array, const std::optional<std::string>& wanted, const std::string& name) {
    constexpr Index with_layers = 5;
    if (array.rank() != with_layers || array.values.empty())
        return array;
    const Index layers = array.shape.front();
    const auto number = layers == 1 ? std::optional<Index>(0) : number_asked_for(wanted);
    if (!number || *number >= layers)
        return error("{} has shape {}, of {} layers; name one with --layer, from 0 to {}", name,
                     shape_text(array.shape), layers, layers - 1);
    array.shape.erase(array.shape.begin());
    const std::size_t count = array.values.size() / static_cast<std::size_t>(layers);
    array.values = array.values.subspan(static_cast<std::size_t>(*number) * count, count);
    return array;
}

/// A recorded array, with the lengths of its axes for items and heads.
struct Recorded {
    ArrayId stage{};
    NdArray array;
    Index items = 1;
    Index heads = 1;
    Shape shape; ///< shape of each matrix

    Matrix at(Index item, Index head) const {
        const Index place = item * heads + head;
        const auto count = static_cast<std::size_t>(shape.rows * shape.columns);
        return {
            array.owner,
            {array.values.data() + static_cast<std::size_t>(place) * count, shape.rows, shape.columns, shape.columns}};
    }
};

std::string expected_shapes(const Array& row) {
    const std::string matrix = row.columns == Axis::one ? "S_q" : "rows, columns";
    if (row.items == PerItem::none)
        return fmt::format("({}{})", row.heads == Heads::none ? "" : "H, ", matrix);
    if (row.heads == Heads::none)
        return fmt::format("(B, {0}) or ({0})", matrix);
    return fmt::format("(B, H, {0}), (H, {0}) or ({0})", matrix);
}

/// Determines which axes of an array are items, heads, rows and columns.
Result<Recorded> cut(ArrayId id, NdArray array, const std::string& name) {
    const Array& row = row_of(id);
    const std::vector<Index>& shape = array.shape;
    const bool kept_column = row.columns == Axis::one && shape.size() == 4 && shape.back() == 1;
    const std::size_t own = row.columns == Axis::one && !kept_column ? 1 : 2;
    const std::size_t leading = shape.size() < own ? 3 : shape.size() - own;
    const bool is_mask = row.items == PerItem::as_mask;
    const bool with_heads = row.heads != Heads::none || is_mask;
    const std::size_t most = (row.items == PerItem::none ? 0U : 1U) + (with_heads ? 1U : 0U);
    if (leading > most || array.values.empty())
        return error("{} has shape {}, expected {}", name, shape_text(shape), expected_shapes(row));
    Recorded recorded{id, std::move(array), 1, 1, {}};
    const std::vector<Index>& lengths = recorded.array.shape;
    const bool items_first = leading == 2 || !with_heads || is_mask;
    if (leading > 0)
        (items_first ? recorded.items : recorded.heads) = lengths[0];
    if (leading == 2)
        recorded.heads = lengths[1];
    recorded.shape = {lengths[leading], own == 1 ? 1 : lengths[leading + 1]};
    return recorded;
}

/// Reads the stages of one layer of the file.
Result<std::vector<Recorded>> read_stages(const Checkpoint& file, const std::string& layer,
                                          const std::optional<std::string>& wanted) {
    std::vector<Recorded> all;
    for (const Tensor& tensor : file.tensors()) {
        const auto named = stage_named(tensor.name);
        if (!named || named->layer != layer)
            continue;
        if (const auto count = number_count(tensor.shape); !count || *count > array_limit)
            return error("{}: {} has shape {}, at most {} numbers of a stage are read", file.name(),
                         printable(tensor.name, 120), shape_text(tensor.shape), array_limit);
        auto array = file.read(tensor);
        if (!array)
            return array.error();
        const std::string name = file.name() + ": " + printable(tensor.name, 120);
        auto own = of_one_layer(named->tokens_first ? with_heads_first(*array) : *std::move(array), wanted, name);
        if (!own)
            return own.error();
        auto recorded = cut(named->stage, *std::move(own), name);
        if (!recorded)
            return recorded.error();
        all.push_back(*std::move(recorded));
    }
    std::ranges::sort(all, {}, &Recorded::stage);
    if (const auto twice = std::ranges::adjacent_find(all, {}, &Recorded::stage); twice != all.end())
        return error("{}: {} is there under two names", file.name(), array_name(twice->stage));
    return all;
}

/// True if `wanted` may be the name of the layer: "h.1", "1" or "layer1" for "transformer.h.1" or "model.layer1".
bool may_mean(const std::string& wanted, const std::string& layer) {
    if (("." + layer + ".").find("." + wanted + ".") != std::string::npos)
        return true;
    const std::size_t digits = layer.find_last_not_of("0123456789") + 1;
    return digits < layer.size() && layer.substr(digits) == wanted;
}

/// The name of the layer in the file that the user wants.
Result<std::string> layer_meant(const Checkpoint& file, const std::optional<std::string>& wanted) {
    std::set<std::string> layers;
    for (const Tensor& tensor : file.tensors())
        if (const auto named = stage_named(tensor.name))
            layers.insert(named->layer);
    std::string names;
    for (const std::string& layer : layers)
        names += (names.empty() ? "" : ", ") + (layer.empty() ? std::string("none") : printable(layer));
    if (wanted && layers.contains(*wanted))
        return *wanted;
    if (layers == std::set<std::string>{""} && number_asked_for(wanted))
        return std::string(); // an array may contain all layers

    const auto is_meant = [&](const std::string& layer) { return may_mean(*wanted, layer); };
    if (wanted && std::ranges::count_if(layers, is_meant) == 1)
        return *std::ranges::find_if(layers, is_meant);
    if (wanted)
        return error("{}: no stage stands behind “{}”; there is: {}", file.name(), printable(*wanted), names);
    if (layers.contains(""))
        return std::string();
    if (layers.size() == 1)
        return *layers.begin();
    return error("{}: there are stages of {} layers; name one with --layer: {}", file.name(), layers.size(), names);
}

/// The lengths that all arrays have in common.
struct Lengths {
    Index items = 1;
    Index heads = 1;
    Index shared_heads = 0; ///< number of heads of keys and values; 0: none are recorded
    Index queries = 0;
    Index keys = 0;
};

Lengths lengths_of(const std::vector<Recorded>& all) {
    Lengths lengths;
    for (const Recorded& one : all) {
        const Array& row = row_of(one.stage);
        lengths.items = std::max(lengths.items, one.items);
        if (row.heads != Heads::none)
            lengths.heads = std::max(lengths.heads, one.heads);
        if (row.heads == Heads::kv)
            lengths.shared_heads = std::max(lengths.shared_heads, one.heads);
        if (row.rows == Axis::query_tokens)
            lengths.queries = std::max(lengths.queries, one.shape.rows);
        if (row.rows == Axis::key_tokens)
            lengths.keys = std::max(lengths.keys, one.shape.rows);
        if (row.columns == Axis::key_tokens)
            lengths.keys = std::max(lengths.keys, one.shape.columns);
    }
    return lengths;
}

Sequence without_words(Index items, Index tokens) {
    Sequence sequence;
    sequence.items.assign(static_cast<std::size_t>(items), std::vector<std::string>(static_cast<std::size_t>(tokens)));
    return sequence;
}

/// True if no query has attention to a later key, as with a causal mask.
bool is_causal(const Recorded& A) {
    if (A.shape.rows != A.shape.columns || A.shape.rows < 2)
        return false;
    for (Index slot = 0; slot < A.items * A.heads; ++slot) {
        const Matrix matrix = A.at(slot / A.heads, slot % A.heads);
        for (Index i = 0; i < matrix.rows(); ++i)
            for (Index j = i + 1; j < matrix.columns(); ++j)
                if (matrix(i, j) != 0)
                    return false;
    }
    return true;
}

const Recorded* find(const std::vector<Recorded>& all, ArrayId id) {
    const auto found = std::ranges::find(all, id, &Recorded::stage);
    return found == all.end() ? nullptr : &*found;
}

void give(Layer& layer, const Recorded& one) {
    const Addresses addresses(layer);
    for (Index item = 0; item < one.items; ++item)
        for (Index head = 0; head < one.heads; ++head) {
            if (one.stage == ArrayId::mask)
                layer.mask.given.push_back(one.at(item, head));
            else
                layer.given[{layer.number, one.stage, item, addresses.nth_head(one.stage, head)}] = one.at(item, head);
        }
}

Result<Layer> layer_of(const std::vector<Recorded>& all, const std::string& file) {
    const Lengths lengths = lengths_of(all);
    Sizes sizes{lengths.items, lengths.queries, std::max(lengths.keys, lengths.queries), 0, 0, lengths.heads, 0, 0};
    if (auto fits = check_limits(sizes); !fits)
        return error("{}: {}", file, fits.error().message);
    Layer layer;
    layer.sequence = without_words(lengths.items, lengths.queries);
    if (find(all, ArrayId::context) != nullptr || (lengths.keys > 0 && lengths.keys != lengths.queries))
        layer.context = std::make_shared<const Sequence>(without_words(lengths.items, lengths.keys));
    layer.heads.resize(static_cast<std::size_t>(lengths.heads));
    if (lengths.shared_heads > 0 && lengths.heads % lengths.shared_heads == 0)
        layer.queries_per_kv = lengths.heads / lengths.shared_heads;
    for (const Recorded& one : all)
        give(layer, one);
    if (sizes_of(layer).d_k == 0)
        layer.scale.kind = Scale::Kind::one;
    const Recorded* const A = find(all, ArrayId::A);
    layer.mask.causal = A != nullptr && find(all, ArrayId::mask) == nullptr && is_causal(*A);
    return layer;
}

/// True if the file has the stage.
bool is_recorded(const Layer& layer, ArrayId id) {
    return std::ranges::any_of(layer.given, [&](const auto& entry) { return entry.first.array == id; }) ||
           (id == ArrayId::mask && !layer.mask.given.empty());
}

double largest_finite(const Matrix& matrix) {
    double largest = 0;
    for (Index i = 0; i < matrix.rows(); ++i)
        for (const float number : matrix.row(i))
            if (std::isfinite(number))
                largest = std::max(largest, std::abs(static_cast<double>(number)));
    return largest;
}

double distance(float recorded, float computed) {
    if (recorded == computed || (std::isnan(recorded) && std::isnan(computed)))
        return 0;
    const double difference = std::abs(static_cast<double>(recorded) - static_cast<double>(computed));
    return std::isfinite(difference) ? difference : std::numeric_limits<double>::infinity();
}

/// An operation with settings that a file of stages never contains.
struct Untold {
    OperationId operation{};
    std::string_view name;
    std::optional<OptionId> option{}; ///< the option with these settings
};
constexpr std::array all_untold{
    Untold{OperationId::scale, "the scale", OptionId::scale},
    Untold{OperationId::soft_cap, "the cap", OptionId::soft_cap}, Untold{OperationId::mask, "the mask", OptionId::mask},
    Untold{OperationId::norm, "the norm"}, Untold{OperationId::sum_over_heads, "the bias b_O"}};

/// Adds the operations between a stage and the recorded stages from which it can be computed.
void add_operations(const Layer& layer, const Structure& structure, ArrayId stage, std::set<OperationId>& found) {
    found.insert(structure.recipe(stage).operation);
    for (const Operand& operand : structure.made_from(stage))
        if (is_stage(operand.array) && !is_recorded(layer, operand.array))
            add_operations(layer, structure, operand.array, found);
}

std::vector<Untold> untold_of(const Layer& layer, ArrayId stage, const std::vector<OptionSetting>& told) {
    std::set<OperationId> operations;
    add_operations(layer, Structure(layer), stage, operations);
    std::vector<Untold> untold;
    std::ranges::copy_if(all_untold, std::back_inserter(untold), [&](const Untold& one) {
        const bool is_told = one.option && std::ranges::find(told, *one.option, &OptionSetting::option) != told.end();
        return operations.contains(one.operation) && !is_told;
    });
    return untold;
}

std::string names_of(const std::vector<Untold>& untold) {
    std::vector<std::string> names;
    names.reserve(untold.size());
    for (const Untold& one : untold)
        names.emplace_back(one.name);
    return enumerated(names);
}

/// Fails if a missing stage needs settings that nobody gave. The error names the stage that needs most of them.
Result<void> check_all_is_told(const Layer& layer, std::vector<OptionSetting> told) {
    if (layer.mask.causal) // the zeros in A show that it is causal
        told.push_back({OptionId::mask, 1});
    const Structure structure(layer);
    ArrayId computed{};
    std::vector<Untold> most;
    for (const Array& row : stages())
        if (structure.has(row.id) && !is_recorded(layer, row.id) && !structure.made_from(row.id).empty())
            if (auto untold = untold_of(layer, row.id, told); untold.size() > most.size()) {
                computed = row.id;
                most = std::move(untold);
            }
    if (most.empty())
        return {};
    std::vector<std::string> wanted;
    wanted.reserve(most.size());
    for (const Untold& one : most)
        wanted.push_back(one.option ? fmt::format("--{}", option(*one.option).name)
                                    : std::string(array_name(computed)));
    return error("{} is computed with {}, which the file does not tell; expected {}", array_name(computed),
                 names_of(most), enumerated(wanted));
}

/// True if X differs from E + P in most cells, so that a norm may lie between them, which a file of stages does not
/// contain.
bool may_be_normed(ArrayId id, Index different, Index count) {
    return id == ArrayId::X && 2 * different > count;
}

/// Compares a recorded stage with the one computed from the others; nullopt if they do not determine it.
std::optional<RecordedDifference> compare(const Layer& layer, ArrayId id, const std::vector<OptionSetting>& told,
                                          Engine& engine) {
    Layer without = layer;
    std::erase_if(without.given, [&](const auto& entry) { return entry.first.array == id; });
    if (without.given.size() == layer.given.size() || !is_present(without, id) || !validate(without) ||
        sizes_of(without) != sizes_of(layer))
        return std::nullopt;
    const Trace& trace = engine.compute(without);
    RecordedDifference result{id, {layer.number, id}, 0, 0, 0, 0};
    for (const Address slot : trace.slots(id))
        result.magnitude = std::max(result.magnitude, largest_finite(layer.given.at(slot)));
    Index count = 0;
    Index different = 0;
    for (const Address slot : trace.slots(id)) {
        const Matrix computed = trace.compute_uncached(slot);
        const Matrix& recorded = layer.given.at(slot);
        for (Index i = 0; i < recorded.rows(); ++i)
            for (Index j = 0; j < recorded.columns(); ++j) {
                const double apart = distance(recorded(i, j), computed(i, j));
                ++count;
                different += apart > result.tolerance() ? 1 : 0;
                if (apart > result.largest)
                    result = {id,
                              {slot.layer, id, slot.item, slot.head, i, j},
                              recorded(i, j),
                              computed(i, j),
                              apart,
                              result.magnitude};
            }
    }
    if (!result.agrees())
        result.unknown = may_be_normed(id, different, count) ? "the norm" : names_of(untold_of(without, id, told));
    return result;
}

std::string in_words(const RecordedDifference& difference) {
    if (difference.agrees())
        return fmt::format("{} agrees within {:.2g}", array_name(difference.stage), difference.largest);
    if (!difference.differs())
        return fmt::format("{} cannot be known: the file does not tell {}", array_name(difference.stage),
                           difference.unknown);
    return fmt::format("{} differs: {} is {:.6g}, computed {:.6g}", array_name(difference.stage),
                       cell_name(difference.where), difference.recorded, difference.computed);
}

} // namespace

bool has_recorded_stages(const Checkpoint& file) {
    return std::ranges::any_of(file.tensors(),
                               [](const Tensor& tensor) { return stage_named(tensor.name).has_value(); });
}

Result<Recording> open_recording(const Checkpoint& file, const std::optional<std::string>& wanted,
                                 const std::vector<OptionSetting>& told) {
    const auto name = layer_meant(file, wanted);
    if (!name)
        return name.error();
    const auto stages = read_stages(file, *name, wanted);
    if (!stages)
        return stages.error();
    auto layer = layer_of(*stages, file.name());
    if (!layer)
        return layer.error();
    layer->name = printable(*name, 200);
    for (const OptionSetting& setting : told)
        if (auto set = set_option(*layer, setting); !set)
            return error("{}: {}", file.name(), set.error().message);
    if (auto valid = validate(*layer); !valid)
        return error("{}: {}", file.name(), valid.error().message);
    if (!is_present(*layer, ArrayId::A))
        return error("{}: there is no A, nor what it is computed from: expected A, masked, scores, or Q and K",
                     file.name());
    if (auto complete = check_all_is_told(*layer, told); !complete)
        return error("{}: {}", file.name(), complete.error().message);
    Recording recording;
    recording.session.title = printable(file.path().stem().string());
    std::string compared;
    Engine engine;
    for (const Recorded& one : *stages)
        if (const auto difference = compare(*layer, one.stage, told, engine)) {
            recording.compared.push_back(*difference);
            compared += (compared.empty() ? "" : "; ") + in_words(*difference);
        }
    recording.session.about = fmt::format(
        "Recorded numbers, without weights. {}{}",
        layer->mask.causal ? "The zeros of {name A} say that its mask is causal. " : "",
        compared.empty() ? "None can be computed from the others." : "Against what the others give: " + compared + ".");
    recording.session.opened = *std::move(layer);
    return recording;
}

} // namespace attn
