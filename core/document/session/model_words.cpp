#include "core/document/session/model_words.h"

#include "core/files/printable.h"

#include <charconv>
#include <chrono>
#include <fmt/format.h>

namespace attn {

namespace {

/// Vocabularies whose embeddings have at most this many numbers are kept in memory.
constexpr Index numbers_of_small_vocabulary = Index{1} << 16;

/// A token by its id: "#7".
std::string numbered(Index id) {
    return fmt::format("#{}", id);
}

/// The time for splitting a text into tokens while the window waits. When a model is opened there is more time, since
/// that does not block frames.
constexpr std::chrono::milliseconds while_a_frame_waits{500};

} // namespace

std::vector<std::string_view> parts_between(std::string_view text, std::string_view separators) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t begin = text.find_first_not_of(separators);
        if (begin == std::string_view::npos)
            return parts;
        text.remove_prefix(begin);
        const std::size_t end = std::min(text.find_first_of(separators), text.size());
        parts.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
}

Result<TokenIds> token_ids_of_numbers(std::string_view text) {
    TokenIds ids;
    for (const std::string_view part : parts_between(text, ", \t\n")) {
        Index id = 0;
        const auto [end, status] = std::from_chars(part.data(), part.data() + part.size(), id);
        if (status != std::errc() || end != part.data() + part.size() || id < 0)
            return error("--ids: “{}” is no whole number from 0 on", printable(part));
        ids.push_back(id);
    }
    return ids;
}

ModelWords::ModelWords(Checkpoint checkpoint, ModelInput input)
    : checkpoint_(std::move(checkpoint)), input_(std::move(input)) {
    auto read = Tokenizer::read(checkpoint_.folder());
    if (!read)
        problem_ = read.error().message;
    else if (!*read)
        problem_ = fmt::format("{}: there is no tokenizer.json, no vocab.json with merges.txt, and no vocab.txt beside "
                               "the model; tokens are given by their numbers",
                               printable_path(checkpoint_.folder()));
    else
        tokenizer_ = *std::move(read);
}

bool ModelWords::is_small() const {
    return input_.vocabulary * input_.width <= numbers_of_small_vocabulary;
}

Result<TokenIds> ModelWords::ids_of(std::string_view text) const {
    if (!tokenizer_)
        return error("{}", problem_);
    return tokenizer_->encode(text);
}

Result<std::vector<std::string>> ModelWords::tokens_of(std::string_view text) const {
    std::vector<std::string> tokens;
    if (!tokenizer_) {
        for (const std::string_view part : parts_between(text, " \t\n"))
            tokens.emplace_back(part);
        return tokens;
    }
    const auto ids = tokenizer_->encode(text, while_a_frame_waits);
    if (!ids)
        return ids.error();
    for (const Index id : *ids)
        tokens.push_back(token(id));
    return tokens;
}

std::string ModelWords::text_of(std::span<const std::string> tokens) const {
    if (!tokenizer_)
        return fmt::format("{}", fmt::join(tokens, " "));
    TokenIds ids;
    for (const std::string& text : tokens)
        if (const auto id = find(text))
            ids.push_back(*id);
    return tokenizer_->decode(ids);
}

std::string ModelWords::text_of(const TokenIds& ids) const {
    std::vector<std::string> tokens;
    for (const Index id : ids)
        tokens.push_back(token(id));
    return text_of(tokens);
}

std::string ModelWords::token(Index id) const {
    return tokenizer_ ? tokenizer_->readable(id) : numbered(id);
}

std::optional<Index> ModelWords::find(std::string_view token) const {
    std::optional<Index> id;
    if (tokenizer_) {
        id = tokenizer_->find_readable(token);
    } else if (token.starts_with('#')) {
        const auto ids = token_ids_of_numbers(token.substr(1));
        if (ids && ids->size() == 1 && numbered(ids->front()) == token)
            id = ids->front();
    }
    return id && *id < count() ? id : std::nullopt;
}

std::optional<std::string> ModelWords::named(std::string_view word, bool with_space) const {
    const std::string spaced = (with_space ? "␣" : "") + std::string(word);
    for (const std::string& text : {spaced, std::string(word)})
        if (const auto id = find(text))
            return token(*id);
    return std::nullopt;
}

std::string_view ModelWords::place_around(std::string_view token) const {
    const auto id = find(token);
    return id && tokenizer_ ? tokenizer_->place_around(*id) : std::string_view();
}

bool ModelWords::goes_on(std::string_view token) const {
    const auto id = find(token);
    return id && tokenizer_ && tokenizer_->goes_on(*id);
}

std::optional<std::string> ModelWords::padding() const {
    for (const std::string_view usual : {"[PAD]", "<pad>", "<|pad|>"})
        if (find(usual))
            return std::string(usual);
    return std::nullopt;
}

Result<Matrix> ModelWords::embedding(std::string_view token) const {
    const auto id = find(token);
    if (!id)
        return error("“{}” is no token of the model; a text is cut into its tokens where the sentence is written",
                     printable(token));
    return read_embedding(checkpoint_, input_, *id);
}

} // namespace attn
