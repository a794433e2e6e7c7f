#include "core/notation/notation.h"

#include "core/files/printable.h"
#include "core/files/shipped_text.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace attn {

namespace {

// Single letters are names of cells: "score" is a cell of "scores" with its indices, "s" the letter without them.
constexpr std::array symbol_table{
    Symbol{"S", "tokens"},
    Symbol{"D", "width of the model"},
    Symbol{"H", "heads"},
    Symbol{"d_k", "width of queries and keys"},
    Symbol{"d_v", "width of values"},
    Symbol{"d_ff", "inner width of the MLP"},
    Symbol{"d_vocab", "words that may follow"},
    Symbol{"head", "index of a head"},
    Symbol{"begins", ""},
    Symbol{"ends", ""},
    Symbol{"first", ""},
    Symbol{"last", ""},
    Symbol{"i", "token that reads"},
    Symbol{"j", "token that is read"},
    Symbol{"d", ""},
    Symbol{"tau", "temperature"},
    Symbol{"of h", ""},
    Symbol{"times", ""},
    Symbol{"transposed", ""},
    Symbol{"E", "embeddings of the tokens"},
    Symbol{"P", "positions"},
    Symbol{"X", "input"},
    Symbol{"context", "second sequence, which is read"},
    Symbol{"W_Q", "query weights of <heads(>a<)heads><one(>the<)one> head"},
    Symbol{"W_K", "key weights of <heads(>a<)heads><one(>the<)one> head"},
    Symbol{"W_V", "value weights of <heads(>a<)heads><one(>the<)one> head"},
    Symbol{"W_O", "<heads(>rows of the output weights that belong to a head<)heads><one(>output weights<)one>"},
    Symbol{"W_Q T", ""},
    Symbol{"W_K T", ""},
    Symbol{"W_V T", ""},
    Symbol{"W_O T", ""},
    Symbol{"all W_Q", ""},
    Symbol{"all W_K", ""},
    Symbol{"all W_V", ""},
    Symbol{"all W_O", "output weights"},
    Symbol{"all W_O T", ""},
    Symbol{"b_Q", "query bias of <heads(>a<)heads><one(>the<)one> head"},
    Symbol{"b_K", "key bias of <heads(>a<)heads><one(>the<)one> head"},
    Symbol{"b_V", "value bias of <heads(>a<)heads><one(>the<)one> head"},
    Symbol{"b_O", "output bias"},
    Symbol{"Q", "queries"},
    Symbol{"K", "keys"},
    Symbol{"V", "values"},
    Symbol{"Q T", ""},
    Symbol{"K T", ""},
    Symbol{"Q normed", "queries, normed"},
    Symbol{"K normed", "keys, normed"},
    Symbol{"K normed T", ""},
    Symbol{"Q turned", "queries, turned by their place"},
    Symbol{"K turned", "keys, turned by their place"},
    Symbol{"Q turned T", ""},
    Symbol{"K turned T", ""},
    Symbol{"scores", "scores of queries with keys"},
    Symbol{"scaled", "scores, scaled"},
    Symbol{"capped", "scores, capped"},
    Symbol{"M", "mask"},
    Symbol{"max", "largest score of a <line>"},
    Symbol{"sum", "sum of a <line> of exponentials"},
    Symbol{"A", "shares of attention"},
    Symbol{"O", "output of <heads(>a<)heads><one(>the<)one> head"},
    Symbol{"O first", ""},
    Symbol{"O last", ""},
    Symbol{"C", "<heads(>outputs of all heads, side by side<)heads><one(>output of the head, handed on<)one>"},
    Symbol{"part", "what <heads(>a<)heads><one(>the<)one> head adds to the output"},
    Symbol{"Y", "output"},
    Symbol{"e", ""},
    Symbol{"p", ""},
    Symbol{"x", ""},
    Symbol{"q", ""},
    Symbol{"k", ""},
    Symbol{"v", ""},
    Symbol{"w", ""},
    Symbol{"b", ""},
    Symbol{"s", ""},
    Symbol{"s scaled", ""},
    Symbol{"s capped", ""},
    Symbol{"masked", ""},
    Symbol{"exp", ""},
    Symbol{"s masked", ""},
    Symbol{"score", ""},
    Symbol{"scaled score", ""},
    Symbol{"capped score", ""},
    Symbol{"masked score", ""},
    Symbol{"a", ""},
    Symbol{"share", ""},
    Symbol{"o", ""},
    Symbol{"o row", ""},
    Symbol{"c", ""},
    Symbol{"y", ""},
    Symbol{"u", ""},
    Symbol{"z", ""},
    Symbol{"column", ""},
    Symbol{"S_q", ""},
    Symbol{"S_k", ""},
    Symbol{"B", ""},
    Symbol{"W_QK", ""},
    Symbol{"W_QK T", ""},
    Symbol{"D_c", ""},
    Symbol{"R", ""},
    Symbol{"r", ""},
    Symbol{"m", ""},
    Symbol{"E context", ""},
    Symbol{"P context", ""},
    Symbol{"context x", ""},
    Symbol{"context e", ""},
    Symbol{"context p", ""},
    Symbol{"q normed", ""},
    Symbol{"k normed", ""},
    Symbol{"V normed", ""},
    Symbol{"v normed", ""},
    Symbol{"q turned", ""},
    Symbol{"k turned", ""},
    Symbol{"theta", ""},
    Symbol{"turn length", ""},
    Symbol{"bias", ""},
    Symbol{"bias cell", ""},
    Symbol{"slope", ""},
    Symbol{"cap", ""},
    Symbol{"scale", ""},
    Symbol{"W_G", ""},
    Symbol{"W_G T", ""},
    Symbol{"G", ""},
    Symbol{"g", ""},
    Symbol{"O gated", ""},
    Symbol{"o gated", ""},
    Symbol{"Q gain", ""},
    Symbol{"Q shift", ""},
    Symbol{"K gain", ""},
    Symbol{"K shift", ""},
    Symbol{"V gain", ""},
    Symbol{"gamma", ""},
    Symbol{"beta", ""},
    Symbol{"mean", ""},
    Symbol{"spread", ""},
    Symbol{"epsilon", ""},
};

std::shared_ptr<const NotationProfile> find_shipped(std::string_view name) {
    const auto all = shipped_notations();
    const auto found = std::ranges::find(all, name, [](const auto& profile) { return profile->name; });
    return found == all.end() ? nullptr : *found;
}

} // namespace

