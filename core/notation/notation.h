#pragma once

#include "core/files/input_files.h"
#include "core/model/cell.h"
#include "core/tensor/result.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

class Field;
struct Json;

/// A thing of the layer that a notation calls by a name of its own. In formulas it stands as <name>.
struct Symbol {
    std::string_view name;
    std::string_view words; ///< what it is, for a legend; empty: no thing of its own
};

/// All of them: the keys of "symbols" in a notation's file.
std::span<const Symbol> symbols();

/// How a notation speaks of one array; empty: as its row of core/model/arrays.h has it.
struct ArrayWording {
    std::string word;            ///< on nodes and in names of cells: "score"
    std::string title;           ///< what the stage asks
    std::string formula;         ///< the whole matrix, its symbols written as <name>
    std::string columns_formula; ///< the same where tokens are columns
    std::string cell_formula;    ///< one cell
    bool operator==(const ArrayWording&) const = default;
};

/// What a formula of the notes takes for granted beyond a plain layer.
enum class Premise : std::uint8_t {
    one_width,               ///< d_k = d_v
    one_input_width,         ///< D = D_c: keys and values are made from rows as wide as queries are
    heads_fill_width,        ///< D = H d_v
    heads_of_one_fill_width, ///< both: all heads' queries, keys and values are as wide as the model
    several_heads,
    own_keys, ///< no two heads share keys and values
    output_weights
};

/// A formula as it stands in somebody's notes, letter by letter.
struct NoteFormula {
    std::string tex;
    ArrayId array{};     ///< beside which it is shown
    std::string numbers; ///< TeX with numbers of the chosen cell, <=scores>, and lengths, <=d_k>
    std::string says;    ///< a remark, such as an erratum
    std::vector<Premise> premises;
    std::vector<ArrayId> through; ///< arrays that it leaves out, as A in head_i = softmax(…) V_i
    bool operator==(const NoteFormula&) const = default;

    bool assumes(Premise premise) const { return std::ranges::find(premises, premise) != premises.end(); }
};

/// An index whose letter means something else too, and the letter that formulas write in its place.
struct TakenLetter {
    std::string index;   ///< its symbol: "d"
    std::string letter;  ///< as the notation has it
    std::string instead; ///< TeX
    bool operator==(const TakenLetter&) const = default;
};

/// The symbols, words and formulas of one set of lecture notes.
struct NotationProfile {
    std::string name;                                        ///< on the command line and in sessions
    std::string label;                                       ///< in menus
    std::string about;                                       ///< "α, y⁽ʰ⁾": what it can be told by
    std::map<std::string, std::string, std::less<>> symbols; ///< TeX by name; what is missing is as in the default
    std::map<ArrayId, ArrayWording> arrays;
    std::vector<ArrayId> steps;  ///< of its notes, in the order of computing; none: the default's
    std::map<char, char> einsum; ///< letters of axes, by the program's own
    std::vector<NoteFormula> formulas;
    std::vector<TakenLetter> taken; ///< follows from the symbols; none in a notation that comes with the program
    bool operator==(const NotationProfile&) const = default;
};

/// The notations that come with the program, the default first.
std::span<const std::shared_ptr<const NotationProfile>> shipped_notations();
/// Their names; and as a line for messages: "default, d_h, paper …".
std::vector<std::string_view> notation_names();
std::string notation_list();

/// In whose symbols formulas are written: those of a notation that comes with the program, or of the user's own.
class NotationChoice {
public:
    NotationChoice();
    /// One that comes with the program; the default where there is none of that name.
    NotationChoice(std::string_view name);
    NotationChoice(const char* name) : NotationChoice(std::string_view(name)) {}
    NotationChoice(const std::string& name) : NotationChoice(std::string_view(name)) {}
    explicit NotationChoice(std::shared_ptr<const NotationProfile> own) : profile_(std::move(own)) {}

    const NotationProfile& profile() const { return *profile_; }
    const std::string& name() const { return profile_->name; }
    /// Whether it does not come with the program, so that a session has to hold it.
    bool is_own() const;
    /// The file that it was read from; none where it came with the program or within a session.
    const InputFiles& inputs() const { return inputs_; }
    void note_input(const std::filesystem::path& file) { inputs_.add(file); }
    bool operator==(const NotationChoice& other) const {
        return profile_ == other.profile_ || *profile_ == *other.profile_;
    }

private:
    std::shared_ptr<const NotationProfile> profile_;
    InputFiles inputs_;
};

/// One that comes with the program; fails with the names that there are.
Result<NotationChoice> notation_named(std::string_view name);

/// The most bytes of a notation's file.
constexpr std::uint64_t notation_size_limit = std::uint64_t{256} << 10;

/// Reads a notation that somebody wrote: unknown keys, wrong types and formulas that cannot be read are named.
Result<NotationChoice> load_notation(const std::filesystem::path& path);
Result<NotationChoice> parse_notation(std::string_view text, const std::string& name);
/// What a command line or a field says: a name, or else a file.
Result<NotationChoice> notation_of_words(const std::string& words);

/// A notation that comes with the program: its formulas are not tried, which tests do.
Result<NotationProfile> read_shipped_notation(std::string_view text, const std::string& name);

/// A notation within another document: a name, or the object itself. What is wrong is noted in the field.
NotationChoice read_notation(const Field& field);
/// As read_notation reads it.
Json json_of_notation(const NotationChoice& notation);
/// As its file has it.
Json json_of_profile(const NotationProfile& profile);

/// Whether <=name> in a note's numbers stands for something: a cell of an array, "Q row" (the row that it is in), a
/// length, "exp" (of the score alone), "sum exp" (of the row), "row total" (of A).
bool is_number_of_notes(std::string_view name);
/// What stands behind the name of an array whose row is meant.
constexpr std::string_view row_of_notes = " row";
/// The numbers of a formula with `number(name)` in the place of each <=name>.
std::string with_numbers(std::string_view numbers, const std::function<std::string(std::string_view name)>& number);

} // namespace attn
