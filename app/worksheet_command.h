#pragma once

#include "app/handout_arguments.h"
#include "core/document/session.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// What the worksheet command is told besides its SOURCE, as the user wrote it.
struct WorksheetArguments {
    BookArguments shown;
    std::vector<std::string> stages;
    Index every = 1;
    std::uint64_t variant = 0;
    bool slip = false;
    std::string output;
    std::optional<std::string> key;

    /// What is to be written.
    std::vector<std::filesystem::path> files() const {
        std::vector<std::filesystem::path> files{output};
        if (key)
            files.emplace_back(*key);
        return files;
    }
};

/// Adds the options to a command; the arguments must outlive the parsing.
void add_worksheet_options(CLI::App& command, WorksheetArguments& arguments);

/// Writes the sheet, and the key where one is asked for: both or none.
Result<void> worksheet_command(const Session& session, const WorksheetArguments& arguments);

} // namespace attn
