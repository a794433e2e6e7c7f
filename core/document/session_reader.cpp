#include "core/document/conditions_json.h"
#include "core/document/figures_json.h"
#include "core/document/hypotheses_json.h"
#include "core/document/limits.h"
#include "core/document/random.h"
#include "core/document/readouts_json.h"
#include "core/document/session_json.h"
#include "core/document/session_keys.h"
#include "core/document/stacks_json.h"
#include "core/document/words.h"
#include "core/files/json_field.h"
#include "core/files/printable.h"
#include "core/model/address.h"
#include "core/model/norm.h"
#include "core/model/options.h"
#include "core/model/structure.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>

namespace attn {

namespace {

constexpr Index usual_width = 8;
constexpr Index usual_heads = 2;

class Reader {
public:
    Reader(const Json& document, const NdArrays& arrays, const std::string& name)
        : root_(document, name), arrays_(arrays), name_(name) {}

    Result<Session> read();

private:
    void read_version();
    void read_texts();
    Sequence read_tokens(const Field& field);
    void read_sizes();
    void read_words(Sequence& sequence, const Field& field, Index width);
    void read_context();
    bool is_left_to_another(ArrayId id, Index head, const Field& field) const;
    void read_norm();
    void read_head_norm(const HeadNormRow& row);
    void read_caveats();
    void read_parameter(const Array& row, Index head, const Field& field);
    void read_heads();
    void read_mask();
    static OptionValue read_option(const Option& option, const Field& field);
    void read_options();
    void read_pins();
    void read_given();
    void read_given_stack(ArrayId stage, const Field& field);
    Matrix read_stack(const Field& field);
    void read_opening();

    static Index width_of_first_row(const Field& matrix);
    static std::optional<ArrayId> read_stage(const Field& field);
    Opening read_place(const Field& field, bool may_be_weight) const;
    Matrix read_matrix(const Field& field, Shape expected, const std::function<Matrix()>& fallback);
    Matrix read_row(const Field& field, Index width);
    Matrix read_array(const Field& field, Index rows, Index columns);
    std::vector<Matrix> read_matrices(const Field& field, Shape expected);

