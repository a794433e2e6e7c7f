#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/model_input.h"
#include "core/tensor/result.h"
#include "core/tokenizer/tokenizer.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The words of a model: its tokens as text, its tokenizer, and its embeddings, which are read from its files when they
/// are needed.
class ModelWords {
public:
    /// Reads the tokenizer in the model's folder. If there is none, or it is of an unknown kind, tokens have only ids.
    ModelWords(Checkpoint checkpoint, ModelInput input);

    /// The reason why texts cannot be split into tokens; empty if they can.
    const std::string& problem() const { return problem_; }
    /// The number of tokens in the vocabulary.
    Index count() const { return input_.vocabulary; }
    /// True if all embeddings are small enough to be kept in memory.
    bool is_small() const;

    /// Split a text into tokens as the model does. tokens_of is for a user who types and waits; it fails after half a
    /// second.
    Result<TokenIds> ids_of(std::string_view text) const;
    Result<std::vector<std::string>> tokens_of(std::string_view text) const;
    /// The text of tokens. If they came from a text, splitting it again gives the same tokens.
    std::string text_of(std::span<const std::string> tokens) const;
    /// The text of token ids.
    std::string text_of(const TokenIds& ids) const;

    /// A token as people read it (Tokenizer::readable); "#7" if there is no tokenizer.
    std::string token(Index id) const;
    std::optional<Index> find(std::string_view token) const;
    /// The token for a word that a user types: the word itself or, after another word, the word with a space before it.
    std::optional<std::string> named(std::string_view word, bool with_space) const;
    /// The role of a token that the model adds around every text, "start" or "end"; empty for other tokens.
    std::string_view place_around(std::string_view token) const;
    /// True if the token continues the word before it.
    bool goes_on(std::string_view token) const;
    /// The padding token; many models have none.
    std::optional<std::string> padding() const;

    /// The embedding of a token, 1 x D. Fails if the token is not the model's, or its file is gone.
    Result<Matrix> embedding(std::string_view token) const;

private:
    Checkpoint checkpoint_;
    ModelInput input_;
    std::optional<Tokenizer> tokenizer_;
    std::string problem_;
};

/// The parts of a text between separators; "3 1 4" has three.
std::vector<std::string_view> parts_between(std::string_view text, std::string_view separators);
/// Token ids from "3 1 4" or "3, 1, 4"; fails if a part is not a whole number of at least 0.
Result<TokenIds> token_ids_of_numbers(std::string_view text);

} // namespace attn
