// The tokens in session files, of the layer and of its context, with embeddings and positions.

#include "core/document/files/session_keys.h"
#include "core/document/session/random_numbers.h"
#include "core/document/session/session_limits.h"
#include "core/document/session/word_embeddings.h"
#include "core/files/printable.h"
#include "core/tensor/noun_for.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace attn {

namespace {

struct SequenceReading {
    SessionReading& of;
    Sequence& sequence;
    Index& width;
};

struct SequenceWriting {
    SessionWriting& of;
    const Sequence& sequence;
    Index width = 0;
    std::string prefix{}; ///< prefix of array names
};

using SequenceKey = JsonKey<SequenceReading, SequenceWriting>;

std::vector<std::string> read_item(const Field& item) {
    if (item.is(Json::Kind::number))
        return std::vector<std::string>(static_cast<std::size_t>(item.integer(1, token_limit, 1)));
    std::vector<std::string> tokens;
    const auto texts = item.items();
    if (texts.empty() || std::ssize(texts) > token_limit)
        item.fail(fmt::format("there are {} tokens, expected 1 to {}", texts.size(), token_limit));
    for (const Field& text : texts) {
        tokens.push_back(text.text());
        if (auto fits = check_token_text(tokens.back()); !fits)
            text.fail(fits.error().message);
    }
    return tokens;
}

void read_tokens(SequenceReading& into, const Field& field) {
    Items& items = into.sequence.items;
    const auto entries = field.is(Json::Kind::list) ? field.items() : std::vector<Field>();
    if (entries.empty() || entries.front().is(Json::Kind::text)) {
        items.push_back(read_item(field));
        return;
    }
    if (std::ssize(entries) > item_limit)
        field.fail(fmt::format("there are {} items, expected 1 to {}", entries.size(), item_limit));
    for (const Field& item : entries) {
        items.push_back(read_item(item));
        if (items.back().size() != items.front().size())
            item.fail(fmt::format("this item has {} {}, the first has {}; all need the same number",
                                  items.back().size(), noun_for(items.back().size(), "token"), items.front().size()));
    }
}

/// Writes the tokens of an item, or only their number if no token has a text.
Json json_of_item(const std::vector<std::string>& tokens) {
    if (std::ranges::all_of(tokens, &std::string::empty))
        return json_of(std::int64_t{std::ssize(tokens)});
    return json_of_texts(tokens);
}

Json json_of_tokens(SequenceWriting& from) {
    const Items& items = from.sequence.items;
    return items.size() == 1 ? json_of_item(items.front()) : json_list_of(items, json_of_item);
}

void read_embeddings(SequenceReading& into, const Field& words) {
    if (words.is(Json::Kind::null))
        return;
    auto embeddings = std::make_shared<Embeddings>();
    for (const auto& [word, row] : words.members()) {
        embeddings->emplace(word, into.of.matrices.row(row, into.width));
        if (auto fits = check_token_text(word); !fits)
            row.fail(fits.error().message);
    }
    if (words.failed())
        return;
    if (has_words_of_a_model(into.of.session))
        for (const std::string& word : words_of(into.sequence.items))
            if (!embeddings->contains(word))
                words.fail(fmt::format("there is none for “{}”, and a model's words have none from their letters",
                                       printable(word)));
    into.sequence.embeddings = with_words(embeddings, into.sequence.items, into.width);
}

/// Writes the embeddings: null if there are none; nullopt if all of them are generated from the words' letters.
std::optional<Json> json_of_embeddings(SequenceWriting& from) {
    if (!from.sequence.embeddings)
        return json_null();
    const auto used = words_of(from.sequence.items);
    std::vector<std::pair<std::string, Matrix>> own;
    for (const auto& [word, row] : *from.sequence.embeddings)
        if (!used.contains(word) || !equal_bits(row, embedding_from_letters(word, from.width)))
            own.emplace_back(word, row);
    if (own.empty())
        return std::nullopt;
    return from.of.matrices.named_rows(from.prefix + "embeddings", own, from.width);
}

constexpr std::array position_names{JsonName<Positions::Kind>{Positions::Kind::none, "none"},
                                    JsonName<Positions::Kind>{Positions::Kind::sinusoidal, "sinusoidal"},
                                    JsonName<Positions::Kind>{Positions::Kind::one_hot, "one-hot"}};

SequenceKey end_key(std::string_view key, Matrix Positions::*rows, std::string_view required) {
    return {key,
            [rows](auto& into, const Field& field) {
                into.sequence.positions.*rows = into.of.matrices.rows(field, into.width);
            },
            [=](auto& from) {
                return from.of.matrices.rows(fmt::format("{}positions.{}", from.prefix, key),
                                             from.sequence.positions.*rows);
            },
            required};
}

const std::vector<SequenceKey>& end_keys() {
    static const std::vector<SequenceKey> keys{
        end_key("from_start", &Positions::rows, "there is no from_start; expected rows of numbers"),
        end_key("from_end", &Positions::from_end, "there is no from_end; expected rows of numbers")};
    return keys;
}

void read_positions(SequenceReading& into, const Field& field) {
    Positions& positions = into.sequence.positions;
    if (std::ranges::any_of(end_keys(), [&](const SequenceKey& end) { return field[end.key].exists(); })) {
        positions.kind = Positions::Kind::both_ends;
        read_keys(end_keys(), field, into);
    } else if (field.is(Json::Kind::list) || field.is(Json::Kind::object)) {
        positions.kind = Positions::Kind::given;
        positions.rows = into.of.matrices.rows(field, into.width);
    } else if (std::ranges::any_of(position_names, [&](const auto& row) { return field.is_text(row.name); })) {
        read_name(position_names, field, positions.kind);
    } else {
        field.fail(
            R"(expected "none", "sinusoidal", "one-hot", rows of numbers, or such rows "from_start" and "from_end")");
    }
}

std::optional<Json> json_of_positions(SequenceWriting& from) {
    const Positions& positions = from.sequence.positions;
    if (positions.kind == Positions::Kind::none)
        return std::nullopt;
    if (positions.kind == Positions::Kind::both_ends)
        return write_keys(end_keys(), from);
    if (positions.kind == Positions::Kind::given)
        return from.of.matrices.rows(from.prefix + "positions", positions.rows);
    return json_of_name(position_names, positions.kind);
}

/// The keys of the context. All except d_model are also keys of the session, for its own tokens.
const std::vector<SequenceKey>& context_keys() {
    static const std::vector<SequenceKey> keys{
        {.key = "tokens",
         .read = read_tokens,
         .write = json_of_tokens,
         .required = "there are no tokens; expected a list of words",
         .is_first = true},
        {.key = "d_model",
         .read = [](auto& into, const Field& field) { into.width = field.integer(0, width_limit, into.width); },
         .write = [](auto& from) { return json_of(std::int64_t{from.width}); },
         .is_first = true},
        {.key = "embeddings", .read = read_embeddings, .write = json_of_embeddings, .follows = true},
        {"positions", read_positions, json_of_positions}};
    return keys;
}

/// Turns a key of the context into a key of the session, for the layer's own sequence.
SessionKey of_layer(const SequenceKey& row) {
    return {row.key,
            [read = row.read](auto& into, const Field& field) {
                SequenceReading sequence{into, into.layer.sequence, into.sizes.D};
                read(sequence, field);
            },
            [write = row.write](auto& from) {
                SequenceWriting sequence{from, from.layer.sequence, from.sizes.D};
                return write(sequence);
            },
            row.required,
            row.follows,
            row.is_first};
}

/// Reads the context into a copy, because the layer's is const.
void read_context(SessionReading& into, const Field& field, bool first) {
    Sequence context = into.layer.context ? *into.layer.context : Sequence();
    SequenceReading sequence{into, context, into.sizes.D_context};
    read_some(context_keys(), field, sequence, first);
    into.layer.context = std::make_shared<const Sequence>(std::move(context));
}

} // namespace

SessionKey tokens_key() {
    return of_layer(context_keys().front());
}

std::vector<SessionKey> sequence_keys() {
    std::vector<SessionKey> keys;
    for (const SequenceKey& row : context_keys())
        if (!row.is_first)
            keys.push_back(of_layer(row));
    return keys;
}

void read_context_sizes(SessionReading& into, const Field& context) {
    into.sizes.S_k = into.sizes.S_q;
    into.sizes.D_context = into.sizes.D;
    if (!context.exists())
        return;
    expect_keys(context_keys(), context);
    read_context(into, context, true);
    into.sizes.S_k = into.layer.context->token_count();
}

SessionKey context_key() {
    return {"context", [](auto& into, const Field& field) { read_context(into, field, false); },
            [](auto& from) -> std::optional<Json> {
                if (!from.layer.context)
                    return std::nullopt;
                return write_keys(context_keys(),
                                  SequenceWriting{from, *from.layer.context, from.sizes.D_context, "context."});
            }};
}

} // namespace attn
