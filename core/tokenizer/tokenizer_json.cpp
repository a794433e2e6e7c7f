#include "core/files/json.h"
#include "core/files/json_field.h"
#include "core/files/printable.h"
#include "core/tokenizer/tokenizer_class.h"
#include "core/tokenizer/tokenizer_parts.h"
#include "core/tokenizer/unicode.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace attn {

namespace {

/// The largest number of values of a tokenizer.json: the largest vocabularies have half a million pieces and merges of
/// two texts each.
constexpr std::size_t tokenizer_value_limit = std::size_t{1} << 21; // the largest of 2026 have 1.9 · 10^6

/// The largest number of bytes of a prefix or suffix, which may be added to every letter of a text.
constexpr std::size_t affix_limit = 256;
/// The longest word, in letters, that WordPiece may divide: it looks up every part, which takes days for a million
/// letters.
constexpr Index word_limit = 1000;
/// The largest number of tokens of a template around a text.
constexpr std::size_t template_limit = 1024;

/// Reads a prefix or suffix of pieces; returns `usual` if the field is absent.
std::string read_affix(const Field& field, std::string usual = {}) {
    std::string text = field.is(Json::Kind::null) ? std::string() : field.text(std::move(usual));
    if (text.size() > affix_limit)
        field.fail(fmt::format("this has {} bytes, expected at most {}", text.size(), affix_limit));
    return text;
}

std::string text_or_none(const Field& field) {
    return field.is(Json::Kind::null) ? std::string() : field.text();
}

/// Returns the member `key` of a component, without a Field for each entry: "model.vocab" and "model.merges" may have a
/// million.
const Json* member_of(const Json& document, std::string_view component, std::string_view key) {
    const Json* const inner = document.find(component);
    return inner == nullptr ? nullptr : inner->find(key);
}

std::optional<Index> id_in(const Json& value) {
    Index id = 0;
    const char* const last = value.text.data() + value.text.size();
    const auto [end, status] = std::from_chars(value.text.data(), last, id);
    return value.kind == Json::Kind::number && status == std::errc() && end == last ? std::optional(id) : std::nullopt;
}

std::shared_ptr<const Vocabulary> read_vocabulary(const Json* pieces, const Field& field) {
    auto vocabulary = std::make_shared<Vocabulary>();
    if (pieces == nullptr || pieces->kind != Json::Kind::object) {
        field.fail("expected an object of pieces and their numbers");
        return vocabulary;
    }
    for (std::size_t i = 0; i < pieces->items.size(); ++i) {
        const auto id = id_in(pieces->items[i]);
        if (!id) {
            field.fail(fmt::format("“{}”: expected a whole number from 0 on", printable(pieces->keys[i])));
            break;
        }
        if (auto added = vocabulary->add(pieces->keys[i], *id); !added) {
            field.fail(added.error().message);
            break;
        }
    }
    return vocabulary;
}

/// Returns the two pieces of a merge, "left right" or ["left", "right"]; nullopt for other values.
std::optional<std::pair<std::string, std::string>> merge_in(const Json& value) {
    if (value.kind == Json::Kind::list && value.items.size() == 2 && value.items[0].kind == Json::Kind::text &&
        value.items[1].kind == Json::Kind::text)
        return std::pair(value.items[0].text, value.items[1].text);
    const std::size_t space = value.kind == Json::Kind::text ? value.text.find(' ') : std::string::npos;
    if (space == std::string::npos || value.text.find(' ', space + 1) != std::string::npos)
        return std::nullopt;
    return std::pair(value.text.substr(0, space), value.text.substr(space + 1));
}

Merges read_merges(const Json* list, const Field& field) {
    Merges merges;
    if (list == nullptr || list->kind != Json::Kind::list) {
        field.fail("expected a list");
        return merges;
    }
    merges.reserve(list->items.size());
    for (const Json& item : list->items) {
        auto merge = merge_in(item);
        if (!merge) {
            field.fail(fmt::format("merge {}: expected two pieces", merges.size() + 1));
            return merges;
        }
        merges.push_back(*std::move(merge));
    }
    return merges;
}

void read_byte_pairs(const Json& document, const Field& model, TokenizerParts& parts) {
    model.expect_keys({"type", "dropout", "unk_token", "continuing_subword_prefix", "end_of_word_suffix", "fuse_unk",
                       "byte_fallback", "ignore_merges", "vocab", "merges"});
    if (const Field dropout = model["dropout"]; dropout.is(Json::Kind::number) && dropout.number(0) != 0)
        dropout.fail("merges that are left out at random are not supported");
    BytePairOptions options;
    options.unknown = text_or_none(model["unk_token"]);
    options.continuation_prefix = read_affix(model["continuing_subword_prefix"]);
    options.end_of_word_suffix = read_affix(model["end_of_word_suffix"]);
    options.fuse_unknown = model["fuse_unk"].truth(false);
    options.byte_fallback = model["byte_fallback"].truth(false);
    options.whole_words_first = model["ignore_merges"].truth(false);
    parts.spelling.end_of_word = options.end_of_word_suffix;
    const Merges merges = read_merges(member_of(document, "model", "merges"), model["merges"]);
    if (model.failed())
        return;
    auto cutter = byte_pair_cutter(parts.vocabulary, merges, options);
    if (cutter)
        parts.cut_word = *std::move(cutter);
    else
        model["merges"].fail(cutter.error().message);
}

void read_word_pieces(const Field& model, TokenizerParts& parts) {
    model.expect_keys({"type", "unk_token", "continuing_subword_prefix", "max_input_chars_per_word", "vocab"});
    WordPieceOptions options;
    options.unknown = model["unk_token"].text(options.unknown);
    options.continuation_prefix = read_affix(model["continuing_subword_prefix"], options.continuation_prefix);
    options.longest_word = model["max_input_chars_per_word"].integer(1, word_limit, options.longest_word);
    parts.spelling.kind = Spelling::Kind::word_pieces;
    parts.spelling.mark = options.continuation_prefix;
    parts.cut_word = word_piece_cutter(parts.vocabulary, options);
}

void read_words(const Field& model, TokenizerParts& parts) {
    model.expect_keys({"type", "unk_token", "vocab"});
    parts.spelling.kind = Spelling::Kind::words;
    parts.cut_word = whole_word_cutter(parts.vocabulary, model["unk_token"].text());
}

/// Returns the type of the model; older files do not contain it, so it follows from other members.
std::string model_type_of(const Field& model) {
    if (const Field type = model["type"]; type.exists() && !type.is(Json::Kind::null))
        return type.text();
    return model["merges"].exists() ? "BPE" : model["max_input_chars_per_word"].exists() ? "WordPiece" : "";
}

void read_model(const Json& document, const Field& model, TokenizerParts& parts) {
    const std::string type = model_type_of(model);
    const bool known = type == "BPE" || type == "WordPiece" || type == "WordLevel";
    if (!known)
        model.fail(fmt::format("the type “{}” is not supported; BPE, WordPiece and WordLevel are", printable(type)));
    if (!known || model.failed())
        return;
    parts.vocabulary = read_vocabulary(member_of(document, "model", "vocab"), model["vocab"]);
    if (model.failed())
        return;
    if (type == "BPE")
        read_byte_pairs(document, model, parts);
    else if (type == "WordPiece")
        read_word_pieces(model, parts);
    else
        read_words(model, parts);
    if (parts.vocabulary->ids().empty())
        model["vocab"].fail("there is not one piece in it; expected a vocabulary");
}

/// Sets how pieces are converted back to text, as it follows from a step that writes them.
void note_spelling(const Field& step, Spelling& spelling) {
    const std::string type = step["type"].text();
    if (type == "ByteLevel") {
        spelling.kind = Spelling::Kind::byte_letters;
        // Only the pre-tokenizer has this member, the normalizer of the same name does not.
        spelling.adds_space = step["add_prefix_space"].truth(false);
        spelling.adds_space_once = false;
        return;
    }
    const bool replaces = type == "Replace" && step["pattern"]["String"].is_text(" ");
    if (replaces || type == "Metaspace") {
        spelling.kind = Spelling::Kind::marked_spaces;
        spelling.mark = step[replaces ? "content" : "replacement"].text("▁");
    }
    if (type == "Metaspace") {
        const bool added = step["add_prefix_space"].truth(true);
        const std::string scheme = step["prepend_scheme"].text(added ? "always" : "never");
        spelling.adds_space = scheme != "never";
        spelling.adds_space_once = scheme == "first";
    }
    if (type == "Prepend") {
        spelling.adds_space = true;
        spelling.adds_space_once = false;
    }
}

} // namespace

