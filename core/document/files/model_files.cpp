#include "core/document/files/model_files.h"

#include "core/checkpoint/checkpoint.h"

namespace attn {

InputFiles files_of_model(const std::filesystem::path& tensors) {
    InputFiles files;
    files.add(tensors);
    const ReadingRecord opened;
    static_cast<void>(Checkpoint::open(tensors)); // where it cannot be opened, as far as it can
    files.add(opened.files());
    std::error_code ignored;
    const std::filesystem::path folder =
        std::filesystem::is_directory(tensors, ignored) ? tensors : tensors.parent_path();
    for (const char* const name :
         {"config.json", "generation_config.json", "tokenizer.json", "tokenizer_config.json", "special_tokens_map.json",
          "added_tokens.json", "vocab.json", "vocab.txt", "merges.txt", "tokenizer.model", "spiece.model"})
        files.add(folder / name);
    return files;
}

} // namespace attn
