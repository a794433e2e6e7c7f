#pragma once

#include "app/figure_arguments.h"
#include "app/request_arguments.h"
#include "app/source_arguments.h"
#include "core/document/session/saved_session.h"
#include "core/document/sources/next_words.h"
#include "core/document/sources/source.h"
#include "core/export/document.h"
#include "core/export/script.h"
#include "core/model/options.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace attn {

// The commands of the command line. Each prints its result on stdout; none leaves a half-written file.

struct ShowOptions {
    std::filesystem::path assets;                   ///< the program's folder
    std::optional<std::filesystem::path> file;      ///< the file that the session was read from
    std::optional<float> scale;                     ///< pixels per logical pixel; otherwise the monitor's
    bool offers_start = false;                      ///< true: the window offers the introduction, unless the user has
                                                    ///< seen it
    std::optional<std::filesystem::path> lesson{};  ///< file of the lesson that the window opens at first
    std::optional<std::filesystem::path> lecture{}; ///< file of the lesson that the window opens at first as a lecture
    std::optional<NotationChoice> notation{};       ///< notation for sessions that name none
};

/// Opens the window on the session, in its view, and returns the exit status, 0, once the window is closed. Fails if no
/// window can be opened; the message says what to do.
Result<int> show(SavedSession first, const ShowOptions& options);

struct CheckOptions {
    std::filesystem::path against;            ///< an answer, or a folder of answers
    std::optional<std::filesystem::path> csv; ///< file to which a table of all answers is written
    std::optional<double> tolerance;          ///< tolerance relative to the largest entry of each array
};

/// Compares somebody's own implementation with a session's layer, prints the result, and returns the exit status: 0 if
/// all agrees, 1 if something differs. Each answer in a folder becomes a line of CSV; one that cannot be read becomes a
/// line with its error, and the status is 2 if nothing else differs.
Result<int> check_command(const Session& session, const CheckOptions& options);

/// Functions that receive reports while figures are drawn.
struct FigureReport {
    std::function<void(const std::string&)> say; ///< receives a remark for the author, one line each
    std::function<void(std::size_t done, std::size_t all)> progress;
};

/// Draws the ordered figures and writes them; never replaces a file from which they were read.
Result<void> figure_command(Session session, const FigureOrder& order, const FigureReport& report);

/// Prints the attention layers of a file of tensors or a model's folder, a line each: number, name, family, D, H, H_kv,
/// d_k, d_v, how numbers are stored, and their layout. Fails if there is none.
Result<void> print_layers(const std::filesystem::path& path);

/// Prints the known kinds of models, a line each with what sets the kind apart; with a name, all columns of that kind
/// as the JSON that `--like` reads. Fails if there is no such kind.
Result<void> print_families(const std::string& name);

/// Prints, for each recorded array that can be computed from the file's other arrays and the options in `told`, how far
/// it is from the computed one. Returns 1 if one differs.
Result<int> print_recording(const std::filesystem::path& path, const std::optional<std::string>& layer,
                            const std::vector<OptionSetting>& told);

/// Prints a page of the manual or, without a topic, the topics and headings of all pages. Fails with the list of topics
/// if there is no such page.
Result<void> manual_command(const std::string& topic);

/// Prints a module of Python that calls this program: attention-lab python > attention_lab.py.
Result<void> python_command();

/// Writes a Python script that computes a whole model on its text, and the file of its weights beside it.
Result<void> code_of_model_command(const Source& source, ScriptLanguage language, const std::string& output);

/// A text whose token ids are wanted, and the model whose tokenizer is used.
struct TokensOptions {
    std::filesystem::path model;               ///< a folder, a file in one, or a session that was opened from one
    std::optional<std::string> text;           ///< exactly one of text and file is given
    std::optional<std::filesystem::path> file; ///< a file that holds the text
};

/// Prints the ids of the tokens that the model's tokenizer makes of the text: a JSON array on one line.
Result<void> tokens_command(const TokensOptions& options);

