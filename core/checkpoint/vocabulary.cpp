#include "core/checkpoint/vocabulary.h"

#include "core/io/file.h"
#include "core/io/json.h"
#include "core/io/printable.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

namespace attn {

namespace {

constexpr std::uint64_t vocabulary_limit = std::uint64_t{64} << 20; // bytes

using Ids = std::map<std::string, Index, std::less<>>;

std::optional<Index> number_in(const Json& value) {
    Index number = 0;
    const auto [end, status] = std::from_chars(value.text.data(), value.text.data() + value.text.size(), number);
    const bool whole = value.kind == Json::Kind::number && status == std::errc() && number >= 0 &&
                       end == value.text.data() + value.text.size();
    return whole ? std::optional(number) : std::nullopt;
}

/// {"word": number, …}
Result<Ids> ids_of(const Json* words, const std::string& name) {
    if (words == nullptr || words->kind != Json::Kind::object)
        return error("{}: expected an object of words and their numbers", name);
    Ids ids;
    for (std::size_t i = 0; i < words->items.size(); ++i) {
        const std::optional<Index> id = number_in(words->items[i]);
        if (!id)
            return error("{}: “{}”: expected a whole number from 0 on", name, printable(words->keys[i]));
        ids.emplace(words->keys[i], *id);
    }
    return ids;
}

/// A word a line, counted from 0.
Ids ids_of_lines(std::string_view text) {
    Ids ids;
    Index next = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        ids.emplace(line, next++);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return ids;
}

Result<Ids> read_ids(const std::filesystem::path& path, const std::string& name) {
    const auto text = read_text_file(path, vocabulary_limit);
    if (!text)
        return text.error();
    if (path.extension() == ".txt")
        return ids_of_lines(*text);
    const auto document = parse_json(*text, name);
    if (!document)
        return document.error();
    if (path.filename() != "tokenizer.json")
        return ids_of(&*document, name);
    const Json* const model = document->find("model");
    return ids_of(model == nullptr ? nullptr : model->find("vocab"), name + ": model.vocab");
}

} // namespace

Result<std::optional<Vocabulary>> Vocabulary::read(const std::filesystem::path& folder) {
    for (const char* file : {"vocab.json", "vocab.txt", "tokenizer.json"}) {
        const std::filesystem::path path = folder / file;
        std::error_code ignored;
        if (!std::filesystem::exists(path, ignored))
            continue;
        Vocabulary vocabulary;
        vocabulary.name_ = printable_path(path);
        auto ids = read_ids(path, vocabulary.name_);
        if (!ids)
            return ids.error();
        vocabulary.ids_ = *std::move(ids);
        for (const auto& [word, id] : vocabulary.ids_)
            if (!vocabulary.words_.emplace(id, word).second)
                return error("{}: “{}” and “{}” have one number, {}", vocabulary.name_, printable(word),
                             printable(vocabulary.words_.at(id)), id);
        return std::optional(std::move(vocabulary));
    }
    return std::optional<Vocabulary>();
}

std::optional<Vocabulary::Entry> Vocabulary::find(std::string_view word, bool behind_blank) const {
    std::array<std::string, 3> spellings{"Ġ" + std::string(word), "▁" + std::string(word), std::string(word)};
    if (!behind_blank)
        std::swap(spellings.front(), spellings.back());
    for (const std::string& spelling : spellings)
        if (const auto found = ids_.find(spelling); found != ids_.end())
            return Entry{found->first, found->second};
    return std::nullopt;
}

std::optional<std::string_view> Vocabulary::word(Index id) const {
    const auto found = words_.find(id);
    return found == words_.end() ? std::nullopt : std::optional(found->second);
}

} // namespace attn
