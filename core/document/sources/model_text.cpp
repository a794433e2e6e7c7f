#include "core/document/sources/model_text.h"

#include "core/document/session/model_words.h"
#include "core/document/session/session_limits.h"
#include "core/files/npy.h"
#include "core/files/printable.h"
#include "core/tensor/compose.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace attn {

namespace {

constexpr Index tokens_to_begin_with = 6;
constexpr std::string_view example_text = "The cat sat on the mat because the cat was tired.";

/// Reads token ids from a file: an array of whole numbers, B x S or S.
Result<std::vector<TokenIds>> ids_of_file(const std::filesystem::path& path) {
    const auto array = read_npy(path);
    if (!array)
        return array.error();
    if ((array->rank() != 1 && array->rank() != 2) || array->values.empty())
        return error("{}: the array has shape {}, expected (B, S) or (S,)", printable_path(path),
                     shape_text(array->shape));
    const Matrix matrix = array->matrix();
    std::vector<TokenIds> items;
    for (Index item = 0; item < matrix.rows(); ++item) {
        auto& ids = items.emplace_back();
        for (const float value : matrix.row(item)) {
            if (!(value >= 0 && value < 0x1p24F && value == std::floor(value)))
                return error("{}: {} is no whole number from 0 on", printable_path(path), value);
            ids.push_back(static_cast<Index>(value));
        }
    }
    return items;
}

Result<void> check_items(const std::vector<TokenIds>& items, const ModelInput& input) {
    const auto length = static_cast<Index>(items.front().size());
    const Index most = input.positions.kind == Positions::Kind::given
                           ? std::min(input.positions.rows.rows(), token_limit)
                           : token_limit;
    if (length < 1 || length > most)
        return error("there are {} tokens, expected 1 to {}", length, most);
    for (const TokenIds& ids : items) {
        if (static_cast<Index>(ids.size()) != length)
            return error("one item has {} tokens, another {}; all items need the same number", length, ids.size());
        for (const Index id : ids)
            if (id >= input.vocabulary)
                return error("there is no token {}; {} has {} rows, counted from 0", id, printable(input.words, 120),
                             input.vocabulary);
    }
    return {};
}

/// The ids of the same pieces of text; empty if one of them is not a token of the model.
std::vector<TokenIds> ids_of_pieces(const std::vector<std::vector<std::string>>& items, const ModelWords& words) {
    std::vector<TokenIds> found;
    for (const std::vector<std::string>& pieces : items) {
        TokenIds& ids = found.emplace_back();
        for (const std::string& piece : pieces)
            if (const auto id = words.find(piece))
                ids.push_back(*id);
        if (ids.size() != pieces.size())
            return {};
    }
    return found;
}

/// True if the text is interesting for attention: at least four different words, and one that repeats.
bool is_worth_looking_at(const TokenIds& ids) {
    constexpr std::size_t few = 4;
    const std::set<Index> different(ids.begin(), ids.end());
    return different.size() >= few && different.size() < ids.size();
}

/// The text to show if the source has none: an example sentence if the model can read it, else the first tokens of its
/// vocabulary. Adds a caution that it is only an example.
TokenIds example_ids(const ModelInput& input, const ModelWords& words, std::vector<std::string>& cautions) {
    if (auto ids = words.ids_of(example_text); ids && is_worth_looking_at(*ids) && check_items({*ids}, input)) {
        cautions.push_back(
            fmt::format("“{}” is only an example: write a text of your own in its place.", example_text));
        return *std::move(ids);
    }
    TokenIds first;
    for (Index id = 0; id < std::min(words.count(), tokens_to_begin_with); ++id)
        first.push_back(id);
    cautions.emplace_back(
        words.problem().empty()
            ? "The tokens are the first of the model's vocabulary, only as an example: write a text of your own in "
              "their place."
            : "The tokens are the first of the model's vocabulary, only as an example: give numbers of your own "
              "in their place, on the command line by --ids \"3 1 4\".");
    return first;
}

Result<std::vector<TokenIds>> read_items(const Source& source, const ModelInput& input, const ModelWords& words,
                                         std::vector<std::string>& cautions) {
    std::vector<TokenIds> items;
    for (const std::string& text : source.tokens) {
        auto ids = words.ids_of(text);
        if (!ids)
            return error("--text: {}", ids.error().message);
        items.push_back(*std::move(ids));
    }
    for (const std::string& text : source.ids) {
        const auto said = token_ids_said(text);
        if (!said)
            return said.error();
        items.insert(items.end(), said->begin(), said->end());
    }
    if (!items.empty())
        return items;
    if (auto same = ids_of_pieces(source.pieces, words); !same.empty()) {
        if (auto fits = check_items(same, input); !fits)
            return fits.error();
        return same;
    }
    // The sentence that was shown before, if the model can read it.
    if (const auto ids = words.ids_of(fmt::format("{}", fmt::join(source.sentence, " ")));
        ids && !source.sentence.empty() && check_items({*ids}, input))
        return std::vector<TokenIds>{*ids};
    return std::vector<TokenIds>{example_ids(input, words, cautions)};
}

/// The factor of the embeddings in a model that compensates for mask tokens, for the first text. Adds a caveat if
/// another text has a different part of them.
float factor_without_hidden(Session& session, const std::vector<TokenIds>& items, const ModelInput& input) {
    const auto share = [&](const TokenIds& ids) {
        return static_cast<float>(std::ranges::count(ids, input.mask_token.value_or(-1))) /
               static_cast<float>(ids.size());
    };
    const float hidden = share(items.front());
    if (hidden > 0)
        session.about +=
            fmt::format("{} % of the tokens are hidden: their embedding is 0, and the others are larger by "
                        "as much. ",
                        std::lround(100 * hidden));
    if (std::ranges::any_of(items, [&](const TokenIds& ids) { return share(ids) != hidden; }))
        session.layer().caveats.push_back(
            {ArrayId::E, "embeddings are scaled by the share of hidden tokens, here by that of the first text"});
    return hidden < 1 ? input.factor / (1 - hidden) : input.factor;
}

/// Gives padding tokens the model's row for padding, and counts the positions of other tokens without them. If texts
/// have padding in different places, no common positions are right for all of them, and a caveat says so.
void place_padding(Session& session, const std::vector<TokenIds>& items, const PaddingPlace& padding) {
    const auto is_padding = [&](Index id) { return id == padding.token; };
    const auto same = [&](const TokenIds& ids) {
        return std::ranges::equal(ids, items.front(), {}, is_padding, is_padding);
    };
    if (std::ranges::none_of(items, [&](const TokenIds& ids) { return std::ranges::any_of(ids, is_padding); }))
        return;
    Positions& positions = session.layer().sequence.positions;
    std::vector<Matrix> rows;
    Index next = 0;
    for (const Index id : items.front())
        rows.push_back(is_padding(id) ? padding.row : positions.rows.row_block(next++, 1));
    rows.push_back(positions.rows.row_block(next, positions.rows.rows() - next));
    positions.rows = stacked(rows);
    session.about += "Positions are those of this padding: it has the row of padding, and others are counted without "
                     "it. ";
    if (!std::ranges::all_of(items, same))
        session.layer().caveats.push_back({ArrayId::P, "padding stands in other places in each text, and positions are "
                                                       "counted without that of the first"});
}

} // namespace

