// The layer in session files: sizes, weights, norms, masks and options.

#include "core/document/files/session_keys.h"
#include "core/document/session/random_numbers.h"
#include "core/document/session/session_limits.h"
#include "core/model/address.h"
#include "core/model/arrays.h"
#include "core/model/norm.h"
#include "core/model/options.h"
#include "core/tensor/compose.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr Index usual_width = 8;
constexpr Index usual_heads = 2;
/// The object that has the mask's options and matrices.
constexpr std::string_view mask_group = "mask";

const std::vector<JsonKey<Sizes>>& size_keys() {
    static const std::vector<JsonKey<Sizes>> keys{
        integer_key<Sizes>("d_model", &Sizes::D, 0, width_limit),
        integer_key<Sizes>("heads", &Sizes::H, 1, head_limit),
        {"key_value_heads",
         [](Sizes& into, const Field& field) {
             const Index shared = field.integer(1, into.H, into.H);
             into.queries_per_kv = into.H / shared;
             if (into.H % shared != 0)
                 field.fail(fmt::format("{} heads cannot share the keys and values of {}", into.H, shared));
         },
         [](const Sizes& from) {
             return from.queries_per_kv > 1 ? std::optional(json_of(std::int64_t{from.H_kv()})) : std::nullopt;
         }},
        integer_key<Sizes>("d_k", &Sizes::d_k, 0, width_limit),
        integer_key<Sizes>("d_v", &Sizes::d_v, 0, width_limit),
        {"d_ff", [](Sizes& into, const Field& field) { into.d_ff = field.integer(0, mlp_width_limit, 0); },
         [](const Sizes& from) {
             return from.d_ff > 0 ? std::optional(json_of(std::int64_t{from.d_ff})) : std::nullopt;
         }},
    };
    return keys;
}

Index width_of_first_word(const Field& words) {
    if (words.is(Json::Kind::object))
        for (const auto& [word, row] : words.members())
            if (row.is(Json::Kind::list))
                return std::ssize(row.items());
    return usual_width;
}

constexpr std::array norm_names{JsonName<Norm::Kind>{Norm::Kind::layer, "layer"},
                                JsonName<Norm::Kind>{Norm::Kind::rms, "rms"}};

/// The key "kind" of a norm, either the layer's or that of queries and keys.
template <class Reading, class Writing, class At>
JsonKey<Reading, Writing> norm_kind_key(At at) {
    return {.key = "kind",
            .read = [at](Reading& into, const Field& field) { read_name(norm_names, field, std::invoke(at, into)); },
            .write = [at](Writing& from) { return json_of_name(norm_names, std::invoke(at, from)); },
            .required = R"(expected "kind": "layer" or "rms")"};
}

SessionKey norm_row_key(std::string_view key, Matrix Norm::*row) {
    return {key,
            [row](auto& into, const Field& field) { into.layer.norm.*row = into.matrices.row(field, into.sizes.D); },
            [=](auto& from) -> std::optional<Json> {
                const Matrix& matrix = from.layer.norm.*row;
                if (matrix.empty())
                    return std::nullopt;
                return from.matrices.row(fmt::format("norm.{}", key), matrix);
            }};
}

const std::vector<SessionKey>& keys_of_norm() {
    static const std::vector<SessionKey> keys{
        norm_kind_key<SessionReading, SessionWriting>([](auto& of) -> auto& { return of.layer.norm.kind; }),
        norm_row_key("gain", &Norm::gain),
        norm_row_key("bias", &Norm::bias),
        written_key<SessionReading, SessionWriting>(
            "epsilon", [](auto& of) -> auto& { return of.layer.norm.epsilon; }),
    };
    return keys;
}

SessionKey norm_key() {
    return {"norm", [](auto& into, const Field& field) { read_keys(keys_of_norm(), field, into); },
            [](auto& from) {
                return has_norm(from.layer) ? std::optional(write_keys(keys_of_norm(), from)) : std::nullopt;
            }};
}

SessionKey head_norm_key(const HeadNormRow& row) {
    static const std::vector<JsonKey<HeadNorm>> keys{norm_kind_key<HeadNorm, const HeadNorm>(&HeadNorm::kind),
                                                     unusual_key<HeadNorm>("across_heads", &HeadNorm::across_heads),
                                                     written_key<HeadNorm>("epsilon", &HeadNorm::epsilon)};
    return {row.key, [&row](auto& into, const Field& field) { read_keys(keys, field, into.layer.*row.norm); },
            [&row](auto& from) {
                return has_norm(from.layer, row) ? std::optional(write_keys(keys, from.layer.*row.norm)) : std::nullopt;
            }};
}

struct HeadReading {
    SessionReading& of;
    Index head = 0;
};

struct HeadWriting {
    SessionWriting& of;
    Index head = 0;
};

using HeadKey = JsonKey<HeadReading, HeadWriting>;