/// Arguments of the command that writes a session with a whole model and its text.
struct NewModelOptions {
    std::filesystem::path model;
    KindSaid said{};
    std::optional<std::string> text;    ///< text; either this or `ids` is given
    std::optional<std::string> ids;     ///< the ids of the text's tokens
    std::vector<std::string> cells;     ///< "3:A/2[4,1]=0.5": pinned cells, and changed parameters
    std::vector<std::string> heads_off; ///< "3:2": switched-off heads; the layer counts from 0, the head from 1
    std::filesystem::path output;
};

/// Writes a session that holds a whole model. Fails if the model cannot be opened with its text and changes.
Result<void> new_model_command(const NewModelOptions& options);

/// True if a source is a whole model on a text; false if it is one layer.
bool names_whole_model(const Source& source);

/// Computes a whole model and writes the arrays of all its blocks ("all"), or of some ("0,3").
Result<void> trace_model_command(const Source& source, const std::string& blocks, const std::string& output);

/// Compares somebody's arrays with a whole model's, layer by layer, and prints the first layer and array that differ.
/// Returns 1 if one differs.
Result<int> check_model_command(const Source& source, const CheckOptions& options);

/// A text that a model continues.
struct GenerateOptions {
    std::filesystem::path model; ///< a folder, a file in one, or a session that holds a model or was opened from one
    std::optional<std::string> text; ///< at most one of text and ids is given; neither: the session's text
    std::optional<std::string> ids;  ///< the ids of the text's tokens
    std::optional<std::filesystem::path> moved_to; ///< the present folder of a session's model, if it was moved
    Index count = 50;                              ///< number of tokens to generate
    Sampling sampling;
};

/// Prints the text with its continuation.
Result<void> generate_command(const GenerateOptions& options);

/// Computes the session's layer and writes a document about it; never replaces a file from which the layer was read. If
/// writing fails, no half-written file is left. Changes are counted from `baseline`, which open_baseline reads.
Result<void> document_command(Session session, const DocumentRequest& request, const std::filesystem::path& output,
                              const std::optional<std::string>& baseline = {});

/// The arguments of the worksheet command besides its SOURCE, as the user wrote them.
struct WorksheetArguments {
    FigureOptionArguments shown;
    DocumentOptionArguments options;
    DocumentOptionArguments files; ///< files that are written besides the sheet
    std::string output;
};

/// Returns all files that the arguments ask to write, as far as they can be understood.
std::vector<std::filesystem::path> written_files(const WorksheetArguments& arguments);

/// Adds the options of a worksheet to a command; the arguments must outlive the parsing.
void add_worksheet_options(CLI::App& command, WorksheetArguments& arguments);

/// Writes the worksheet and, if asked for, its key: both or neither.
Result<void> worksheet_command(const Session& session, const WorksheetArguments& arguments);

/// The arguments of the storyboard command besides its SOURCE, as the user wrote them.
struct StoryboardArguments {
    FigureOptionArguments shown;
    DocumentOptionArguments options;
    std::string output; ///< a .pdf or .gif; with --format a folder

    Result<DocumentRequest> request() const;
};

/// Adds the options of a storyboard to a command; the arguments must outlive the parsing.
void add_storyboard_options(CLI::App& command, StoryboardArguments& arguments);

/// Writes the scenes of a lesson or a lecture as slides, a handout or a storyboard.
Result<void> lecture_document(const std::filesystem::path& lesson, const DocumentRequest& request,
                              const std::filesystem::path& output);

/// Writes a document that shows steps: those of a layer or, if the source is a lesson's file, the lesson's scenes,
/// which have no baseline. If writing fails, no half-written file is left.
Result<void> step_document_command(const SourceArguments& source, const DocumentRequest& request,
                                   const std::string& output, const std::optional<std::string>& baseline = {});

} // namespace attn
