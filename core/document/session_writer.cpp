#include "core/document/conditions_json.h"
#include "core/document/figures_json.h"
#include "core/document/random.h"
#include "core/document/session_json.h"
#include "core/document/stacks_json.h"
#include "core/document/words.h"
#include "core/model/address.h"
#include "core/model/arrays.h"
#include "core/model/norm.h"
#include "core/model/options.h"
#include "core/tensor/compose.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace attn {

namespace {

/// Sessions with more numbers than this keep the larger of their matrices as arrays outside their text.
constexpr Index numbers_in_text = 4096;
constexpr Index numbers_of_small_matrix = 64;
/// Of the smaller ones, so many numbers stay in the text.
constexpr Index small_numbers_in_text = Index{1} << 16;
/// Of one array, so many pins are more than a person reads.
constexpr Index pins_in_text = 64;

Index size_of(const Matrix& matrix) {
    return matrix.rows() * matrix.columns();
}

/// What a layer is drawn from, so that it need not be written.
bool is_drawn(const Session& session, ArrayId id, Index head, const Matrix& matrix) {
    return equal_bits(matrix, random_parameter(session.seed, id, head, matrix.shape()));
}

Json json_of_option(const Option& option, double value) {
    const OptionChoice* const choice = choice_of(option, value);
    if (option.kind == Option::Kind::truth)
        return json_of(true);
    if (option.kind == Option::Kind::name)
        return json_of(choice->name);
    if (option.kind == Option::Kind::count || choice != nullptr)
        return json_of(static_cast<std::int64_t>(value));
    return json_of(static_cast<float>(value));
}

class Writer {
public:
    Writer(const Session& session, std::string arrays_file)
        : session_(session), layer_(session.layer()), sizes_(sizes_of(session.layer())),
          arrays_file_(std::move(arrays_file)) {}

    SessionJson write() {
        // Small sessions are all text. Whether this one is small shows when it has been written.
        Json document = write_document();
        if (numbers_ > numbers_in_text) {
            arrays_are_outside_ = true;
            document = write_document();
        }
        return {std::move(document), std::move(arrays_)};
    }

private:
    Json write_document();
    Json hypotheses() const;
    Json readouts() const;
    void write_texts(Json& json) const;
    static Json items(const Sequence& sequence);
    Json embeddings(const Sequence& sequence, const std::string& prefix, Index width);
    Json positions(const Positions& positions, const std::string& prefix);
    void write_sequence(Json& json, const Sequence& sequence, const std::string& prefix, Index width);
    Json sizes() const;
    Json norm();
    Json options_in(std::string_view group) const;
    void write_options(Json& json) const;
    Json head(Index head);
    Json mask();
    Json matrices(const std::vector<Matrix>& matrices, const std::string& name);
    Json pins();
    Json given_alone(const Address& slot, const Matrix& numbers);
    Json given_stack(ArrayId stage, std::span<const Address> slots, std::span<const Matrix> matrices);
    Json given();
    Json matrix(const std::string& name, const Matrix& matrix);
    Json plain_matrix(const std::string& name, const Matrix& matrix);
    Json plain_row(const std::string& name, const Matrix& row);
    Json in_file(const std::string& name, const Matrix& matrix);
    bool goes_outside(Index count);
    bool is_stack(std::span<const Matrix> matrices) const;
    bool is_too_much() const { return numbers_ > numbers_in_text && !arrays_are_outside_; }

