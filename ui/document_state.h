#pragma once

#include "core/io/file_stamp.h"
#include "core/session/history.h"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace attn {

/// A session with its past, and where it is kept: what an edit replaces by the next one.
struct DocumentState {
    History history;
    std::optional<std::filesystem::path> file;
    std::optional<std::uint64_t> saved_revision;    ///< what `file` holds; none: nothing of this history
    std::optional<FileStamp> stamp{};               ///< of `file` as it was read or written here
    std::optional<std::filesystem::path> left_in{}; ///< the journal from which it was opened, left by another window

    const Session& session() const { return history.present(); }
    bool unsaved() const { return saved_revision != history.revision(); }
};

} // namespace attn
