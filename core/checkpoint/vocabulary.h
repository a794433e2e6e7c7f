#pragma once

#include "core/tensor/matrix.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The words of a model, each with its number. Only whole entries are looked up; nothing is cut into pieces.
class Vocabulary {
public:
    Vocabulary(Vocabulary&&) = default;
    Vocabulary& operator=(Vocabulary&&) = default;
    Vocabulary(const Vocabulary&) = delete; // words_ looks into ids_
    Vocabulary& operator=(const Vocabulary&) = delete;
    ~Vocabulary() = default;

    /// Reads vocab.json, vocab.txt or tokenizer.json beside a model; nothing where there is none.
    static Result<std::optional<Vocabulary>> read(const std::filesystem::path& folder);

    /// The file, as it begins messages.
    const std::string& name() const { return name_; }

    /// The number of a word: as it is written, or as words behind a blank are written in such files ("Ġcat", "▁cat").
    /// The word as the vocabulary writes it is returned with it.
    struct Entry {
        std::string_view word;
        Index id = 0;
    };
    std::optional<Entry> find(std::string_view word, bool behind_blank) const;

    /// The word with a number; nothing where no word has it.
    std::optional<std::string_view> word(Index id) const;

private:
    Vocabulary() = default;

    std::string name_;
    std::map<std::string, Index, std::less<>> ids_;
    std::map<Index, std::string_view> words_; ///< keys of ids_
};

} // namespace attn
