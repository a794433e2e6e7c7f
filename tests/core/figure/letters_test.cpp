// One symbol names one array, in the notations in which notes use few letters.
#include "core/document/session_notation.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/words/words.h"
#include "core/notation/in_notation.h"
#include "tests/core/figure/pictures/shown.h"

#include <array>
#include <gtest/gtest.h>
#include <map>
#include <string>

namespace attn {
namespace {

using test::Shown;

Shown layer_of(const std::string& notation, Index heads) {
    return Shown::json("{'version': 1, 'tokens': ['a', 'b', 'c'], 'sizes': {'d_model': 6, 'heads': " +
                       std::to_string(heads) + "}, 'notation': '" + notation + "'}");
}

/// Scores, the row sums and what is learnt stand in no formula beside what has their letter in notes; heads are told
/// apart by their number.
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
                    continue; // the only head's output, joined with nothing: notes may call it that
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
                const std::string cell = short_cell(shown.drawing(), {.array = array});
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
        EXPECT_NE(short_cell(shown.drawing(), {.array = ArrayId::parts}),
                  short_cell(shown.drawing(), {.array = ArrayId::O}))
            << name;
        const std::string sum = in_notation(cell_formula_of(shown.session(), ArrayId::Y), notation);
        const std::string head = in_notation("<o>_{<i><d>}^{(<h>)}", notation);
        EXPECT_EQ(sum.find(head), std::string::npos) << name << ": " << sum;
    }
}

TEST(Letters, OfNotesThatWriteMForAProductOfWeightsNameTheMaskOtherwise) {
    Shown shown = layer_of("d_h", 2);
    EXPECT_NE(in_notation("<M>", notation_of(shown.session())), "M");
}

} // namespace
} // namespace attn