/// Reads a parameter. If its key is missing, a bias or gate is absent, and other weights are random. A matrix that is
/// shared with an earlier head must not be given again.
void read_parameter(const Array& row, HeadReading& into, const Field& field) {
    SessionReading& of = into.of;
    const Index own = canonical_head(row.heads, of.layer.queries_per_kv, into.head);
    if (own != into.head) {
        if (field.exists())
            field.fail(fmt::format("this head shares it with head {}; expected it there", own + 1));
        return;
    }
    const Shape shape = shape_of(of.sizes, row.id);
    Matrix& weight = parameter(of.layer, row.id, into.head);
    if (row.is_optional) {
        if (field.exists() && !field.is(Json::Kind::null))
            weight = row.rows == Axis::one ? of.matrices.row(field, shape.columns) : of.matrices.matrix(field, shape);
        return;
    }
    if ((shape.rows == 0 || shape.columns == 0) && !field.is(Json::Kind::null))
        field.fail("its shape does not follow from the sizes; expected null");
    weight =
        of.matrices.matrix(field, shape, [&] { return random_parameter(of.session.seed, row.id, into.head, shape); });
}

/// Writes a parameter; nullopt if it is the random matrix that follows from the session's seed.
std::optional<Json> json_of_parameter(const Array& row, HeadWriting& from) {
    const Layer& layer = from.of.layer;
    if (canonical_head(row.heads, layer.queries_per_kv, from.head) != from.head)
        return std::nullopt;
    const Matrix& weight = parameter(layer, row.id, from.head);
    if (row.is_optional && weight.empty())
        return std::nullopt;
    const std::string name = fmt::format("{}.{}", row.name, from.head + 1);
    if (row.rows == Axis::one)
        return from.of.matrices.row_or_zero(name, weight);
    const bool is_drawn = !row.is_optional && !weight.empty() &&
                          equal_bits(weight, random_parameter(from.of.session.seed, row.id, from.head, weight.shape()));
    return is_drawn ? std::nullopt : std::optional(from.of.matrices.matrix(name, weight));
}

const std::vector<HeadKey>& head_keys() {
    static const std::vector<HeadKey> keys = [] {
        std::vector<HeadKey> rows;
        for (const Array& row : parameters())
            if (row.heads != Heads::none)
                rows.push_back({.key = row.name,
                                .read = [&row](auto& into, const Field& field) { read_parameter(row, into, field); },
                                .write = [&row](auto& from) { return json_of_parameter(row, from); },
                                .follows = true});
        rows.push_back(unusual_key<HeadReading, HeadWriting>(
            "on", [](auto& of) -> auto& { return of.of.layer.heads[static_cast<std::size_t>(of.head)].on; }, true));
        return rows;
    }();
    return keys;
}

void read_heads(SessionReading& into, const Field& field) {
    const auto fields = field.items();
    into.layer.heads.resize(static_cast<std::size_t>(into.sizes.H));
    for (HeadReading head{into}; head.head < into.sizes.H && !field.failed(); ++head.head)
        read_keys(head_keys(), fields.empty() ? field : fields[static_cast<std::size_t>(head.head)], head);
}

std::optional<Json> json_of_heads(SessionWriting& from) {
    std::vector<Json> heads;
    for (HeadWriting head{from}; head.head < from.sizes.H; ++head.head)
        heads.push_back(write_keys(head_keys(), head));
    if (std::ranges::all_of(heads, [](const Json& head) { return head.items.empty(); }))
        return std::nullopt;
    return json_list(std::move(heads));
}

/// Reads the padding of each item: a list of numbers, or a matrix with one row.
void read_padding(SessionReading& into, const Field& field) {
    const Index width = into.sizes.S_k;
    for (const Field& row : field.items()) {
        const bool is_row = row.is(Json::Kind::list) && width_of_first_row(row) == 0;
        into.layer.mask.padding.push_back(is_row ? row.row(width) : into.matrices.matrix(row, {1, width}));
    }
}

/// Reads one mask for all, a list of masks, or all masks in one array.
void read_given_masks(SessionReading& into, const Field& field) {
    const Shape shape{into.sizes.S_q, into.sizes.S_k};
    const Index most = into.sizes.B * into.sizes.H;
    std::vector<Matrix>& masks = into.layer.mask.given;
    if (field.is(Json::Kind::object)) {
        const Matrix stack = into.matrices.array(field, -1, shape.columns);
        const Index count = stack.empty() ? 0 : stack.rows() / shape.rows;
        if (!field.failed() && (stack.rows() % shape.rows != 0 || count > most))
            field.fail(fmt::format("the masks have {} rows together, expected {} each", stack.rows(), shape.rows));
        for (Index i = 0; i < count && !field.failed(); ++i)
            masks.push_back(stack.row_block(i * shape.rows, shape.rows));
        return;
    }
    if (width_of_first_row(field) > 0 && !field.items().front().items().front().is(Json::Kind::list)) {
        masks = {into.matrices.matrix(field, shape)};
        return;
    }
    const auto items = field.items();
    if (std::ssize(items) > most)
        field.fail(fmt::format("there are {} matrices, expected at most {}", items.size(), most));
    for (const Field& item : items)
        masks.push_back(into.matrices.matrix(item, shape));
}

