// Notations as files.

#include "core/notation/notation_json.h"

#include "core/files/file.h"
#include "core/files/json_field.h"
#include "core/files/printable.h"
#include "core/formula/parse.h"
#include "core/model/arrays.h"
#include "core/notation/in_notation.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <utility>

namespace attn {

namespace {

constexpr std::size_t longest_text = 200;
constexpr std::size_t longest_word = 12;
constexpr std::size_t most_formulas = 200;

struct PremiseName {
    Premise premise;
    std::string_view name;
};
constexpr std::array premise_names{
    PremiseName{Premise::one_width, "d_k = d_v"}, PremiseName{Premise::heads_fill_width, "D = H d_v"},
    PremiseName{Premise::heads_of_one_fill_width, "D = H d_h"}, PremiseName{Premise::several_heads, "several heads"},
    PremiseName{Premise::output_weights, "W_O"}};

/// What of an array a notation may say otherwise, by its key.
struct WordingKey {
    std::string_view key;
    std::string ArrayWording::*text;
    bool is_formula;
};
constexpr std::array wording_keys{WordingKey{"word", &ArrayWording::word, false},
                                  WordingKey{"title", &ArrayWording::title, false},
                                  WordingKey{"formula", &ArrayWording::formula, true},
                                  WordingKey{"columns_formula", &ArrayWording::columns_formula, true},
                                  WordingKey{"cell_formula", &ArrayWording::cell_formula, true}};

/// A text for the screen: not too long, and nothing that moves a cursor.
std::string short_text(const Field& field, std::string fallback = {}) {
    std::string text = field.text(std::move(fallback));
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

std::optional<ArrayId> read_array(const Field& field, std::string_view name) {
    const auto array = find_array(name);
    if (array)
        return array;
    std::vector<std::string_view> names;
    for (const Array& row : arrays())
        names.push_back(row.name);
    const auto nearest = nearest_name(name, names);
    field.fail(fmt::format("there is no array “{}”{}", printable(name),
                           nearest ? fmt::format("; did you mean “{}”?", *nearest) : std::string()));
    return std::nullopt;
}

char read_letter(const Field& field, std::string_view text) {
    if (text.size() == 1 && ((text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z')))
        return text[0];
    field.fail(fmt::format("“{}” is no letter from a to z or A to Z", printable(text)));
    return 'a';
}

void read_symbols(const Field& field, NotationProfile& profile) {
    std::vector<std::string_view> known;
    for (const Symbol& symbol : symbols())
        known.push_back(symbol.name);
    field.expect_keys(known);
    for (const auto& [name, value] : field.members())
        profile.symbols.emplace(name, formula_text(value));
}

/// Of a word with its marks for rows and columns, whichever of them is written.
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

void read_arrays(const Field& field, NotationProfile& profile) {
    for (const auto& [name, value] : field.members()) {
        const auto array = read_array(value, name);
        if (!array)
            return;
        std::vector<std::string_view> known;
        known.reserve(wording_keys.size());
        for (const WordingKey& key : wording_keys)
            known.push_back(key.key);
        value.expect_keys(known);
        ArrayWording wording;
        for (const WordingKey& key : wording_keys)
            if (const Field text = value[key.key]; text.exists())
                wording.*key.text = key.is_formula ? formula_text(text) : short_text(text);
        if (bytes_of(wording.word) > longest_word)
            value["word"].fail(fmt::format("expected at most {} bytes, as a node has room for", longest_word));
        profile.arrays.emplace(*array, std::move(wording));
    }
}

/// Letters of axes; two axes never get one.
void read_einsum(const Field& field, NotationProfile& profile) {
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

/// Stages, in whatever order: they are walked as they are computed.
void read_steps(const Field& field, NotationProfile& profile) {
    for (const Field& item : field.items()) {
        const auto array = read_array(item, item.text());
        if (!array)
            return;
        if (!is_stage(*array))
            item.fail("this is a weight; steps are arrays that are computed");
        if (std::ranges::find(profile.steps, *array) != profile.steps.end())
            item.fail("this step stands there twice");
        profile.steps.push_back(*array);
    }
    std::ranges::sort(profile.steps);
}

Premise read_premise(const Field& field) {
    if (!field.exists())
        return Premise::none;
    std::string known;
    for (const PremiseName& row : premise_names) {
        if (field.is_text(row.name))
            return row.premise;
        known += fmt::format("{}“{}”", known.empty() ? "" : ", ", row.name);
    }
    field.fail(fmt::format("expected one of {}", known));
    return Premise::none;
}

void read_formulas(const Field& field, NotationProfile& profile) {
    const std::vector<Field> items = field.items();
    if (items.size() > most_formulas)
        return field.fail(fmt::format("there are {} formulas, expected at most {}", items.size(), most_formulas));
    for (const Field& item : items) {
        item.expect_keys({"tex", "of", "numbers", "says", "holds"});
        NoteFormula formula;
        if (!item["tex"].exists())
            item.fail("a formula has its letters in “tex”");
        formula.tex = formula_text(item["tex"]);
        formula.array = read_array(item["of"], item["of"].text()).value_or(ArrayId::A);
        formula.numbers = formula_text(item["numbers"]);
        formula.says = short_text(item["says"]);
        formula.premise = read_premise(item["holds"]);
        profile.formulas.push_back(std::move(formula));
    }
}

NotationProfile read_profile(const Field& root) {
    NotationProfile profile;
    root.expect_keys({"version", "name", "label", "about", "symbols", "arrays", "steps", "einsum", "formulas"});
    root["version"].integer(1, 1, 1);
    profile.name = short_text(root["name"]);
    if (profile.name.empty() && !root.failed())
        root.fail("a notation has a “name”");
    profile.label = short_text(root["label"], profile.name);
    profile.about = short_text(root["about"]);
    read_symbols(root["symbols"], profile);
    read_arrays(root["arrays"], profile);
    read_steps(root["steps"], profile);
    read_einsum(root["einsum"], profile);
    read_formulas(root["formulas"], profile);
    return profile;
}

/// Layers that differ in all that changes what is written.
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

/// Why a formula cannot be written or read; empty where it can.
std::string fault(const Result<std::string>& tex) {
    if (!tex)
        return tex.error().message;
    const auto formula = parse_formula(*tex);
    return formula ? std::string() : formula.error().message;
}

/// The numbers of a formula with 0 in every place; a place is <=scores> or <=d_k>.
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

/// Tries what the notation makes of the program's own formulas.
void try_symbols(const Field& root, const Notation& notation) {
    const auto expect = [&](const Field& field, std::string_view formula) {
        for (const auto head : {std::optional<Index>(), std::optional<Index>(0)})
            if (std::string reason = fault(checked_in_notation(formula, notation, head)); !reason.empty())
                field.fail(reason);
    };
    for (const auto& [name, field] : root["symbols"].members())
        expect(field, fmt::format("<{}>", name));
    for (const auto& [name, field] : root["arrays"].members())
        for (const WordingKey& key : wording_keys)
            if (key.is_formula && field[key.key].exists())
                expect(field[key.key], field[key.key].text());
    for (const Array& row : arrays())
        for (const std::string_view formula : {row.symbol, row.formula, row.columns_formula, row.cell_formula})
            expect(root, formula);
}

/// Tries all formulas of a notation.
void try_formulas(const Field& root, const NotationChoice& chosen) {
    const NotationProfile& profile = chosen.profile();
    for (const Notation& notation : layers_to_try(chosen)) {
        try_symbols(root, notation);
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

/// The notation that an object holds; one that comes with the program is itself.
NotationChoice read_object(const Field& root) {
    auto profile = std::make_shared<const NotationProfile>(read_profile(root));
    if (root.failed())
        return {};
    for (const auto& shipped : shipped_notations()) {
        if (*shipped == *profile)
            return shipped->name;
        if (shipped->name == profile->name)
            root["name"].fail(fmt::format("“{}” comes with the program; give yours another name", profile->name));
    }
    NotationChoice chosen(std::move(profile));
    try_formulas(root, chosen);
    return chosen;
}

} // namespace

std::string with_numbers(std::string_view numbers, const std::function<std::string(std::string_view)>& number) {
    std::string tex;
    while (!numbers.empty()) {
        const std::size_t open = numbers.find("<=");
        tex += numbers.substr(0, open);
        if (open == std::string_view::npos)
            break;
        const std::size_t close = std::min(numbers.find('>', open), numbers.size());
        tex += number(numbers.substr(open + 2, close - open - 2));
        numbers.remove_prefix(std::min(close + 1, numbers.size()));
    }
    return tex;
}

bool is_number_of_notes(std::string_view name) {
    constexpr std::array lengths{"B", "S", "S_q", "S_k", "D", "H", "d_k", "d_v", "exp", "sum exp", "row total"};
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
    if (field.is(Json::Kind::object))
        return read_object(field);
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
    NotationChoice chosen = read_object(root);
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
    Json json = json_object();
    const auto set = [](Json& object, std::string_view key, std::string_view text) {
        if (!text.empty())
            object.set(std::string(key), json_of(text));
    };
    json.set("version", json_of(std::int64_t{1}));
    set(json, "name", profile.name);
    set(json, "label", profile.label);
    set(json, "about", profile.about);
    Json symbols = json_object();
    for (const auto& [name, tex] : profile.symbols)
        symbols.set(name, json_of(std::string_view(tex)));
    json.set("symbols", std::move(symbols));
    Json wordings = json_object();
    for (const auto& [array, wording] : profile.arrays) {
        Json row = json_object();
        for (const WordingKey& key : wording_keys)
            set(row, key.key, wording.*key.text);
        wordings.set(std::string(array_name(array)), std::move(row));
    }
    json.set("arrays", std::move(wordings));
    std::vector<Json> steps;
    for (const ArrayId step : profile.steps)
        steps.push_back(json_of(array_name(step)));
    if (!steps.empty())
        json.set("steps", json_list(std::move(steps)));
    Json einsum = json_object();
    for (const auto& [own, letter] : profile.einsum)
        einsum.set(std::string(1, own), json_of(std::string_view(&letter, 1)));
    json.set("einsum", std::move(einsum));
    std::vector<Json> formulas;
    for (const NoteFormula& formula : profile.formulas) {
        Json row = json_object();
        row.set("tex", json_of(std::string_view(formula.tex)));
        set(row, "of", array_name(formula.array));
        set(row, "numbers", formula.numbers);
        set(row, "says", formula.says);
        if (const auto* const found = std::ranges::find(premise_names, formula.premise, &PremiseName::premise);
            found != premise_names.end())
            set(row, "holds", found->name);
        formulas.push_back(std::move(row));
    }
    json.set("formulas", json_list(std::move(formulas)));
    return json;
}

Json json_of_notation(const NotationChoice& notation) {
    return notation.is_own() ? json_of_profile(notation.profile()) : json_of(std::string_view(notation.name()));
}

} // namespace attn
