#pragma once

#include "app/request_arguments.h"
#include "core/document/session.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace attn {

/// What the worksheet command is told besides its SOURCE, as the user wrote it.
struct WorksheetArguments {
    FigureOptionArguments shown;
    DocumentOptionArguments options;
    DocumentOptionArguments files; ///< besides the sheet
    std::string output;
};

/// Everything that is to be written, as far as it can be understood.
std::vector<std::filesystem::path> written_files(const WorksheetArguments& arguments);

/// Adds the options to a command; the arguments must outlive the parsing.
void add_worksheet_options(CLI::App& command, WorksheetArguments& arguments);

/// Writes the sheet, and the key where one is asked for: both or none.
Result<void> worksheet_command(const Session& session, const WorksheetArguments& arguments);

} // namespace attn