    Field root_;
    const NdArrays& arrays_;
    const std::string& name_;
    Session session_;
    Layer layer_;
    Sizes sizes_;
};

void Reader::read_version() {
    const Field version = root_["version"];
    if (!root_.is(Json::Kind::object))
        return root_.fail("this is no session; expected an object");
    if (!version.exists())
        return root_.fail(R"(there is no version; expected "version": 1)");
    const Index number = version.integer(1, std::numeric_limits<std::int32_t>::max(), session_version);
    if (number > session_version)
        root_.fail(fmt::format("version {} is from a newer Attention Lab; this one reads version {}", number,
                               session_version));
}

void Reader::read_texts() {
    session_.title = root_["title"].text();
    session_.question = root_["question"].text();
    session_.about = root_["about"].text();
    session_.hint = root_["try"].text();
    layer_.name = root_["layer"].text();
    if (const Field origin = root_["weights_from"]; origin.exists()) {
        origin.expect_keys({"file", "layer", "words"});
        session_.origin = {origin["file"].text(), origin["layer"].text(), origin["words"].truth(false)};
    }
    session_.seed = root_["seed"].large_integer(session_.seed);
}

Sequence Reader::read_tokens(const Field& field) {
    if (!field.exists())
        root_.fail("there are no tokens; expected a list of words");
    const auto read_item = [](const Field& item) {
        if (item.is(Json::Kind::number))
            return std::vector<std::string>(static_cast<std::size_t>(item.integer(1, token_limit, 1)));
        std::vector<std::string> tokens;
        const auto texts = item.items();
        if (texts.empty() || static_cast<Index>(texts.size()) > token_limit)
            item.fail(fmt::format("there are {} tokens, expected 1 to {}", texts.size(), token_limit));
        for (const Field& text : texts) {
            tokens.push_back(text.text());
            if (auto fits = check_token_text(tokens.back()); !fits)
                text.fail(fits.error().message);
        }
        return tokens;
    };
    Sequence sequence;
    const auto entries = field.is(Json::Kind::list) ? field.items() : std::vector<Field>();
    const bool one_item = entries.empty() || entries.front().is(Json::Kind::text);
    if (!one_item && static_cast<Index>(entries.size()) > item_limit)
        field.fail(fmt::format("there are {} items, expected 1 to {}", entries.size(), item_limit));
    if (one_item)
        sequence.items.push_back(read_item(field));
    for (const Field& item : one_item ? std::vector<Field>() : entries) {
        sequence.items.push_back(read_item(item));
        if (sequence.items.back().size() != sequence.items.front().size())
            item.fail(fmt::format("this item has {} tokens, the first has {}; all need the same number",
                                  sequence.items.back().size(), sequence.items.front().size()));
    }
    return sequence;
}

/// Numbers in the first row of a matrix that is written out; 0 where it is not.
Index Reader::width_of_first_row(const Field& matrix) {
    if (!matrix.is(Json::Kind::list))
        return 0;
    const auto rows = matrix.items();
    return rows.empty() || !rows.front().is(Json::Kind::list) ? 0 : static_cast<Index>(rows.front().items().size());
}

/// What the file says, or what follows from matrices that are written out, or the usual.
void Reader::read_sizes() {
    const Field sizes = root_["sizes"];
    sizes.expect_keys({"d_model", "heads", "key_value_heads", "d_k", "d_v"});
    const auto heads = root_["heads"].items();
    Index first_width = usual_width;
    if (const Field words = root_["embeddings"]; words.is(Json::Kind::object))
        for (const auto& [word, row] : words.members())
            if (row.is(Json::Kind::list) && first_width == usual_width)
                first_width = static_cast<Index>(row.items().size());
    const auto head_width = [&](std::string_view weight, Index fallback) {
        const Index width = heads.empty() ? 0 : width_of_first_row(heads.front()[weight]);
        return width == 0 ? fallback : width;
    };
    sizes_.B = layer_.sequence.item_count();
    sizes_.S_q = layer_.sequence.token_count();
    sizes_.D = sizes["d_model"].integer(0, width_limit, first_width);
    sizes_.H = sizes["heads"].integer(1, head_limit, heads.empty() ? usual_heads : static_cast<Index>(heads.size()));
    sizes_.d_k = sizes["d_k"].integer(0, width_limit, head_width("W_Q", std::max<Index>(1, sizes_.D / sizes_.H)));
    sizes_.d_v = sizes["d_v"].integer(0, width_limit, head_width("W_V", std::max<Index>(1, sizes_.D / sizes_.H)));
    if (!heads.empty() && static_cast<Index>(heads.size()) != sizes_.H)
        root_["heads"].fail(fmt::format("there are {} heads, expected {}", heads.size(), sizes_.H));
    const Index key_value_heads = sizes["key_value_heads"].integer(1, sizes_.H, sizes_.H);
    if (sizes_.H % key_value_heads == 0)
        layer_.queries_per_kv = sizes_.queries_per_kv = sizes_.H / key_value_heads;
    else
        sizes.fail(fmt::format("{} heads cannot share the keys and values of {}", sizes_.H, key_value_heads));
    sizes_.S_k = sizes_.S_q;
    sizes_.D_context = sizes_.D;
    if (const Field context = root_["context"]; context.exists()) {
        context.expect_keys({"tokens", "d_model", "embeddings", "positions"});
        Sequence sequence = read_tokens(context["tokens"]);
        sizes_.S_k = sequence.token_count();
        sizes_.D_context = context["d_model"].integer(0, width_limit, sizes_.D);
        layer_.context = std::make_shared<const Sequence>(std::move(sequence));
    }
    if (auto fits = check_limits(sizes_); !fits)
        sizes.fail(fits.error().message);
}

Matrix Reader::read_array(const Field& field, Index rows, Index columns) {
    field.expect_keys({"array", "row"});
    const std::string wanted = field["array"].text();
    const auto found = arrays_.find(wanted);
    if (field.failed())
        return {};
    if (found == arrays_.end()) {
        field.fail(fmt::format("there is no array “{}” with this session", printable(wanted)));
        return {};
    }
    if (found->second.rank() != 2) {
        field.fail(fmt::format("the array “{}” has shape {}, expected two axes", printable(wanted),
                               shape_text(found->second.shape)));
        return {};
    }
    Matrix matrix = found->second.matrix();
    if (const Field row = field["row"]; row.exists()) {
        const Index place = row.integer(1, matrix.rows(), 1) - 1;
        if (field.failed())
            return {};
        matrix = matrix.row_block(place, 1);
    }
    const bool fits = (rows == -1 || matrix.rows() == rows) && (columns == -1 || matrix.columns() == columns);
    if (!fits)
        field.fail(fmt::format("the array “{}” has shape {} × {}, expected {} × {}", printable(wanted), matrix.rows(),
                               matrix.columns(), rows == -1 ? std::string("any") : std::to_string(rows), columns));
    return matrix;
}

/// Any array that is beside the text; nothing where there is none.
Matrix Reader::read_stack(const Field& field) {
    if (!field.is(Json::Kind::object)) {
        field.fail("expected an array with this session");
        return {};
    }
    return read_array(field, -1, -1);
}

Matrix Reader::read_matrix(const Field& field, Shape expected, const std::function<Matrix()>& fallback) {
    if (root_.failed() || field.is(Json::Kind::null))
        return {};
    if (!field.exists())
        return fallback();
    if (field.is_text("zero"))
        return Matrix::zeros(expected.rows, expected.columns);
    if (field.is_text("identity"))
        return Matrix::identity(expected.rows, expected.columns);
    if (field.is(Json::Kind::text)) {
        field.fail(R"(this is a text, expected rows of numbers, "zero" or "identity")");
        return {};
    }
    return field.is(Json::Kind::object) ? read_array(field, expected.rows, expected.columns)
                                        : field.matrix(expected.rows, expected.columns);
}

Matrix Reader::read_row(const Field& field, Index width) {
    if (field.is_text("zero"))
        return Matrix::zeros(1, width);
    return field.is(Json::Kind::object) ? read_array(field, 1, width) : field.row(width);
}

void Reader::read_words(Sequence& sequence, const Field& field, Index width) {
    const Field words = field["embeddings"];
    const Field positions = field["positions"];
    if (!words.is(Json::Kind::null)) {
        auto embeddings = std::make_shared<Embeddings>();
        for (const auto& [word, row] : words.members()) {
            Matrix numbers = read_row(row, width);
            if (auto fits = check_token_text(word); !fits)
                row.fail(fits.error().message);
            embeddings->emplace(word, std::move(numbers));
        }
        if (root_.failed())
            return;
        if (has_words_of_a_model(session_))
            for (const std::string& word : words_of(sequence.items))
                if (!embeddings->contains(word))
                    words.fail(fmt::format("there is none for “{}”, and a model's words have none from their letters",
                                           printable(word)));
        sequence.embeddings = with_words(embeddings, sequence.items, width);
    }
    if (positions.is_text("sinusoidal")) {
        sequence.positions.kind = Positions::Kind::sinusoidal;
    } else if (positions.is_text("one-hot")) {
        sequence.positions.kind = Positions::Kind::one_hot;
    } else if (positions.is(Json::Kind::object) &&
               (positions["from_start"].exists() || positions["from_end"].exists())) {
        positions.expect_keys({"from_start", "from_end"});
        sequence.positions.kind = Positions::Kind::both_ends;
        const auto read_end = [&](std::string_view end) {
            const Field rows = positions[end];
            if (!rows.exists())
                positions.fail(fmt::format("there is no {}; expected rows of numbers", end));
            return rows.is(Json::Kind::object) ? read_array(rows, -1, width) : rows.matrix(-1, width);
        };
        sequence.positions.rows = read_end("from_start");
        sequence.positions.from_end = read_end("from_end");
    } else if (positions.is(Json::Kind::list) || positions.is(Json::Kind::object)) {
        sequence.positions.kind = Positions::Kind::given;
        sequence.positions.rows =
            positions.is(Json::Kind::list) ? positions.matrix(-1, width) : read_array(positions, -1, width);
    } else if (positions.exists() && !positions.is_text("none")) {
        positions.fail(
            R"(expected "none", "sinusoidal", "one-hot", rows of numbers, or such rows "from_start" and "from_end")");
    }
}

void Reader::read_context() {
    if (!layer_.context || root_.failed())
        return;
    Sequence context = *layer_.context;
    read_words(context, root_["context"], sizes_.D_context);
    layer_.context = std::make_shared<const Sequence>(std::move(context));
}

/// Whether the head shares this parameter with one before it; then the file must not give it twice.
bool Reader::is_left_to_another(ArrayId id, Index head, const Field& field) const {
    const Index own = canonical_head(heads_of(id), layer_.queries_per_kv, head);
    const bool left = own != head;
    if (left && field.exists())
        field.fail(fmt::format("this head shares it with head {}; expected it there", own + 1));
    return left;
}

void Reader::read_norm() {
    const Field norm = root_["norm"];
    if (!norm.exists())
        return;
    norm.expect_keys({"kind", "gain", "bias", "epsilon"});
    if (!norm["kind"].is_text("layer") && !norm["kind"].is_text("rms"))
        norm.fail(R"(expected "kind": "layer" or "rms")");
    layer_.norm.kind = norm["kind"].is_text("layer") ? Norm::Kind::layer : Norm::Kind::rms;
    layer_.norm.gain = read_row(norm["gain"], sizes_.D);
    if (norm["bias"].exists())
        layer_.norm.bias = read_row(norm["bias"], sizes_.D);
    layer_.norm.epsilon = norm["epsilon"].number(layer_.norm.epsilon);
}

void Reader::read_head_norm(const HeadNormRow& row) {
    const Field norm = root_[row.key];
    if (!norm.exists())
        return;
    norm.expect_keys({"kind", "across_heads", "epsilon"});
    if (!norm["kind"].is_text("layer") && !norm["kind"].is_text("rms"))
        norm.fail(R"(expected "kind": "layer" or "rms")");
    HeadNorm& read = layer_.*row.norm;
    read.kind = norm["kind"].is_text("layer") ? Norm::Kind::layer : Norm::Kind::rms;
    read.across_heads = norm["across_heads"].truth(false);
    read.epsilon = norm["epsilon"].number(read.epsilon);
}

void Reader::read_caveats() {
    for (const Field& field : root_["caveats"].items()) {
        field.expect_keys({"from", "says"});
        const auto from = find_array(field["from"].text());
        if (!from)
            return field.fail("expected \"from\": the name of an array");
        layer_.caveats.push_back({*from, field["says"].text()});
    }
}

/// A bias or a gate that the file does not have does not exist; other weights are drawn.
void Reader::read_parameter(const Array& row, Index head, const Field& field) {
    if (is_left_to_another(row.id, head, field))
        return;
    const Shape shape = shape_of(sizes_, row.id);
    if (row.is_optional) {
        if (!field.exists() || field.is(Json::Kind::null))
            return;
        parameter(layer_, row.id, head) =
            row.rows == Axis::one ? read_row(field, shape.columns) : read_matrix(field, shape, [] { return Matrix(); });
        return;
    }
    if ((shape.rows == 0 || shape.columns == 0) && !field.is(Json::Kind::null))
        field.fail("its shape does not follow from the sizes; expected null");
    parameter(layer_, row.id, head) =
        read_matrix(field, shape, [&] { return random_parameter(session_.seed, row.id, head, shape); });
}

void Reader::read_heads() {
    const auto fields = root_["heads"].items();
    layer_.heads.resize(static_cast<std::size_t>(sizes_.H));
    for (Index head = 0; head < sizes_.H && !root_.failed(); ++head) {
        const auto place = static_cast<std::size_t>(head);
        const Field field = fields.empty() ? root_["heads"] : fields[place];
        field.expect_keys(head_keys());
        for (const Array& row : parameters())
            if (row.heads != Heads::none)
                read_parameter(row, head, field[row.name]);
        layer_.heads[place].on = field["on"].truth(true);
    }
    if (const Field bias = root_["b_O"]; bias.exists() && !bias.is(Json::Kind::null))
        layer_.b_O = read_row(bias, sizes_.D);
}

std::vector<Matrix> Reader::read_matrices(const Field& field, Shape expected) {
    std::vector<Matrix> matrices;
    const auto items = field.items();
    if (static_cast<Index>(items.size()) > sizes_.B * sizes_.H)
        field.fail(fmt::format("there are {} matrices, expected at most {}", items.size(), sizes_.B * sizes_.H));
    matrices.reserve(items.size());
    for (const Field& item : items)
        matrices.push_back(read_matrix(item, expected, [] { return Matrix(); }));
    return matrices;
}

void Reader::read_mask() {
    const Field mask = root_["mask"];
    const auto nothing = [] { return Matrix(); };
    layer_.mask.painted = read_matrix(mask["painted"], {sizes_.S_q, sizes_.S_k}, nothing);
    // Padding is a row of numbers for each item, written as such or as a matrix of one row.
    for (const Field& row : mask["padding"].items()) {
        const bool written_as_row = row.is(Json::Kind::list) && width_of_first_row(row) == 0;
        layer_.mask.padding.push_back(written_as_row ? row.row(sizes_.S_k)
                                                     : read_matrix(row, {1, sizes_.S_k}, nothing));
    }
    // One mask may stand alone.
    const Field given = mask["given"];
    if (given.is(Json::Kind::object)) {
        const Matrix stack = read_array(given, -1, sizes_.S_k);
        const Index count = stack.empty() ? 0 : stack.rows() / sizes_.S_q;
        if (!given.failed() && (stack.rows() % sizes_.S_q != 0 || count > sizes_.B * sizes_.H))
            given.fail(fmt::format("the masks have {} rows together, expected {} each", stack.rows(), sizes_.S_q));
        for (Index i = 0; i < count && !given.failed(); ++i)
            layer_.mask.given.push_back(stack.row_block(i * sizes_.S_q, sizes_.S_q));
        return;
    }
    const auto items = given.is(Json::Kind::list) ? given.items() : std::vector<Field>();
    const bool alone = given.is(Json::Kind::list) && !items.empty() && width_of_first_row(given) > 0 &&
                       !items.front().items().front().is(Json::Kind::list);
    if (alone)
        layer_.mask.given = {read_matrix(given, {sizes_.S_q, sizes_.S_k}, nothing)};
    else
        layer_.mask.given = read_matrices(given, {sizes_.S_q, sizes_.S_k});
}

OptionValue Reader::read_option(const Option& option, const Field& field) {
    if (option.kind == Option::Kind::truth)
        return field.truth(false) ? OptionValue(1) : std::nullopt;
    for (const OptionChoice& choice : option.choices)
        if (field.is_text(choice.name))
            return choice.value;
    if (!option.takes_number() || (!option.choices.empty() && !field.is(Json::Kind::number))) {
        field.fail("expected " + choices_text(option));
        return {};
    }
    return option.kind == Option::Kind::count
               ? static_cast<double>(field.integer(0, static_cast<Index>(greatest_count), 0))
               : static_cast<double>(field.number(1));
}

void Reader::read_options() {
    for (const Option& option : options()) {
        const FileKey key = file_key(option);
        if (key.name.empty())
            continue;
        if (!key.group.empty())
            root_[key.group].expect_keys(keys_in(key.group));
        const Field field = key.group.empty() ? root_[key.name] : root_[key.group][key.name];
        if (!field.exists())
            continue;
        const OptionValue value = read_option(option, field);
        if (auto done = set_option(layer_, {option.id, value}); !done)
            field.fail(done.error().message);
    }
    session_.notation = read_notation(root_["notation"]);
    session_.tokens_as_columns = root_["tokens_as_columns"].truth(false);
}

std::optional<ArrayId> Reader::read_stage(const Field& field) {
    const std::string name = field["stage"].text();
    const auto array = find_array(name);
    if (array && is_stage(*array))
        return *array;
    std::vector<std::string_view> names;
    for (const Array& stage : stages())
        names.push_back(stage.name);
    const auto nearest = nearest_name(name, names);
    field.fail(fmt::format("there is no stage “{}”{}", printable(name),
                           nearest ? fmt::format("; did you mean “{}”?", *nearest) : std::string()));
    return std::nullopt;
}

void Reader::read_pins() {
    for (const Field& field : root_["pins"].items()) {
        const Field cells = field["cells"];
        if (cells.exists())
            field.expect_keys({"stage", "cells"});
        else
            field.expect_keys({"stage", "item", "head", "row", "column", "value"});
        const auto stage = read_stage(field);
        if (!stage || root_.failed())
            return;
        if (cells.exists()) {
            read_stack_of_pins(read_stack(cells), *stage, sizes_, cells, layer_.pins);
            continue;
        }
        const Shape shape = shape_of(sizes_, *stage);
        const CellId cell{*stage, field["item"].integer(1, sizes_.B, 1) - 1, field["head"].integer(1, sizes_.H, 1) - 1,
                          field["row"].integer(1, shape.rows, 1) - 1, field["column"].integer(1, shape.columns, 1) - 1};
        if (!field["value"].exists())
            field.fail("there is no value; expected a number");
        if (!layer_.pins.emplace(cell, field["value"].number(0)).second)
            field.fail(fmt::format("{} is pinned twice", cell_name(cell)));
    }
}

void Reader::read_given() {
    for (const Field& field : root_["given"].items()) {
        const bool is_stack = field["slots"].exists();
        if (is_stack)
            field.expect_keys({"stage", "slots", "matrix"});
        else
            field.expect_keys({"stage", "item", "head", "matrix"});
        const auto stage = read_stage(field);
        if (!stage || root_.failed())
            return;
        if (is_stack) {
            read_given_stack(*stage, field);
            continue;
        }
        const Address slot{*stage, field["item"].integer(1, sizes_.B, 1) - 1,
                           field["head"].integer(1, sizes_.H, 1) - 1};
        if (*stage == ArrayId::context && !layer_.context)
            field.fail("there is no context in this session");
        Matrix matrix = read_matrix(field["matrix"], shape_of(sizes_, *stage), [] { return Matrix(); });
        if (matrix.empty())
            field.fail("there is no matrix; expected rows of numbers");
        if (!layer_.given.emplace(slot, std::move(matrix)).second)
            field.fail("this is given twice");
    }
}

void Reader::read_given_stack(ArrayId stage, const Field& field) {
    const Field slots_field = field["slots"];
    const auto slots = read_stack_of_slots(read_stack(slots_field), stage, sizes_, slots_field);
    if (stage == ArrayId::context && !layer_.context)
        field.fail("there is no context in this session");
    const Matrix stack = read_stack(field["matrix"]);
    if (root_.failed())
        return;
    const Shape shape = shape_of(sizes_, stage);
    if (stack.columns() != shape.columns || stack.rows() != shape.rows * std::ssize(slots))
        return field.fail(fmt::format("the matrices are {} × {} together, expected {} of {} × {}", stack.rows(),
                                      stack.columns(), slots.size(), shape.rows, shape.columns));
    for (std::size_t i = 0; i < slots.size(); ++i)
        if (!layer_.given.emplace(slots[i], stack.row_block(static_cast<Index>(i) * shape.rows, shape.rows)).second)
            field.fail("one of these is given twice");
}

Opening Reader::read_place(const Field& field, bool may_be_weight) const {
    field.expect_keys({"stage", "item", "head", "row", "column"});
    Opening place;
    if (const Field stage = field["stage"]; stage.exists()) {
        const auto weight = may_be_weight ? find_array(stage.text()) : std::nullopt;
        place.stage = weight ? *weight : read_stage(field).value_or(place.stage);
    }
    const Shape shape = shape_of(sizes_, place.stage);
    place.item = field["item"].integer(1, sizes_.B, 1) - 1;
    place.head = field["head"].integer(1, sizes_.H, 1) - 1;
    place.row = field["row"].integer(1, std::max<Index>(1, shape.rows), 1) - 1;
    place.column = field["column"].integer(1, std::max<Index>(1, shape.columns), 1) - 1;
    return place;
}

void Reader::read_opening() {
    session_.opening = read_place(root_["open"], false);
    if (const Field left = root_["left_at"]; left.exists())
        session_.left_at = read_place(left, true);
}

Result<Session> Reader::read() {
    read_version();
    root_.expect_keys(session_keys());
    read_texts();
    layer_.sequence = read_tokens(root_["tokens"]);
    read_sizes();
    // Nothing is drawn or filled before the sizes are known to be fit for it.
    if (root_.failed())
        return *root_.failure();
    read_words(layer_.sequence, root_, sizes_.D);
    read_context();
    read_norm();
    for (const HeadNormRow& row : head_norms)
        read_head_norm(row);
    read_caveats();
    read_heads();
    read_mask();
    read_options();
    read_pins();
    read_given();
    read_opening();
    session_.hypotheses = read_hypotheses(root_["claims"], sizes_.H);
    session_.readouts = read_readouts(root_["readout"], sizes_.D);
    session_.goals = read_goals(root_["done"], sizes_);
    if (const Field split = root_["split"]; split.is_text("letters"))
        session_.split = Split::letters;
    else if (split.exists() && !split.is_text("words"))
        split.fail(R"(expected "words" or "letters")");
    session_.figures = read_figures(root_["figures"]);
    if (root_.failed())
        return *root_.failure();
    if (auto valid = validate(layer_); !valid)
        return error("{}: {}", name_, printable(valid.error().message, 300));
    if (!is_present(layer_, ArrayId::A))
        return error("{}: there is nothing to compute attention from: expected embeddings, or X or Q and K given",
                     name_);
    session_.layers.push_back(std::move(layer_));
    return std::move(session_);
}

} // namespace

Result<Session> session_from_json(const Json& document, const NdArrays& arrays, const std::string& name) {
    return Reader(document, arrays, name).read();
}

} // namespace attn
