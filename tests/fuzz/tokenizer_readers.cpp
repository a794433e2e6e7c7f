#include "tests/fuzz/tokenizer_readers.h"
#include "tests/folders.h"

#include "core/files/file.h"
#include "core/tokenizer/pattern.h"
#include "core/tokenizer/tokenizer_parts.h"

#include <filesystem>

namespace attn {

namespace {

constexpr std::string_view some_text =
    "Don't cut naïve  12345 数据 🙂,\n\tİs <s> [MASK] e\u0301! aaaaaaaaaaaaaaaaaaaaaaaab";

std::optional<std::string> cut_some_text(const Result<Tokenizer>& tokenizer) {
    if (!tokenizer)
        return tokenizer.error().message;
    const auto ids = tokenizer->encode(some_text);
    if (!ids)
        return ids.error().message;
    for (const Index id : *ids)
        if (tokenizer->find_readable(tokenizer->readable(id)) != id)
            return "two tokens\nread alike"; // a message of two lines is a failure
    (void)tokenizer->decode(*ids);
    return std::nullopt;
}

constexpr std::string_view many_steps = R"({"added_tokens": [{"id": 9, "content": "<s>", "special": true}],
"normalizer": {"type": "Sequence", "normalizers": [{"type": "NFKC"}, {"type": "Lowercase"}, {"type": "StripAccents"},
{"type": "Replace", "pattern": {"Regex": "a{2,3}|\\s+$"}, "content": "b"}, {"type": "Strip"}, {"type": "BertNormalizer"}]},
"pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "Punctuation", "behavior": "MergedWithNext"},
{"type": "Digits", "individual_digits": true}, {"type": "Split", "pattern": {"Regex": "(?i:'s|'t)|\\p{L}+"},
"behavior": "Contiguous", "invert": true}, {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "first"}]},
"post_processor": {"type": "RobertaProcessing", "sep": ["a", 1], "cls": ["b", 2]},
"model": {"type": "BPE", "unk_token": "?", "fuse_unk": true, "byte_fallback": true, "vocab": {"?": 0, "a": 1, "b": 2,
"ab": 3, "▁": 4, "▁a": 5, "<0x0A>": 6}, "merges": ["a b", ["▁", "a"]]}})";

} // namespace

std::optional<std::string> read_as_tokenizer_json(const std::string& file) {
    return cut_some_text(parse_tokenizer_json(file, "fuzzed"));
}

std::optional<std::string> read_as_merges(const std::string& file) {
    VocabularyFiles files;
    files.vocabulary_name = files.merges_name = "fuzzed";
    files.vocabulary =
        R"({"a": 0, "aa": 1, "aaaa": 2, "b": 3, "ab": 4, "Ġ": 5, "Ċ": 6, "D": 7, "o": 8, "n": 9, "'": 10})";
    files.merges = file;
    return cut_some_text(parse_gpt2_files(files));
}

std::optional<std::string> read_as_vocabulary(const std::string& file) {
    VocabularyFiles files;
    files.vocabulary_name = "fuzzed";
    files.vocabulary = file;
    return cut_some_text(parse_bert_files(files));
}

std::optional<std::string> read_as_pattern(const std::string& file) {
    const auto pattern = Pattern::expression(file);
    if (!pattern)
        return pattern.error().message;
    const auto cuts = pattern->cut(some_text);
    return cuts ? std::nullopt : std::optional(cuts.error().message);
}

std::vector<std::string> tokenizer_json_seeds() {
    std::vector<std::string> seeds{std::string(many_steps)};
    for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "tests/data/tokenizers"))
        if (auto content = read_text_file(entry.path() / "tokenizer.json"); content)
            seeds.push_back(*std::move(content));
    return seeds;
}

std::vector<std::string> merges_seeds() {
    return {"#version: 0.2\na a\naa aa\na b\n", "a b\r\n"};
}

std::vector<std::string> vocabulary_seeds() {
    return {"[PAD]\n[UNK]\n[CLS]\n[SEP]\ndon\n'\nt\ncut\nna\n##ive\n12345\n", "[UNK]\na\n##a\n"};
}

std::vector<std::string> pattern_seeds() {
    return {R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)",
            R"((?i:'s|'t)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
            R"( ?[^(\s|[.,!?…。，、।۔،])]+)",
            R"([!-/:-~！-／：-～‘-‟　-。]+|\s+$|(?<=\b\w)\B|\x{4e00}*?)",
            R"([\p{L}&&[^\p{Lu}a]]++|\h{2,}|\R|\X|[[:^punct:]]{,3}+|(?~ab)|(?<n>a)\k<n>|\ba\Kb|(?i:ss|é)|(?m:.)|\G\O)",
            R"((?(1)a|b)|(?>a*)(?<!b|aa)|(?W:\w)|(?y{w}\X)|(*MAX{3})a|(?{x})|\x{61 62}\141\cA|(?~|a|\O*)|(?x: a # b))",
            "(?:a|a|aa)+[cd]",
            "(?:(?=(?>a*))a)*[cd]"};
}

} // namespace attn
