// Readers of the files that models had before tokenizer.json. The kind of model says what these files leave out.

#include "core/files/json.h"
#include "core/files/json_field.h"
#include "core/files/printable.h"
#include "core/files/utf8.h"
#include "core/tokenizer/tokenizer_class.h"
#include "core/tokenizer/tokenizer_parts.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace attn {

namespace {

/// A kind of model, recognised by its type or, without a config.json, by its tokenizer's class; and the tokens that it
/// puts around every text.
struct ModelKind {
    std::string_view model_type;
    std::string_view tokenizer_class;
    std::string_view before{};
    std::string_view after{};
};
/// The kinds of models that use GPT-2's vocab.json and merges.txt.
constexpr std::array gpt2_kinds{
    ModelKind{"", ""},
    ModelKind{"gpt2", "GPT2Tokenizer"},
    ModelKind{"gpt_neo", ""},
    ModelKind{"gptj", ""},
    ModelKind{"gpt_bigcode", ""},
    ModelKind{"opt", "", "</s>"},
    ModelKind{"roberta", "RobertaTokenizer", "<s>", "</s>"},
    ModelKind{"longformer", "LongformerTokenizer", "<s>", "</s>"},
    ModelKind{"bart", "BartTokenizer", "<s>", "</s>"},
    ModelKind{"clip", "CLIPTokenizer", "<|startoftext|>", "<|endoftext|>"},
    ModelKind{"clip_text_model", "", "<|startoftext|>", "<|endoftext|>"},
};
/// The kinds of models that use BERT's vocab.txt.
constexpr std::array bert_kinds{
    ModelKind{"", "", "[CLS]", "[SEP]"},
    ModelKind{"bert", "BertTokenizer", "[CLS]", "[SEP]"},
    ModelKind{"distilbert", "DistilBertTokenizer", "[CLS]", "[SEP]"},
    ModelKind{"electra", "ElectraTokenizer", "[CLS]", "[SEP]"},
    ModelKind{"mobilebert", "MobileBertTokenizer", "[CLS]", "[SEP]"},
    ModelKind{"squeezebert", "SqueezeBertTokenizer", "[CLS]", "[SEP]"},
    ModelKind{"mpnet", "MPNetTokenizer", "<s>", "</s>"},
};

/// Texts that are one token wherever they occur, if the vocabulary has them. <mask> includes the space before it.
constexpr std::array<std::string_view, 6> gpt2_added{"<|endoftext|>", "<s>", "</s>", "<pad>", "<unk>", "<mask>"};
constexpr std::string_view clip_end_of_word = "</w>";
constexpr std::array<std::string_view, 2> clip_added{"<|startoftext|>", "<|endoftext|>"};
constexpr std::array<std::string_view, 5> bert_added{"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"};
constexpr std::array<std::string_view, 5> mpnet_added{"<pad>", "[UNK]", "<s>", "</s>", "<mask>"};

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        lines.push_back(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

Result<std::shared_ptr<const Vocabulary>> read_ids(std::string_view text, const std::string& name) {
    const auto document = parse_json(text, name);
    if (!document)
        return document.error();
    if (document->kind != Json::Kind::object)
        return error("{}: expected an object of pieces and their numbers", name);
    auto vocabulary = std::make_shared<Vocabulary>();
    for (std::size_t i = 0; i < document->items.size(); ++i) {
        const Json& value = document->items[i];
        Index id = 0;
        const char* const last = value.text.data() + value.text.size();
        const auto [end, status] = std::from_chars(value.text.data(), last, id);
        if (value.kind != Json::Kind::number || status != std::errc() || end != last)
            return error("{}: “{}”: expected a whole number from 0 on", name, printable(document->keys[i]));
        if (auto added = vocabulary->add(document->keys[i], id); !added)
            return error("{}: {}", name, added.error().message);
    }
    return std::shared_ptr<const Vocabulary>(vocabulary);
}

Result<std::shared_ptr<const Vocabulary>> read_lines(std::string_view text, const std::string& name) {
    auto vocabulary = std::make_shared<Vocabulary>();
    Index next = 0;
    if (!is_utf8(text))
        return error("{}: this is not UTF-8", name);
    for (const std::string_view line : lines_of(text)) {
        if (auto added = vocabulary->add(std::string(line), next++); !added)
            return error("{}: line {}: {}", name, next, added.error().message);
    }
    return std::shared_ptr<const Vocabulary>(vocabulary);
}

Result<Merges> read_merge_lines(std::string_view text, const std::string& name) {
    Merges merges;
    std::size_t number = 0;
    for (const std::string_view line : lines_of(text)) {
        ++number;
        if (line.empty() || line.starts_with("#version"))
            continue;
        const std::size_t space = line.find(' ');
        if (space == std::string_view::npos || line.find(' ', space + 1) != std::string_view::npos)
            return error("{}: line {}: expected two pieces", name, number);
        merges.emplace_back(line.substr(0, space), line.substr(space + 1));
    }
    return merges;
}

/// The settings of tokenizer_config.json; for an absent one, the kind of model has a default.
struct TokenizerConfig {
    bool add_prefix_space = false;
    std::optional<bool> add_bos_token;
    std::string bos_token;
    BertNormalization bert;
    std::vector<AddedToken> added;
};

/// Returns the text of a token that JSON contains as a text, or as an object with "content".
std::string token_text(const Field& field) {
    if (field.is(Json::Kind::object))
        return field["content"].text();
    return field.is(Json::Kind::text) ? field.text() : std::string();
}

void read_added_decoder(const Field& decoder, std::vector<AddedToken>& added) {
    for (const auto& [number, token] : decoder.members()) {
        AddedToken& read = added.emplace_back();
        const auto [end, status] = std::from_chars(number.data(), number.data() + number.size(), read.id);
        if (status != std::errc() || end != number.data() + number.size())
            token.fail("expected a number as its key");
        read.content = token["content"].text();
        read.single_word = token["single_word"].truth(false);
        read.lstrip = token["lstrip"].truth(false);
        read.rstrip = token["rstrip"].truth(false);
        read.normalized = token["normalized"].truth(false);
    }
}

Result<TokenizerConfig> read_config(const VocabularyFiles& files) {
    TokenizerConfig config;
    if (!files.config.empty()) {
        const std::string name = "tokenizer_config.json";
        const auto document = parse_json(files.config, name);
        if (!document)
            return document.error();
        const Field root(*document, name);
        config.add_prefix_space = root["add_prefix_space"].truth(false);
        if (root["add_bos_token"].is(Json::Kind::boolean))
            config.add_bos_token = root["add_bos_token"].truth(false);
        config.bos_token = token_text(root["bos_token"]);
        config.bert.lowercase = root["do_lower_case"].truth(true);
        config.bert.handle_chinese_chars = root["tokenize_chinese_chars"].truth(true);
        const Field accents = root["strip_accents"];
        config.bert.strip_accents =
            accents.is(Json::Kind::null) ? config.bert.lowercase : accents.truth(config.bert.lowercase);
        read_added_decoder(root["added_tokens_decoder"], config.added);
        if (root.failed())
            return *root.failure();
    }
    if (!files.added_tokens.empty()) {
        const std::string name = "added_tokens.json";
        const auto document = parse_json(files.added_tokens, name);
        if (!document)
            return document.error();
        const Field root(*document, name);
        for (const auto& [content, id] : root.members())
            if (std::ranges::find(config.added, content, &AddedToken::content) == config.added.end()) {
                config.added.emplace_back().content = content;
                config.added.back().id = id.integer(0, token_id_limit, 0);
            }
        if (root.failed())
            return *root.failure();
    }
    return config;
}

/// Adds those of the usual special tokens that the vocabulary has, and those that the model's files name.
Result<void> add_special_tokens(TokenizerParts& parts, std::span<const std::string_view> usual,
                                std::vector<AddedToken> added) {
    for (const std::string_view content : usual) {
        const auto id = parts.vocabulary->find(content);
        if (!id || std::ranges::find(added, content, &AddedToken::content) != added.end())
            continue;
        AddedToken& token = added.emplace_back();
        token.content = content;
        token.id = *id;
        token.lstrip = content == "<mask>";
    }
    return add_tokens(parts, added);
}

/// Appends the id of a token that is put around every text; an empty `content` appends nothing.
Result<void> append_special(const TokenizerParts& parts, std::string_view content, TokenIds& ids) {
    if (content.empty())
        return {};
    auto id = parts.vocabulary->find(content);
    if (const auto added = parts.added_ids.find(content); !id && added != parts.added_ids.end())
        id = added->second;
    if (!id)
        return error("{}: there is no “{}”, which stands around every text", parts.name, printable(content));
    ids.push_back(*id);
    return {};
}

/// Returns the kind of model that config.json's type or the tokenizer's class names.
Result<ModelKind> kind_among(std::span<const ModelKind> kinds, const VocabularyFiles& files) {
    const auto by_type = std::ranges::find(kinds, files.model_type, &ModelKind::model_type);
    if (!files.model_type.empty() && by_type == kinds.end())
        return error("{}: how a model of the type “{}” cuts texts is not known from this file alone; a tokenizer.json "
                     "says it",
                     files.vocabulary_name, printable(files.model_type));
    const auto name = files.model_type.empty() ? tokenizer_class(files.config) : Result<std::string>(std::string());
    if (!name)
        return name.error();
    if (name->empty() || *name == "PreTrainedTokenizer")
        return *by_type;
    const auto by_class = std::ranges::find(kinds, *name, &ModelKind::tokenizer_class);
    if (by_class == kinds.end())
        return error("{}: how a {} cuts texts is not known from this file alone; a tokenizer.json says it",
                     files.vocabulary_name, printable(*name));
    return *by_class;
}

/// The parts that GPT-2's and BERT's formats have in common, as read so far.
struct Begun {
    ModelKind kind;
    TokenizerConfig config;
    std::shared_ptr<TokenizerParts> parts = std::make_shared<TokenizerParts>();
};

using ReadVocabulary = Result<std::shared_ptr<const Vocabulary>> (*)(std::string_view text, const std::string& name);

Result<Begun> begin_parts(std::span<const ModelKind> kinds, const VocabularyFiles& files, ReadVocabulary read) {
    const auto kind = kind_among(kinds, files);
    if (!kind)
        return kind.error();
    auto config = read_config(files);
    if (!config)
        return config.error();
    auto vocabulary = read(files.vocabulary, files.vocabulary_name);
    if (!vocabulary)
        return vocabulary.error();
    if ((*vocabulary)->ids().empty())
        return error("{}: there is not one piece in it; expected a vocabulary", files.vocabulary_name);
    Begun begun{*kind, *std::move(config)};
    begun.parts->name = files.vocabulary_name;
    begun.parts->vocabulary = *std::move(vocabulary);
    return begun;
}

/// CLIP's normalizer and pre-tokenizer as its tokenizer.json has them; its older files do not contain them.
constexpr std::string_view clip_steps =
    R"({"normalizer": {"type": "Sequence", "normalizers": [{"type": "NFC"},
{"type": "Replace", "pattern": {"Regex": "\\s+"}, "content": " "}, {"type": "Lowercase"}]},
"pre_tokenizer": {"type": "Sequence", "pretokenizers": [
{"type": "Split", "pattern": {"Regex": "'s|'t|'re|'ve|'m|'ll|'d|[\\p{L}]+|[\\p{N}]|[^\\s\\p{L}\\p{N}]+"},
"behavior": "Removed", "invert": true}, {"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true}]}})";

Result<void> cut_as_clip(TokenizerParts& parts) {
    const auto document = parse_json(clip_steps, "CLIP");
    if (!document)
        return document.error();
    const Field root(*document, "CLIP");
    read_steps(root, parts);
    parts.spelling.end_of_word = clip_end_of_word;
    return root.failed() ? Result<void>(*root.failure()) : Result<void>();
}

Result<void> cut_as_gpt2(TokenizerParts& parts, const TokenizerConfig& config) {
    auto words = byte_level_pre_tokenizer(config.add_prefix_space, true);
    if (!words)
        return words.error();
    parts.pre_tokenizers.push_back(*std::move(words));
    parts.spelling.kind = Spelling::Kind::byte_letters;
    parts.spelling.adds_space = config.add_prefix_space;
    parts.spelling.adds_space_once = false;
    return {};
}

} // namespace

Result<Tokenizer> parse_gpt2_files(const VocabularyFiles& files) {
    const auto begun = begin_parts(gpt2_kinds, files, read_ids);
    if (!begun)
        return begun.error();
    const auto& [kind, config, parts] = *begun;
    const auto merges = read_merge_lines(files.merges, files.merges_name);
    if (!merges)
        return merges.error();
    const bool is_clip = kind.before == clip_added.front();
    BytePairOptions options;
    if (is_clip) {
        options.end_of_word_suffix = clip_end_of_word;
        options.unknown = clip_added.back();
    }
    auto cutter = byte_pair_cutter(parts->vocabulary, *merges, options);
    if (!cutter)
        return error("{}: {}", files.merges_name, cutter.error().message);
    parts->cut_word = *std::move(cutter);
    if (auto cut = is_clip ? cut_as_clip(*parts) : cut_as_gpt2(*parts, config); !cut)
        return cut.error();
    const std::span<const std::string_view> usual =
        is_clip ? std::span<const std::string_view>(clip_added) : std::span<const std::string_view>(gpt2_added);
    if (auto added = add_special_tokens(*parts, usual, config.added); !added)
        return error("{}: {}", parts->name, added.error().message);
    std::string before(kind.before);
    if (config.add_bos_token && !is_clip)
        before = *config.add_bos_token ? config.bos_token : "";
    for (const auto& [content, ids] :
         {std::pair(std::string_view(before), &parts->before), {kind.after, &parts->after}})
        if (auto found = append_special(*parts, content, *ids); !found)
            return found.error();
    return Tokenizer(parts);
}

Result<Tokenizer> parse_bert_files(const VocabularyFiles& files) {
    const auto begun = begin_parts(bert_kinds, files, read_lines);
    if (!begun)
        return begun.error();
    const auto& [kind, config, parts] = *begun;
    parts->normalizers.push_back(bert_normalizer(config.bert));
    parts->pre_tokenizers.push_back(bert_pre_tokenizer());
    parts->cut_word = word_piece_cutter(parts->vocabulary, {});
    parts->spelling.kind = Spelling::Kind::word_pieces;
    parts->spelling.mark = "##";
    if (auto added = add_special_tokens(*parts, kind.model_type == "mpnet" ? mpnet_added : bert_added, config.added);
        !added)
        return error("{}: {}", parts->name, added.error().message);
    // A small vocabulary without these tokens puts nothing around a text.
    for (const auto& [content, ids] : {std::pair(kind.before, &parts->before), {kind.after, &parts->after}})
        if (const auto id = parts->vocabulary->find(content))
            ids->push_back(*id);
    return Tokenizer(parts);
}

} // namespace attn
