#include "core/document/sources/model_session.h"

#include "core/document/files/replaced_file.h"
#include "core/document/files/session_json.h"
#include "core/document/session/model_words.h"
#include "core/document/sources/model_around.h"
#include "core/document/sources/opened_layer.h"
#include "core/files/file.h"
#include "core/files/input_files.h"
#include "core/files/json_keys.h"
#include "core/files/printable.h"
#include "core/files/utf8.h"
#include "core/model/address.h"
#include "core/model/arrays.h"
#include "core/model/stream.h"
#include "core/model/structure.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <span>
#include <system_error>

namespace attn {

namespace {

Source source_of(const ModelSession& session) {
    Source source;
    source.weights = session.model;
    source.said = session.said;
    source.tokens = session.texts;
    source.ids = session.ids;
    return source;
}

/// The index of the block that stores changes of a cell. Arrays of the model's input and output may also be named by
/// the layer that contains them.
Result<Index> block_of(const Model& model, const CellId& cell) {
    const ModelPart part = row_of(cell.array).part;
    const Index last = std::ssize(model.blocks) - 1;
    const Index number = part == ModelPart::block ? cell.layer : part == ModelPart::input ? 0 : last;
    if (number > last)
        return error("{}: there is no layer {}; the model has {}", cell_name(cell), number, model.blocks.size());
    if (cell.layer != 0 && cell.layer != number)
        return error("{}: {} stands in the {} layer, {}", cell_name(cell), array_name(cell.array),
                     number == 0 ? "first" : "last", number);
    return number;
}

/// Sets cells in one matrix of a parameter.
Result<void> set_numbers(Layer& layer, std::span<const std::pair<CellId, float>> cells) {
    const auto [first, first_value] = cells.front();
    const auto heads = row_of(first.array).heads == Heads::none ? 1 : std::ssize(layer.heads);
    const auto absent = [](const CellId& cell) {
        return error("{}: there is no such cell in this model", cell_name(cell));
    };
    if (first.head >= heads)
        return absent(first);
    Matrix& matrix = parameter(layer, first.array, first.head);
    std::vector<float> numbers;
    for (Index i = 0; i < matrix.rows(); ++i)
        numbers.insert(numbers.end(), matrix.row(i).begin(), matrix.row(i).end());
    for (const auto& [cell, value] : cells) {
        if (cell.item > 0 || !matrix.view().contains(cell.row, cell.column))
            return absent(cell);
        numbers[static_cast<std::size_t>(cell.row * matrix.columns() + cell.column)] = value;
    }
    matrix = Matrix::adopt(std::move(numbers), matrix.rows(), matrix.columns());
    return {};
}

/// Sets cells of a block. Each matrix is copied once, even if several of its cells are set.
Result<void> set_cells(Layer& layer, std::span<const std::pair<CellId, float>> cells) {
    const Addresses addresses(layer);
    const auto same_matrix = [](const auto& left, const auto& right) {
        return left.first.array == right.first.array && left.first.head == right.first.head;
    };
    for (std::size_t i = 0; i < cells.size();) {
        if (is_stage(cells[i].first.array)) {
            layer.pins[addresses.canonical(cells[i].first)] = cells[i].second;
            ++i;
            continue;
        }
        std::size_t end = i + 1;
        while (end < cells.size() && same_matrix(cells[i], cells[end]))
            ++end;
        if (auto set = set_numbers(layer, cells.subspan(i, end - i)); !set)
            return set;
        i = end;
    }
    return {};
}

Result<void> apply_changes(const ModelSession& session, Model& model) {
    std::map<Index, std::vector<std::pair<CellId, float>>> cells_of_block; // cells of the same matrix are neighbours
    for (const auto& change : session.cells) {
        const auto number = block_of(model, change.first);
        if (!number)
            return number.error();
        cells_of_block[*number].push_back(change);
    }
    for (const auto& [number, cells] : cells_of_block) {
        Layer layer = layer_of(model, number);
        if (auto set = set_cells(layer, cells); !set)
            return set;
        model.blocks[static_cast<std::size_t>(number)] = static_cast<const Block&>(layer);
        if (number == 0)
            model.input = static_cast<const Input&>(layer);
        if (number + 1 == std::ssize(model.blocks))
            model.output = static_cast<const Output&>(layer);
    }
    for (const auto& [number, head] : session.heads_off) {
        if (number >= std::ssize(model.blocks) ||
            head >= std::ssize(model.blocks[static_cast<std::size_t>(number)].heads))
            return error("{}:{}: there is no such head in this model", number, head + 1);
        model.blocks[static_cast<std::size_t>(number)].heads[static_cast<std::size_t>(head)].on = false;
    }
    return validate(model);
}

Result<OpenedModel> open_changed(const ModelSession& session, const Checkpoint& checkpoint) {
    auto opened = open_model(source_of(session), checkpoint);
    if (!opened)
        return opened;
    if (auto applied = apply_changes(session, opened->model); !applied)
        return error("{}: {}", printable_path(session.model), applied.error().message);
    return opened;
}

const std::vector<JsonKey<ModelFile>>& file_keys() {
    const auto needed = [](JsonKey<ModelFile> key, std::string_view message) {
        key.required = message;
        return key;
    };
    static const std::vector<JsonKey<ModelFile>> keys{
        {"name",
         [](auto& into, const Field& field) {
             into.name = field.text();
             const bool is_plain = into.name.find_first_of(std::string_view("/\\\0", 3)) == std::string::npos;
             if (!is_plain || into.name.empty() || into.name == "." || into.name == "..")
                 field.fail("expected the name of a file in the model's folder");
         },
         [](auto& from) { return json_of(from.name); }, R"(expected "name": that of a file)"},
        needed(written_key<ModelFile>("bytes", &ModelFile::bytes), R"(expected "bytes": their number)"),
        needed(written_key<ModelFile>("hash", &ModelFile::hash), R"(expected "hash": that of the file)")};
    return keys;
}

JsonKey<ModelSession> texts_key(std::string_view key, std::vector<std::string> ModelSession::*at,
                                bool (*is_right)(const std::string&), std::string_view expected) {
    return {key,
            [=](auto& into, const Field& list) {
                for (const Field& text : list.items())
                    if (!is_right((into.*at).emplace_back(text.text())))
                        text.fail(expected);
            },
            [at](auto& from) { return unless_empty(json_of_texts(from.*at)); }};
}

const std::vector<JsonKey<ModelSession>>& keys() {
    static const std::vector<JsonKey<ModelSession>> all{
        {"version", [](auto& /*into*/, const Field& field) { field.integer(1, session_version, session_version); },
         [](auto& /*from*/) { return json_of(std::int64_t{session_version}); },
         R"(there is no version; expected "version": 1)"},
        {"model",
         [](auto& into, const Field& field) {
             into.model = field.text();
             if (into.model.empty())
                 field.fail("expected a folder");
         },
         [](auto& from) { return json_of(from.model.string()); }, R"(expected "model": a folder)"},
        {"files",
         [](auto& into, const Field& list) {
             for (const Field& field : list.items())
                 read_keys(file_keys(), field, into.files.emplace_back());
         },
         [](auto& from) {
             return json_list_of(from.files, [](const ModelFile& file) { return write_keys(file_keys(), file); });
         },
         R"(expected "files": those of the model)"},
        unusual_key<ModelSession>(
            "like", [](auto& of) -> auto& { return of.said.like; }),
        unusual_key<ModelSession>(
            "names", [](auto& of) -> auto& { return of.said.names; }),
        {"packing",
         [](auto& into, const Field& field) { read_name(packing_names, field, into.said.packing.emplace()); },
         [](auto& from) {
             return from.said.packing ? json_of_name(packing_names, *from.said.packing) : std::optional<Json>();
         }},
        texts_key(
            "texts", &ModelSession::texts, [](const std::string&) { return true; }, ""),
        texts_key(
            "ids", &ModelSession::ids,
            [](const std::string& ids) { return static_cast<bool>(token_ids_of_numbers(ids)); },
            "expected whole numbers from 0 on"),
        {"cells",
         [](auto& into, const Field& cells) {
             for (const auto& [name, field] : cells.members()) {
                 if (const auto cell = parse_cell_name(name))
                     into.cells[*cell] = field.number(0);
                 else
                     field.fail("expected the name of a cell, such as 3:A/2[4,1]");
             }
         },
         [](auto& from) {
             Json cells = json_object();
             for (const auto& [cell, value] : from.cells)
                 cells.set(cell_name(cell), json_of(value));
             return unless_empty(std::move(cells));
         }},
        {"heads_off",
         [](auto& into, const Field& list) {
             for (const Field& head : list.items()) {
                 const auto pair = head.items();
                 if (pair.size() != 2)
                     return head.fail("expected [layer from 0, head from 1]");
                 into.heads_off.emplace(pair[0].integer(0, 1 << 20, 0), pair[1].integer(1, 1 << 20, 1) - 1);
             }
         },
         [](auto& from) {
             return unless_empty(json_list_of(from.heads_off, [](const auto& head) {
                 return json_list({json_of(std::int64_t{head.first}), json_of(std::int64_t{head.second + 1})});
             }));
         }}};
    return all;
}

} // namespace

Result<bool> is_model_session(const std::filesystem::path& path) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored))
        return false;
    const auto text = read_text_file(path, session_text_limit);
    if (!text || !text->starts_with('{'))
        return false;
    const auto document = parse_json(*text, printable_path(path), session_json_limits);
    return document ? Result<bool>(is_of_whole_model(*document)) : document.error();
}

