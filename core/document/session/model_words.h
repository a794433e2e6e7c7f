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

/// The words of a model: its tokens as people read them, how it cuts texts into them, and their embeddings, which are
/// read from its files when they are asked for.
class ModelWords {
public:
    /// Reads the tokenizer beside the model; a model without one, or with one that is not known here, has tokens by
    /// their numbers alone.
    ModelWords(Checkpoint checkpoint, ModelInput input);

    /// Why texts cannot be cut; empty where they can.
    const std::string& problem() const { return problem_; }
    /// How many tokens there are.
    Index count() const { return input_.vocabulary; }
    /// Whether all embeddings together are small enough to be kept.
    bool is_small() const;

    /// A text, cut as the model does. The second is for somebody who types and waits: it takes a second at most.
    Result<TokenIds> ids_of(std::string_view text) const;
    Result<std::vector<std::string>> tokens_of(std::string_view text) const;
    /// The text that tokens stand for; it gives them again, where the model made them of a text.
    std::string text_of(std::span<const std::string> tokens) const;

    /// A token as people read it; see Tokenizer::readable. "#7" where there is no tokenizer.
    std::string token(Index id) const;
    std::optional<Index> find(std::string_view token) const;
    /// The token that somebody means who writes a word: as it is read, or, behind another word, with its space.
    std::optional<std::string> named(std::string_view word, bool with_space) const;
    /// A word for a token that the model puts around every text: "start" or "end"; nothing of others.
    std::string_view place_around(std::string_view token) const;
    /// Whether a token goes on with the word before it.
    bool goes_on(std::string_view token) const;
    /// What stands for nothing; none in many models.
    std::optional<std::string> padding() const;

    /// The embedding of a token, 1 x D. Fails where it is none of the model's, or its file is gone.
    Result<Matrix> embedding(std::string_view token) const;

private:
    Checkpoint checkpoint_;
    ModelInput input_;
    std::optional<Tokenizer> tokenizer_;
    std::string problem_;
};

/// What stands between separators, e.g. "3 1 4" gives three parts.
std::vector<std::string_view> parts_between(std::string_view text, std::string_view separators);
/// Token ids written as "3 1 4" or "3, 1, 4"; fails where a part is no whole number from 0 on.
Result<TokenIds> token_ids_of_numbers(std::string_view text);

} // namespace attn
