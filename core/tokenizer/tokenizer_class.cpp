#include "core/tokenizer/tokenizer_class.h"

#include "core/files/json.h"
#include "core/files/json_field.h"

#include <algorithm>
#include <array>

namespace attn {

namespace {

constexpr const char* config_name = "tokenizer_config.json";

constexpr std::array<std::string_view, 3> with_settings{"LlamaTokenizer", "CodeLlamaTokenizer", "GemmaTokenizer"};

/// A token as a text, or as an object with its text.
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
    if (std::ranges::find(with_settings, *name) == with_settings.end())
        return {};
    const auto document = parse_json(config, config_name);
    const Field root(*document, config_name);
    struct Side {
        const char* token;
        const char* setting;
        bool usual;
        TokenIds* ids;
    };
    for (const Side& side : {Side{"bos_token", "add_bos_token", true, &parts.before},
                             {"eos_token", "add_eos_token", false, &parts.after}}) {
        const Field setting = root[side.setting];
        const bool is_added = setting.is(Json::Kind::null) ? side.usual : setting.truth(side.usual);
        const std::string content = content_of(root[side.token]);
        if (root.failed())
            return *root.failure();
        auto id = parts.vocabulary->find(content);
        if (const auto added = parts.added_ids.find(content); added != parts.added_ids.end())
            id = added->second;
        if (!is_added)
            side.ids->clear();
        else if (id)
            *side.ids = {*id};
        else if (!content.empty())
            return error("{}: {}: there is no such token in {}", config_name, side.token, parts.name);
    }
    return {};
}

} // namespace attn
