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

/// A text, or a part of one, while it is changed and divided on its way to pieces.
struct Fragment {
    std::string text;
    /// The number of bytes at the beginning that come from the whole text's first letter or were put before it. Hugging
    /// Face's tokenizers store the origin of every letter; here it only matters whether a letter was at the beginning.
    std::size_t beginning = 0;

    bool is_first() const { return beginning > 0; }
};
using Fragments = std::vector<Fragment>;

/// Returns the text as one undivided fragment.
Fragment whole_text(std::string_view text);
/// Returns the bytes from `begin` to `end` of the fragment.
Fragment part_of(const Fragment& fragment, std::size_t begin, std::size_t end);
/// Returns the fragment with `added` before it, which counts as being where the first letter is. An empty fragment
/// stays empty.
Fragment with_before(Fragment fragment, std::string_view added);
/// Returns the fragment with each match replaced by `content`. `cuts` are those of the fragment's text.
Fragment with_replaced(const Fragment& fragment, const std::vector<Cut>& cuts, std::string_view content);

/// A change of a text in which each letter changes independently of its neighbours.
using LetterChange = std::function<Result<std::string>(const std::string& text)>;
Result<Fragment> with_letters_changed(const Fragment& fragment, const LetterChange& change);

/// A change of a text before it is divided.
using Normalizer = std::function<Result<Fragment>(Fragment fragment, const EncodingWork& work)>;

/// A step that divides fragments further, or rewrites their letters.
using PreTokenizer = std::function<Result<Fragments>(Fragments fragments, const EncodingWork& work)>;

/// The largest number of bytes of a text to be encoded, and of the same text after normalizers.
constexpr std::size_t text_limit = std::size_t{1} << 20;
constexpr std::size_t normal_text_limit = std::size_t{16} << 20;

/// The largest number of steps of a component of tokenizer.json; real ones have only a few.
constexpr std::size_t step_limit = 64;
/// The largest number of bytes of all patterns of a tokenizer together: compiling a pattern may take as long as
/// dividing a text.
constexpr std::size_t all_patterns_limit = 8192;

/// Returns the steps of a component of tokenizer.json, in their order; a Sequence is replaced by the steps listed under
/// `children`. Empty if the component is null or absent. Too many steps are an error of the field.
std::vector<Field> steps_of(const Field& component, std::string_view children);

/// Options of BERT's normalizer: removes control characters, replaces all white space by spaces, puts spaces around
/// Chinese characters, removes accents, changes letters to lower case.
struct BertNormalization {
    bool clean_text = true;
    bool handle_chinese_chars = true;
    bool strip_accents = true;
    bool lowercase = true;
};
Normalizer bert_normalizer(const BertNormalization& options);

/// Reads a step of "normalizer" in tokenizer.json. An unknown step is an error of the field.
Normalizer read_normalizer(const Field& step);

/// Returns GPT-2's pre-tokenizer: divides a text by GPT-2's pattern if `use_regex`, then writes bytes as letters.
Result<PreTokenizer> byte_level_pre_tokenizer(bool add_prefix_space, bool use_regex);
/// Returns BERT's pre-tokenizer: words between spaces, and each punctuation mark by itself.
PreTokenizer bert_pre_tokenizer();

/// Reads a step of "pre_tokenizer" in tokenizer.json. An unknown step is an error of the field.
PreTokenizer read_pre_tokenizer(const Field& step);

} // namespace attn
