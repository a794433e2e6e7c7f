#include "core/session/model_words.h"

#include "core/checkpoint/vocabulary.h"
#include "core/io/npy.h"
#include "core/io/printable.h"
#include "core/session/limits.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace attn {

namespace {

/// A vocabulary with at most so many numbers in its embeddings is read whole.
constexpr Index numbers_of_small_vocabulary = Index{1} << 16;
constexpr Index tokens_to_begin_with = 6;

/// Tokens of one item by their numbers.
using Ids = std::vector<Index>;

std::vector<std::string_view> parts_of(std::string_view text, std::string_view between) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t begin = text.find_first_not_of(between);
        if (begin == std::string_view::npos)
            return parts;
        text.remove_prefix(begin);
        const std::size_t end = std::min(text.find_first_of(between), text.size());
        parts.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
}

Result<Ids> ids_of_words(std::string_view text, const std::optional<Vocabulary>& vocabulary) {
    if (!vocabulary)
        return error("--tokens needs a vocab.json, vocab.txt or tokenizer.json beside the model; --ids takes numbers");
    Ids ids;
    for (const std::string_view word : parts_of(text, " \t\n")) {
        const auto entry = vocabulary->find(word, !ids.empty());
        if (!entry)
            return error("--tokens: “{}” is no whole entry of {}; give its pieces, or numbers by --ids",
                         printable(word), vocabulary->name());
        ids.push_back(entry->id);
    }
    return ids;
}

Result<Ids> ids_of_numbers(std::string_view text) {
    Ids ids;
    for (const std::string_view part : parts_of(text, ", \t\n")) {
        Index id = 0;
        const auto [end, status] = std::from_chars(part.data(), part.data() + part.size(), id);
        if (status != std::errc() || end != part.data() + part.size() || id < 0)
            return error("--ids: “{}” is no whole number from 0 on", printable(part));
        ids.push_back(id);
    }
    return ids;
}

/// An array of whole numbers, B x S or S.
Result<std::vector<Ids>> ids_of_file(const std::filesystem::path& path) {
    const auto array = read_npy(path);
    if (!array)
        return array.error();
    if ((array->rank() != 1 && array->rank() != 2) || array->values.empty())
        return error("{}: the array has shape {}, expected (B, S) or (S,)", printable_path(path),
                     shape_text(array->shape));
    const Matrix matrix = array->matrix();
    std::vector<Ids> items;
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

Result<std::vector<Ids>> read_items(const Source& source, const ModelInput& input,
                                    const std::optional<Vocabulary>& vocabulary) {
    std::vector<Ids> items;
    for (const std::string& text : source.tokens) {
        auto ids = ids_of_words(text, vocabulary);
        if (!ids)
            return ids.error();
        items.push_back(*std::move(ids));
    }
    for (const std::string& text : source.ids) {
        if (text.ends_with(".npy")) {
            auto read = ids_of_file(text);
            if (!read)
                return read.error();
            items.insert(items.end(), read->begin(), read->end());
            continue;
        }
        auto ids = ids_of_numbers(text);
        if (!ids)
            return ids.error();
        items.push_back(*std::move(ids));
    }
    if (!items.empty())
        return items;
    Ids first;
    for (Index id = 0; id < std::min(input.vocabulary, tokens_to_begin_with); ++id)
        first.push_back(id);
    return std::vector<Ids>{first};
}

Result<void> check_items(const std::vector<Ids>& items, const ModelInput& input) {
    const auto length = static_cast<Index>(items.front().size());
    const Index most = input.positions.kind == Positions::Kind::given
                           ? std::min(input.positions.rows.rows(), token_limit)
                           : token_limit;
    if (length < 1 || length > most)
        return error("there are {} tokens, expected 1 to {}", length, most);
    for (const Ids& ids : items) {
        if (static_cast<Index>(ids.size()) != length)
            return error("one item has {} tokens, another {}; all items need the same number", length, ids.size());
        for (const Index id : ids)
            if (id >= input.vocabulary)
                return error("there is no token {}; {} has {} rows, counted from 0", id, printable(input.words, 120),
                             input.vocabulary);
    }
    return {};
}

/// The token as the vocabulary writes it; its number where it has no word.
std::string text_of(Index id, const std::optional<Vocabulary>& vocabulary) {
    const auto word = vocabulary ? vocabulary->word(id) : std::nullopt;
    return word && !word->empty() && check_token_text(*word) ? std::string(*word) : fmt::format("#{}", id);
}

} // namespace

Result<void> fill_words(Layer& layer, const Source& source, const Checkpoint& checkpoint, const ModelInput& input) {
    if (source.context)
        return error("--context needs --input: X from the model's words has none");
    auto read = Vocabulary::read(checkpoint.folder());
    if (!read && !source.tokens.empty())
        return read.error();
    const std::optional<Vocabulary> vocabulary = read ? *std::move(read) : std::nullopt;
    const auto items = read_items(source, input, vocabulary);
    if (!items)
        return items.error();
    if (auto fits = check_items(*items, input); !fits)
        return fits;
    std::vector<Index> needed;
    if (input.vocabulary * input.norm.gain.columns() <= numbers_of_small_vocabulary)
        for (Index id = 0; id < input.vocabulary; ++id)
            needed.push_back(id);
    for (const Ids& ids : *items) {
        needed.insert(needed.end(), ids.begin(), ids.end());
        auto& tokens = layer.sequence.items.emplace_back();
        for (const Index id : ids)
            tokens.push_back(text_of(id, vocabulary));
    }
    Embeddings embeddings;
    for (const Index id : needed) {
        const std::string text = text_of(id, vocabulary);
        if (embeddings.contains(text))
            continue;
        auto row = read_embedding(checkpoint, input, id);
        if (!row)
            return row.error();
        embeddings.emplace(text, *std::move(row));
    }
    layer.sequence.embeddings = std::make_shared<const Embeddings>(std::move(embeddings));
    layer.sequence.positions = input.positions;
    layer.norm = input.norm;
    return {};
}

} // namespace attn
