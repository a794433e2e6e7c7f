#include "core/check/altered_layer.h"
#include "core/check/bug_attempts.h"
#include "core/model/mask.h"
#include "core/tensor/eigen.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

namespace attn {

namespace {

constexpr float plus_infinity = std::numeric_limits<float>::infinity();
/// What programs write instead of ∞; float32 loses any score beside it.
constexpr float large = 1e9F;

Matrix mask_of(const Layer& layer, Index item, Index head) {
    const Sizes sizes = sizes_of(layer);
    std::vector<float> values(static_cast<std::size_t>(sizes.S_q * sizes.S_k));
    fill_mask(layer, item, head, {values.data(), sizes.S_q, sizes.S_k, sizes.S_k});
    return Matrix::adopt(std::move(values), sizes.S_q, sizes.S_k);
}

Matrix right_mask(const Trial& trial, Index item, Index head) {
    return trial.correct().compute_uncached({ArrayId::mask, item, head});
}

bool has_mask(const Trial& trial) {
    return trial.correct().has(ArrayId::mask);
}

bool is_hidden(float value) {
    return value == minus_infinity;
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

/// Rows that are hidden whole are not hidden at all: what is left of them in double precision, where a large number
/// is added to every score.
Matrix without_hidden_rows(const Matrix& mask) {
    std::vector<bool> hidden;
    for (Index i = 0; i < mask.rows(); ++i)
        hidden.push_back(std::ranges::all_of(mask.row(i), is_hidden));
    return filled(mask.rows(), mask.columns(),
                  [&](Index i, Index j) { return hidden[static_cast<std::size_t>(i)] ? 0.0F : mask(i, j); });
}

/// One mask for all items and heads, for each item, or for each item and head; item-major.
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

/// Those of a layer's options.
Masks masks_of(const Layer& layer) {
    return masks_of(mask_extent(layer), [&](Index item, Index head) { return mask_of(layer, item, head); });
}

template <class Change>
Masks changed(const Masks& masks, const Change& change) {
    Masks result{masks.extent, {}};
    std::ranges::transform(masks.matrices, std::back_inserter(result.matrices), change);
    return result;
}

/// Other masks in the place of the right ones.
template <class Change>
Masks changed_right_masks(const Trial& trial, const Change& change) {
    return masks_of(trial.correct().extent(ArrayId::mask),
                    [&](Index item, Index head) { return change(right_mask(trial, item, head)); });
}

bool has_plus_infinity(const Matrix& mask) {
    for (Index i = 0; i < mask.rows(); ++i)
        if (std::ranges::find(mask.row(i), plus_infinity) != mask.row(i).end())
            return true;
    return false;
}

/// A layer's mask cannot hold +∞.
Layer with_masks(Layer layer, const Masks& masks) {
    layer.mask = {};
    layer.mask.given = changed(masks, [](const Matrix& mask) {
                           return has_plus_infinity(mask) ? with_finite_numbers(mask) : mask;
                       }).matrices;
    return layer;
}

/// Shows what the mask hides, and hides what is beside it.
Matrix only_hidden_shown(const Matrix& mask) {
    std::vector<bool> hides;
    for (Index i = 0; i < mask.rows(); ++i)
        hides.push_back(std::ranges::any_of(mask.row(i), is_hidden));
    return filled(mask.rows(), mask.columns(), [&](Index i, Index j) {
        return hides[static_cast<std::size_t>(i)] && !is_hidden(mask(i, j)) ? minus_infinity : 0;
    });
}

/// What the mask is added to: scaled scores, or what a cap leaves of them.
ArrayId masked_of(const Trial& trial) {
    return trial.correct().recipe(ArrayId::masked).operands[0].array;
}

/// The scores to which the mask is added, a bias by distance included.
Matrix before_mask(const Trial& trial, Index item, Index head) {
    Matrix scores = trial.correct_rows({masked_of(trial), item, head});
    if (!trial.correct().has(ArrayId::bias))
        return scores;
    const Matrix bias = trial.correct_rows({ArrayId::bias, item, head});
    return filled_rows(scores.shape(), trial.rows(ArrayId::masked),
                       [&](Index i, Index j) { return scores(i, j) + bias(i, j); });
}

/// The layer in which these masks are added, whatever its mask is.
Layer with_masked(Layer layer, const Trial& trial, const Masks& masks) {
    return with_given(std::move(layer), trial, ArrayId::masked, [&](Index item, Index head) {
        const Matrix scores = before_mask(trial, item, head);
        const Matrix& mask = masks.at(item, head);
        return filled_rows(scores.shape(), trial.rows(ArrayId::masked),
                           [&](Index i, Index j) { return scores(i, j) + mask(i, j); });
    });
}

/// The mask is wrong; or it is right, and another one is added.
void try_as_mask_and_as_masked(Trial& trial, const Masks& masks, std::string_view form) {
    trial.attempt(with_masks(trial.layer(), masks), form);
    if (!trial.correct().has(ArrayId::scaled))
        return;
    trial.attempt(with_masked(trial.layer(), trial, masks), form);
    if (masks.any(has_plus_infinity))
        trial.attempt(with_masked(with_masks(trial.layer(), masks), trial, masks), form);
}

/// Whether the layer has a mask that hides something: otherwise nothing can be wrong with it.
bool hides_something(const Trial& trial) {
    return has_mask(trial) &&
           changed_right_masks(trial, [](const Matrix& mask) { return mask; }).any([](const Matrix& mask) {
               for (Index i = 0; i < mask.rows(); ++i)
                   if (std::ranges::any_of(mask.row(i), is_hidden))
                       return true;
               return false;
           });
}

/// Another mask; where it hides whole rows or holds +∞, also with large numbers instead of infinities, as added in
/// single and in double precision.
void try_mask(Trial& trial, const Masks& masks, std::string_view form = {}) {
    if (!has_mask(trial) || !trial.correct().has(ArrayId::masked))
        return;
    try_as_mask_and_as_masked(trial, masks, form);
    const bool has_hidden_rows = masks.any(hides_whole_row);
    if (has_hidden_rows || masks.any(has_plus_infinity))
        try_as_mask_and_as_masked(trial, changed(masks, with_finite_numbers), form);
    if (has_hidden_rows)
        trial.attempt(with_masks(trial.layer(), changed(masks, without_hidden_rows)), form);
}

/// Whether the mask of the layer's options is one triangle and nothing else.
bool is_triangle(const Matrix& mask) {
    for (Index i = 0; i < mask.rows(); ++i)
        for (Index j = 0; j < mask.columns(); ++j)
            if (mask(i, j) != (j > i ? minus_infinity : 0))
                return false;
    return mask.columns() > 1;
}

/// All masks but the causal one; nothing where there is none.
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

/// The causal mask hides other keys: those where `hides(i, j)`.
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

/// The layer's mask with its options changed.
void try_options(Trial& trial, const Mask& mask, std::string_view form = {}) {
    Layer layer = trial.layer();
    layer.mask = mask;
    try_mask(trial, masks_of(layer), form);
}

int count_of_kinds(const Mask& mask) {
    return static_cast<int>(mask.causal) + static_cast<int>(mask.pad_tokens || !mask.padding.empty()) +
           static_cast<int>(mask.window > 0) + static_cast<int>(!mask.painted.empty()) +
           static_cast<int>(!mask.given.empty());
}

/// The masks with `value(mask)` in each cell.
template <class Value>
void try_values(Trial& trial, const Value& value) {
    if (hides_something(trial))
        try_mask(trial, changed_right_masks(trial, [&](const Matrix& mask) {
                     return filled(mask.rows(), mask.columns(), [&](Index i, Index j) { return value(mask(i, j)); });
                 }));
}

} // namespace

void forget_causal_mask(Trial& trial) {
    try_triangle(trial, [](Index, Index) { return false; });
}

void add_causal_mask(Trial& trial) {
    if (masks_but_causal(trial))
        return;
    Mask mask = trial.layer().mask;
    mask.causal = true;
    try_options(trial, mask);
}

void forget_padding(Trial& trial) {
    Mask mask = trial.layer().mask;
    if (!mask.pad_tokens && mask.padding.empty())
        return;
    mask.pad_tokens = false;
    mask.padding.clear();
    try_options(trial, mask);
}

void forget_window(Trial& trial) {
    Mask mask = trial.layer().mask;
    if (mask.window == 0)
        return;
    mask.window = 0;
    try_options(trial, mask);
}

void shift_window_by_one(Trial& trial) {
    for (const Index by : {Index{1}, Index{-1}}) {
        Mask mask = trial.layer().mask;
        if (mask.window == 0 || mask.window + by == 0)
            continue;
        mask.window += by;
        try_options(trial, mask, by > 0 ? "one longer" : "one shorter");
    }
}

void hide_own_key(Trial& trial) {
    if (trial.sizes().S_q != trial.sizes().S_k || !has_mask(trial) || masks_but_causal(trial))
        return; // under a causal mask it is too strict a triangle
    try_mask(trial, changed_right_masks(trial, [](const Matrix& mask) {
                 return filled(mask.rows(), mask.columns(),
                               [&](Index i, Index j) { return i == j ? minus_infinity : mask(i, j); });
             }));
}

void forget_mask(Trial& trial) {
    const Mask& mask = trial.layer().mask;
    const bool has_a_slip_of_its_own = mask.painted.empty() && (mask.given.empty() || masks_but_causal(trial));
    if (count_of_kinds(mask) > 1 || !has_a_slip_of_its_own)
        try_options(trial, {});
}

void hide_diagonal(Trial& trial) {
    try_triangle(trial, [](Index i, Index j) { return j >= i; });
}

void show_next_token(Trial& trial) {
    try_triangle(trial, [](Index i, Index j) { return j > i + 1; });
}

void flip_triangle(Trial& trial) {
    try_triangle(trial, [](Index i, Index j) { return j < i; });
}

void count_from_bottom_right(Trial& trial) {
    const Index more = trial.sizes().S_k - trial.sizes().S_q;
    if (more != 0)
        try_triangle(trial, [more](Index i, Index j) { return j > i + more; });
}

void invert_mask(Trial& trial) {
    try_values(trial, [](float value) { return is_hidden(value) ? 0 : minus_infinity; });
}

void flip_sign_of_mask(Trial& trial) {
    try_values(trial, [](float value) { return value == 0 ? 0 : -value; });
    // In double precision the scores outlive a large number: those that shall be hidden share all of a row.
    if (hides_something(trial))
        try_mask(trial, changed_right_masks(trial, only_hidden_shown));
}

namespace {

/// Hidden scores become `value(score)`, where the layer makes −∞ of them.
template <class Value>
void try_hidden_as(Trial& trial, const Value& value) {
    trial.attempt(with_given(trial.layer(), trial, ArrayId::masked, [&](Index item, Index head) {
        const Matrix scores = before_mask(trial, item, head);
        const Matrix mask = right_mask(trial, item, head);
        return filled_rows(scores.shape(), trial.rows(ArrayId::masked), [&](Index i, Index j) {
            return is_hidden(mask(i, j)) ? value(scores(i, j)) : scores(i, j) + mask(i, j);
        });
    }));
}

} // namespace

void hide_with_zero(Trial& trial) {
    if (hides_something(trial) && trial.correct().has(ArrayId::scaled))
        try_hidden_as(trial, [](float) { return 0.0F; });
}

void hide_above_scores(Trial& trial) {
    if (!hides_something(trial) || !trial.correct().has(ArrayId::scaled))
        return;
    const double largest = largest_entry(trial.correct(), masked_of(trial));
    // −1e4 is what BERT hides with, −65504 the least number of float16.
    for (const float number : {-1e3F, -1e4F, -65504.0F, -1e5F, -1e6F, -1e9F}) {
        if (2 * largest < -static_cast<double>(number))
            continue; // no score and no difference of two scores is as large
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
        try_mask(trial, changed_right_masks(trial, [](const Matrix& mask) { return mask; }));
}

namespace {

/// The padding of a layer, and what else its mask is made of.
struct PaddingAndRest {
    Layer padding;
    Layer rest;
    Extent extent;
};

/// Nothing where there is no padding.
std::optional<PaddingAndRest> padding_apart(const Trial& trial) {
    PaddingAndRest apart{trial.layer(), trial.layer(), {}};
    apart.padding.mask = {};
    std::swap(apart.rest.mask.padding, apart.padding.mask.padding);
    std::swap(apart.rest.mask.pad_tokens, apart.padding.mask.pad_tokens);
    if (count_of_kinds(apart.padding.mask) == 0)
        return std::nullopt;
    const Extent rest = mask_extent(apart.rest);
    const Extent padding = mask_extent(apart.padding);
    apart.extent = {std::max(rest.items, padding.items), std::max(rest.heads, padding.heads)};
    return apart;
}

/// Other padding, the rest of the mask as it is. `padding(item, head)` is added to it.
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

/// What the mask is made of, each alone.
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

} // namespace

void invert_padding(Trial& trial) {
    const auto apart = padding_apart(trial);
    if (!apart || count_of_kinds(trial.layer().mask) < 1)
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

namespace {

/// Keys are hidden where two kinds of mask, or all, hide them; the other kinds are added as they should be.
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

} // namespace

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
                                     [&](const Matrix& right) {
                                         return filled(right.rows(), right.columns(), [&](Index i, Index j) {
                                             const Index from = i - by;
                                             return from < 0 || from >= right.rows() ? 0 : right(from, j);
                                         });
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

} // namespace attn