void read_steps(const Field& root, TokenizerParts& parts) {
    Spelling spelling;
    for (const Field& step : steps_of(root["normalizer"], "normalizers")) {
        parts.normalizers.push_back(read_normalizer(step));
        note_spelling(step, spelling);
    }
    for (const Field& step : steps_of(root["pre_tokenizer"], "pretokenizers")) {
        parts.pre_tokenizers.push_back(read_pre_tokenizer(step));
        note_spelling(step, spelling);
    }
    if (spelling.kind == Spelling::Kind::plain || parts.spelling.kind != Spelling::Kind::plain)
        return;
    spelling.end_of_word = parts.spelling.end_of_word;
    parts.spelling = spelling;
}

namespace {

std::vector<AddedToken> read_added_tokens(const Field& list) {
    std::vector<AddedToken> tokens;
    for (const Field& item : list.is(Json::Kind::null) ? std::vector<Field>() : list.items()) {
        item.expect_keys({"id", "content", "single_word", "lstrip", "rstrip", "normalized", "special"});
        AddedToken token;
        token.id = item["id"].integer(0, token_id_limit, 0);
        token.content = item["content"].text();
        token.single_word = item["single_word"].truth(false);
        token.lstrip = item["lstrip"].truth(false);
        token.rstrip = item["rstrip"].truth(false);
        token.special = item["special"].truth(false);
        token.normalized = item["normalized"].truth(!token.special);
        tokens.push_back(std::move(token));
    }
    std::stable_partition(tokens.begin(), tokens.end(), [](const AddedToken& token) { return token.special; });
    return tokens;
}

/// Reads the tokens that the template puts before and after its one text.
void read_template(const Field& processor, TokenIds& before, TokenIds& after) {
    processor.expect_keys({"type", "single", "pair", "special_tokens"});
    int texts = 0;
    const std::vector<Field> items = processor["single"].items();
    if (items.size() > template_limit)
        processor["single"].fail(fmt::format("there are {} items, expected at most {}", items.size(), template_limit));
    for (const Field& item : items) {
        if (item.failed())
            return;
        if (item["Sequence"].exists()) {
            ++texts;
            if (!item["Sequence"]["id"].is_text("A"))
                item.fail("expected the sequence A");
            continue;
        }
        const std::string name = item["SpecialToken"]["id"].text();
        const Field ids = processor["special_tokens"][name]["ids"];
        if (!ids.exists())
            item.fail(fmt::format("there is no special token “{}”", printable(name)));
        const std::vector<Field> listed = ids.items();
        if (before.size() + after.size() + listed.size() > template_limit)
            return item.fail(fmt::format("the template adds more than {} tokens", template_limit));
        for (const Field& id : listed)
            (texts == 0 ? before : after).push_back(id.integer(0, token_id_limit, 0));
    }
    if (texts != 1)
        processor["single"].fail("expected the text, A, once");
}

/// Returns the number in a pair such as ["[SEP]", 102].
Index read_named_id(const Field& pair) {
    const std::vector<Field> items = pair.items();
    if (items.size() == 2)
        return items[1].integer(0, token_id_limit, 0);
    pair.fail("expected a token and its number");
    return 0;
}

void read_processor(const Field& step, TokenizerParts& parts) {
    const std::string type = step["type"].text();
    TokenIds before;
    TokenIds after;
    if (type == "TemplateProcessing") {
        read_template(step, before, after);
    } else if (type == "BertProcessing" || type == "RobertaProcessing") {
        before.push_back(read_named_id(step["cls"]));
        after.push_back(read_named_id(step["sep"]));
    } else if (type != "ByteLevel") { // ByteLevel as a post-processor adds no tokens
        step.fail(fmt::format("post-processors of the type “{}” are not known here", printable(type)));
    }
    parts.before.insert(parts.before.begin(), before.begin(), before.end());
    parts.after.insert(parts.after.end(), after.begin(), after.end());
}

} // namespace

Result<Tokenizer> parse_tokenizer_json(std::string_view text, const std::string& name, std::string_view config) {
    const auto document = parse_json(text, name, {.values = tokenizer_value_limit});
    if (!document)
        return document.error();
    const Field root(*document, name);
    root.expect_keys({"version", "truncation", "padding", "added_tokens", "normalizer", "pre_tokenizer",
                      "post_processor", "decoder", "model"});
    auto parts = std::make_shared<TokenizerParts>();
    parts->name = name;
    if (!root["model"].exists())
        root.fail("there is no “model”");
    read_model(*document, root["model"], *parts);
    read_steps(root, *parts);
    for (const Field& step : steps_of(root["post_processor"], "processors"))
        read_processor(step, *parts);
    const std::vector<AddedToken> added = read_added_tokens(root["added_tokens"]);
    if (root.failed())
        return *root.failure();
    if (auto done = add_tokens(*parts, added); !done)
        return error("{}: added_tokens: {}", name, done.error().message);
    if (auto done = surround_as_class_does(*parts, config); !done)
        return done.error();
    return Tokenizer(parts);
}

} // namespace attn
