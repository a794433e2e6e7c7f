#include "core/files/file.h"
#include "core/files/json.h"
#include "core/files/mistaken_file.h"
#include "core/files/printable.h"
#include "core/tokenizer/tokenizer_parts.h"

#include <array>
#include <string_view>

namespace attn {

namespace {

constexpr std::uint64_t file_limit = std::uint64_t{64} << 20; // bytes

/// Returns the text of the file; empty if there is no such file.
Result<std::string> read_if_there(const std::filesystem::path& path) {
    const auto there = is_present(path);
    if (!there)
        return there.error();
    auto text = *there ? read_text_file(path, file_limit) : Result<std::string>(std::string());
    if (const auto mistaken = text ? mistaken_file(text->substr(0, telling_bytes)) : std::nullopt)
        return error("{}: {}", printable_path(path), *mistaken); // any text may be a list of words
    return text;
}

Result<std::string> read_model_type(const std::filesystem::path& folder) {
    const std::filesystem::path path = folder / "config.json";
    auto text = read_if_there(path);
    if (!text || text->empty())
        return text;
    const auto document = parse_json(*text, printable_path(path));
    if (!document)
        return document.error();
    const Json* const type = document->find("model_type");
    return type != nullptr && type->kind == Json::Kind::text ? type->text : std::string();
}

Result<VocabularyFiles> read_files(const std::filesystem::path& vocabulary, const std::filesystem::path& merges) {
    const std::filesystem::path folder = vocabulary.parent_path();
    VocabularyFiles files;
    files.vocabulary_name = printable_path(vocabulary);
    files.merges_name = printable_path(merges);
    const std::array<std::pair<std::filesystem::path, std::string*>, 4> all{
        {{vocabulary, &files.vocabulary},
         {merges, &files.merges},
         {folder / "tokenizer_config.json", &files.config},
         {folder / "added_tokens.json", &files.added_tokens}}};
    for (const auto& [path, content] : all) {
        auto read = path.empty() ? Result<std::string>(std::string()) : read_if_there(path);
        if (!read)
            return read.error();
        *content = *std::move(read);
    }
    auto model_type = read_model_type(folder);
    if (!model_type)
        return model_type.error();
    files.model_type = *std::move(model_type);
    return files;
}

Result<Tokenizer> read_tokenizer(const std::filesystem::path& path, const std::filesystem::path& merges,
                                 Result<Tokenizer> (*parse)(const VocabularyFiles& files)) {
    const auto files = read_files(path, merges);
    return files ? parse(*files) : Result<Tokenizer>(files.error());
}

Result<std::optional<Tokenizer>> optional(Result<Tokenizer> read) {
    if (!read)
        return read.error();
    return std::optional(*std::move(read));
}

} // namespace

Result<std::optional<Tokenizer>> Tokenizer::read(const std::filesystem::path& folder) {
    constexpr std::array<std::string_view, 6> names{"tokenizer.json", "vocab.json",      "merges.txt",
                                                    "vocab.txt",      "tokenizer.model", "spiece.model"};
    std::array<bool, names.size()> there{};
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto found = is_present(folder / names.at(i));
        if (!found)
            return found.error();
        there.at(i) = *found;
    }
    const auto& [has_json, has_ids, has_merges, has_lines, has_model, has_pieces] = there;
    if (has_json) {
        const std::filesystem::path path = folder / names[0];
        const auto text = read_text_file(path, file_limit);
        if (!text)
            return text.error();
        const auto config = read_if_there(folder / "tokenizer_config.json");
        return config ? optional(parse_tokenizer_json(*text, printable_path(path), *config))
                      : Result<std::optional<Tokenizer>>(config.error());
    }
    if (has_ids && !has_merges)
        return error("{}: a merges.txt is needed beside it, or a tokenizer.json", printable_path(folder / names[1]));
    if (has_ids)
        return optional(read_tokenizer(folder / names[1], folder / names[2], parse_gpt2_files));
    if (has_lines)
        return optional(read_tokenizer(folder / names[3], {}, parse_bert_files));
    if (has_model || has_pieces)
        return error("{}: SentencePiece's own files are not read; a tokenizer.json is",
                     printable_path(folder / names.at(has_model ? 4 : 5)));
    return std::optional<Tokenizer>();
}

} // namespace attn
