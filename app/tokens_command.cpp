#include "app/commands.h"
#include "app/console.h"
#include "core/document/files/session_file.h"
#include "core/document/sources/model_session.h"
#include "core/files/file.h"
#include "core/files/printable.h"
#include "core/tokenizer/text_steps.h"
#include "core/tokenizer/tokenizer.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <system_error>

namespace attn {

namespace {

/// Returns the folder with the tokenizer's files.
Result<std::filesystem::path> model_folder(const std::filesystem::path& model) {
    constexpr std::array<std::string_view, 4> files{"tokenizer.json", "vocab.json", "vocab.txt", "merges.txt"};
    constexpr std::array<std::string_view, 2> tensors{".safetensors", ".npz"};
    std::error_code ignored;
    if (std::filesystem::is_directory(model, ignored))
        return model;
    const auto is_there = is_present(model);
    if (!is_there)
        return is_there.error();
    if (!*is_there)
        return error("{}: there is no such file or folder; expected a model's folder", printable_path(model));
    const std::string name = model.filename().string();
    const bool is_model = std::ranges::find(files, name) != files.end() || name.ends_with(".safetensors.index.json") ||
                          std::ranges::find(tensors, model.extension().string()) != tensors.end();
    if (is_model)
        return model.parent_path();
    const auto session = load_session(model);
    if (!session)
        return session.error();
    if (!session->origin)
        return error("{}: this session was not opened from a model, and has no tokenizer; expected one that was, or a "
                     "model's folder",
                     printable_path(model));
    return session->origin->file.parent_path();
}

Result<std::string> text_of(const TokensOptions& options) {
    if (options.text.has_value() == options.file.has_value())
        return error("expected one of --text and --file");
    return options.text ? Result<std::string>(*options.text) : read_text_file(*options.file, text_limit);
}

} // namespace

Result<void> tokens_command(const TokensOptions& options) {
    const auto text = text_of(options);
    if (!text)
        return text.error();
    const auto model = model_named(options.model);
    const auto folder = model ? model_folder(*model) : Result<std::filesystem::path>(model.error());
    if (!folder)
        return folder.error();
    const auto tokenizer = Tokenizer::read(*folder);
    if (!tokenizer)
        return tokenizer.error();
    if (!*tokenizer)
        return error("{}: there is no tokenizer.json, no vocab.json with merges.txt, and no vocab.txt",
                     printable_path(*folder));
    const auto ids = (*tokenizer)->encode(*text);
    if (!ids)
        return ids.error();
    print(fmt::format("[{}]\n", fmt::join(*ids, ", ")));
    return {};
}

} // namespace attn