Result<void> save_model_session(const ModelSession& session, const std::filesystem::path& path) {
    if (const ReplacedFile old = classify_existing_file(path); old.kind == ReplacedFile::Kind::other)
        return error("{}: holds {} and is no session; it is not replaced", printable_path(path), old.holds);
    ModelSession placed = session;
    std::error_code ignored;
    placed.model = std::filesystem::absolute(session.model, ignored).lexically_normal();
    if (placed.said.like.ends_with(".json"))
        placed.said.like = std::filesystem::absolute(placed.said.like, ignored).string();
    InputFiles inputs;
    for (const ModelFile& file : session.files)
        inputs.add(folder_of(session.model) / file.name);
    if (auto spared = inputs.check_spares(path); !spared)
        return spared;
    if (!is_utf8(placed.model.string()) || !is_utf8(placed.said.like))
        return error("{}: this path is not UTF-8, and no session can hold it; expected another name",
                     printable_path(is_utf8(placed.said.like) ? placed.model.string() : placed.said.like));
    const std::string text = json_text(write_keys(keys(), std::as_const(placed)));
    // A file that could not be read again is not written.
    const auto readable = parse_model_session(text, printable_path(path));
    return readable ? write_text_file(path, text) : Result<void>(readable.error());
}

Result<ModelSession> parse_model_session(std::string_view text, const std::string& name) {
    if (text.size() > session_text_limit)
        return error("{}: has {} bytes, at most {} are read", name, text.size(), session_text_limit);
    const auto document = parse_json(text, name, session_json_limits);
    if (!document)
        return document.error();
    const Field root(*document, name);
    ModelSession session;
    read_keys(keys(), root, session);
    if (root.failed())
        return *root.failure();
    if (session.texts.empty() == session.ids.empty())
        return error("{}: expected one of texts and ids", name);
    return session;
}

