#include "core/check/altered_layer.h"
#include "core/check/known_bugs.h"
#include "core/model/mask.h"
#include "core/tensor/eigen.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace attn {

namespace {

using enum ArrayId;

constexpr float plus_infinity = std::numeric_limits<float>::infinity();
/// The number that programs write for ∞. A score that is added to it in float32 is lost by rounding.
constexpr float large = 1e9F;

Matrix mask_of(const Layer& layer, Index item, Index head) {
    const Sizes sizes = sizes_of(layer);
    std::vector<float> values(static_cast<std::size_t>(sizes.S_q * sizes.S_k));
    fill_mask(layer, item, head, {values.data(), sizes.S_q, sizes.S_k, sizes.S_k});
    return Matrix::adopt(std::move(values), sizes.S_q, sizes.S_k);
}

bool has_mask(const Trial& trial) {
    return trial.has(ArrayId::mask);
}

bool is_hidden(float value) {
    return value == minus_infinity;
}

bool holds(const Matrix& mask, float value) {
    for (Index i = 0; i < mask.rows(); ++i)
        if (std::ranges::find(mask.row(i), value) != mask.row(i).end())
            return true;
    return false;
}

bool has_plus_infinity(const Matrix& mask) {
    return holds(mask, plus_infinity);
}

bool hides_whole_row(const Matrix& mask) {
    for (Index i = 0; i < mask.rows(); ++i)
        if (std::ranges::all_of(mask.row(i), is_hidden))
            return true;
    return false;
}

Matrix with_finite_numbers(const Matrix& mask) {
    return filled(mask.rows(), mask.columns(), [&](Index i, Index j) {
        const float value = mask(i, j);
        return std::isinf(value) ? std::copysign(large, value) : value;
    });
}

/// The mask with zeros in the rows that it hides completely: in double precision a large negative number added to all
/// scores of a row hides none of them.
Matrix without_hidden_rows(const Matrix& mask) {
    std::vector<bool> hidden;
    for (Index i = 0; i < mask.rows(); ++i)
        hidden.push_back(std::ranges::all_of(mask.row(i), is_hidden));
    return filled(mask.rows(), mask.columns(),
                  [&](Index i, Index j) { return hidden[static_cast<std::size_t>(i)] ? 0.0F : mask(i, j); });
}

/// One mask for all items and heads, for each item, or for each item and head, ordered by item, then head.
struct Masks {
    Extent extent;
    std::vector<Matrix> matrices;

