#pragma once

#include "app/figure_arguments.h"
#include "app/request_arguments.h"
#include "core/document/session/saved_session.h"
#include "core/export/document.h"
#include "core/model/options.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace attn {

// The commands of the command line, one after the other; each says on stdout what it found, and writes no half files.

struct ShowOptions {
    std::filesystem::path assets;                   ///< the program's
    std::optional<std::filesystem::path> file;      ///< where the session was read from
    std::optional<float> scale;                     ///< pixels a logical pixel; otherwise the monitor's
    bool offers_start = false;                      ///< the first minute, to those who have not seen it
    std::optional<std::filesystem::path> lesson{};  ///< which is open at first
    std::optional<std::filesystem::path> lecture{}; ///< a lesson on the wall
    std::optional<NotationChoice> notation{};       ///< in which sessions are shown that name none
};

/// Opens the window on the session, in its view, and returns the exit status, 0, when it was closed. Fails where no
/// window can be opened; the message says what to do.
Result<int> show(SavedSession first, const ShowOptions& options);

struct CheckOptions {
    std::filesystem::path against;            ///< an answer, or a folder of answers
    std::optional<std::filesystem::path> csv; ///< where a table of all answers is written
    std::optional<double> tolerance;          ///< relative to a stage's largest entry
};

/// Compares somebody's own implementation with a session's layer, says what was found on stdout, and returns the exit
/// status: 0 where all agrees, 1 where something differs. In a folder of answers each is a line of CSV; one that cannot
/// be read is a line with its error, and the status is 2 if nothing else differs.
Result<int> check_command(const Session& session, const CheckOptions& options);

/// Who hears of the figures while they are made.
struct FigureReport {
    std::function<void(const std::string&)> say; ///< what the author should know, a line at a time
    std::function<void(std::size_t done, std::size_t all)> progress;
};

/// Draws what is ordered and writes it, over nothing that it was read from.
Result<void> figure_command(Session session, const FigureOrder& order, const FigureReport& report);

/// Prints the attention layers of a file of tensors or a model's folder, a line each: number, name, family, D, H, H_kv,
/// d_k, d_v, how numbers are stored, and how they lie. Fails where there is none.
Result<void> print_layers(const std::filesystem::path& path);

/// Prints the kinds of models that are known, a line each with what sets it apart; of one that is named, all its
/// columns as the JSON that `--like` reads. Fails where there is no such kind.
Result<void> print_families(const std::string& name);

/// Prints, for each recorded stage that the others of the file and the options that are `told` determine, how far it is
/// from what they give. Gives 1 where one differs.
Result<int> print_recording(const std::filesystem::path& path, const std::optional<std::string>& layer,
                            const std::vector<OptionSetting>& told);

/// Prints a page of the manual, or, where no topic is named, what each page is about. Fails with the topics that there
/// are.
Result<void> manual_command(const std::string& topic);

/// A text and whose tokens are asked for.
struct TokensOptions {
    std::filesystem::path model;               ///< a folder, a file in one, or a session that was opened from one
    std::optional<std::string> text;           ///< one of these two
    std::optional<std::filesystem::path> file; ///< that holds the text
};

/// Prints the numbers of the tokens that the model's tokenizer makes of the text: a JSON array on one line.
Result<void> tokens_command(const TokensOptions& options);

/// Computes the session's layer and writes a document about it, over nothing that it was read from. Nothing is left
/// half written.
Result<void> document_command(const Session& session, const DocumentRequest& request,
                              const std::filesystem::path& output);

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

/// What the storyboard command is told besides its SOURCE, as the user wrote it.
struct StoryboardArguments {
    FigureOptionArguments shown;
    DocumentOptionArguments options;
    std::string output; ///< a .pdf or .gif, or with a format a folder
};

/// Adds the options to a command; the arguments must outlive the parsing.
void add_storyboard_options(CLI::App& command, StoryboardArguments& arguments);

/// Writes the pages into one PDF or animation, or as frames into a folder. Nothing is left half written.
Result<void> storyboard_command(const Session& session, const StoryboardArguments& arguments);

/// Writes the walk through the session's layer as a document that has no options of its own: a handout, notes or
/// slides. Nothing is left half written.
Result<void> steps_command(const Session& session, DocumentKind kind, const FigureOptionArguments& arguments,
                           const std::string& output);

} // namespace attn
