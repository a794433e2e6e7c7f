#pragma once

#include "core/files/json_field.h"
#include "core/tokenizer/added_tokens.h"
#include "core/tokenizer/spelling.h"
#include "core/tokenizer/text_steps.h"
#include "core/tokenizer/tokenizer.h"
#include "core/tokenizer/word_cutters.h"

namespace attn {

/// What a tokenizer is made of, in the order in which a text passes through it.
struct TokenizerParts {
    std::string name;       ///< the file
    AddedTokenFinder added; ///< in the text as it comes
    std::vector<Normalizer> normalizers;
    AddedTokenFinder added_normal; ///< in the normalized text
    std::vector<PreTokenizer> pre_tokenizers;
    WordCutter cut_word;
    TokenIds before; ///< what stands before every text
    TokenIds after;  ///< and behind it

    std::shared_ptr<const Vocabulary> vocabulary;
    Spelling spelling;
    std::unordered_map<Index, std::string> added_contents;
    Vocabulary::Ids added_ids;      ///< by their contents
    Vocabulary::Ids added_readable; ///< as people read them
};

/// The text after all normalizers.
Result<Fragment> normalized(const std::vector<Normalizer>& normalizers, Fragment fragment, const EncodingWork& work);

/// Reads “normalizer” and “pre_tokenizer” of a tokenizer.json; what cannot be read is noted in the field.
void read_steps(const Field& root, TokenizerParts& parts);

/// Makes tokens of a model be found as they stand. Fails where a token has another number in the vocabulary, or the
/// number belongs to another.
Result<void> add_tokens(TokenizerParts& parts, const std::vector<AddedToken>& tokens);

/// Reads the text of a tokenizer.json; `name` begins messages. `config` is the text of the tokenizer_config.json beside
/// it, or empty: it says what some classes put around texts.
Result<Tokenizer> parse_tokenizer_json(std::string_view text, const std::string& name, std::string_view config = {});

/// What a model's other files say where there is no tokenizer.json.
struct VocabularyFiles {
    std::string vocabulary_name; ///< of the file, which begins messages
    std::string vocabulary;      ///< vocab.json or vocab.txt
    std::string merges_name;
    std::string merges;       ///< merges.txt
    std::string config;       ///< tokenizer_config.json; empty where there is none
    std::string added_tokens; ///< added_tokens.json; empty where there is none
    std::string model_type;   ///< of config.json; empty where nothing says it
};
/// GPT-2's vocab.json and merges.txt, as it and its kin use them.
Result<Tokenizer> parse_gpt2_files(const VocabularyFiles& files);
/// BERT's vocab.txt.
Result<Tokenizer> parse_bert_files(const VocabularyFiles& files);

} // namespace attn