Result<std::vector<TokenIds>> token_ids_said(const std::string& text) {
    if (text.ends_with(".npy"))
        return ids_of_file(text);
    auto ids = token_ids_of_numbers(text);
    return ids ? Result<std::vector<TokenIds>>({*std::move(ids)}) : ids.error();
}

Result<void> fill_words(Session& session, const Source& source, const Checkpoint& checkpoint, const ModelInput& input) {
    if (source.context)
        return error("--context needs --input: X from the model's words has none");
    const auto words = std::make_shared<const ModelWords>(checkpoint, input);
    const auto items = read_items(source, input, *words, session.cautions);
    if (!items)
        return items.error();
    if (auto fits = check_items(*items, input); !fits)
        return fits;
    if (!words->problem().empty())
        session.cautions.push_back("Take care: texts cannot be cut into tokens, " + words->problem() + ".");
    Layer& layer = session.layer();
    layer.sequence.positions = input.positions;
    std::vector<Index> needed;
    if (words->is_small())
        for (Index id = 0; id < input.vocabulary; ++id)
            needed.push_back(id);
    for (const TokenIds& ids : *items) {
        needed.insert(needed.end(), ids.begin(), ids.end());
        auto& tokens = layer.sequence.items.emplace_back();
        for (const Index id : ids)
            tokens.push_back(words->token(id));
    }
    if (input.padding)
        place_padding(session, *items, *input.padding);
    ModelInput scaled = input;
    scaled.factor = factor_without_hidden(session, *items, input);
    Embeddings embeddings;
    for (const Index id : needed) {
        const std::string text = words->token(id);
        if (embeddings.contains(text))
            continue;
        auto row = read_embedding(checkpoint, scaled, id);
        if (!row)
            return row.error();
        embeddings.emplace(text, *std::move(row));
    }
    layer.sequence.embeddings = std::make_shared<const Embeddings>(std::move(embeddings));
    layer.norm = input.norm.norm;
    session.model_words = words;
    if (session.origin)
        session.origin->words = true;
    return {};
}

} // namespace attn