Result<ModelSession> load_model_session(const std::filesystem::path& path) {
    const auto text = read_text_file(path, session_text_limit);
    if (!text)
        return text.error();
    auto session = parse_model_session(*text, printable_path(path));
    if (session && session->model.is_relative())
        session->model = path.parent_path() / session->model;
    return session;
}

Result<std::filesystem::path> model_named(const std::filesystem::path& path) {
    const auto holds_one = is_model_session(path);
    if (!holds_one)
        return holds_one.error();
    if (!*holds_one)
        return path;
    const auto session = load_model_session(path);
    return session ? Result<std::filesystem::path>(session->model) : session.error();
}

Result<ModelSession> model_session_of(const Source& source) {
    Source said = source; // combined with the session's own options
    said.layer.reset();
    said.whole_block = false;
    said.ids.clear();
    if (auto fits = check_no_weights_options(said); !fits)
        return error("{}, and {} holds a whole model", fits.error().message, printable_path(*source.session));
    auto session = load_model_session(*source.session);
    if (!session)
        return session;
    if (source.model)
        session->model = *source.model;
    if (!source.tokens.empty() || !source.ids.empty()) {
        session->texts = source.tokens;
        session->ids = source.ids;
    }
    return session;
}

Result<OpenedModel> open_model(const ModelSession& session) {
    const auto checkpoint = open_unchanged(session.model, session.files);
    return checkpoint ? open_changed(session, *checkpoint) : Result<OpenedModel>(checkpoint.error());
}

Result<OpenedModel> open_new(ModelSession& session) {
    const auto checkpoint = Checkpoint::open(session.model);
    auto files = checkpoint ? note_files(*checkpoint) : Result<std::vector<ModelFile>>(checkpoint.error());
    if (!files)
        return files.error();
    session.files = *std::move(files);
    return open_changed(session, *checkpoint);
}

Result<Session> open_layer_of(const ModelSession& session, const Source& source) {
    const auto checkpoint = open_unchanged(session.model, session.files);
    const auto opened = checkpoint ? open_changed(session, *checkpoint) : Result<OpenedModel>(checkpoint.error());
    if (!opened)
        return opened.error();
    Source own = source_of(session);
    own.layer = source.layer;
    own.whole_block = source.whole_block;
    auto alone = layer_in_model(own, *checkpoint, *opened);
    if (!alone || (session.cells.empty() && session.heads_off.empty()))
        return alone;
    const auto files = open_model(source_of(session), *checkpoint);
    if (!files)
        return files.error();
    alone->changed_layers = changed_besides(*alone, opened->model, files->model);
    const auto is_of_output = [](const auto& change) { return row_of(change.first.array).part == ModelPart::output; };
    if (std::ranges::any_of(session.cells, is_of_output))
        alone->cautions.emplace_back("Changes of the model's output, which this session has, are not shown here.");
    return alone;
}

} // namespace attn