OptionValue read_option(const Option& option, const Field& field) {
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

SessionKey option_key(const Option& option) {
    return {file_key(option).name,
            [&option](auto& into, const Field& field) {
                if (auto done = set_option(into.layer, {option.id, read_option(option, field)}); !done)
                    field.fail(done.error().message);
            },
            [&option](auto& from) {
                const OptionValue value = option.value(from.layer);
                return value ? std::optional(json_of_option(option, *value)) : std::nullopt;
            }};
}

/// The key of an object with these keys; it is not written if it would be empty.
SessionKey group_key(std::string_view key, const std::vector<SessionKey>& keys) {
    return {key, [keys](auto& into, const Field& field) { read_keys(keys, field, into); },
            [keys](auto& from) { return unless_empty(write_keys(keys, from)); }};
}

/// The keys of the options in an object of the file; "" is the session itself.
std::vector<SessionKey> option_keys_in(std::string_view group) {
    std::vector<SessionKey> keys;
    for (const Option& option : options())
        if (const FileKey key = file_key(option); !key.name.empty() && key.group == group)
            keys.push_back(option_key(option));
    return keys;
}

} // namespace

void read_sizes(SessionReading& into, const Field& root) {
    constexpr Index unsaid = -1;
    const Field field = root["sizes"];
    const std::vector<Field> heads = root["heads"].items();
    Sizes& sizes = into.sizes;
    sizes = {.B = into.layer.sequence.item_count(),
             .S_q = into.layer.sequence.token_count(),
             .D = width_of_first_word(root["embeddings"]),
             .H = heads.empty() ? usual_heads : std::ssize(heads),
             .d_k = unsaid,
             .d_v = unsaid};
    read_keys(size_keys(), field, sizes);
    if (!heads.empty() && std::ssize(heads) != sizes.H)
        root["heads"].fail(fmt::format("there are {} heads, expected {}", heads.size(), sizes.H));
    for (const auto& [width, weight] : {std::pair(&Sizes::d_k, "W_Q"), std::pair(&Sizes::d_v, "W_V")}) {
        const Index written = heads.empty() ? 0 : width_of_first_row(heads.front()[weight]);
        if (sizes.*width == unsaid)
            sizes.*width = written != 0 ? written : std::max<Index>(1, sizes.D / sizes.H);
    }
    into.layer.queries_per_kv = sizes.queries_per_kv;
    read_context_sizes(into, root["context"]);
    if (auto fits = check_limits(sizes); !fits)
        field.fail(fits.error().message);
}

SessionKey sizes_key() {
    return {.key = "sizes", .write = [](auto& from) { return write_keys(size_keys(), from.sizes); }};
}

std::vector<SessionKey> norm_keys() {
    std::vector<SessionKey> keys{norm_key()};
    std::ranges::transform(head_norms, std::back_inserter(keys), head_norm_key);
    return keys;
}

std::vector<SessionKey> weight_keys() {
    return {{.key = "heads", .read = read_heads, .write = json_of_heads, .follows = true},
            {"b_O",
             [](auto& into, const Field& field) {
                 if (!field.is(Json::Kind::null))
                     into.layer.b_O = into.matrices.row(field, into.sizes.D);
             },
             [](auto& from) {
                 const Matrix& bias = from.layer.b_O;
                 return bias.empty() ? std::nullopt : std::optional(from.matrices.row("b_O", bias));
             }}};
}

SessionKey mask_key() {
    std::vector<SessionKey> keys = option_keys_in(mask_group);
    keys.push_back({"painted",
                    [](auto& into, const Field& field) {
                        into.layer.mask.painted = into.matrices.matrix(field, {into.sizes.S_q, into.sizes.S_k});
                    },
                    [](auto& from) {
                        const Matrix& painted = from.layer.mask.painted;
                        return painted.empty() ? std::nullopt
                                               : std::optional(from.matrices.matrix("mask.painted", painted));
                    }});
    keys.push_back({"padding", read_padding, [](auto& from) {
                        return unless_empty(from.matrices.matrices(from.layer.mask.padding, "mask.padding"));
                    }});
    keys.push_back({"given", read_given_masks, [](auto& from) {
                        const std::vector<Matrix>& given = from.layer.mask.given;
                        return from.matrices.is_stack(given)
                                   ? from.matrices.array("mask.given", stacked(given))
                                   : unless_empty(from.matrices.matrices(given, "mask.given"));
                    }});
    return group_key(mask_group, keys);
}

/// The keys of all options, except those in the mask's object.
std::vector<SessionKey> option_keys() {
    std::vector<SessionKey> keys;
    for (const Option& option : options()) {
        const FileKey key = file_key(option);
        if (key.name.empty() || key.group == mask_group)
            continue;
        if (key.group.empty())
            keys.push_back(option_key(option));
        else if (std::ranges::find(keys, key.group, &SessionKey::key) == keys.end())
            keys.push_back(group_key(key.group, option_keys_in(key.group)));
    }
    return keys;
}

} // namespace attn