    const Session& session_;
    const Layer& layer_;
    Sizes sizes_;
    std::string arrays_file_;
    bool arrays_are_outside_ = false;
    Index numbers_ = 0;
    Index small_numbers_ = 0; ///< in the text, while arrays are outside
    std::vector<std::pair<std::string, Matrix>> arrays_;
};

Json Writer::in_file(const std::string& name, const Matrix& matrix) {
    arrays_.emplace_back(name, matrix);
    Json json = json_object();
    json.set("array", json_of(std::string_view(name)));
    return json;
}

bool Writer::goes_outside(Index count) {
    if (!arrays_are_outside_)
        return false;
    if (count > numbers_of_small_matrix || small_numbers_ + count > small_numbers_in_text)
        return true;
    small_numbers_ += count;
    return false;
}

/// Whether they are many, small and of one shape.
bool Writer::is_stack(std::span<const Matrix> matrices) const {
    return arrays_are_outside_ && matrices.size() >= least_of_a_stack &&
           std::ranges::all_of(matrices, [&](const Matrix& matrix) {
               return !matrix.empty() && size_of(matrix) <= most_in_a_stack &&
                      matrix.shape() == matrices.front().shape();
           });
}

Json Writer::plain_matrix(const std::string& name, const Matrix& matrix) {
    numbers_ += size_of(matrix);
    if (goes_outside(size_of(matrix)))
        return in_file(name, matrix);
    // What is too much for a text is not written before it is known to go into a file.
    return is_too_much() ? json_null() : json_of(matrix);
}

Json Writer::plain_row(const std::string& name, const Matrix& row) {
    numbers_ += size_of(row);
    if (goes_outside(size_of(row)))
        return in_file(name, row);
    return is_too_much() ? json_null() : json_row(row.row(0));
}

Json Writer::matrix(const std::string& name, const Matrix& matrix) {
    if (matrix.empty())
        return json_null();
    if (equal_bits(matrix, Matrix::zeros(matrix.rows(), matrix.columns())))
        return json_of(std::string_view("zero"));
    if (equal_bits(matrix, Matrix::identity(matrix.rows(), matrix.columns())))
        return json_of(std::string_view("identity"));
    return plain_matrix(name, matrix);
}

void Writer::write_texts(Json& json) const {
    const std::array<std::pair<const char*, const std::string*>, 5> texts{{{"title", &session_.title},
                                                                           {"question", &session_.question},
                                                                           {"about", &session_.about},
                                                                           {"try", &session_.hint},
                                                                           {"layer", &layer_.name}}};
    for (const auto& [key, text] : texts)
        if (!text->empty())
            json.set(key, json_of(std::string_view(*text)));
}

Json Writer::items(const Sequence& sequence) {
    std::vector<Json> all;
    for (const auto& tokens : sequence.items) {
        std::vector<Json> texts;
        bool without_text = true;
        for (const std::string& token : tokens) {
            without_text = without_text && token.empty();
            texts.push_back(json_of(std::string_view(token)));
        }
        all.push_back(without_text ? json_of(static_cast<std::int64_t>(tokens.size())) : json_list(std::move(texts)));
    }
    return all.size() == 1 ? std::move(all.front()) : json_list(std::move(all));
}

Json Writer::embeddings(const Sequence& sequence, const std::string& prefix, Index width) {
    if (!sequence.embeddings)
        return json_null();
    const auto used = words_of(sequence.items);
    std::vector<std::pair<std::string, Matrix>> own;
    for (const auto& [word, row] : *sequence.embeddings)
        if (!used.contains(word) || !equal_bits(row, embedding_from_letters(word, width)))
            own.emplace_back(word, row);
    numbers_ += static_cast<Index>(own.size()) * width;
    const bool beside = arrays_are_outside_ && static_cast<Index>(own.size()) * width > numbers_of_small_matrix;
    std::vector<float> packed;
    Json json = json_object();
    Index next_row = 0;
    for (const auto& [word, row] : own) {
        if (!beside) {
            json.set(word, json_row(row.row(0)));
            continue;
        }
        packed.insert(packed.end(), row.row(0).begin(), row.row(0).end());
        Json place = json_object();
        place.set("array", json_of(std::string_view(prefix + "embeddings")));
        place.set("row", json_of(static_cast<std::int64_t>(++next_row)));
        json.set(word, std::move(place));
    }
    if (beside)
        arrays_.emplace_back(prefix + "embeddings", Matrix::adopt(std::move(packed), next_row, width));
    return json;
}

Json Writer::positions(const Positions& positions, const std::string& prefix) {
    switch (positions.kind) {
    case Positions::Kind::none:
        return json_of(std::string_view("none"));
    case Positions::Kind::sinusoidal:
        return json_of(std::string_view("sinusoidal"));
    case Positions::Kind::one_hot:
        return json_of(std::string_view("one-hot"));
    case Positions::Kind::both_ends: {
        Json ends = json_object();
        ends.set("from_start", plain_matrix(prefix + "positions.from_start", positions.rows));
        ends.set("from_end", plain_matrix(prefix + "positions.from_end", positions.from_end));
        return ends;
    }
    case Positions::Kind::given:
        break;
    }
    return plain_matrix(prefix + "positions", positions.rows);
}

void Writer::write_sequence(Json& json, const Sequence& sequence, const std::string& prefix, Index width) {
    if (Json words = embeddings(sequence, prefix, width); words.kind == Json::Kind::null || !words.items.empty())
        json.set("embeddings", std::move(words));
    if (sequence.positions.kind != Positions::Kind::none)
        json.set("positions", positions(sequence.positions, prefix));
}

Json Writer::sizes() const {
    Json json = json_object();
    json.set("d_model", json_of(std::int64_t{sizes_.D}));
    json.set("heads", json_of(std::int64_t{sizes_.H}));
    if (sizes_.queries_per_kv > 1)
        json.set("key_value_heads", json_of(std::int64_t{sizes_.H_kv()}));
    json.set("d_k", json_of(std::int64_t{sizes_.d_k}));
    json.set("d_v", json_of(std::int64_t{sizes_.d_v}));
    return json;
}

Json Writer::norm() {
    const Norm& norm = layer_.norm;
    Json json = json_object();
    json.set("kind", json_of(std::string_view(norm.kind == Norm::Kind::layer ? "layer" : "rms")));
    json.set("gain", plain_row("norm.gain", norm.gain));
    if (!norm.bias.empty())
        json.set("bias", plain_row("norm.bias", norm.bias));
    json.set("epsilon", json_of(norm.epsilon));
    return json;
}

/// What is not as usual in a group of options, each under its key.
Json Writer::options_in(std::string_view group) const {
    Json json = json_object();
    for (const Option& option : options()) {
        const FileKey key = file_key(option);
        if (const OptionValue value = option.value(layer_); key.group == group && value)
            json.set(std::string(key.name), json_of_option(option, *value));
    }
    return json;
}

/// All others that are not as usual; those of a group as one object.
void Writer::write_options(Json& json) const {
    for (const Option& option : options()) {
        const FileKey key = file_key(option);
        const OptionValue value = option.value(layer_);
        if (key.name.empty() || !value)
            continue;
        if (key.group.empty())
            json.set(std::string(key.name), json_of_option(option, *value));
        else if (json.find(key.group) == nullptr)
            json.set(std::string(key.group), options_in(key.group));
    }
}

Json Writer::head(Index head) {
    Json json = json_object();
    for (const Array& row : parameters()) {
        if (row.heads == Heads::none || canonical_head(row.heads, layer_.queries_per_kv, head) != head)
            continue;
        const std::string name(row.name);
        const Matrix& weight = parameter(layer_, row.id, head);
        if (row.is_optional && weight.empty())
            continue;
        if (row.rows == Axis::one) {
            const bool zero = equal_bits(weight, Matrix::zeros(1, weight.columns()));
            json.set(name, zero ? json_of(std::string_view("zero"))
                                : plain_row(fmt::format("{}.{}", name, head + 1), weight));
        } else if (row.is_optional || weight.empty() || !is_drawn(session_, row.id, head, weight))
            json.set(name, matrix(fmt::format("{}.{}", name, head + 1), weight));
    }
    if (!layer_.heads[static_cast<std::size_t>(head)].on)
        json.set("on", json_of(false));
    return json;
}

Json Writer::matrices(const std::vector<Matrix>& matrices, const std::string& name) {
    std::vector<Json> items;
    items.reserve(matrices.size());
    for (const Matrix& one : matrices)
        items.push_back(matrix(fmt::format("{}.{}", name, items.size() + 1), one));
    return json_list(std::move(items));
}

Json Writer::mask() {
    const Mask& mask = layer_.mask;
    Json json = options_in("mask");
    if (!mask.painted.empty())
        json.set("painted", matrix("mask.painted", mask.painted));
    if (!mask.padding.empty())
        json.set("padding", matrices(mask.padding, "mask.padding"));
    if (!mask.given.empty())
        json.set("given", is_stack(mask.given) ? in_file("mask.given", stacked(mask.given))
                                               : matrices(mask.given, "mask.given"));
    return json;
}

Json json_of_cell(const CellId& cell) {
    Json json = json_object();
    json.set("stage", json_of(array_name(cell.array)));
    json.set("item", json_of(std::int64_t{cell.item + 1}));
    json.set("head", json_of(std::int64_t{cell.head + 1}));
    json.set("row", json_of(std::int64_t{cell.row + 1}));
    json.set("column", json_of(std::int64_t{cell.column + 1}));
    return json;
}

Json Writer::pins() {
    constexpr Index numbers_of_a_pin = 5;
    numbers_ += numbers_of_a_pin * std::ssize(layer_.pins);
    if (is_too_much())
        return json_null();
    std::vector<Json> items;
    std::vector<std::pair<CellId, float>> of_array;
    for (auto pin = layer_.pins.begin(); pin != layer_.pins.end();) {
        const ArrayId array = pin->first.array;
        of_array.clear();
        for (; pin != layer_.pins.end() && pin->first.array == array; ++pin)
            of_array.emplace_back(*pin);
        if (arrays_are_outside_ && std::ssize(of_array) > pins_in_text) {
            Json entry = json_object();
            entry.set("stage", json_of(array_name(array)));
            entry.set("cells", in_file(fmt::format("pins.{}", array_name(array)), stack_of_pins(of_array)));
            items.push_back(std::move(entry));
            continue;
        }
        for (const auto& [cell, value] : of_array) {
            Json entry = json_of_cell(cell);
            entry.set("value", json_of(value));
            items.push_back(std::move(entry));
        }
    }
    return json_list(std::move(items));
}

Json Writer::given_alone(const Address& slot, const Matrix& numbers) {
    Json entry = json_object();
    entry.set("stage", json_of(array_name(slot.array)));
    entry.set("item", json_of(std::int64_t{slot.item + 1}));
    entry.set("head", json_of(std::int64_t{slot.head + 1}));
    entry.set("matrix", matrix(fmt::format("{}.{}.{}", array_name(slot.array), slot.item + 1, slot.head + 1), numbers));
    return entry;
}

Json Writer::given_stack(ArrayId stage, std::span<const Address> slots, std::span<const Matrix> matrices) {
    const std::string name = fmt::format("given.{}", array_name(stage));
    Json entry = json_object();
    entry.set("stage", json_of(array_name(stage)));
    entry.set("slots", in_file(name + ".slots", stack_of_slots(slots)));
    entry.set("matrix", in_file(name, stacked(matrices)));
    return entry;
}

Json Writer::given() {
    std::vector<Json> items;
    std::vector<Address> slots;
    std::vector<Matrix> matrices;
    for (auto entry = layer_.given.begin(); entry != layer_.given.end();) {
        const ArrayId stage = entry->first.array;
        slots.clear();
        matrices.clear();
        for (; entry != layer_.given.end() && entry->first.array == stage; ++entry) {
            slots.push_back(entry->first);
            matrices.push_back(entry->second);
        }
        if (is_stack(matrices)) {
            items.push_back(given_stack(stage, slots, matrices));
            continue;
        }
        for (std::size_t i = 0; i < slots.size(); ++i)
            items.push_back(given_alone(slots[i], matrices[i]));
    }
    return json_list(std::move(items));
}

Json Writer::hypotheses() const {
    Json json = json_object();
    for (const auto& [head, words] : session_.hypotheses)
        json.set(std::to_string(head + 1), json_of(std::string_view(words)));
    return json;
}

Json Writer::readouts() const {
    std::vector<Json> all;
    for (const ReadOut& readout : session_.readouts) {
        Json json = json_object();
        json.set("name", json_of(std::string_view(readout.name)));
        std::vector<Json> columns;
        columns.push_back(json_of(std::int64_t{readout.first + 1}));
        columns.push_back(json_of(std::int64_t{readout.first + readout.count()}));
        json.set("columns", json_list(std::move(columns)));
        std::vector<Json> labels;
        for (const std::string& label : readout.labels)
            labels.push_back(json_of(std::string_view(label)));
        json.set("labels", json_list(std::move(labels)));
        all.push_back(std::move(json));
    }
    return json_list(std::move(all));
}

Json json_of_place(const Opening& place) {
    return json_of_cell({place.stage, place.item, place.head, place.row, place.column});
}

Json json_of_head_norm(const HeadNorm& norm) {
    Json json = json_object();
    json.set("kind", json_of(std::string_view(norm.kind == Norm::Kind::layer ? "layer" : "rms")));
    if (norm.across_heads)
        json.set("across_heads", json_of(true));
    json.set("epsilon", json_of(norm.epsilon));
    return json;
}

Json json_of_caveats(const Layer& layer) {
    std::vector<Json> caveats;
    for (const Caveat& caveat : layer.caveats) {
        Json one = json_object();
        one.set("from", json_of(array_name(caveat.from)));
        one.set("says", json_of(std::string_view(caveat.says)));
        caveats.push_back(std::move(one));
    }
    return json_list(std::move(caveats));
}

Json Writer::write_document() {
    numbers_ = 0;
    small_numbers_ = 0;
    arrays_.clear();
    Json json = json_object();
    json.set("version", json_of(std::int64_t{session_version}));
    write_texts(json);
    if (!session_.goals.empty())
        json.set("done", goals_to_json(session_.goals));
    json.set("open", json_of_place(session_.opening));
    if (session_.left_at && session_.left_at != session_.opening)
        json.set("left_at", json_of_place(*session_.left_at));
    json.set("tokens", items(layer_.sequence));
    if (session_.split == Split::letters)
        json.set("split", json_of(std::string_view("letters")));
    if (!session_.readouts.empty())
        json.set("readout", readouts());
    json.set("sizes", sizes());
    json.set("seed", json_of(session_.seed));
    write_sequence(json, layer_.sequence, "", sizes_.D);
    if (layer_.norm.kind != Norm::Kind::off)
        json.set("norm", norm());
    for (const HeadNormRow& row : head_norms)
        if ((layer_.*row.norm).kind != Norm::Kind::off)
            json.set(std::string(row.key), json_of_head_norm(layer_.*row.norm));
    if (layer_.context) {
        Json context = json_object();
        context.set("tokens", items(*layer_.context));
        context.set("d_model", json_of(std::int64_t{sizes_.D_context}));
        write_sequence(context, *layer_.context, "context.", sizes_.D_context);
        json.set("context", std::move(context));
    }
    std::vector<Json> heads;
    bool heads_are_drawn = true;
    for (Index h = 0; h < sizes_.H; ++h) {
        heads.push_back(head(h));
        heads_are_drawn = heads_are_drawn && heads.back().items.empty();
    }
    if (!heads_are_drawn)
        json.set("heads", json_list(std::move(heads)));
    if (!layer_.b_O.empty())
        json.set("b_O", plain_row("b_O", layer_.b_O));
    if (Json masks = mask(); !masks.items.empty())
        json.set("mask", std::move(masks));
    write_options(json);
    if (!layer_.pins.empty())
        json.set("pins", pins());
    if (!layer_.given.empty())
        json.set("given", given());
    if (session_.notation != NotationChoice())
        json.set("notation", json_of_notation(session_.notation));
    if (session_.tokens_as_columns)
        json.set("tokens_as_columns", json_of(true));
    if (session_.origin) {
        Json origin = json_object();
        origin.set("file", json_of(std::string_view(session_.origin->file.string())));
        origin.set("layer", json_of(std::string_view(session_.origin->layer)));
        if (session_.origin->words)
            origin.set("words", json_of(true));
        json.set("weights_from", std::move(origin));
    }
    if (!layer_.caveats.empty())
        json.set("caveats", json_of_caveats(layer_));
    if (!session_.hypotheses.empty())
        json.set("claims", hypotheses());
    if (!session_.figures.empty())
        json.set("figures", figures_to_json(session_.figures));
    if (!arrays_.empty() && !arrays_file_.empty())
        json.set("arrays", json_of(std::string_view(arrays_file_)));
    return json;
}

} // namespace

SessionJson session_to_json(const Session& session, const std::string& arrays_file) {
    return Writer(session, arrays_file).write();
}

} // namespace attn