    const Matrix& at(Index item, Index head) const {
        const Index own = (extent.items == 1 ? 0 : item) * extent.heads + (extent.heads == 1 ? 0 : head);
        return matrices[static_cast<std::size_t>(own)];
    }
    bool any(bool (*holds)(const Matrix& mask)) const { return std::ranges::any_of(matrices, holds); }
};

Masks masks_of(const Extent& extent, const SlotMatrix& mask) {
    Masks masks{extent, {}};
    for (Index item = 0; item < extent.items; ++item)
        for (Index head = 0; head < extent.heads; ++head)
            masks.matrices.push_back(mask(item, head));
    return masks;
}

/// The masks that the options of a layer make.
Masks masks_of(const Layer& layer) {
    return masks_of(mask_extent(layer), [&](Index item, Index head) { return mask_of(layer, item, head); });
}

template <class Change>
Masks changed(const Masks& masks, const Change& change) {
    Masks result{masks.extent, {}};
    std::ranges::transform(masks.matrices, std::back_inserter(result.matrices), change);
    return result;
}

Masks right_masks(const Trial& trial) {
    return masks_of(trial.correct().extent(ArrayId::mask),
                    [&](Index item, Index head) { return trial.correct_matrix(ArrayId::mask, item, head); });
}

/// The right masks with value(mask, i, j) in each cell.
template <class Value>
Masks changed_right_masks(const Trial& trial, const Value& value) {
    return changed(right_masks(trial), [&](const Matrix& mask) {
        return filled(mask.rows(), mask.columns(), [&](Index i, Index j) { return value(mask, i, j); });
    });
}

/// The layer with these masks. A layer's mask cannot hold +∞, which becomes a large number.
Layer with_masks(Layer layer, const Masks& masks) {
    layer.mask = {};
    layer.mask.given = changed(masks, [](const Matrix& mask) {
                           return has_plus_infinity(mask) ? with_finite_numbers(mask) : mask;
                       }).matrices;
    return layer;
}

/// The inverted mask: in rows with hidden keys it shows these and hides the others. Other rows stay without a hidden
/// key.
Matrix only_hidden_shown(const Matrix& mask) {
    std::vector<bool> hides;
    for (Index i = 0; i < mask.rows(); ++i)
        hides.push_back(std::ranges::any_of(mask.row(i), is_hidden));
    return filled(mask.rows(), mask.columns(), [&](Index i, Index j) {
        return hides[static_cast<std::size_t>(i)] && !is_hidden(mask(i, j)) ? minus_infinity : 0;
    });
}

/// The array to which the mask is added: scaled scores, or capped ones.
ArrayId masked_of(const Trial& trial) {
    return trial.correct().recipe(ArrayId::masked).operands[0].array;
}

/// The layer with the masked scores given: each cell is sum(score, mask), whatever the layer's own mask is. Scores
/// include the bias of ALiBi.
template <class Sum>
Layer with_masked(Layer layer, const Trial& trial, const SlotMatrix& masks, const Sum& sum) {
    const bool has_bias = trial.has(ArrayId::bias);
    return with_cells(std::move(layer), trial, ArrayId::masked, [&](Index item, Index head) {
        return [&, has_bias, scores = trial.correct_rows(masked_of(trial), item, head), mask = masks(item, head),
                bias = has_bias ? trial.correct_rows(ArrayId::bias, item, head) : Matrix()](Index i, Index j) {
            return sum(has_bias ? scores(i, j) + bias(i, j) : scores(i, j), mask(i, j));
        };
    });
}

/// Tries these masks as the layer's mask. Then tries them added to the scores while the layer's mask is right.
void try_as_mask_and_as_masked(Trial& trial, const Masks& masks, std::string_view form) {
    trial.attempt(with_masks(trial.layer(), masks), form);
    if (!trial.has(scaled))
        return;
    const auto added = [&](Layer layer) {
        return with_masked(
            std::move(layer), trial, [&](Index item, Index head) { return masks.at(item, head); }, std::plus());
    };
    trial.attempt(added(trial.layer()), form);
    if (masks.any(has_plus_infinity))
        trial.attempt(added(with_masks(trial.layer(), masks)), form);
}

/// True if the layer's mask hides a key.
bool hides_something(const Trial& trial) {
    return has_mask(trial) && right_masks(trial).any([](const Matrix& mask) { return holds(mask, minus_infinity); });
}

/// Tries other masks. Masks that hide whole rows or hold +∞ are also tried with large numbers for infinities, added in
/// single and in double precision.
void try_mask(Trial& trial, const Masks& masks, std::string_view form = {}) {
    if (!has_mask(trial) || !trial.has(ArrayId::masked))
        return;
    try_as_mask_and_as_masked(trial, masks, form);
    const bool has_hidden_rows = masks.any(hides_whole_row);
    if (has_hidden_rows || masks.any(has_plus_infinity))
        try_as_mask_and_as_masked(trial, changed(masks, with_finite_numbers), form);
    if (has_hidden_rows)
        trial.attempt(with_masks(trial.layer(), changed(masks, without_hidden_rows)), form);
}

/// True if the mask is causal and hides nothing else.
bool is_triangle(const Matrix& mask) {
    for (Index i = 0; i < mask.rows(); ++i)
        for (Index j = 0; j < mask.columns(); ++j)
            if (mask(i, j) != (j > i ? minus_infinity : 0))
                return false;
    return mask.columns() > 1;
}

/// The layer's masks without the causal part; nullopt if the layer is not causal.
std::optional<Masks> masks_but_causal(const Trial& trial) {
    Layer layer = trial.layer();
    if (layer.mask.causal) {
        layer.mask.causal = false;
        return masks_of(layer);
    }
    Masks masks = masks_of(layer);
    if (!std::ranges::all_of(masks.matrices, is_triangle))
        return std::nullopt;
    return changed(masks, [](const Matrix& mask) { return Matrix::zeros(mask.rows(), mask.columns()); });
}

/// Tries a causal mask that hides the keys for which hides(i, j) is true.
template <class Hides>
void try_triangle(Trial& trial, const Hides& hides) {
    const auto others = masks_but_causal(trial);
    if (!others)
        return;
    try_mask(trial, changed(*others, [&](const Matrix& rest) {
                 return filled(rest.rows(), rest.columns(),
                               [&](Index i, Index j) { return hides(i, j) ? minus_infinity : rest(i, j); });
             }));
}

/// Layers that have one part of this layer's mask each: causal, padding, window, painted.
std::vector<Layer> kinds_apart(const Layer& layer) {
    std::vector<Layer> kinds;
    const auto add = [&](bool is_there, const auto& take) {
        if (!is_there)
            return;
        Layer& kind = kinds.emplace_back(layer);
        kind.mask = {};
        take(kind.mask);
    };
    const Mask& all = layer.mask;
    add(all.causal, [&](Mask& mask) { mask.causal = true; });
    add(all.pad_tokens || !all.padding.empty(), [&](Mask& mask) {
        mask.pad_tokens = all.pad_tokens;
        mask.padding = all.padding;
    });
    add(all.window > 0, [&](Mask& mask) { mask.window = all.window; });
    add(!all.painted.empty(), [&](Mask& mask) { mask.painted = all.painted; });
    add(!all.given.empty(), [&](Mask& mask) { mask.given = all.given; });
    return kinds;
}

/// Tries the layer's mask with changed options.
template <class Change>
void try_options(Trial& trial, const Change& change, std::string_view form = {}) {
    Layer layer = trial.layer();
    change(layer.mask);
    try_mask(trial, masks_of(layer), form);
}

/// Tries the right masks with value(mask) in each cell.
template <class Value>
void try_values(Trial& trial, const Value& value) {
    if (hides_something(trial))
        try_mask(trial,
                 changed_right_masks(trial, [&](const Matrix& mask, Index i, Index j) { return value(mask(i, j)); }));
}

void add_causal_mask(Trial& trial) {
    if (!masks_but_causal(trial))
        try_options(trial, [](Mask& mask) { mask.causal = true; });
}

void forget_padding(Trial& trial) {
    if (trial.layer().mask.pad_tokens || !trial.layer().mask.padding.empty())
        try_options(trial, [](Mask& mask) {
            mask.pad_tokens = false;
            mask.padding.clear();
        });
}

void forget_window(Trial& trial) {
    if (trial.layer().mask.window > 0)
        try_options(trial, [](Mask& mask) { mask.window = 0; });
}

void shift_window_by_one(Trial& trial) {
    for (const Index by : {Index{1}, Index{-1}})
        if (const Index window = trial.layer().mask.window; window > 0 && window + by > 0)
            try_options(
                trial, [=](Mask& mask) { mask.window += by; }, by > 0 ? "one longer" : "one shorter");
}

void hide_own_key(Trial& trial) {
    if (trial.sizes().S_q == trial.sizes().S_k && has_mask(trial) && !masks_but_causal(trial))
        try_mask(trial, changed_right_masks(trial, [](const Matrix& mask, Index i, Index j) {
                     return i == j ? minus_infinity : mask(i, j);
                 })); // under a causal mask this would be too strict a triangle, another bug
}

void forget_mask(Trial& trial) {
    const Mask& mask = trial.layer().mask;
    const bool has_a_slip_of_its_own = mask.painted.empty() && (mask.given.empty() || masks_but_causal(trial));
    if (kinds_apart(trial.layer()).size() > 1 || !has_a_slip_of_its_own)
        try_options(trial, [](Mask& all) { all = {}; });
}

void count_from_bottom_right(Trial& trial) {
    const Index more = trial.sizes().S_k - trial.sizes().S_q;
    if (more != 0)
        try_triangle(trial, [more](Index i, Index j) { return j > i + more; });
}

void invert_mask(Trial& trial) {
    try_values(trial, [](float value) { return is_hidden(value) ? 0 : minus_infinity; });
}

/// Tries value(score) for the hidden scores, which are −∞ in the layer.
template <class Value>
void try_hidden_as(Trial& trial, const Value& value) {
    if (trial.has(scaled))
        trial.attempt(with_masked(
            trial.layer(), trial,
            [&](Index item, Index head) { return trial.correct_rows(ArrayId::mask, item, head, trial.rows(masked)); },
            [&](float score, float mask) { return is_hidden(mask) ? value(score) : score + mask; }));
}

void flip_sign_of_mask(Trial& trial) {
    if (!hides_something(trial))
        return;
    try_values(trial, [](float value) { return value == 0 ? 0 : -value; });
    // In double precision a score survives a large number that is added to it: the keys that should be hidden then get
    // the attention of the whole row.
    try_mask(trial, changed(right_masks(trial), only_hidden_shown));
    try_hidden_as(trial, [](float) { return large; }); // as masked_fill does
}

void hide_with_zero(Trial& trial) {
    if (hides_something(trial))
        try_hidden_as(trial, [](float) { return 0.0F; });
}

void hide_above_scores(Trial& trial) {
    if (!hides_something(trial) || !trial.has(scaled))
        return;
    const double largest = largest_entry(trial.correct(), masked_of(trial));
    // BERT hides with −1e4; −65504 is the least number of float16.
    for (const float number : {-1e3F, -1e4F, -65504.0F, -1e5F, -1e6F, -1e9F}) {
        if (2 * largest < -static_cast<double>(number))
            continue; // no score, and no difference of two scores, is as large
        try_hidden_as(trial, [number](float) { return number; });
        try_hidden_as(trial, [number](float score) { return score + number; });
    }
}

void add_truth_values(Trial& trial) {
    try_values(trial, [](float value) { return is_hidden(value) ? 0 : 1; });
    try_values(trial, [](float value) { return is_hidden(value) ? 1 : 0; });
}

void hide_with_finite_number(Trial& trial) {
    if (hides_something(trial))
        try_mask(trial, right_masks(trial));
}

/// The layer with only its padding, and the layer with the rest of its mask.
struct PaddingAndRest {
    Layer padding;
    Layer rest;
    Extent extent;
};

/// Separates the padding from the rest of the mask; nullopt if there is no padding.
std::optional<PaddingAndRest> padding_apart(const Trial& trial) {
    PaddingAndRest apart{trial.layer(), trial.layer(), {}};
    apart.padding.mask = {};
    std::swap(apart.rest.mask.padding, apart.padding.mask.padding);
    std::swap(apart.rest.mask.pad_tokens, apart.padding.mask.pad_tokens);
    if (!apart.padding.mask.pad_tokens && apart.padding.mask.padding.empty())
        return std::nullopt;
    const Extent rest = mask_extent(apart.rest);
    const Extent padding = mask_extent(apart.padding);
    apart.extent = {std::max(rest.items, padding.items), std::max(rest.heads, padding.heads)};
    return apart;
}

/// Tries other padding: padding(item, head) is added to the rest of the mask.
template <class Padding>
void try_padding(Trial& trial, const PaddingAndRest& apart, const Padding& padding, std::string_view form = {}) {
    try_mask(trial,
             masks_of(apart.extent,
                      [&](Index item, Index head) {
                          const Matrix other = padding(item, head);
                          const Matrix rest = mask_of(apart.rest, item, head);
                          return matrix_of(eigen(other) + eigen(rest));
                      }),
             form);
}

void invert_padding(Trial& trial) {
    const auto apart = padding_apart(trial);
    if (!apart)
        return;
    try_padding(trial, *apart, [&](Index item, Index head) {
        const Matrix right = mask_of(apart->padding, item, head);
        return filled(right.rows(), right.columns(),
                      [&](Index i, Index j) { return is_hidden(right(i, j)) ? 0 : minus_infinity; });
    });
}

void take_padding_of_other_item(Trial& trial) {
    const Index items = trial.sizes().B;
    auto apart = padding_apart(trial);
    if (!apart || items == 1)
        return;
    apart->extent.items = items;
    const auto attempt = [&](std::string_view form, const auto& other_item) {
        try_padding(
            trial, *apart, [&](Index item, Index head) { return mask_of(apart->padding, other_item(item), head); },
            form);
    };
    attempt("the first item's for all", [](Index) { return Index{0}; });
    attempt("the next item's", [&](Index item) { return (item + 1) % items; });
    if (items > 2)
        attempt("the one before's", [&](Index item) { return (item + items - 1) % items; });
}

/// Masks that hide a key if any layer in `joined` hides it; the masks of `others` are added.
Masks joined_by_or(const Trial& trial, const std::vector<Layer>& joined, const std::vector<Layer>& others) {
    return masks_of(mask_extent(trial.layer()), [&](Index item, Index head) {
        const auto masks = [&](const std::vector<Layer>& kinds) {
            std::vector<Matrix> alone;
            alone.reserve(kinds.size());
            for (const Layer& kind : kinds)
                alone.push_back(mask_of(kind, item, head));
            return alone;
        };
        const std::vector<Matrix> all_hide = masks(joined);
        const std::vector<Matrix> added = masks(others);
        return filled(all_hide.front().rows(), all_hide.front().columns(), [&](Index i, Index j) {
            float sum = std::ranges::all_of(all_hide, [&](const Matrix& mask) { return is_hidden(mask(i, j)); })
                            ? minus_infinity
                            : 0;
            for (const Matrix& mask : added)
                sum += mask(i, j);
            return sum;
        });
    });
}

void join_masks_by_or(Trial& trial) {
    const std::vector<Layer> kinds = kinds_apart(trial.layer());
    if (kinds.size() < 2)
        return;
    try_mask(trial, joined_by_or(trial, kinds, {}));
    for (std::size_t one = 0; one < kinds.size() && kinds.size() > 2; ++one)
        for (std::size_t other = one + 1; other < kinds.size(); ++other) {
            std::vector<Layer> others = kinds;
            others.erase(others.begin() + static_cast<std::ptrdiff_t>(other));
            others.erase(others.begin() + static_cast<std::ptrdiff_t>(one));
            try_mask(trial, joined_by_or(trial, {kinds[one], kinds[other]}, others));
        }
}

void shift_rows_of_mask(Trial& trial) {
    const Mask& mask = trial.layer().mask;
    const bool is_more_than_triangle =
        mask.window > 0 || !mask.painted.empty() || (!mask.given.empty() && !masks_but_causal(trial));
    if (!is_more_than_triangle || !hides_something(trial))
        return;
    for (const Index by : {Index{1}, Index{-1}})
        try_mask(trial,
                 changed_right_masks(trial,
                                     [=](const Matrix& right, Index i, Index j) {
                                         const Index from = i - by;
                                         return from < 0 || from >= right.rows() ? 0 : right(from, j);
                                     }),
                 by == 1 ? "each row has that of the one above" : "each row has that of the one below");
}

void hide_padded_queries(Trial& trial) {
    const auto apart = padding_apart(trial);
    if (!apart || trial.sizes().S_q != trial.sizes().S_k)
        return;
    try_padding(trial, *apart, [&](Index item, Index head) {
        const Matrix right = mask_of(apart->padding, item, head);
        return right.transposed();
    });
}

/// Usual lengths of windows and chunks. In long texts only the long ones are tried, since each needs a whole mask.
constexpr std::array<Index, 11> usual_lengths{4096, 2048, 1024, 512, 256, 128, 64, 32, 16, 8, 4};
constexpr Index parts_of_text = 16;

void add_window(Trial& trial) {
    for (const Index window : usual_lengths)
        if (trial.layer().mask.window == 0 && window < trial.sizes().S_k && parts_of_text * window >= trial.sizes().S_k)
            try_options(trial, [=](Mask& mask) { mask.window = window; });
}

/// Tries a text cut into parts: each part has a causal mask of its own and reads no earlier part.
void begin_triangle_anew(Trial& trial) {
    const Index tokens = trial.sizes().S_q;
    std::vector<Index> lengths(usual_lengths.begin(), usual_lengths.end());
    lengths.insert(lengths.end(), {tokens - 1, (tokens + 1) / 2});
    for (const Index length : lengths)
        if (length > 1 && length < tokens && parts_of_text * length >= tokens)
            try_triangle(trial, [length](Index i, Index j) { return j > i % length; });
}

/// Tries masks of items repeated for the heads in the wrong order: by head, then item, although the matrices are stored
/// by item, then head.
void repeat_masks_in_other_order(Trial& trial) {
    const Index items = trial.sizes().B;
    const Index heads = trial.sizes().H;
    if (items == 1 || heads == 1 || mask_extent(trial.layer()).items == 1)
        return;
    const Masks right = masks_of(trial.layer());
    const auto attempt = [&](bool heads_first, std::string_view form) {
        const auto mask = [&](Index item, Index head) {
            const Index slot = heads_first ? head * items + item : item * heads + head;
            return heads_first ? right.at(slot / heads, slot % heads) : right.at(slot % items, slot / items);
        };
        try_mask(trial, masks_of({items, heads}, mask), form);
    };
    attempt(false, "slot b·H + h has that of item (b·H + h) mod B, as of repeat in the place of repeat_interleave");
    attempt(true, "slot h·B + b has that of item (h·B + b) / H, as of repeat_interleave in the place of repeat");
}

constexpr std::array bugs_of_masks{
    KnownBug{"window-added", "a sliding window is applied, and this layer has none", mask, add_window},
    KnownBug{"causal-by-chunk",
             "the causal mask of each chunk, or step, is counted from the top left, as if nothing stood before it",
             mask, begin_triangle_anew},
    KnownBug{"mask-of-other-slot", "heads have the masks of other items", mask, repeat_masks_in_other_order},
    KnownBug{"causal-forgotten", "the causal mask is not applied: tokens read later ones", mask,
             [](Trial& trial) { try_triangle(trial, [](Index, Index) { return false; }); }},
    KnownBug{"causal-added", "a causal mask is applied, and this layer has none: is it --mask causal?", mask,
             add_causal_mask},
    KnownBug{"padding-forgotten", "the padding mask is not applied: [pad] is read", mask, forget_padding},
    KnownBug{"window-forgotten", "the window is not applied", mask, forget_window},
    KnownBug{"window-off-by-one", "the window is one key longer or shorter", mask, shift_window_by_one},
    KnownBug{"diagonal-hidden", "the diagonal is hidden: no token reads itself", mask, hide_own_key},
    KnownBug{"mask-forgotten", "no mask is applied at all", mask, forget_mask},
    KnownBug{"causal-strict", "the causal mask hides the diagonal too: j < i instead of j ≤ i", mask,
             [](Trial& trial) { try_triangle(trial, [](Index i, Index j) { return j >= i; }); }},
    KnownBug{"causal-loose", "the causal mask begins one too late: j ≤ i + 1 instead of j ≤ i", mask,
             [](Trial& trial) { try_triangle(trial, [](Index i, Index j) { return j > i + 1; }); }},
    KnownBug{"causal-flipped", "the triangle of the causal mask is flipped: j ≥ i instead of j ≤ i", mask,
             [](Trial& trial) { try_triangle(trial, [](Index i, Index j) { return j < i; }); }},
    KnownBug{"causal-from-bottom-right", "the causal mask is counted from the bottom right instead of the top left",
             mask, count_from_bottom_right},
    KnownBug{"mask-inverted", "the mask is inverted: it hides what may be read and shows what is hidden", mask,
             invert_mask},
    KnownBug{"padding-inverted", "the padding mask is inverted: it hides the words and shows what fills up", mask,
             invert_padding},
    KnownBug{"padding-of-other-item", "items have the padding masks of others", mask, take_padding_of_other_item},
    KnownBug{"masks-joined-by-or", "masks are joined the wrong way: a key is hidden only where all of them hide it",
             mask, join_masks_by_or},
    KnownBug{"mask-row-off", "the mask is one row off", mask, shift_rows_of_mask},
    KnownBug{"mask-sign", "the mask has the wrong sign: +∞ or a large positive number instead of −∞", mask,
             flip_sign_of_mask},
    KnownBug{"mask-of-truth-values", "the mask adds 0 and 1 instead of 0 and −∞", mask, add_truth_values},
    KnownBug{"padding-on-queries", "padding hides rows (queries) instead of columns (keys)", mask, hide_padded_queries},
    KnownBug{"mask-finite",
             "a large negative number hides instead of −∞, so that rows that are masked whole share among hidden keys",
             mask, hide_with_finite_number},
    KnownBug{"mask-of-zero", "hidden scores are set to 0 instead of −∞ (the mask is multiplied)", masked,
             hide_with_zero},
    KnownBug{"hidden-above-scores", "hidden scores are a finite number that real scores fall below; hide with −∞",
             masked, hide_above_scores}};

} // namespace

std::span<const KnownBug> known_bugs_of_masks() {
    return bugs_of_masks;
}

} // namespace attn
