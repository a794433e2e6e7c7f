// Edits of sizes. They keep the part of everything that fits.

#include "core/document/session/edit_steps.h"
#include "core/document/session/random_numbers.h"
#include "core/document/session/rearrange.h"
#include "core/document/session/session_limits.h"
#include "core/document/session/word_embeddings.h"
#include "core/model/address.h"
#include "core/model/structure.h"
#include "core/tensor/compose.h"

#include <algorithm>
#include <array>
#include <utility>

namespace attn {

namespace {

/// The requested sizes; without a context, keys have the length and width of queries.
Sizes sizes_wanted(const Layer& layer, Sizes sizes) {
    if (!layer.context) {
        sizes.S_k = sizes.S_q;
        sizes.D_context = sizes.D;
    }
    return sizes;
}

/// Fails for widths that no matrix of the layer has, and for widths that would become 0.
Result<void> check_widths(const Sizes& before, const Sizes& after) {
    struct Width {
        std::string_view name;
        std::string_view words;
        Index before;
        Index after;
    };
    const std::array widths{Width{"d_model", "", before.D, after.D},
                            Width{"d_model", " of the context", before.D_context, after.D_context},
                            Width{"d_k", "", before.d_k, after.d_k}, Width{"d_v", "", before.d_v, after.d_v}};
    for (const Width& width : widths)
        if ((width.before == 0) != (width.after == 0))
            return error("{}{} cannot become {}: {}", named(width.name), width.words, width.after,
                         width.before == 0 ? "this layer gives no matrix with it" : "expected at least 1");
    return {};
}

/// Fails for sizes that the words of a model do not allow: they have the model's width, and its tokens come from texts.
Result<void> check_words(const Session& session, const Sizes& before, const Sizes& after) {
    if (!has_words_of_a_model(session))
        return {};
    if (after.D != before.D || after.D_context != before.D_context)
        return error("{} cannot change: the words have the embeddings of their model", named("d_model"));
    if (after.S_q > before.S_q || after.S_k > before.S_k)
        return error("tokens cannot be added by their number: a model's tokens come from a text; write a longer one");
    return {};
}

std::shared_ptr<const Embeddings> with_width(const std::shared_ptr<const Embeddings>& known, Index width) {
    if (!known || known->empty() || known->begin()->second.columns() == width)
        return known;
    auto resized = std::make_shared<Embeddings>();
    for (const auto& [word, row] : *known) {
        const Index kept = std::min(width, row.columns());
        const Matrix drawn = embedding_from_letters(word, width);
        resized->emplace(word,
                         side_by_side(std::array{row.column_block(0, kept), drawn.column_block(kept, width - kept)}));
    }
    return resized;
}

/// The sequence with these numbers of items and tokens: new tokens are "token5" and the like, new items copies of the
/// last.
Sequence resized_sequence(const Sequence& before, Index items, Index tokens, Index width) {
    Sequence after = before;
    for (auto& texts : after.items) {
        texts.resize(std::min(texts.size(), static_cast<std::size_t>(tokens)));
        while (static_cast<Index>(texts.size()) < tokens)
            texts.push_back(fmt::format("token{}", texts.size() + 1));
    }
    after.items.resize(static_cast<std::size_t>(items), after.items.back());
    for (Matrix* const rows : {&after.positions.rows, &after.positions.from_end})
        if (!rows->empty() && rows->columns() != width)
            *rows = rows->resized(rows->rows(), width);
    if (after.embeddings) {
        after.embeddings = with_width(after.embeddings, width);
        after.embeddings = with_words(after.embeddings, after.items, width);
        after.embeddings = without_idle_words(after.embeddings, before.items, after.items, width);
    }
    return after;
}

NamedWords resize_tokens(Layer& layer, Side side, Index before, Index after) {
    if (before == after)
        return {};
    const auto items = static_cast<std::size_t>(layer.sequence.item_count());
    return rearrange(layer, side, std::vector<Origins>(items, places_kept(before, after)));
}

/// Resizes the mask's matrices for items and heads: new items are copies of the last, new heads of the last head.
void resize_mask(Mask& mask, const Sizes& before, const Sizes& after) {
    if (!mask.padding.empty())
        mask.padding.resize(static_cast<std::size_t>(after.B), mask.padding.back());
    if (mask.given.size() <= 1)
        return;
    const bool for_each_head = static_cast<Index>(mask.given.size()) != before.B;
    const Index heads_before = for_each_head ? before.H : 1;
    std::vector<Matrix> resized;
    for (Index item = 0; item < after.B; ++item)
        for (Index head = 0; head < (for_each_head ? after.H : 1); ++head)
            resized.push_back(mask.given[static_cast<std::size_t>(std::min(item, before.B - 1) * heads_before +
                                                                  std::min(head, heads_before - 1))]);
    mask.given = std::move(resized);
}

void resize_given(Layer& layer, const Sizes& before, const Sizes& after) {
    std::map<Address, Matrix> resized;
    for (const auto& [slot, matrix] : layer.given) {
        if (slot.item >= after.B || slot.head >= after.H)
            continue;
        const bool shared = heads_of(slot.array) == Heads::kv;
        if (shared && before.queries_per_kv != after.queries_per_kv)
            continue;
        const Index step = shared ? after.queries_per_kv : 1;
        const Shape shape = shape_of(after, slot.array);
        const Matrix fitting = matrix.shape() == shape ? matrix : matrix.resized(shape.rows, shape.columns);
        const Extent extent = Addresses(layer, before).extent(slot.array);
        const bool for_each_item = extent.items > 1 || row_of(slot.array).items == PerItem::each;
        const bool for_each_head = has_heads(slot.array) || extent.heads > 1;
        const Index last_item = for_each_item && slot.item == before.B - 1 ? after.B - 1 : slot.item;
        const Index last_head = for_each_head && slot.head == before.H - step ? after.H - step : slot.head;
        for (Index item = slot.item; item <= last_item; ++item)
            for (Index head = slot.head; head <= last_head; head += step)
                resized[{slot.layer, slot.array, item, head}] = fitting;
    }
    layer.given = std::move(resized);
}

/// Makes groups of `group` heads that share keys and values: each head first gets its own, then each group keeps those
/// of its first head.
void regroup(Layer& layer, Index group) {
    const auto heads = static_cast<Index>(layer.heads.size());
    for (const Array& row : parameters()) {
        if (row.heads != Heads::kv)
            continue;
        const ArrayId id = row.id;
        std::vector<Matrix> own;
        for (Index head = 0; head < heads; ++head)
            own.push_back(canonical_head(Heads::kv, group, head) == head ? parameter(layer, id, head) : Matrix());
        const Index before = std::exchange(layer.queries_per_kv, 1);
        for (Index head = 0; head < heads; ++head)
            parameter(layer, id, head) = std::move(own[static_cast<std::size_t>(head)]);
        layer.queries_per_kv = before;
    }
    layer.queries_per_kv = group;
}

/// The gain with this width; new columns are 1.
Matrix resized_gain(const Matrix& gain, Index width) {
    Matrix resized = gain.resized(1, width);
    for (Index d = gain.columns(); d < width; ++d)
        resized = resized.with_cell(0, d, 1);
    return resized;
}

void resize_weights(Layer& layer, std::uint64_t seed, const Sizes& after) {
    if (layer.queries_per_kv != after.queries_per_kv)
        regroup(layer, after.queries_per_kv);
    const Structure present(layer);
    const auto before = static_cast<Index>(layer.heads.size());
    layer.heads.resize(static_cast<std::size_t>(after.H));
    const auto resize = [&](ArrayId id, Index head, bool exists) {
        Matrix& matrix = parameter(layer, id, head);
        const Shape shape = shape_of(after, id);
        const bool bias = row_of(id).rows == Axis::one;
        if (!exists || matrix.shape() == shape)
            return;
        if (bias)
            matrix =
                row_of(id).is_gain ? resized_gain(matrix, shape.columns) : matrix.resized(shape.rows, shape.columns);
        else
            matrix = head < before ? grown_parameter(matrix, seed, id, head, shape)
                                   : random_parameter(seed, id, head, shape);
    };
    for (const Array& row : parameters())
        if (is_of_attention(row))
            for (Index head = 0; head < (row.heads == Heads::none ? 1 : after.H); ++head)
                resize(row.id, head, present.has(row.id));
}

/// Resizes the norm's gain and bias; new columns of the bias are 0.
void resize_norm(Norm& norm, Index width) {
    const Index before = norm.gain.columns();
    if (norm.kind == Norm::Kind::off || before == width)
        return;
    norm.gain = resized_gain(norm.gain, width);
    if (!norm.bias.empty())
        norm.bias = norm.bias.resized(1, width);
}

/// Drops labels of columns of Y that are gone. Returns a notice.
NamedWords resize_readouts(std::vector<ReadOut>& readouts, Index width) {
    NamedWords notice;
    for (ReadOut& readout : readouts) {
        const Index kept = std::clamp<Index>(width - readout.first, 0, readout.count());
        if (kept == readout.count())
            continue;
        readout.labels.resize(static_cast<std::size_t>(kept));
        notice +=
            (notice.empty() ? "" : " ") +
            (kept < least_labels ? fmt::format("The read-out “{}” was removed with its columns of ", readout.name) +
                                       NamedWords::array(ArrayId::Y) + "."
                                 : NamedWords(fmt::format("The read-out “{}” lost the labels of columns that were "
                                                          "removed.",
                                                          readout.name)));
    }
    std::erase_if(readouts, [](const ReadOut& readout) { return readout.count() < least_labels; });
    return notice;
}

} // namespace

Result<Applied> apply_edit(Session session, const Resize& edit) {
    Layer& layer = session.layer();
    const Sizes before = sizes_of(layer);
    const Sizes after = sizes_wanted(layer, edit.sizes);
    if (auto fits = check_window_limits(after); !fits)
        return fits.error();
    if (after.queries_per_kv < 1 || after.H % after.queries_per_kv != 0)
        return error("{} heads cannot share keys and values {} at a time; expected a number that divides {}", after.H,
                     after.queries_per_kv, after.H);
    if (auto fits = check_widths(before, after); !fits)
        return fits.error();
    if (auto fits = check_words(session, before, after); !fits)
        return fits.error();
    NamedWords notice = resize_tokens(layer, Side::sequence, before.S_q, after.S_q);
    if (layer.context) {
        const NamedWords lost = resize_tokens(layer, Side::context, before.S_k, after.S_k);
        notice += (notice.empty() || lost.empty() ? "" : " ") + lost;
    }
    resize_given(layer, before, after);
    resize_mask(layer.mask, before, after);
    layer.sequence = resized_sequence(layer.sequence, after.B, after.S_q, after.D);
    if (layer.context)
        layer.context =
            std::make_shared<const Sequence>(resized_sequence(*layer.context, after.B, after.S_k, after.D_context));
    const NamedWords lost = resize_readouts(session.readouts, after.D);
    notice += (notice.empty() || lost.empty() ? "" : " ") + lost;
    resize_norm(layer.norm, after.D);
    resize_weights(layer, session.seed, after);
    return Applied{std::move(session), std::move(notice)};
}

} // namespace attn
