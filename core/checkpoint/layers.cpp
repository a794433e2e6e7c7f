#include "core/checkpoint/layers.h"

#include "core/checkpoint/layer_shapes.h"
#include "core/checkpoint/own_names.h"
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

/// A name that may be that of a layer, because a family has tensors under it.
struct Candidate {
    std::string layer;
    char separator = '.';
    const Family* family = nullptr;
    bool is_whole = false; ///< true: no tensor is missing
    std::string query;     ///< the tensor of queries by which the candidate was found

    std::string full_name(std::string_view tensor) const { return name_beneath(layer, separator, tensor); }
};

/// Returns the layer to which the tensor `name` would belong, if `name` ends with the family's name for the tensor,
/// after a dot or slash; otherwise nullopt.
std::optional<Candidate> candidate_of(std::string_view name, const Family& family, std::string_view of_family) {
    for (const char separator : {'.', '/'}) {
        const std::string tensor = name_beneath("", separator, of_family);
        if (name == tensor)
            return Candidate{"", separator, &family, false, std::string(name)};
        if (name.size() > tensor.size() + 1 && name.ends_with(tensor) &&
            name[name.size() - tensor.size() - 1] == separator)
            return Candidate{std::string(name.substr(0, name.size() - tensor.size() - 1)), separator, &family, false,
                             std::string(name)};
    }
    return std::nullopt;
}

bool has_all(const Checkpoint& checkpoint, const Candidate& candidate) {
    const Family& family = *candidate.family;
    return std::ranges::all_of(std::array{family.query, family.key, family.value, family.output},
                               [&](std::string_view tensor) {
                                   return !tensor.empty() && checkpoint.find(candidate.full_name(tensor)) != nullptr;
                               });
}

/// True if `left` is the better explanation of the same tensors: a complete layer is better than a refused one, and
/// that is better than an incomplete one; among equals, the family listed first.
bool is_better(const Candidate& left, const Candidate& right) {
    const auto rank = [](const Candidate& one) { return one.is_whole ? 0 : one.family->is_refused() ? 1 : 2; };
    return rank(left) != rank(right) ? rank(left) < rank(right) : left.family < right.family;
}

/// Returns the name with # in place of each number: "model.layers.#.self_attn".
std::string without_numbers(std::string name) {
    std::ranges::replace_if(
        name, [](char letter) { return letter >= '0' && letter <= '9'; }, '#');
    name.erase(std::unique(name.begin(), name.end(), [](char a, char b) { return a == '#' && b == '#'; }), name.end());
    return name;
}

/// Adds layers that are named like those found but lack their tensor of queries.
void add_without_queries(const Checkpoint& checkpoint, std::map<std::string, Candidate>& found) {
    std::map<std::string, const Family*> kinds; // by names without their numbers
    for (const auto& [layer, candidate] : found)
        if (candidate.is_whole && candidate.family->query != candidate.family->key)
            kinds.emplace(without_numbers(layer), candidate.family);
    for (const Tensor& tensor : checkpoint.tensors())
        for (const auto& [name, family] : kinds)
            if (auto candidate = candidate_of(tensor.name, *family, family->key);
                candidate && without_numbers(candidate->layer) == name)
                found.emplace(candidate->layer, *candidate);
}

