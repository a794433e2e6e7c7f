// Edits of tokens. Equal words have equal embeddings; pins, given rows and masks move with their token.

#include "core/document/session/edit_steps.h"
#include "core/document/session/model_words.h"
#include "core/document/session/rearrange.h"
#include "core/document/session/session_limits.h"
#include "core/document/session/word_embeddings.h"

#include <algorithm>

namespace attn {

namespace {

const Sequence* find_sequence(const Layer& layer, Side side) {
    return side == Side::sequence ? &layer.sequence : layer.context.get();
}

Result<const std::vector<std::string>*> find_tokens(const Layer& layer, Side side, Index item) {
    const Sequence* sequence = find_sequence(layer, side);
    if (sequence == nullptr)
        return error("there is no context whose tokens could change");
    if (item < 0 || item >= sequence->item_count())
        return error("there is no item {}, expected 1 to {}", item + 1, sequence->item_count());
    return &sequence->items[static_cast<std::size_t>(item)];
}

Result<void> check_token(const std::vector<std::string>& tokens, Index token) {
    if (token >= 0 && token < static_cast<Index>(tokens.size()))
        return {};
    return error("there is no token {}, expected 1 to {}", token + 1, tokens.size());
}

Result<void> check_texts(const Sequence& sequence, const std::vector<std::string>& tokens) {
    if (tokens.empty() || static_cast<Index>(tokens.size()) > token_limit)
        return error("there would be {} tokens, expected 1 to {}", tokens.size(), token_limit);
    for (const std::string& text : tokens) {
        if (auto fits = check_token_text(text); !fits)
            return fits;
        if (text.empty() && sequence.embeddings)
            return error("a token without text has no embedding; expected at least one letter");
    }
    return {};
}

/// The token that is appended to other items, if any is needed.
Result<std::string> padding_of(const Session& session, bool needed) {
    if (!has_words_of_a_model(session) || !needed)
        return std::string(pad_token);
    const auto padding = session.model_words ? session.model_words->padding() : std::nullopt;
    if (padding)
        return *padding;
    return error("all items have the same number of tokens, and the model has none for padding");
}

/// Replaces the item's tokens; `origins` are their former indices. Other items get the same length.
Result<Applied> replace_tokens(Session session, Side side, Index item, std::vector<std::string> tokens,
                               const Origins& origins) {
    Layer& layer = session.layer();
    const Sequence& before = *find_sequence(layer, side);
    if (auto fits = check_texts(before, tokens); !fits)
        return fits.error();
    const Sizes sizes = sizes_of(layer);
    const Index width = side == Side::sequence ? sizes.D : sizes.D_context;
    const auto count = static_cast<Index>(tokens.size());

    std::vector<Origins> all_origins(before.items.size(), places_kept(before.token_count(), count));
    all_origins[static_cast<std::size_t>(item)] = origins;
    NamedWords notice = rearrange(layer, side, all_origins);

    Sequence after = before;
    const auto padding = padding_of(session, count > before.token_count() && before.item_count() > 1);
    if (!padding)
        return padding.error();
    for (auto& others : after.items)
        others.resize(static_cast<std::size_t>(count), *padding);
    after.items[static_cast<std::size_t>(item)] = std::move(tokens);
    if (after.embeddings) {
        auto embeddings = with_changed_words(session, after.embeddings, before.items, after.items, width);
        if (!embeddings)
            return embeddings.error();
        after.embeddings = *std::move(embeddings);
    }
    if (side == Side::sequence)
        layer.sequence = std::move(after);
    else
        layer.context = std::make_shared<const Sequence>(std::move(after));
    return Applied{std::move(session), std::move(notice)};
}

template <class Value>
void move_within(std::vector<Value>& values, Index from, Index to) {
    const auto first = values.begin();
    if (from < to)
        std::rotate(first + from, first + from + 1, first + to + 1);
    else
        std::rotate(first + to, first + from, first + from + 1);
}

} // namespace

Result<Applied> apply_edit(Session session, const SetTokens& edit) {
    const auto tokens = find_tokens(session.layer(), edit.side, edit.item);
    if (!tokens)
        return tokens.error();
    if (auto fits = check_texts(*find_sequence(session.layer(), edit.side), edit.tokens); !fits)
        return fits.error();
    const Origins origins = origins_of(**tokens, edit.tokens);
    return replace_tokens(std::move(session), edit.side, edit.item, edit.tokens, origins);
}

Result<Applied> apply_edit(Session session, const RenameToken& edit) {
    const auto found = find_tokens(session.layer(), edit.side, edit.item);
    if (!found)
        return found.error();
    std::vector<std::string> tokens = **found;
    if (auto fits = check_token(tokens, edit.token); !fits)
        return fits.error();
    tokens[static_cast<std::size_t>(edit.token)] = edit.text;
    const auto count = static_cast<Index>(tokens.size());
    return replace_tokens(std::move(session), edit.side, edit.item, std::move(tokens), places_kept(count, count));
}

Result<Applied> apply_edit(Session session, const MoveToken& edit) {
    const auto found = find_tokens(session.layer(), edit.side, edit.item);
    if (!found)
        return found.error();
    std::vector<std::string> tokens = **found;
    for (const Index place : {edit.from, edit.to})
        if (auto fits = check_token(tokens, place); !fits)
            return fits.error();
    Origins origins = places_kept(static_cast<Index>(tokens.size()), static_cast<Index>(tokens.size()));
    move_within(tokens, edit.from, edit.to);
    move_within(origins, edit.from, edit.to);
    return replace_tokens(std::move(session), edit.side, edit.item, std::move(tokens), origins);
}

Result<Applied> apply_edit(Session session, const InsertToken& edit) {
    const auto found = find_tokens(session.layer(), edit.side, edit.item);
    if (!found)
        return found.error();
    std::vector<std::string> tokens = **found;
    const auto count = static_cast<Index>(tokens.size());
    if (edit.at < 0 || edit.at > count)
        return error("a token cannot be inserted at place {}, expected 1 to {}", edit.at + 1, count + 1);
    Origins origins = places_kept(count, count);
    tokens.insert(tokens.begin() + edit.at, edit.text);
    origins.insert(origins.begin() + edit.at, new_token);
    return replace_tokens(std::move(session), edit.side, edit.item, std::move(tokens), origins);
}

Result<Applied> apply_edit(Session session, const RemoveToken& edit) {
    const auto found = find_tokens(session.layer(), edit.side, edit.item);
    if (!found)
        return found.error();
    std::vector<std::string> tokens = **found;
    if (auto fits = check_token(tokens, edit.token); !fits)
        return fits.error();
    if (tokens.size() == 1)
        return error("the last token cannot be removed; at least one is needed");
    Origins origins = places_kept(static_cast<Index>(tokens.size()), static_cast<Index>(tokens.size()));
    tokens.erase(tokens.begin() + edit.token);
    origins.erase(origins.begin() + edit.token);
    return replace_tokens(std::move(session), edit.side, edit.item, std::move(tokens), origins);
}

} // namespace attn
