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

/// A symbol that each notation may write in its own way. Formulas write it as <name>.
struct Symbol {
    std::string_view name;
    std::string_view words; ///< description for a legend; empty: not in legends
};

/// Returns all symbols: the keys of "symbols" in a notation's file.
std::span<const Symbol> symbols();

/// A notation's texts for one array; for an empty text, that of the array's row in core/model/arrays.h is used.
struct ArrayWording {
    std::string word;            ///< the array's name on nodes and in cells' names: "score"
    std::string title;           ///< the question that the array answers
    std::string formula;         ///< formula of the whole matrix, with symbols written <name>
    std::string columns_formula; ///< `formula` if tokens are columns
    std::string cell_formula;    ///< formula of one cell
    bool operator==(const ArrayWording&) const = default;
};

/// Something that a formula in lecture notes assumes about the layer.
enum class Premise : std::uint8_t {
    one_width,               ///< d_k = d_v
    one_input_width,         ///< D = D_c: the rows for keys and values are as wide as those for queries
    heads_fill_width,        ///< D = H d_v
    heads_of_one_fill_width, ///< H d_k = H d_v = D: all heads' queries, keys and values together are as wide as the
                             ///< model
    several_heads,
    own_keys, ///< no two heads share keys and values
    output_weights
};

/// A formula from lecture notes, copied exactly.
struct NoteFormula {
    std::string tex;
    ArrayId array{};     ///< the array beside which it is shown
    std::string numbers; ///< TeX with numbers: <=scores> is the value of the chosen cell, <=d_k> a length
    std::string says;    ///< a remark, such as an erratum
    std::vector<Premise> premises;
    std::vector<ArrayId> through; ///< arrays that the formula skips, like A in head_i = softmax(…) V_i
    bool operator==(const NoteFormula&) const = default;

    bool assumes(Premise premise) const { return std::ranges::find(premises, premise) != premises.end(); }
};

/// An index whose letter also has another meaning, and the letter that formulas use instead.
struct TakenLetter {
    std::string index;   ///< name of the index's symbol: "d"
    std::string letter;  ///< letter of the index in the notation
    std::string instead; ///< letter that is used instead, in TeX
    bool operator==(const TakenLetter&) const = default;
};

/// The symbols, words and formulas of one set of lecture notes.
struct NotationProfile {
    std::string name;                                        ///< the notation's name on the command line and in
                                                             ///< sessions
    std::string label;                                       ///< the notation's name in menus
    std::string about;                                       ///< a description by some of its symbols: "α, y⁽ʰ⁾"
    std::map<std::string, std::string, std::less<>> symbols; ///< TeX of the symbols by name; for missing ones, that of
                                                             ///< the default notation
    Index first_head = 1;                                    ///< number of the first head
    bool walks_one_head_first = false;                       ///< true: the lecture notes present a single head before
                                                             ///< several
    bool ends_beside_one_head = false; ///< true: the lecture notes end with the shapes of one head beside those of
                                       ///< several
    std::map<ArrayId, ArrayWording> arrays;
    std::vector<ArrayId> steps;  ///< arrays of the lecture notes, in the order of computing; empty: those of the
                                 ///< default notation
    std::map<char, char> einsum; ///< letters of axes, by the program's letters
    std::vector<NoteFormula> formulas;
    std::vector<TakenLetter> taken; ///< computed from the symbols; empty for a notation that comes with the program
    bool operator==(const NotationProfile&) const = default;
};

/// Returns the notations that come with the program, the default first.
std::span<const std::shared_ptr<const NotationProfile>> shipped_notations();
/// notation_names returns the names of the notations that come with the program; notation_list returns them in one line
/// for messages: "default, d_h, paper …".
std::vector<std::string_view> notation_names();
std::string notation_list();

/// The chosen notation: one that comes with the program, or the user's own.
class NotationChoice {
public:
    NotationChoice();
    /// Makes the choice of a notation that comes with the program; the default if there is none with this name.
    NotationChoice(std::string_view name);
    NotationChoice(const char* name) : NotationChoice(std::string_view(name)) {}
    NotationChoice(const std::string& name) : NotationChoice(std::string_view(name)) {}
    explicit NotationChoice(std::shared_ptr<const NotationProfile> own) : profile_(std::move(own)) {}

    const NotationProfile& profile() const { return *profile_; }
    const std::string& name() const { return profile_->name; }
    /// True if the notation does not come with the program, so that a session must contain it.
    bool is_own() const;
    /// Returns the file from which the notation was read; empty if it came with the program or within a session.
    const InputFiles& inputs() const { return inputs_; }
    void note_input(const std::filesystem::path& file) { inputs_.add(file); }
    bool operator==(const NotationChoice& other) const {
        return profile_ == other.profile_ || *profile_ == *other.profile_;
    }

private:
    std::shared_ptr<const NotationProfile> profile_;
    InputFiles inputs_;
};

/// Returns the notation with this name that comes with the program; the error lists the names.
Result<NotationChoice> notation_named(std::string_view name);

/// The largest number of bytes of a notation's file.
constexpr std::uint64_t notation_size_limit = std::uint64_t{256} << 10;

/// Reads a user's notation. The error names unknown keys, wrong types and formulas that cannot be read.
Result<NotationChoice> load_notation(const std::filesystem::path& path);
Result<NotationChoice> parse_notation(std::string_view text, const std::string& name);
/// Returns the notation that a user names on the command line or in a field: by its name, or by a file.
Result<NotationChoice> notation_of_words(const std::string& words);

/// Reads a notation that comes with the program, without trying its formulas; tests do that.
Result<NotationProfile> read_shipped_notation(std::string_view text, const std::string& name);

/// Reads a notation within another document: a name, or an object. Failures are stored in the field.
NotationChoice read_notation(const Field& field);
/// Returns the notation in the form that read_notation reads.
Json json_of_notation(const NotationChoice& notation);
/// Returns the notation in the form of a notation's file.
Json json_of_profile(const NotationProfile& profile);

/// True if <=name> has a meaning in a note's numbers: an array (its chosen cell), an array's row as "Q row", a length,
/// "exp" (of the score), "sum exp" (of the row) or "row total" (of A).
bool is_number_of_notes(std::string_view name);
/// The ending of a name that means an array's row.
constexpr std::string_view row_of_notes = " row";
/// Returns the numbers of a formula, with number(name) in place of each <=name>.
std::string with_numbers(std::string_view numbers, const std::function<std::string(std::string_view name)>& number);

} // namespace attn