/// Returns the candidate for each layer, by the layer's name.
std::map<std::string, Candidate> candidates(const Checkpoint& checkpoint, std::span<const Family> known) {
    std::map<std::string, Candidate> found; // by layer
    std::map<std::string, Candidate> by_query;
    for (const Tensor& tensor : checkpoint.tensors())
        for (const Family& family : known) {
            auto candidate = candidate_of(tensor.name, family, family.query);
            if (!candidate)
                continue;
            candidate->is_whole = has_all(checkpoint, *candidate);
            const bool has_to_be_whole = family.needs_all || (family.is_refused() && !family.output.empty());
            if (has_to_be_whole && !candidate->is_whole)
                continue;
            // One tensor belongs to one layer: "attention.query" of a layer is not "query" of a layer called
            // "attention".
            const auto [place, is_new] = by_query.emplace(tensor.name, *candidate);
            if (!is_new && is_better(*candidate, place->second))
                place->second = *std::move(candidate);
        }
    for (auto& [query, candidate] : by_query) {
        const auto [place, is_new] = found.emplace(candidate.layer, candidate);
        if (!is_new && is_better(candidate, place->second))
            place->second = candidate;
    }
    add_without_queries(checkpoint, found);
    return found;
}

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
        if (!family.is_refused() && !family.needs_all && expected.find(family.query) == std::string::npos)
            expected += (expected.empty() ? "" : ", ") + std::string(family.query);
    for (const Tensor& tensor : checkpoint.tensors())
        if (found.size() < 150)
            found += (found.empty() ? "" : ", ") + printable(tensor.name);
    std::string unread;
    for (const std::string& name : checkpoint.without_numbers())
        if (unread.size() < 150)
            unread += (unread.empty() ? "; no real numbers are in " : ", ") + printable(name);
    return error(
        "{}: there is no attention layer, which would have one of {}; other names are said by --names \"q=… "
        "k=… v=… o=…\" (with layers=first if each tensor holds all layers), and of a stage alone by its own, as "
        "A; there is {}{}{}",
        checkpoint.name(), expected, found.empty() ? "nothing" : found, unread, checkpoint.hint_of_parts());
}

/// Numbers the layers: by the numbers in their names if these differ, otherwise in their order.
void number(std::vector<FoundLayer>& layers) {
    std::set<Index> numbers;
    for (const FoundLayer& layer : layers)
        if (const auto own = number_in_name(layer.name))
            numbers.insert(*own);
    Index next = 0;
    for (FoundLayer& layer : layers)
        layer.number = numbers.size() == layers.size() ? *number_in_name(layer.name) : next++;
}

/// Returns the numbers of heads that divide a width: "1, 2, 5, 10" for 10.
std::string divisors_of(Index width) {
    std::string text;
    for (Index heads = 1; heads <= std::min(width, head_limit); ++heads)
        if (width % heads == 0)
            text += (text.empty() ? "" : ", ") + std::to_string(heads);
    return text;
}

} // namespace

std::string FoundLayer::orientation() const {
    const Placement* const query = find(ArrayId::W_Q);
    const HeadAxis axis = query == nullptr ? HeadAxis::none : query->head_axis;
    std::string text = axis == HeadAxis::first    ? "heads × inputs × outputs"
                       : axis == HeadAxis::second ? "inputs × heads × outputs"
                       : transposed               ? "outputs × inputs, transposed on reading"
                                                  : "inputs × outputs, read as it stands";
    if (query != nullptr && !query->other_heads.empty())
        text += "; a tensor for each head";
    if (reads_other)
        text += "; cross-attention: keys and values are made from --context";
    if (family->has_packed_keys())
        text += "; K and V packed";
    if (family->is_packed())
        text += query == nullptr || query->block == 0       ? "; Q, K and V packed"
                : query->block == find(ArrayId::W_K)->block ? "; Q, K and V packed, head by head"
                                                            : "; Q, K and V packed, group by group";
    return text;
}

std::string FoundLayer::full_name(std::string_view tensor) const {
    return name_beneath(name, separator, tensor);
}

std::string name_beneath(std::string_view layer, char separator, std::string_view tensor) {
    std::string below(tensor);
    std::ranges::replace(below, '.', separator);
    return layer.empty() ? below : std::string(layer) + separator + below;
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
    std::vector<FoundLayer> layers;
    const auto own = packed.names.empty() ? nullptr : family_of_names(checkpoint, packed.names);
    for (const auto& [name, candidate] : candidates(checkpoint, own ? std::span(own.get(), 1) : families())) {
        layers.push_back(read_shapes(checkpoint, {name, candidate.separator, candidate.family}, packed));
        layers.back().own_family = own;
    }
    std::ranges::sort(layers, names_in_order, &FoundLayer::name);
    number(layers);
    note_unread_tensors(checkpoint, layers);
    return layers;
}

Result<FoundLayer> choose_layer(const Checkpoint& checkpoint, const std::vector<FoundLayer>& layers,
                                const std::optional<std::string>& wanted) {
    if (layers.empty())
        return no_layers(checkpoint);
    const auto checked = [&](const FoundLayer& layer) -> Result<FoundLayer> {
        if (!layer.problem.empty() && !layer.asks_packing) // a packing can still be said
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
