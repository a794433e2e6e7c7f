#include "core/document/options/session_notation.h"

#include "core/model/arrays.h"
#include "core/model/mask.h"
#include "core/model/norm.h"
#include "core/notation/named_words.h"

#include <cstddef>
#include <iterator>

namespace attn {

namespace {

/// True if the head's W_Q and W_K have one shape, and no other head shares W_K.
bool can_swap_query_and_key(const Layer& layer) {
    const HeadWeights& head = layer.heads.front();
    return layer.queries_per_kv <= 1 && head.W_Q.shape() == head.W_K.shape();
}

} // namespace

Notation notation_of(const Session& session) {
    return notation_of(session, Structure(session.layer()));
}

Notation notation_of(const Session& session, const Structure& structure) {
    const Layer& layer = session.layer();
    Notation notation;
    notation.chosen = session.notation;
    notation.tokens_as_columns = session.tokens_as_columns;
    notation.masked = has_mask(layer);
    for (const Array& row : arrays())
        notation.present.at(static_cast<std::size_t>(row.id)) = structure.has(row.id);
    notation.scale = layer.scale;
    notation.has_temperature = layer.temperature != 1;
    notation.norm = layer.norm.kind;
    for (std::size_t i = 0; i < head_norms.size(); ++i)
        notation.head_norms.at(i) = (layer.*head_norms.at(i).norm).kind;
    notation.has_longer_turns = layer.rotary.magnitude != 1;
    notation.heads = std::ssize(layer.heads);
    notation.tokens_are_letters = session.split == Split::letters;
    notation.queries_like_keys = can_swap_query_and_key(layer);
    return notation;
}

Prose prose_in(const Session& session, std::string_view text) {
    return NamedWords::of_text(text).in(notation_of(session));
}

Prose prose_in(const Session& session, const Error& error) {
    return error.names.empty() ? Prose(error.message) : NamedWords::of(error).in(notation_of(session));
}

std::string text_in(const Session& session, std::string_view text) {
    return text.find('{') == std::string_view::npos ? std::string(text) : prose_in(session, text).letters();
}

std::string text_in(const Session& session, const Error& error) {
    return prose_in(session, error).letters();
}

} // namespace attn
