#pragma once

#include "core/files/json_field.h"
#include "core/tensor/result.h"
#include "core/tokenizer/encoding_work.h"
#include "core/tokenizer/pattern.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A text, or a part of it, on its way to pieces.
struct Fragment {
    std::string text;
    /// So many of its first bytes come from the letter that the whole text begins with, or were put before it. Hugging
    /// Face's tokenizers know of each letter where it stood; what counts is whether it stood at the beginning.
    std::size_t beginning = 0;

    bool is_first() const { return beginning > 0; }
};
using Fragments = std::vector<Fragment>;

/// A text that is cut nowhere yet.
Fragment whole_text(std::string_view text);
/// Its bytes from `begin` to `end`.
Fragment part_of(const Fragment& fragment, std::size_t begin, std::size_t end);
/// What is put before the first letter counts as standing at its place; before nothing, nothing is put.
Fragment with_before(Fragment fragment, std::string_view added);
/// Each match replaced. `cuts` are of its text.
Fragment with_replaced(const Fragment& fragment, const std::vector<Cut>& cuts, std::string_view content);

/// Changes a text letter by letter, whatever stands further away.
using LetterChange = std::function<Result<std::string>(const std::string& text)>;
Result<Fragment> with_letters_changed(const Fragment& fragment, const LetterChange& change);

/// What is done to a text before it is cut.
using Normalizer = std::function<Result<Fragment>(Fragment fragment, const EncodingWork& work)>;

/// Cuts fragments further, or writes them otherwise.
using PreTokenizer = std::function<Result<Fragments>(Fragments fragments, const EncodingWork& work)>;

/// The most bytes of a text that is encoded, and what normalizers may make of it.
constexpr std::size_t text_limit = std::size_t{1} << 20;
constexpr std::size_t normal_text_limit = std::size_t{16} << 20;

/// The most steps of a component of tokenizer.json; real ones have a handful.
constexpr std::size_t step_limit = 64;
/// The most bytes of their patterns together: a pattern may take as long to read as a text to cut.
constexpr std::size_t all_patterns_limit = 8192;

/// The steps of a component of tokenizer.json in their order: those of a Sequence, listed under `children`, one by one.
/// None where the component is null or not there. Notes in the field where there are too many.
std::vector<Field> steps_of(const Field& component, std::string_view children);

/// What BERT does to a text: controls removed, spaces made one kind, Chinese characters set apart, accents and case.
struct BertNormalization {
    bool clean_text = true;
    bool handle_chinese_chars = true;
    bool strip_accents = true;
    bool lowercase = true;
};
Normalizer bert_normalizer(const BertNormalization& options);

/// A step of "normalizer" in tokenizer.json. Notes in the field what is not known.
Normalizer read_normalizer(const Field& step);

/// GPT-2's: with its split pattern, bytes as letters.
Result<PreTokenizer> byte_level_pre_tokenizer(bool add_prefix_space, bool use_regex);
/// BERT's: words between spaces, each punctuation mark alone.
PreTokenizer bert_pre_tokenizer();

/// A step of "pre_tokenizer" in tokenizer.json. Notes in the field what is not known.
PreTokenizer read_pre_tokenizer(const Field& step);

} // namespace attn
