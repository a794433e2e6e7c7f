// A symbol names only one array, in notations whose notes use few letters.
#include "core/document/options/session_notation.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/words/cell_letters.h"
#include "core/figure/words/cell_words.h"
#include "core/notation/in_notation.h"
#include "tests/core/figure/pictures/shown.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {
namespace {

using test::Shown;

Shown layer_of(const std::string& notation, Index heads) {
    return Shown::json("{'version': 1, 'tokens': ['a', 'b', 'c'], 'sizes': {'d_model': " + std::to_string(6 * heads) +
                       ", 'heads': " + std::to_string(heads) + "}, 'notation': '" + notation + "'}");
}

/// Arrays whose symbols must differ. Scores, row sums and parameters stand in no formula beside arrays that share their
/// letter in notes; heads differ by their number.
constexpr std::array told_apart{ArrayId::X,    ArrayId::Q, ArrayId::K, ArrayId::V,      ArrayId::scaled,
                                ArrayId::mask, ArrayId::A, ArrayId::O, ArrayId::concat, ArrayId::Y};

TEST(Letters, NameOneArrayEachWhateverTheNotationAndTheHeads) {
    for (const std::string_view name : notation_names())
        for (const Index heads : {1, 2}) {
            Shown shown = layer_of(std::string(name), heads);
            const Notation notation = notation_of(shown.session());
            std::map<std::string, ArrayId> whose;
            for (const ArrayId array : told_apart) {
                if (heads == 1 && array == ArrayId::concat)
                    continue; // the only head's output, joined with nothing: notes may give both one name
                const std::string tex = in_notation(symbol_of(array), notation);
                const auto [other, is_new] = whose.emplace(tex, array);
                EXPECT_TRUE(is_new) << name << ", heads: " << heads << ": " << tex << " is "
                                    << array_name(other->second) << " and " << array_name(array);
            }
        }
}

TEST(Letters, OfCellsNameOneArrayEachWhateverTheNotationAndTheHeads) {
    for (const std::string_view name : notation_names())
        for (const Index heads : {1, 2}) {
            Shown shown = layer_of(std::string(name), heads);
            std::map<std::string, ArrayId> whose;
            for (const ArrayId array : told_apart) {
                const std::string cell = short_cell(shown.drawing(), {0, array});
                const auto [other, is_new] = whose.emplace(cell, array);
                EXPECT_TRUE(is_new) << name << ", heads: " << heads << ": " << cell << " is "
                                    << array_name(other->second) << " and " << array_name(array);
            }
        }
}

TEST(Letters, OfAHeadsPartAreNotThoseOfItsOutput) {
    for (const std::string_view name : notation_names()) {
        Shown shown = layer_of(std::string(name), 2);
        const Notation notation = notation_of(shown.session());
        EXPECT_NE(short_cell(shown.drawing(), {0, ArrayId::parts}), short_cell(shown.drawing(), {0, ArrayId::O}))
            << name;
        const std::string sum = in_notation(cell_formula_of(shown.session(), ArrayId::Y), notation);
        const std::string head = in_notation("<o>_{<i><d>}^{(<h>)}", notation);
        EXPECT_EQ(sum.find(head), std::string::npos) << name << ": " << sum;
    }
}

/// The numbers in a text, above, below and on the line; numbers that touch are one.
std::vector<std::string> numbers_in(std::string_view text) {
    constexpr std::array<std::string_view, 30> digits{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9",
                                                      "₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉",
                                                      "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::vector<std::string> numbers;
    bool is_in_number = false;
    while (!text.empty()) {
        const auto* const digit =
            std::ranges::find_if(digits, [&](std::string_view one) { return text.starts_with(one); });
        const bool is_digit = digit != digits.end();
        if (is_digit && !is_in_number)
            numbers.emplace_back();
        if (is_digit)
            numbers.back() += std::to_string((digit - digits.begin()) % 10);
        is_in_number = is_digit;
        text.remove_prefix(is_digit ? digit->size() : 1);
    }
    return numbers;
}

/// The numbers with which a cell's name must end.
std::vector<std::string> numbers_of_place(const CellId& cell) {
    const Array& row = row_of(cell.array);
    std::vector<std::string> numbers;
    if (row.rows != Axis::one)
        numbers.push_back(std::to_string(cell.row + 1));
    if (row.columns != Axis::one)
        numbers.push_back(std::to_string(cell.column + 1));
    return numbers;
}

/// Cells of large matrices that would share a name if the numbers of heads, rows and columns had nothing between them.
std::vector<CellId> telling_cells(ArrayId array, Index heads) {
    const Array& row = row_of(array);
    std::vector<CellId> cells;
    for (const Index head : {0, 1, 10, 11})
        for (const Index i : {0, 5, 10, 15})
            for (const Index j : {0, 1, 5, 10}) {
                const bool has_head = head == 0 || (head < heads && has_heads(array));
                const bool has_place = (i == 0 || row.rows != Axis::one) && (j == 0 || row.columns != Axis::one);
                if (has_head && has_place)
                    cells.push_back({0, array, 0, head, i, j});
            }
    return cells;
}

/// True if the name ends with these numbers, each apart from the next.
bool ends_with_numbers(std::string_view name, const std::vector<std::string>& wanted) {
    const std::vector<std::string> numbers = numbers_in(name);
    return numbers.size() >= wanted.size() && std::ranges::equal(std::span(numbers).last(wanted.size()), wanted);
}

void expect_separate_numbers(Shown& shown, ArrayId array) {
    const Notation notation = notation_of(shown.session());
    std::map<std::string, CellId> named;
    for (const CellId& cell : telling_cells(array, notation.heads)) {
        const std::string name = short_cell(shown.drawing(), cell);
        const std::vector<std::string> place = numbers_of_place(cell);
        const bool may_be_column_first = shown.session().tokens_as_columns; // for cells named by their matrix
        EXPECT_TRUE(ends_with_numbers(name, place) ||
                    (may_be_column_first && ends_with_numbers(name, {place.rbegin(), place.rend()})))
            << notation.chosen.name() << ": " << name << " is row " << cell.row + 1 << ", column " << cell.column + 1;
        const std::string counted = NamedWords::cell(cell).in(notation).letters();
        EXPECT_TRUE(ends_with_numbers(counted, {std::to_string(cell.row + 1), std::to_string(cell.column + 1)}))
            << notation.chosen.name() << ": " << counted;
        const auto [other, is_new] = named.emplace(name, cell);
        EXPECT_TRUE(is_new || (other->second.row == cell.row && other->second.column == cell.column))
            << notation.chosen.name() << ": two cells are " << name;
    }
}

TEST(Letters, OfCellsKeepTheNumbersOfHeadsRowsAndColumnsApartInEveryNotationAndArray) {
    for (const std::string_view name : notation_names())
        for (const Index heads : {1, 12})
            for (const bool is_otherwise : {false, true}) {
                Shown shown = layer_of(std::string(name), heads);
                if (is_otherwise)
                    shown.with([](Layer& layer) { layer.mask.causal = true; }).columns();
                for (const Array& row : arrays())
                    expect_separate_numbers(shown, row.id);
            }
}

TEST(Letters, OfCellsSetTheHeadAboveInBracketsAsTheFormulaOfASumOverHeadsDoes) {
    Shown paper = layer_of("paper", 2);
    EXPECT_EQ(short_cell(paper.drawing(), {0, ArrayId::parts, 0, 1, 5, 3}), "y⁽²⁾₆‚₄");
    EXPECT_EQ(short_cell(paper.drawing(), {0, ArrayId::O, 0, 1, 5, 3}), "(head₂)₆‚₄");
    Shown sum = layer_of("sum", 2);
    EXPECT_EQ(short_cell(sum.drawing(), {0, ArrayId::parts, 0, 1, 5, 3}), "y⁽¹⁾₆‚₄");
}

TEST(Letters, OfCellsThatBearTheNameOfTheirMatrixCountItAsItIsLaidOut) {
    struct Named {
        const char* notation;
        CellId cell;
        const char* in_columns;
    };
    const CellId score{0, ArrayId::scores, 0, 1, 2, 0};
    const CellId output{0, ArrayId::O, 0, 1, 2, 1};
    const CellId concat{0, ArrayId::concat, 0, 0, 2, 7};
    for (const Named& named : {Named{"d_h", score, "(K⊤Q)₍₁‚₃₎"}, Named{"d_h", output, "O⁽²⁾₍₂‚₃₎"},
                               Named{"d_h", {0, ArrayId::K, 0, 1, 2, 1}, "K₍₂‚₃₎"}, Named{"d_h", concat, "Concat₍₈‚₃₎"},
                               Named{"d_h", {0, ArrayId::scaled, 0, 1, 2, 0}, "score(3,1)"}, // by a query and a key
                               Named{"nxd", score, "(KᵀQ)₁‚₃"}, Named{"nxd", {0, ArrayId::A, 0, 1, 2, 0}, "A₁‚₃"},
                               Named{"paper", output, "(head₂)₂‚₃"}, Named{"paper", concat, "Concat₈‚₃"},
                               Named{"default", concat, "C₈‚₃"}, Named{"Txd", {0, ArrayId::Q, 0, 1, 2, 1}, "Q₂‚₃"},
                               Named{"default", score, "s₃‚₁"}, Named{"default", output, "o₃‚₂"}})
        EXPECT_EQ(short_cell(layer_of(named.notation, 2).columns().drawing(), named.cell), named.in_columns)
            << named.notation;
}

TEST(Letters, OfAPartAreThoseOfTheNotesForEveryHead) {
    Shown shown = layer_of("d_h", 12);
    EXPECT_EQ(short_cell(shown.drawing(), {0, ArrayId::parts, 0, 0, 0, 4}), "(O⁽¹⁾W_O⁽¹⁾)₍₁‚₅₎");
    EXPECT_EQ(short_cell(shown.drawing(), {0, ArrayId::parts, 0, 11, 0, 4}), "(O⁽¹²⁾W_O⁽¹²⁾)₍₁‚₅₎");
    EXPECT_EQ(short_cell(shown.columns().drawing(), {0, ArrayId::parts, 0, 1, 0, 4}), "(W_O⁽²⁾⊤O⁽²⁾)₍₅‚₁₎");
}

TEST(Letters, OfFormulasCountAMatrixAsItIsLaidOut) {
    Notation notation;
    EXPECT_EQ(in_notation("<M>_{<i><j>} <q>_{<i><column>} <W_Q>_{<d><column>}", notation),
              R"(M_{ij} q_{ic} {W_Q^{(h)}}_{dc})");
    notation.tokens_as_columns = true;
    EXPECT_EQ(in_notation("<M>_{<i><j>} <q>_{<i><column>} <W_Q>_{<d><column>}", notation),
              R"(M_{ji} q_{ic} {W_Q^{(h)}}_{dc})");
    EXPECT_EQ(in_notation("<O>_{(<i>,<column>)} (<Q>)_{<i>,<j>} <C>_{(<i>,*)}", notation),
              R"(O^{(h)}_{(c,i)} (Q^{(h)})_{j,i} C_{(*,i)})");
}

/// The heads' outputs side by side, with brackets around them; empty if the formula has a letter for them.
std::string list_of_heads(const std::string& formula) {
    const std::string_view first = "<O first read>";
    const std::string_view last = "<O last read>";
    const std::size_t begin = formula.find(first);
    const std::size_t end = formula.find(last, begin);
    if (begin == std::string::npos || end == std::string::npos)
        return {};
    std::string list = formula.substr(begin, end + last.size() - begin);
    return formula.substr(formula.find_last_of("([", begin), 1) + list +
           formula.substr(formula.find_first_of(")]", end + last.size()), 1);
}

TEST(Letters, OfHeadsSideBySideStandInTheOutputAsTheyDoInConcat) {
    for (const std::string_view name : notation_names())
        for (const bool columns : {false, true}) {
            Shown shown = layer_of(std::string(name), 2);
            if (columns)
                shown.columns();
            const std::string in_output = list_of_heads(formula_of(shown.session(), ArrayId::Y));
            if (!in_output.empty())
                EXPECT_EQ(list_of_heads(formula_of(shown.session(), ArrayId::concat)), in_output)
                    << name << (columns ? ", tokens as columns" : "");
        }
}

TEST(Letters, OfNotesThatWriteMForAProductOfWeightsNameTheMaskOtherwise) {
    Shown shown = layer_of("d_h", 2);
    EXPECT_NE(in_notation("<M>", notation_of(shown.session())), "M");
}

} // namespace
} // namespace attn
