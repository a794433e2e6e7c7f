#include "core/lesson/own_word.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace attn {

namespace {

std::string reversed(const std::string& word) {
    return {word.rbegin(), word.rend()};
}

void add_other(Json& names, const std::string& name, const std::string& word) {
    names.set(name, json_of(word));
    names.set(name + " reversed", json_of(reversed(word)));
}

} // namespace

bool is_own_word(std::string_view word) {
    constexpr std::size_t shortest = 4;
    constexpr std::size_t longest = 10;
    return word.size() >= shortest && word.size() <= longest &&
           std::ranges::all_of(word, [](char letter) { return letter >= 'a' && letter <= 'z'; }) &&
           !std::equal(word.begin(), word.end(), word.rbegin());
}

std::optional<Json> take_own_word(Json& session, std::string_view own) {
    const auto key = std::ranges::find(session.keys, "own_word");
    if (session.kind != Json::Kind::object || key == session.keys.end())
        return std::nullopt;
    Json& given = session.items[static_cast<std::size_t>(key - session.keys.begin())];
    if (given.kind != Json::Kind::text)
        return std::nullopt;
    if (is_own_word(own))
        given.text = own;
    const std::string word = given.text;
    Json names = json_object();
    add_other(names, "own", word);
    if (!word.empty()) {
        names.set("letter -1", json_of(word.substr(word.size() - 1)));
        names.set("alphabet -1", json_of(std::int64_t{word.back() - 'a' + 1}));
    }
    const Json* const others = session.find("other_words");
    int found = 0;
    if (others != nullptr && others->kind == Json::Kind::list)
        for (const Json& other : others->items)
            if (found < 2 && other.kind == Json::Kind::text && other.text.size() == word.size() && other.text != word &&
                other.text != reversed(word))
                add_other(names, found++ == 0 ? "other" : "third", other.text);
    return names;
}

} // namespace attn
