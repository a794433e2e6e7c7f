// Reading and writing of notation files.

#include "core/files/file.h"
#include "core/files/json_keys.h"
#include "core/files/printable.h"
#include "core/formula/equation.h"
#include "core/formula/parse.h"
#include "core/formula/print.h"
#include "core/model/arrays.h"
#include "core/notation/in_notation.h"
#include "core/notation/index_letters.h"
#include "core/notation/named_words.h"
#include "core/notation/notation.h"
#include "core/notation/tried_notations.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <utility>

namespace attn {

namespace {

constexpr std::size_t longest_text = 200;
constexpr std::size_t longest_word = 12;
constexpr std::size_t most_formulas = 200;

constexpr std::array premise_names{JsonName<Premise>{Premise::one_width, "d_k = d_v"},
                                   JsonName<Premise>{Premise::one_input_width, "D = D_c"},
                                   JsonName<Premise>{Premise::heads_fill_width, "D = H d_v"},
                                   JsonName<Premise>{Premise::heads_of_one_fill_width, "D = H d_h"},
                                   JsonName<Premise>{Premise::several_heads, "several heads"},
                                   JsonName<Premise>{Premise::own_keys, "own keys"},
                                   JsonName<Premise>{Premise::output_weights, "W_O"}};

/// Reads a short line for the screen, without control characters.
std::string short_text(const Field& field) {
    std::string text = field.text();
    if (text.size() > longest_text || printable(text, longest_text) != text)
        field.fail(fmt::format("expected a line of at most {} bytes", longest_text));
    return text;
}

std::string formula_text(const Field& field) {
    std::string text = field.text();
    if (text.size() > longest_formula)
        field.fail(fmt::format("the formula has {} bytes, expected at most {}", text.size(), longest_formula));
    if (printable(text, longest_formula) != text)
        field.fail("expected one line of letters that can be shown");
    return text;
}

ArrayId read_array(const Field& field, std::string_view name) {
    if (const auto array = find_array(name))
        return *array;
    std::vector<std::string_view> names;
    for (const Array& row : arrays())
        names.push_back(row.name);
    field.fail(fmt::format("there is no array “{}”{}", printable(name), did_you_mean(name, names)));
    return ArrayId::A;
}

/// Returns a key for a text that is omitted if it is empty.
template <class T>
JsonKey<T> text_key(std::string_view key, std::string T::*text, std::string (*read)(const Field& field)) {
    return {key, [=](T& into, const Field& field) { into.*text = read(field); },
            [text](const T& from) { return (from.*text).empty() ? std::nullopt : std::optional(json_of(from.*text)); }};
}

char read_letter(const Field& field, std::string_view text) {
    if (text.size() == 1 && ((text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z')))
        return text[0];
    field.fail(fmt::format("“{}” is no letter from a to z or A to Z", printable(text)));
    return 'a';
}

void read_symbols(NotationProfile& profile, const Field& field) {
    std::vector<std::string_view> known;
    for (const Symbol& symbol : symbols())
        known.push_back(symbol.name);
    field.expect_keys(known);
    for (const auto& [name, value] : field.members())
        profile.symbols.emplace(name, formula_text(value));
    const auto says = [&](std::string_view key, std::string_view text) {
        const auto found = profile.symbols.find(key);
        return found != profile.symbols.end() && found->second == text;
    };
    profile.first_head = says("first", "0") ? 0 : 1;
    profile.walks_one_head_first = says("begins", "one head");
    profile.ends_beside_one_head = says("ends", "one head beside many");
}

/// Returns the number of bytes in a word without its marks, such as <rows(>.
std::size_t bytes_of(std::string_view word) {
    std::size_t bytes = 0;
    bool is_mark = false;
    for (const char letter : word) {
        is_mark = is_mark || letter == '<';
        bytes += is_mark ? 0 : 1;
        is_mark = is_mark && letter != '>';
    }
    return bytes;
}

void read_word(ArrayWording& wording, const Field& field) {
    wording.word = short_text(field);
    if (bytes_of(wording.word) > longest_word)
        field.fail(fmt::format("expected at most {} bytes, as a node has room for", longest_word));
}

/// The keys of a notation's texts for an array.
const std::vector<JsonKey<ArrayWording>>& wording_keys() {
    static const std::vector<JsonKey<ArrayWording>> keys{
        {"word", read_word, text_key("word", &ArrayWording::word, short_text).write},
        text_key("title", &ArrayWording::title, short_text),
        text_key("formula", &ArrayWording::formula, formula_text),
        text_key("columns_formula", &ArrayWording::columns_formula, formula_text),
        text_key("cell_formula", &ArrayWording::cell_formula, formula_text),
    };
    return keys;
}

void read_arrays(NotationProfile& profile, const Field& field) {
    for (const auto& [name, value] : field.members())
        read_keys(wording_keys(), value, profile.arrays[read_array(value, name)]);
}

Json json_of_arrays(const NotationProfile& profile) {
    Json json = json_object();
    for (const auto& [array, wording] : profile.arrays)
        json.set(std::string(array_name(array)), write_keys(wording_keys(), wording));
    return json;
}

Json json_of_symbols(const NotationProfile& profile) {
    Json json = json_object();
    for (const auto& [name, tex] : profile.symbols)
        json.set(name, json_of(tex));
    return json;
}

/// Reads letters of axes; all axes must have different letters.
void read_einsum(NotationProfile& profile, const Field& field) {
    constexpr std::string_view axes = "bstdchgrkv";
    for (const auto& [name, value] : field.members()) {
        const char own = read_letter(value, name);
        if (axes.find(own) == std::string_view::npos)
            value.fail(fmt::format("there is no axis “{}”, expected one of {}", own, axes));
        profile.einsum.emplace(own, read_letter(value, value.text()));
    }
    std::string taken;
    for (const char axis : axes) {
        const auto renamed = profile.einsum.find(axis);
        const char letter = renamed == profile.einsum.end() ? axis : renamed->second;
        if (taken.find(letter) != std::string::npos)
            field.fail(fmt::format("two axes would have the letter “{}”", letter));
        taken += letter;
    }
}

Json json_of_einsum(const NotationProfile& profile) {
    Json json = json_object();
    for (const auto& [own, letter] : profile.einsum)
        json.set(std::string(1, own), json_of(std::string_view(&letter, 1)));
    return json;
}

/// Reads arrays in any order; they are shown in the order of computing.
void read_steps(NotationProfile& profile, const Field& field) {
    for (const Field& item : field.items()) {
        const ArrayId array = read_array(item, item.text());
        if (!is_stage(array))
            item.fail("this is a weight; steps are arrays that are computed");
        if (std::ranges::find(profile.steps, array) != profile.steps.end())
            item.fail("this step stands there twice");
        profile.steps.push_back(array);
    }
    std::ranges::sort(profile.steps);
}

/// Reads one premise, or a list of them.
void read_premises(NoteFormula& into, const Field& field) {
    for (const Field& item : field.is(Json::Kind::list) ? field.items() : std::vector{field})
        read_name(premise_names, item, into.premises.emplace_back());
}

std::optional<Json> json_of_premises(const NoteFormula& from) {
    const auto write = [](Premise premise) { return *json_of_name(premise_names, premise); };
    if (from.premises.size() == 1)
        return write(from.premises.front());
    return unless_empty(json_list_of(from.premises, write));
}

const std::vector<JsonKey<NoteFormula>>& formula_keys() {
    static const std::vector<JsonKey<NoteFormula>> keys{
        {"tex", [](auto& into, const Field& field) { into.tex = formula_text(field); },
         [](auto& from) { return json_of(from.tex); }, "a formula has its letters in “tex”"},
        {"of", [](auto& into, const Field& field) { into.array = read_array(field, field.text()); },
         [](auto& from) { return json_of(array_name(from.array)); }, "a formula has an array, “of” which it is"},
        text_key("numbers", &NoteFormula::numbers, formula_text),
        text_key("says", &NoteFormula::says, short_text),
        {"holds", read_premises, json_of_premises},
        {"through",
         [](auto& into, const Field& field) {
             for (const Field& item : field.items())
                 into.through.push_back(read_array(item, item.text()));
         },
         [](auto& from) {
             return unless_empty(json_list_of(from.through, [](ArrayId array) { return json_of(array_name(array)); }));
         }},
    };
    return keys;
}

void read_formulas(NotationProfile& profile, const Field& field) {
    const std::vector<Field> items = field.items();
    if (items.size() > most_formulas)
        return field.fail(fmt::format("there are {} formulas, expected at most {}", items.size(), most_formulas));
    for (const Field& item : items)
        read_keys(formula_keys(), item, profile.formulas.emplace_back());
}

const std::vector<JsonKey<NotationProfile>>& profile_keys() {
    constexpr std::string_view nameless = "a notation has a “name”";
    static const std::vector<JsonKey<NotationProfile>> keys{
        {"version", [](auto& /*into*/, const Field& field) { field.integer(1, 1, 1); },
         [](auto& /*from*/) { return json_of(std::int64_t{1}); }},
        {"name",
         [=](auto& into, const Field& field) {
             into.name = into.label = short_text(field);
             if (into.name.empty())
                 field.fail(nameless);
         },
         [](auto& from) { return json_of(from.name); }, nameless},
        text_key("label", &NotationProfile::label, short_text),
        text_key("about", &NotationProfile::about, short_text),
        {"symbols", read_symbols, json_of_symbols},
        {"arrays", read_arrays, json_of_arrays},
        {"steps", read_steps,
         [](auto& from) {
             return unless_empty(json_list_of(from.steps, [](ArrayId step) { return json_of(array_name(step)); }));
         }},
        {"einsum", read_einsum, json_of_einsum},
        {"formulas", read_formulas,
         [](auto& from) {
             return json_list_of(from.formulas, [](const NoteFormula& row) { return write_keys(formula_keys(), row); });
         }},
    };
    return keys;
}

NotationProfile read_profile(const Field& root) {
    NotationProfile profile;
    read_keys(profile_keys(), root, profile);
    return profile;
}

/// Returns notations for layers that differ in everything that affects formulas.
std::vector<Notation> layers_to_try(const NotationChoice& chosen) {
    std::vector<Notation> all;
    for (const bool full : {false, true})
        for (const Index heads : {Index{1}, Index{2}}) {
            Notation notation;
            notation.chosen = chosen;
            notation.masked = notation.has_temperature = notation.has_longer_turns = full;
            notation.present.fill(full);
            notation.norm = full ? Norm::Kind::layer : Norm::Kind::off;
            notation.head_norms.fill(full ? Norm::Kind::rms : Norm::Kind::off);
            notation.heads = heads;
            all.push_back(notation);
        }
    return all;
}

/// Returns the reason why TeX cannot be read; empty if it can.
std::string fault(const Result<std::string>& tex) {
    if (!tex)
        return tex.error().message;
    const auto formula = parse_formula(*tex);
    return formula ? std::string() : formula.error().message;
}

/// Returns the reason why a formula cannot be written; empty if it can.
std::string fault(const Result<FormulaNode>& formula) {
    return formula ? fault(Result<std::string>(tex_of(*formula).tex)) : formula.error().message;
}

/// Returns the numbers of a formula with 0 for each <=scores>, <=d_k> and so on; fails for an unknown name.
Result<std::string> with_zeros(std::string_view numbers) {
    std::optional<std::string> unknown;
    std::string tex = with_numbers(numbers, [&](std::string_view name) {
        if (!is_number_of_notes(name) && !unknown)
            unknown = printable(name);
        return std::string("0");
    });
    if (unknown)
        return error("there is no number <={}>", *unknown);
    return tex;
}

/// Checks that the program's own formulas can be written in the notation.
void try_symbols(const Field& root, const Notation& notation) {
    const auto expect = [&](const Field& field, std::string_view formula) {
        for (const auto head : {std::optional<Index>(), std::optional<Index>(0)})
            if (std::string reason = fault(checked_in_notation(formula, notation, head)); !reason.empty())
                field.fail(reason);
    };
    for (const auto& [name, field] : root["symbols"].members())
        expect(field, fmt::format("<{}>", name));
    for (const auto& [name, field] : root["arrays"].members())
        for (const std::string_view key : {"formula", "columns_formula", "cell_formula"})
            if (field[key].exists())
                expect(field[key], field[key].text());
    for (const Array& row : arrays())
        for (const std::string_view formula : {row.symbol, row.formula, row.columns_formula, row.cell_formula})
            expect(root, formula);
}

/// Checks that the words of the notation can be read: titles, names of arrays and remarks on formulas.
void try_words(const Field& root, const Notation& notation) {
    const auto expect = [&](const Field& field, bool is_word) {
        if (!field.exists())
            return;
        if (auto words = checked_words_in(field.text(), notation, is_word); !words)
            field.fail(words.error().message);
    };
    for (const auto& [name, field] : root["arrays"].members()) {
        expect(field["title"], false);
        expect(field["word"], true);
    }
    for (const Field& item : root["formulas"].items())
        expect(item["says"], false);
}

/// Checks that all formulas of the notation can be read.
void try_formulas(const Field& root, const NotationChoice& chosen) {
    const NotationProfile& profile = chosen.profile();
    for (const Notation& notation : layers_to_try(chosen)) {
        try_symbols(root, notation);
        try_words(root, notation);
        if (root.failed())
            return;
    }
    for (const Field& item : root["formulas"].items()) {
        if (std::string reason = fault(item["tex"].text()); !reason.empty())
            item["tex"].fail(reason);
        if (std::string reason = fault(with_zeros(item["numbers"].text())); !reason.empty())
            item["numbers"].fail(reason);
    }
    if (profile.label.empty())
        root["label"].fail("it needs a letter or two");
}

/// Reads a notation from an object; if it equals one that comes with the program, returns that one.
NotationChoice read_object(const Field& root, std::span<const NotationChoice> tried) {
    const auto profile = std::make_shared<NotationProfile>(read_profile(root));
    if (root.failed())
        return {};
    for (const auto& shipped : shipped_notations()) {
        if (*shipped == *profile)
            return shipped->name;
        if (shipped->name == profile->name)
            root["name"].fail(fmt::format("“{}” comes with the program; give yours another name", profile->name));
    }
    const auto same = [&](const NotationChoice& other) {
        NotationProfile known = other.profile();
        known.taken.clear();
        return known == *profile;
    };
    if (const auto known = std::ranges::find_if(tried, same); known != tried.end())
        return *known;
    try_formulas(root, NotationChoice(profile));
    if (root.failed())
        return {};
    profile->taken = taken_letters(NotationChoice(profile));
    return NotationChoice(profile);
}

} // namespace

std::string with_numbers(std::string_view numbers, const std::function<std::string(std::string_view)>& number) {
    const Result<FormulaNode> read = parse_template(numbers);
    const auto in_place = [&](const FormulaNode& node) -> std::optional<FormulaNode> {
        if (node.kind != FormulaNode::Kind::name || !node.text.starts_with('='))
            return std::nullopt;
        Result<Formula> written = parse_formula(number(std::string_view(node.text).substr(1)));
        return written ? std::move(written->root) : FormulaNode{};
    };
    return read ? tex_of(with_parts(*read, in_place)).tex : std::string(numbers);
}

bool is_number_of_notes(std::string_view name) {
    constexpr std::array lengths{"B",   "S",   "S_q",  "S_k",     "D",   "D_c",     "H",        "H_kv",
                                 "d_k", "d_v", "d_ff", "d_vocab", "exp", "sum exp", "row total"};
    const std::string_view array =
        name.ends_with(row_of_notes) ? name.substr(0, name.size() - row_of_notes.size()) : name;
    return find_array(array).has_value() || std::ranges::find(lengths, name) != lengths.end();
}

Result<NotationProfile> read_shipped_notation(std::string_view text, const std::string& name) {
    const auto document = parse_json(text, name);
    if (!document)
        return document.error();
    const Field root(*document, name);
    NotationProfile profile = read_profile(root);
    if (root.failed())
        return *root.failure();
    return profile;
}

NotationChoice read_notation(const Field& field) {
    return read_notation(field, {});
}

NotationChoice read_notation(const Field& field, std::span<const NotationChoice> tried) {
    if (field.is(Json::Kind::object))
        return read_object(field, tried);
    auto chosen = notation_named(field.text("default"));
    if (chosen)
        return *std::move(chosen);
    field.fail(chosen.error().message);
    return {};
}

Result<NotationChoice> parse_notation(std::string_view text, const std::string& name) {
    constexpr std::size_t most_values = 4096;
    const auto document = parse_json(text, name, {.values = most_values});
    if (!document)
        return document.error();
    const Field root(*document, name);
    NotationChoice chosen = read_object(root, {});
    if (root.failed())
        return *root.failure();
    return chosen;
}

Result<NotationChoice> load_notation(const std::filesystem::path& path) {
    const auto text = read_text_file(path, notation_size_limit);
    if (!text)
        return text.error();
    auto chosen = parse_notation(*text, printable_path(path));
    if (chosen)
        chosen->note_input(path);
    return chosen;
}

Json json_of_profile(const NotationProfile& profile) {
    return write_keys(profile_keys(), profile);
}

Json json_of_notation(const NotationChoice& notation) {
    return notation.is_own() ? json_of_profile(notation.profile()) : json_of(std::string_view(notation.name()));
}

} // namespace attn
