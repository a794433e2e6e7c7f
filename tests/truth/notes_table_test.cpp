// A table of all formulas of the notes, with the place and the numbers of each. It is written beside the tests.

#include "core/document/options/session_notation.h"
#include "core/figure/figure.h"
#include "tests/core/figure/pictures/shown.h"
#include "tests/folders.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <vector>

namespace attn {
namespace {

using test::Shown;

/// The notations of five sets of notes; "paper" and "illustrated" share theirs.
constexpr std::array notes{"d_h", "paper", "illustrated", "Txd", "nxd", "sum", "default"};

/// The formulas in a picture, each with the numbers that follow it, if any. A formula is drawn, perhaps in pieces, then
/// the place of its numbers, then these.
std::map<std::string, std::string> formulas_in(const DisplayList& list) {
    std::map<std::string, std::string> all;
    std::string formula;
    std::vector<std::string> marks; // marks seen since the last formula
    const auto has_digit = [](const std::string& tex) {
        return std::ranges::any_of(tex, [](char letter) { return letter >= '0' && letter <= '9'; });
    };
    const auto keep = [&](const std::string& next) {
        std::erase_if(marks,
                      [&](const std::string& tex) { return !next.empty() && next.find(tex) != std::string::npos; });
        for (const std::string& tex : formula.empty() ? std::vector<std::string>() : marks)
            if (has_digit(tex))
                all[formula] += (all[formula].empty() ? "" : " ") + tex;
        marks.clear();
    };
    for (const Item& item : list.items) {
        if (const auto* shown = std::get_if<ShownFormula>(&item.says)) {
            keep(shown->tex);
            formula = shown->tex;
            all.try_emplace(formula);
        } else if (const auto* mark = std::get_if<FormulaMark>(&item.shape()))
            marks.push_back(mark->tex);
        else if (const auto* text = std::get_if<Text>(&item.shape());
                 text != nullptr && std::holds_alternative<ShownNumber>(item.says))
            marks.push_back(text->text);
    }
    keep({});
    return all;
}

Shown layer_in(const char* notation, int heads) {
    return Shown::json(fmt::format("{{'version': 1, 'tokens': ['a', 'b', 'c'], 'sizes': {{'d_model': 4, 'heads': {}}}, "
                                   "'seed': 4, 'notation': '{}'}}",
                                   heads, notation));
}

std::map<std::string, std::string> on_screen(Shown& shown, ArrayId array) {
    shown.at(is_stage(array) ? array : ArrayId::Y);
    shown.view_state().parameter = is_stage(array) ? std::nullopt : std::optional(array);
    if (!shown.fits(PictureId::notes))
        return {};
    return formulas_in(shown.draw(PictureId::notes, {0, 0, 1400, 4000}));
}

std::map<std::string, std::string> in_figure(Shown& shown, ArrayId array) {
    FigureRequest request;
    request.kind = "notes";
    request.array = array;
    const auto figure = lay_out(request, {shown.session(), shown.trace(), typesetter()});
    return figure ? formulas_in(figure->list) : std::map<std::string, std::string>();
}

/// The text with its bars escaped for a table.
std::string cell(std::string text) {
    for (std::size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2))
        text.replace(at, 1, "\\|");
    return text;
}

TEST(NotesTable, HasEachFormulaOnTheScreenAndInAFigureWithItsNumber) {
    const std::filesystem::path build = assets_folder().parent_path().parent_path();
    std::ofstream table(build / "formulas-of-notes.md");
    table << "| notes | formula | array | screen | figure | number |\n|---|---|---|---|---|---|\n";
    int formulas = 0;
    int with_numbers = 0;
    for (const char* const notation : notes) {
        Shown one = layer_in(notation, 1);
        Shown several = layer_in(notation, 2);
        for (const NoteFormula& formula : one.session().notation.profile().formulas) {
            ++formulas;
            Shown& shown = formula.assumes(Premise::several_heads) ? several : one;
            const auto screen = on_screen(shown, formula.array);
            const auto figure = in_figure(shown, formula.array);
            const auto seen = screen.find(formula.tex);
            const auto drawn = figure.find(formula.tex);
            EXPECT_NE(seen, screen.end()) << notation << ": " << formula.tex << " stands nowhere on the screen";
            EXPECT_NE(drawn, figure.end()) << notation << ": " << formula.tex << " stands in no figure";
            const std::string number = seen == screen.end() ? "" : seen->second;
            with_numbers += number.empty() ? 0 : 1;
            EXPECT_FALSE(number.empty()) << notation << ": " << formula.tex << " has no number";
            table << fmt::format("| {} | `{}` | {} | {} | {} | {} |\n", notation, cell(formula.tex),
                                 array_name(formula.array), seen == screen.end() ? "–" : "yes",
                                 drawn == figure.end() ? "–" : "yes",
                                 number.empty() ? "–" : fmt::format("`{}`", cell(number)));
        }
    }
    EXPECT_GT(formulas, 130);
    EXPECT_EQ(with_numbers, formulas);
}

} // namespace
} // namespace attn
