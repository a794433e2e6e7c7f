#pragma once

#include "core/files/json_field.h"
#include "core/tokenizer/added_tokens.h"
#include "core/tokenizer/spelling.h"
#include "core/tokenizer/text_steps.h"
#include "core/tokenizer/tokenizer.h"
#include "core/tokenizer/word_cutters.h"

namespace attn {

/// The parts of a tokenizer, in the order in which a text passes through them.
struct TokenizerParts {
    std::string name;       ///< the file's name, with which messages begin
    AddedTokenFinder added; ///< tokens that are searched in the original text
    std::vector<Normalizer> normalizers;
    AddedTokenFinder added_normal; ///< tokens that are searched in the normalized text
    std::vector<PreTokenizer> pre_tokenizers;
    WordCutter cut_word;
    TokenIds before; ///< ids that are put before every text
    TokenIds after;  ///< ids that are put after every text

    std::shared_ptr<const Vocabulary> vocabulary;
    Spelling spelling;
    std::unordered_map<Index, std::string> added_contents;
    Vocabulary::Ids added_ids;      ///< ids of added tokens by content
    Vocabulary::Ids added_readable; ///< ids of added tokens by readable text
};

/// Returns the fragment after all normalizers.
Result<Fragment> normalized(const std::vector<Normalizer>& normalizers, Fragment fragment, const EncodingWork& work);

/// Reads “normalizer” and “pre_tokenizer” of a tokenizer.json; a step that cannot be read becomes an error of its
/// field.
void read_steps(const Field& root, TokenizerParts& parts);

/// Adds tokens that are searched in texts before these are divided. Fails if the vocabulary or another added token has
/// the same content with another id, or the same id with another content.
Result<void> add_tokens(TokenizerParts& parts, const std::vector<AddedToken>& tokens);

/// Returns the tokenizer that a tokenizer.json describes, whose contents are `text`; messages begin with `name`.
/// `config`, the contents of the tokenizer_config.json beside it or empty, names the tokens that some classes put
/// around texts.
Result<Tokenizer> parse_tokenizer_json(std::string_view text, const std::string& name, std::string_view config = {});

/// The contents of a model's files for models without tokenizer.json; an absent file is empty.
struct VocabularyFiles {
    std::string vocabulary_name; ///< the file's name, with which messages begin
    std::string vocabulary;      ///< vocab.json or vocab.txt
    std::string merges_name;
    std::string merges;       ///< merges.txt
    std::string config;       ///< tokenizer_config.json
    std::string added_tokens; ///< added_tokens.json
    std::string model_type;   ///< "model_type" of config.json; empty if unknown
};
/// Returns the tokenizer of GPT-2's vocab.json and merges.txt, which related models use too.
Result<Tokenizer> parse_gpt2_files(const VocabularyFiles& files);
/// Returns the tokenizer of BERT's vocab.txt.
Result<Tokenizer> parse_bert_files(const VocabularyFiles& files);

} // namespace attn
