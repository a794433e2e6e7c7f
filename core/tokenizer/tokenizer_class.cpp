#include "core/tokenizer/tokenizer_class.h"

#include "core/files/json.h"
#include "core/files/json_field.h"

#include <algorithm>
#include <array>

namespace attn {

namespace {

constexpr const char* config_name = "tokenizer_config.json";

/// A tokenizer class that uses add_bos_token and add_eos_token, and the tokens that it adds if its config names none.
struct WithSettings {
    std::string_view name;
    std::string_view start, end;
};
constexpr std::array with_settings{WithSettings{"LlamaTokenizer", "<s>", "</s>"},
                                   WithSettings{"CodeLlamaTokenizer", "<s>", "</s>"},
                                   WithSettings{"GemmaTokenizer", "<bos>", "<eos>"}};

/// Returns the text of a token that JSON contains as a text, or as an object with "content".
std::string content_of(const Field& token) {
    if (token.is(Json::Kind::object))
        return token["content"].text();
    return token.is(Json::Kind::text) ? token.text() : std::string();
}

std::string without_fast(std::string name) {
    constexpr std::string_view fast = "Fast";
    if (name.ends_with(fast))
        name.resize(name.size() - fast.size());
    return name;
}

} // namespace

Result<std::string> tokenizer_class(std::string_view config) {
    if (config.empty())
        return std::string();
    const auto document = parse_json(config, config_name);
    if (!document)
        return document.error();
    const Field root(*document, config_name);
    std::string name = without_fast(root["tokenizer_class"].text(""));
    return root.failed() ? Result<std::string>(*root.failure()) : name;
}

Result<void> surround_as_class_does(TokenizerParts& parts, std::string_view config) {
    const auto name = tokenizer_class(config);
    if (!name)
        return name.error();
    const auto* const kind = std::ranges::find(with_settings, *name, &WithSettings::name);
    if (kind == with_settings.end())
        return {};
    const auto document = parse_json(config, config_name);
    const Field root(*document, config_name);
    struct Side {
        const char* token;
        const char* setting;
        bool usual;
        std::string_view usual_token;
        TokenIds* ids;
    };
    for (const Side& side : {Side{"bos_token", "add_bos_token", true, kind->start, &parts.before},
                             {"eos_token", "add_eos_token", false, kind->end, &parts.after}}) {
        const Field setting = root[side.setting];
        const bool is_added = setting.is(Json::Kind::null) ? side.usual : setting.truth(side.usual);
        const bool is_named = root[side.token].exists();
        const std::string content = is_named ? content_of(root[side.token]) : std::string(side.usual_token);
        if (root.failed())
            return *root.failure();
        auto id = parts.vocabulary->find(content);
        if (const auto added = parts.added_ids.find(content); added != parts.added_ids.end())
            id = added->second;
        if (!is_added)
            side.ids->clear();
        else if (id)
            *side.ids = {*id};
        else if (is_named && !content.empty())
            return error("{}: {}: there is no such token in {}", config_name, side.token, parts.name);
    }
    return {};
}

} // namespace attn