std::span<const Symbol> symbols() {
    return symbol_table;
}

std::span<const std::shared_ptr<const NotationProfile>> shipped_notations() {
    static const auto all = [] {
        std::vector<std::shared_ptr<const NotationProfile>> profiles;
        for (const ShippedText& text : notation_texts()) {
            auto profile = read_shipped_notation(text.text, std::string(text.name));
            if (!profile) // a test of every build excludes this
                throw std::logic_error(profile.error().message);
            profiles.push_back(std::make_shared<const NotationProfile>(*std::move(profile)));
        }
        return profiles;
    }();
    return all;
}

std::vector<std::string_view> notation_names() {
    std::vector<std::string_view> names;
    for (const auto& profile : shipped_notations())
        names.emplace_back(profile->name);
    return names;
}

std::string notation_list() {
    std::string list;
    for (const std::string_view name : notation_names()) {
        list += list.empty() ? "" : ", ";
        list += name;
    }
    return list;
}

NotationChoice::NotationChoice() : profile_(shipped_notations().front()) {}

NotationChoice::NotationChoice(std::string_view name) : profile_(find_shipped(name)) {
    if (profile_ == nullptr)
        profile_ = shipped_notations().front();
}

bool NotationChoice::is_own() const {
    return find_shipped(name()) != profile_;
}

Result<NotationChoice> notation_named(std::string_view name) {
    if (find_shipped(name) == nullptr)
        return error("there is no notation “{}”, expected one of {}", printable(name), notation_list());
    return NotationChoice(name);
}

Result<NotationChoice> notation_of_words(const std::string& words) {
    if (find_shipped(words) != nullptr)
        return NotationChoice(words);
    const std::filesystem::path path(words);
    if (path.has_extension() || path.has_parent_path())
        return load_notation(path);
    return error("{}: expected one of {}, or the file of another", printable(words), notation_list());
}

} // namespace attn
