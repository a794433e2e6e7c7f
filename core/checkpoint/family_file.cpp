#include "core/checkpoint/family_file.h"

#include "core/files/file.h"
#include "core/files/json_keys.h"
#include "core/files/printable.h"

#include <algorithm>
#include <array>
#include <deque>
#include <functional>

namespace attn {

namespace {

using Type = ModelType;

constexpr std::uint64_t file_limit = std::uint64_t{1} << 20; // bytes
constexpr Index largest_size = Index{1} << 30;

/// A kind of model that was read from a file, and the texts to which its string_views point.
struct OwnType {
    Type type;
    std::deque<std::string> texts;

    std::string_view keep(std::string text) { return texts.emplace_back(std::move(text)); }
};

constexpr std::array reads_names{JsonName<Type::Reads>{Type::Reads::before, "before"},
                                 JsonName<Type::Reads>{Type::Reads::all, "all"},
                                 JsonName<Type::Reads>{Type::Reads::by_part, "by_part"}};
constexpr std::array windows_names{JsonName<Type::Windows>{Type::Windows::none, "none"},
                                   JsonName<Type::Windows>{Type::Windows::all, "all"},
                                   JsonName<Type::Windows>{Type::Windows::even, "even"},
                                   JsonName<Type::Windows>{Type::Windows::all_if_used, "all_if_used"},
                                   JsonName<Type::Windows>{Type::Windows::but_each_nth, "but_each_nth"},
                                   JsonName<Type::Windows>{Type::Windows::but_the_first_of_n, "but_the_first_of_n"},
                                   JsonName<Type::Windows>{Type::Windows::from_a_layer, "from_a_layer"},
                                   JsonName<Type::Windows>{Type::Windows::even_below_a_layer, "even_below_a_layer"},
                                   JsonName<Type::Windows>{Type::Windows::listed_by_name, "listed_by_name"}};
constexpr std::array turns_names{JsonName<Type::Turns>{Type::Turns::all, "all"},
                                 JsonName<Type::Turns>{Type::Turns::but_each_fourth, "but_each_fourth"},
                                 JsonName<Type::Turns>{Type::Turns::with_window, "with_window"},
                                 JsonName<Type::Turns>{Type::Turns::if_said, "if_said"},
                                 JsonName<Type::Turns>{Type::Turns::by_width, "by_width"}};
constexpr std::array head_norms_names{
    JsonName<Type::HeadNorms>{Type::HeadNorms::none, "none"},
    JsonName<Type::HeadNorms>{Type::HeadNorms::if_said, "if_said"},
    JsonName<Type::HeadNorms>{Type::HeadNorms::each_head, "each_head"},
    JsonName<Type::HeadNorms>{Type::HeadNorms::all_heads, "all_heads"},
    JsonName<Type::HeadNorms>{Type::HeadNorms::all_heads_if_said, "all_heads_if_said"}};
constexpr std::array factor_names{JsonName<Type::Factor>{Type::Factor::one, "one"},
                                  JsonName<Type::Factor>{Type::Factor::root_of_width, "root_of_width"}};
constexpr std::array parallel_names{
    JsonName<AroundAttention::Parallel>{AroundAttention::Parallel::never, "never"},
    JsonName<AroundAttention::Parallel>{AroundAttention::Parallel::always, "always"},
    JsonName<AroundAttention::Parallel>{AroundAttention::Parallel::if_said, "if_said"},
    JsonName<AroundAttention::Parallel>{AroundAttention::Parallel::unless_denied, "unless_denied"}};
constexpr std::array pairs_names{JsonName<Rotary::Pairs>{Rotary::Pairs::off, "none"},
                                 JsonName<Rotary::Pairs>{Rotary::Pairs::halves, "halves"},
                                 JsonName<Rotary::Pairs>{Rotary::Pairs::neighbours, "neighbours"}};
constexpr std::array norm_names{JsonName<Norm::Kind>{Norm::Kind::off, "none"},
                                JsonName<Norm::Kind>{Norm::Kind::layer, "layer"},
                                JsonName<Norm::Kind>{Norm::Kind::rms, "rms"}};

using Column = JsonKey<OwnType, const Type>;

// `at` below is a pointer to a member of the row, or a function that returns a part of the row.

template <class At>
Column plain(std::string_view key, At at) {
    return {key, [at](OwnType& into, const Field& field) { field.read(std::invoke(at, into.type)); },
            [at](const Type& from) { return std::optional(json_of(std::invoke(at, from))); }};
}

Column count(std::string_view key, Index Type::*at) {
    return {key,
            [at](OwnType& into, const Field& field) { into.type.*at = field.integer(0, largest_size, into.type.*at); },
            [at](const Type& from) { return std::optional(json_of(std::int64_t{from.*at})); }};
}

template <class At, class Names>
Column named(std::string_view key, At at, const Names& names) {
    return {key,
            [at, &names](OwnType& into, const Field& field) { read_name(names, field, std::invoke(at, into.type)); },
            [at, &names](const Type& from) { return json_of_name(names, std::invoke(at, from)); }};
}

template <class At>
Column text(std::string_view key, At at) {
    return {key, [at](OwnType& into, const Field& field) { std::invoke(at, into.type) = into.keep(field.text()); },
            [at](const Type& from) { return std::optional(json_of(std::invoke(at, from))); }};
}

/// Returns a column for a list of texts, which the row stores as one text with | between them.
template <class At>
Column list(std::string_view key, At at) {
    return {key,
            [at](OwnType& into, const Field& field) {
                std::string joined;
                for (const Field& item : field.items()) {
                    const std::string name = item.text();
                    if (name.empty() || name.find('|') != std::string::npos)
                        item.fail("expected a name");
                    joined += (joined.empty() ? "" : "|") + name;
                }
                std::invoke(at, into.type) = into.keep(std::move(joined));
            },
            [at](const Type& from) {
                std::vector<Json> names;
                for (const std::string_view name : names_in(std::invoke(at, from)))
                    names.push_back(json_of(name));
                return std::optional(json_list(std::move(names)));
            }};
}

/// Returns a function that returns a part of the row's AroundAttention.
template <class Value>
auto around(Value AroundAttention::*part) {
    return [part](auto& type) -> auto& {
        return type.around.*part;
    };
}

const std::vector<Column>& columns() {
    static const std::vector<Column> all{text("name", &Type::name),
                                         named("reads", &Type::reads, reads_names),
                                         named("rotary", &Type::pairs, pairs_names),
                                         plain("rotary_base", &Type::base),
                                         plain("rotary_base_with_window", &Type::base_with_window),
                                         plain("rotary_part", &Type::turning_part),
                                         named("rotary_in", &Type::turns, turns_names),
                                         named("windows", &Type::windows, windows_names),
                                         count("window", &Type::window),
                                         count("window_pattern", &Type::window_pattern),
                                         named("norm", &Type::norm, norm_names),
                                         plain("epsilon", &Type::epsilon),
                                         list("norm_names", &Type::norm_names),
                                         plain("first_has_no_norm", &Type::first_has_no_norm),
                                         plain("gain_from_one", &Type::gain_from_one),
                                         named("head_norms", &Type::head_norms, head_norms_names),
                                         named("head_norm", &Type::head_norm, norm_names),
                                         named("value_norm", &Type::value_norm, norm_names),
                                         named("embedding_factor", &Type::embedding, factor_names),
                                         plain("is_unscaled", &Type::is_unscaled),
                                         count("query_scalar", &Type::query_scalar),
                                         plain("soft_cap", &Type::soft_cap),
                                         plain("alibi", &Type::alibi),
                                         plain("turns_with_alibi", &Type::turns_with_alibi),
                                         text("alibi_caveat", &Type::alibi_caveat),
                                         plain("places_from_padding", &Type::places_from_padding),
                                         named("packing", &Type::packing, packing_names),
                                         plain("shares_one_key", &Type::shares_one_key),
                                         count("layers_that_share_keys", &Type::layers_that_share_keys),
                                         list("obeys", &Type::obeys),
                                         text("input_caveat", &Type::input_caveat),
                                         text("left_out", &Type::left_out),
                                         named("parallel", around(&AroundAttention::parallel), parallel_names),
                                         list("mlp_norms", around(&AroundAttention::mlp_norms)),
                                         list("Y_norms", around(&AroundAttention::Y_norms)),
                                         list("mlp_Y_norms", around(&AroundAttention::mlp_Y_norms)),
                                         list("mid_norms", around(&AroundAttention::mid_norms)),
                                         list("post_norms", around(&AroundAttention::post_norms)),
                                         list("final_norms", around(&AroundAttention::final_norms)),
                                         text("activation", around(&AroundAttention::activation)),
                                         plain("gelu_is_tanh", around(&AroundAttention::gelu_is_tanh)),
                                         plain("is_tied", around(&AroundAttention::is_tied)),
                                         plain("logit_factor", around(&AroundAttention::logit_factor)),
                                         text("names", &Type::names),
                                         text("refused", &Type::refused)};
    return all;
}

std::string known_names() {
    std::string names;
    for (const ModelType& type : model_types())
        names += (names.empty() ? "" : ", ") + std::string(type.name);
    return names;
}

bool is_in_range(const Type& type) {
    const auto positive = [](float value) { return value > 0 && value < 1e30F; };
    return positive(type.base) && positive(type.epsilon) && positive(type.around.logit_factor) &&
           type.turning_part >= 0 && type.turning_part <= 1 && type.base_with_window >= 0 && type.soft_cap >= 0 &&
           type.window_pattern > 0;
}

} // namespace

Result<std::shared_ptr<const ModelType>> parse_kind(std::string_view text, const std::string& name) {
    const auto document = parse_json(text, name);
    if (!document)
        return document.error();
    const Field root(*document, name);
    auto own = std::make_shared<OwnType>();
    std::vector<std::string_view> keys{"like"};
    for (const Column& column : columns())
        keys.push_back(column.key);
    root.expect_keys(keys);
    if (const Field like = root["like"]; like.exists()) {
        const ModelType* const base = find_model_type(like.text());
        if (base == nullptr)
            like.fail("there is no such model here; there are " + known_names());
        else
            own->type = *base;
    }
    read_some(columns(), root, *own, false);
    if (!root.failed() && !is_in_range(own->type))
        root.fail("rotary_base, epsilon, logit_factor and window_pattern are numbers above 0, rotary_part is one from "
                  "0 to 1, and no "
                  "number is below 0");
    if (root.failed())
        return *root.failure();
    return std::shared_ptr<const ModelType>(own, &own->type);
}

Result<std::shared_ptr<const ModelType>> read_kind(std::string_view like) {
    if (like.ends_with(".json")) {
        const std::filesystem::path path(like);
        const auto text = read_text_file(path, file_limit);
        return text ? parse_kind(*text, printable_path(path)) : Result<std::shared_ptr<const ModelType>>(text.error());
    }
    if (const ModelType* const known = find_model_type(like))
        return std::shared_ptr<const ModelType>(std::shared_ptr<const ModelType>(), known);
    return error("--like: there is no model “{}” here; there are {}; or name a .json file of your own", printable(like),
                 known_names());
}

Json kind_as_json(const ModelType& type, KindColumns wanted) {
    const ModelType usual;
    Json json = json_object();
    for (const Column& column : columns()) {
        auto value = column.write(type);
        const auto as_usual = column.write(usual);
        if (value && (wanted == KindColumns::all || !as_usual || json_text(*value) != json_text(*as_usual)))
            json.set(std::string(column.key), *std::move(value));
    }
    return json;
}

} // namespace attn
