#include "core/document/files/session_json.h"

#include "core/document/files/replaced_file.h"

#include "core/document/files/conditions_json.h"
#include "core/document/files/figures_json.h"
#include "core/document/files/lesson_work_json.h"
#include "core/document/files/session_keys.h"
#include "core/document/session/session_limits.h"
#include "core/files/printable.h"
#include "core/model/arrays.h"
#include "core/model/structure.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/core.h>
#include <limits>
#include <memory>
#include <span>
#include <system_error>

namespace attn {

namespace {

void read_version(SessionReading& /*into*/, const Field& field) {
    const Index number = field.integer(1, std::numeric_limits<std::int32_t>::max(), session_version);
    if (number > session_version)
        field.fail(fmt::format("{} is from a newer Attention Lab; this one reads version {}", number, session_version));
}

struct ReadoutReading : ReadOut {
    Index width = 0; ///< width of Y
    Index last = 0;  ///< last column of the read-out
};

/// The keys of a read-out; "columns" has its first and last column, counted from 1.
const std::vector<JsonKey<ReadoutReading, const ReadOut>>& readout_keys() {
    constexpr std::string_view expected = R"(expected "columns": [first, last], counted from 1)";
    static const std::vector<JsonKey<ReadoutReading, const ReadOut>> keys{
        written_key<ReadoutReading, const ReadOut>("name", &ReadOut::name),
        {"columns",
         [=](auto& into, const Field& field) {
             const auto columns = field.items();
             if (columns.size() != 2)
                 return field.fail(expected);
             into.first = columns[0].integer(1, into.width, 1) - 1;
             into.last = columns[1].integer(1, into.width, 1);
         },
         [](auto& from) {
             return json_list(
                 {json_of(std::int64_t{from.first + 1}), json_of(std::int64_t{from.first + from.count()})});
         },
         expected},
        {"labels",
         [](auto& into, const Field& field) {
             for (const Field& label : field.items())
                 into.labels.push_back(label.text());
         },
         [](auto& from) { return json_of_texts(from.labels); }}};
    return keys;
}

void read_readouts(SessionReading& into, const Field& list) {
    std::vector<ReadOut>& readouts = into.session.readouts;
    const auto fields = list.items();
    if (std::ssize(fields) > readout_limit)
        return list.fail(fmt::format("there are {} read-outs, expected at most {}", fields.size(), readout_limit));
    for (const Field& field : fields) {
        ReadoutReading readout{{}, into.sizes.D};
        read_keys(readout_keys(), field, readout);
        if (const Index columns = readout.last - readout.first; columns != readout.count())
            field.fail(fmt::format("there are {} labels, expected {}, one for each of the columns {} to {}",
                                   readout.count(), columns, readout.first + 1, readout.last));
        if (auto fits = check_readout(readout); !fits)
            field.fail(fits.error().message);
        if (std::ranges::find(readouts, readout.name, &ReadOut::name) != readouts.end())
            field.fail(fmt::format("there are two read-outs “{}”", printable(readout.name)));
        readouts.push_back(std::move(readout));
    }
}

/// Reads hypotheses about heads, whose keys are the heads' numbers from 1.
void read_hypotheses(SessionReading& into, const Field& said) {
    for (const auto& [name, field] : said.members()) {
        Index number = 0;
        const auto [end, problem] = std::from_chars(name.data(), name.data() + name.size(), number);
        const bool is_whole = problem == std::errc() && end == name.data() + name.size() && name.front() != '0';
        if (!is_whole || number < 1 || number > into.sizes.H)
            return field.fail(fmt::format("there is no such head, expected 1 to {}", into.sizes.H));
        const std::string words = field.text();
        if (auto fits = check_hypothesis_text(words); !fits)
            return field.fail(fits.error().message);
        if (!words.empty())
            into.session.hypotheses[number - 1] = words;
    }
}

Json json_of_hypotheses(const Session& session) {
    Json json = json_object();
    for (const auto& [head, words] : session.hypotheses)
        json.set(std::to_string(head + 1), json_of(words));
    return json;
}

const std::vector<JsonKey<WeightsOrigin>>& origin_keys() {
    static const std::vector<JsonKey<WeightsOrigin>> keys{
        {"file", [](auto& into, const Field& field) { into.file = field.text(); },
         [](auto& from) { return json_of(from.file.string()); }},
        written_key<WeightsOrigin>("layer", &WeightsOrigin::layer),
        unusual_key<WeightsOrigin>("words", &WeightsOrigin::words),
        // Earlier versions wrote this key for a layer whose input came from edited layers, which were not stored.
        {"changed",
         [](auto& into, const Field& field) {
             bool is_changed = false;
             field.read(is_changed);
             into.words = into.words && !is_changed;
         },
         [](auto& /*from*/) { return std::optional<Json>(); }},
        unusual_key<WeightsOrigin>(
            "like", [](auto& origin) -> auto& { return origin.said.like; }),
        unusual_key<WeightsOrigin>(
            "names", [](auto& origin) -> auto& { return origin.said.names; }),
        {"packing",
         [](auto& into, const Field& field) { read_name(packing_names, field, into.said.packing.emplace()); },
         [](auto& from) {
             return from.said.packing ? json_of_name(packing_names, *from.said.packing) : std::optional<Json>();
         }}};
    return keys;
}

const std::vector<JsonKey<Caveat>>& caveat_keys() {
    static const std::vector<JsonKey<Caveat>> keys{{"from",
                                                    [](auto& into, const Field& field) {
                                                        if (const auto from = find_array(field.text()))
                                                            into.from = *from;
                                                        else
                                                            field.fail("expected the name of an array");
                                                    },
                                                    [](auto& from) { return json_of(array_name(from.from)); },
                                                    R"(expected "from": the name of an array)"},
                                                   written_key<Caveat>("says", &Caveat::says)};
    return keys;
}

constexpr std::array split_names{JsonName<Split>{Split::words, "words"}, JsonName<Split>{Split::letters, "letters"}};

/// The key of a value that is not written if it is the default.
template <class At>
SessionKey unusual(std::string_view key, At at) {
    return unusual_key<SessionReading, SessionWriting>(key, at);
}

/// Reads the names of columns by array: one name for each column.
void read_column_names(SessionReading& into, const Field& named) {
    for (const auto& [name, field] : named.members()) {
        const auto array = find_array(name);
        const bool has_width = array && row_of(*array).columns != Axis::one &&
                               row_of(*array).columns != Axis::query_tokens &&
                               row_of(*array).columns != Axis::key_tokens;
        if (!has_width)
            return field.fail("expected an array whose columns are no tokens, such as X or Q");
        std::vector<std::string> names;
        for (const Field& item : field.items())
            if (names.emplace_back(item.text()).size() > label_bytes_limit)
                return item.fail(fmt::format("expected a name of at most {} bytes", label_bytes_limit));
        if (const Index columns = shape_of(into.sizes, *array).columns; std::ssize(names) != columns)
            return field.fail(
                fmt::format("there are {} names, expected {}, one for each column", names.size(), columns));
        into.session.column_names.emplace(*array, std::move(names));
    }
}

Json json_of_column_names(const Session& session) {
    Json json = json_object();
    for (const auto& [array, names] : session.column_names)
        json.set(std::string(array_name(array)), json_of_texts(names));
    return json;
}

using Keys = std::vector<SessionKey>;

Keys keys_before_tokens() {
    return {
        {"version", read_version, [](auto& /*from*/) { return json_of(std::int64_t{session_version}); },
         R"(there is no version; expected "version": 1)"},
        unusual(
            "title", [](auto& of) -> auto& { return of.session.title; }),
        unusual(
            "question", [](auto& of) -> auto& { return of.session.question; }),
        unusual(
            "about", [](auto& of) -> auto& { return of.session.about; }),
        {"while", [](auto& into, const Field& field) { into.session.told_while = read_condition(field, into.sizes); },
         [](auto& from) {
             const Condition& told = from.session.told_while;
             return told == Condition() ? std::nullopt : std::optional(condition_to_json(told));
         }},
        unusual(
            "try", [](auto& of) -> auto& { return of.session.hint; }),
        unusual(
            "layer", [](auto& of) -> auto& { return of.layer.name; }),
        {"done", [](auto& into, const Field& field) { into.session.goals = read_goals(field, into.sizes); },
         [](auto& from) { return unless_empty(goals_to_json(from.session.goals)); }},
        {"open", [](auto& into, const Field& field) { into.session.opening = read_opening(field, into.sizes, false); },
         [](auto& from) { return json_of_opening(from.session.opening); }},
    };
}

Keys keys_before_embeddings() {
    return {
        {"split", [](auto& into, const Field& field) { read_name(split_names, field, into.session.split); },
         [](auto& from) {
             return from.session.split == Split::words ? std::nullopt : json_of_name(split_names, from.session.split);
         }},
        {"readout", read_readouts,
         [](auto& from) {
             return unless_empty(json_list_of(
                 from.session.readouts, [](const ReadOut& readout) { return write_keys(readout_keys(), readout); }));
         }},
        sizes_key(),
        written_key<SessionReading, SessionWriting>(
            "seed", [](auto& of) -> auto& { return of.session.seed; }),
    };
}

Keys keys_after_layer() {
    return {
        {"notation", [](auto& into, const Field& field) { into.session.notation = read_notation(field); },
         [](auto& from) {
             const NotationChoice& notation = from.session.notation;
             return notation == NotationChoice() ? std::nullopt : std::optional(json_of_notation(notation));
         }},
        unusual(
            "tokens_as_columns", [](auto& of) -> auto& { return of.session.tokens_as_columns; }),
        {.key = "weights_from",
         .read = [](auto& into, const Field& field) { read_keys(origin_keys(), field, into.session.origin.emplace()); },
         .write =
             [](auto& from) {
                 const auto& origin = from.session.origin;
                 return origin ? std::optional(write_keys(origin_keys(), *origin)) : std::nullopt;
             },
         .is_first = true}, // determines if the words are a model's
        {"caveats",
         [](auto& into, const Field& list) {
             for (const Field& field : list.items())
                 read_keys(caveat_keys(), field, into.layer.caveats.emplace_back());
         },
         [](auto& from) {
             return unless_empty(json_list_of(from.layer.caveats,
                                              [](const Caveat& caveat) { return write_keys(caveat_keys(), caveat); }));
         }},
        {"cautions",
         [](auto& into, const Field& list) {
             for (const Field& caution : list.items())
                 into.session.cautions.push_back(caution.text());
         },
         [](auto& from) { return unless_empty(json_of_texts(from.session.cautions)); }},
        {"columns", read_column_names, [](auto& from) { return unless_empty(json_of_column_names(from.session)); }},
        {"lesson",
         [](auto& into, const Field& field) { read_keys(lesson_work_keys(), field, into.session.lesson.emplace()); },
         [](auto& from) {
             const auto& lesson = from.session.lesson;
             return lesson ? std::optional(write_keys(lesson_work_keys(), *lesson)) : std::nullopt;
         }},
        {"claims", read_hypotheses, [](auto& from) { return unless_empty(json_of_hypotheses(from.session)); }},
        {"figures", [](auto& into, const Field& field) { into.session.figures = read_figures(field); },
         [](auto& from) { return unless_empty(figures_to_json(from.session.figures)); }},
        changed_layers_key(), // after the layer, which may share arrays with them
        left_baseline_key(),
        {"arrays",
         {}, // read by arrays_file_of
         [](auto& from) {
             const bool are_beside = from.matrices.has_arrays() && !from.arrays_file.empty();
             return are_beside ? std::optional(json_of(from.arrays_file)) : std::nullopt;
         }},
    };
}

template <class... Some>
Keys joined(const Some&... keys) {
    Keys all;
    (all.insert(all.end(), keys.begin(), keys.end()), ...);
    return all;
}

/// All keys in the order in which they are written. They are read in the same order, but those with is_first come
/// first.
const Keys& session_keys() {
    static const Keys keys = joined(keys_before_tokens(), keys_of_view(), Keys{tokens_key()}, keys_before_embeddings(),
                                    sequence_keys(), norm_keys(), Keys{context_key()}, weight_keys(),
                                    Keys{block_key(), mask_key()}, option_keys(), override_keys(), keys_after_layer());
    return keys;
}

} // namespace

namespace {

/// The largest number of caveats of a layer, and of cautions.
constexpr std::ptrdiff_t caveat_limit = 64;

/// Fails if a text is longer than the window could edit.
void check_texts(const SessionReading& read, const Field& root) {
    const Session& session = read.session;
    const std::pair<const char*, const std::string*> texts[] = {
        {"title", &session.title}, {"question", &session.question}, {"about", &session.about}, {"try", &session.hint}};
    for (const auto& [key, text] : texts)
        if (auto fits = check_session_text(*text); !fits)
            root[key].fail(fits.error().message);
    check_length(read.layer.name, root["layer"]);
    const auto& caveats = read.layer.caveats;
    if (std::ssize(caveats) > caveat_limit)
        root["caveats"].fail(fmt::format("there are {}, expected at most {}", caveats.size(), caveat_limit));
    for (const Caveat& caveat : caveats)
        check_length(caveat.says, root["caveats"]);
    if (std::ssize(session.cautions) > caveat_limit)
        root["cautions"].fail(fmt::format("there are {}, expected at most {}", session.cautions.size(), caveat_limit));
    for (const std::string& caution : session.cautions)
        check_length(caution, root["cautions"]);
    for (const FigureRequest& figure : session.figures)
        check_length(figure.title, root["figures"]);
    if (session.lesson) {
        check_length(session.lesson->lesson, root["lesson"]);
        check_length(session.lesson->word, root["lesson"]);
    }
}

constexpr std::string_view no_session =
    "this JSON is no session of Attention Lab; what opens is a session that it saved, a lesson, weights (.npz, "
    ".safetensors, a model's folder) or X (.npy)";

/// True if the document has a key that only sessions have; "version" and "title" may occur in other files.
bool has_key_of_session(const Json& document) {
    constexpr std::array common{std::string_view("title"), std::string_view("version")};
    const auto is_peculiar = [&](const std::string& key) {
        return std::ranges::find(common, key) == common.end() &&
               std::ranges::any_of(session_keys(), [&](const SessionKey& row) { return row.key == key; });
    };
    const Json* const version = document.find("version");
    return (version != nullptr && version->kind == Json::Kind::number) ||
           std::ranges::any_of(document.keys, is_peculiar);
}

} // namespace

void check_length(const std::string& text, const Field& field) {
    if (text.size() > session_text_bytes_limit)
        field.fail(fmt::format("the text has {} bytes, expected at most {}", text.size(), session_text_bytes_limit));
}

Result<SavedSession> session_from_json(const Json& document, const NdArrays& arrays, const std::string& name) {
    if (is_of_whole_model(document))
        return error("{}: this session holds a whole model; expected that of one layer", name);
    const Field root(document, name);
    SessionReading read{MatrixReader(arrays)};
    if (!root.is(Json::Kind::object) || !has_key_of_session(document))
        root.fail(no_session);
    read_key(session_keys().front(), root, read); // newer versions may have unknown keys, so the version is read first
    expect_keys(session_keys(), root);
    read_some(session_keys(), root, read, true);
    read_sizes(read, root);
    // Sizes are checked before numbers are drawn or filled.
    if (!root.failed())
        read_some(session_keys(), root, read, false);
    if (!root.failed())
        check_texts(read, root);
    if (root.failed())
        return *root.failure();
    if (auto valid = validate(read.layer); !valid)
        return error("{}: {}", name, printable(valid.error().message, 300));
    if (!is_present(read.layer, ArrayId::A))
        return error("{}: there is nothing to compute attention from: expected embeddings, or X or Q and K given",
                     name);
    read.session.opened = std::move(read.layer);
    return SavedSession(std::move(read.session), std::move(read.view));
}

SessionJson session_to_json(const Session& session, const std::string& arrays_file, const SavedView& view) {
    SessionWriting writing{session, view, session.layer(), sizes_of(session.layer()), arrays_file};
    Json document = write_keys(session_keys(), writing);
    if (writing.matrices.is_too_much()) {
        writing.matrices.begin_again();
        document = write_keys(session_keys(), writing);
    }
    return {std::move(document), writing.matrices.take_arrays()};
}

Result<void> check_readable(const SessionJson& json) {
    if (auto fits = check_json(json.document, session_json_limits); !fits)
        return fits;
    NdArrays arrays;
    for (const auto& [name, matrix] : json.arrays) {
        const bool is_dense = matrix.view().stride == matrix.columns();
        const auto owner = std::make_shared<const Matrix>(is_dense ? matrix : Matrix::copy_of(matrix));
        const auto count = static_cast<std::size_t>(matrix.rows() * matrix.columns());
        arrays.emplace(
            name,
            NdArray{{matrix.rows(), matrix.columns()}, DataType::float32, owner, std::span(owner->view().data, count)});
    }
    const auto read = session_from_json(json.document, arrays, "it");
    return read ? Result<void>() : Result<void>(read.error());
}

Result<std::string> arrays_file_of(const Json& document, const std::string& name) {
    const Json* arrays = document.find("arrays");
    if (arrays == nullptr)
        return std::string();
    const std::string& file = arrays->text;
    const bool plain = arrays->kind == Json::Kind::text && file.ends_with(".npz") && file.size() > 4 &&
                       file.find_first_of(std::string_view("/\\\0", 3)) == std::string::npos;
    if (!plain)
        return error("{}: arrays: “{}” is no .npz file in the same folder", name, printable(file));
    return file;
}

} // namespace attn
