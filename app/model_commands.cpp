#include "app/commands.h"
#include "app/console.h"
#include "app/expectation.h"
#include "app/opened_session.h"
#include "app/spared_files.h"
#include "core/document/files/session_file.h"
#include "core/document/files/trace_file.h"
#include "core/document/session/model_words.h"
#include "core/document/sources/model_session.h"
#include "core/document/sources/model_text.h"
#include "core/export/model_script.h"
#include "core/files/printable.h"
#include "core/model/arrays.h"
#include "core/tensor/memory.h"

#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <system_error>

namespace attn {

namespace {

/// Returns the numbers of the layers that the words name: numbers with commas between them; nullopt for "all".
Result<std::optional<std::set<Index>>> blocks_named(const std::string& words, Index count) {
    std::set<Index> blocks;
    if (words == "all")
        return std::optional<std::set<Index>>();
    for (const std::string_view part : parts_between(words, ", ")) {
        Index block = 0;
        const auto [end, status] = std::from_chars(part.data(), part.data() + part.size(), block);
        if (status != std::errc() || end != part.data() + part.size() || block < 0 || block >= count)
            return error("--blocks: “{}” is no layer; expected all, or numbers from 0 to {} with commas between them",
                         printable(part), count - 1);
        blocks.insert(block);
    }
    if (blocks.empty())
        return error("--blocks names no layer; expected all, or numbers from 0 to {}", count - 1);
    return std::optional(std::move(blocks));
}

} // namespace

bool names_whole_model(const Source& source) {
    const auto& path = source.weights ? source.weights : source.session;
    const bool is_of_layer = source.layer || source.input || source.context || source.padding || source.mask_file;
    if (!path || is_of_layer)
        return false;
    const bool has_text = !source.tokens.empty() || !source.ids.empty();
    if (source.resid_pre)
        return holds_several_layers(*path, source.said);
    const auto is_whole = is_model_session(*path);
    return is_whole && (*is_whole || (has_text && holds_model(*path, source.said)));
}

Result<void> trace_model_command(const Source& source, const std::string& blocks, const std::string& output) {
    const auto opened = open_named_model(source);
    if (!opened)
        return opened.error();
    const auto named = blocks_named(blocks, std::ssize(opened->model.blocks));
    if (!named)
        return named.error();
    if (auto replaces = check_replaces_its_kind(output, ".npz", "trace"); !replaces)
        return replaces;
    return with_memory_for("the trace of this model", [&] { return write_model_trace(opened->model, *named, output); });
}

Result<void> code_of_model_command(const Source& source, ScriptLanguage language, const std::string& output) {
    const auto opened = open_named_model(source);
    if (!opened)
        return opened.error();
    return with_memory_for("the code of this model",
                           [&] { return write_model_script(opened->model, language, output); });
}

Result<void> generate_command(const GenerateOptions& options) {
    const auto has_text = is_model_session(options.model);
    if (!has_text)
        return has_text.error();
    if ((options.text && options.ids) || (!*has_text && !options.text && !options.ids))
        return error("expected one of --text and --ids");
    if (options.count < 1)
        return error("--count is {}, expected 1 or more", options.count);
    Source source;
    source.session = options.model;
    source.model = options.moved_to;
    if (options.text)
        source.tokens = {*options.text};
    if (options.ids)
        source.ids = {*options.ids};
    auto opened = open_named_model(source);
    if (!opened)
        return opened.error();
    if (opened->model.input.sequence.item_count() != 1)
        return error("there are {} texts, expected one to go on with", opened->model.input.sequence.item_count());
    return with_memory_for("the text", [&]() -> Result<void> {
        if (const auto written = continue_text(*opened, options.count, options.sampling); !written)
            return written.error();
        const auto& tokens = opened->model.input.sequence.items.front();
        const std::string text = opened->words->text_of(tokens);
        print(fmt::format("{}\n", terminal_text(text)));
        return {};
    });
}

Result<void> new_model_command(const NewModelOptions& options) {
    ModelSession session{.model = options.model, .said = options.said};
    if (options.text)
        session.texts.push_back(*options.text);
    if (options.text.has_value() == options.ids.has_value())
        return error("expected one of --text and --ids");
    if (options.ids) {
        // The numbers, and not the name of a file that may be gone.
        const auto items = token_ids_said(*options.ids);
        if (!items)
            return items.error();
        for (const TokenIds& ids : *items)
            session.ids.push_back(fmt::format("{}", fmt::join(ids, " ")));
    }
    for (const std::string& set : options.cells) {
        const std::size_t sign = set.find('=');
        const auto cell = parse_cell_name(set.substr(0, sign));
        const auto value = sign == std::string::npos ? std::nullopt : number_of(set.substr(sign + 1));
        if (!cell || !value)
            return error("--set: “{}” is no cell and its number; expected 3:A/2[4,1]=0.5", printable(set));
        if (!session.cells.emplace(*cell, static_cast<float>(*value)).second)
            return error("--set names {} twice; expected each cell once", printable(set.substr(0, sign)));
    }
    for (const std::string& head : options.heads_off) {
        // "3:2" is the head of a cell's name.
        const std::size_t colon = head.find(':');
        const auto cell = parse_cell_name(fmt::format("{}:O/{}[1,1]", head.substr(0, colon),
                                                      colon == std::string::npos ? "" : head.substr(colon + 1)));
        if (!cell)
            return error("--off: “{}” is no layer and its head; expected 3:2, layers from 0, heads from 1",
                         printable(head));
        session.heads_off.emplace(cell->layer, cell->head);
    }
    // A session is written only if its model opens.
    const auto opened = with_memory_for("opening this model", [&] { return open_new(session); });
    if (!opened)
        return opened.error();
    say_caveats(opened->model);
    return save_model_session(session, options.output);
}

} // namespace attn
