#pragma once

#include "core/explain/glossary.h"
#include "core/figure/display_list.h"
#include "core/model/claim.h"
#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// The time in seconds for which the mouse must not move before a tip is shown.
constexpr float rest_before_tip = 0.4F;

/// A symbol of a formula and its meaning.
struct SymbolLine {
    std::string tex; ///< the symbol in TeX, in the user's notation
    std::string words;
};

/// A tip about something on the screen. Empty members are not shown.
struct Tip {
    Prose name{};                    ///< "A⁽²⁾ · the₅ reads cat₂", "softmax"
    std::string value{};             ///< a number with all its digits
    std::string formula{};           ///< TeX with symbols as <name>
    Prose becomes{};                 ///< the numbers that depend on it: "goes into scores⁽²⁾: 6 cells of row 5"
    Claims about{};                  ///< a sentence or two
    std::vector<Fact> behind_name{}; ///< facts that the name claims, e.g. a shape
    std::string key{};               ///< the key that does the same as a click
    std::vector<SymbolLine> symbols{};
    DisplayList picture{}; ///< drawn beneath the sentences
    Box place{};           ///< the area on the screen that the tip is about
};

/// The tip of a number of the layer. The cell must exist.
Tip tip_of_cell(const UiContext& ui, const CellId& cell);

Tip tip_of_term(const UiContext& ui, const GlossaryTerm& term);

/// Returns the tip about what the scene shows at a point: a number, a node, a button, a symbol, a formula, a word of
/// the glossary. Returns nullopt if there is none, or if it would tell a learner what is still hidden.
std::optional<Tip> tip_at(const Scene& scene, const UiContext& ui, Point point);

/// Returns the tip to be shown now: about the cell for which a key asked, or about what is under the mouse.
std::optional<Tip> present_tip(const Scene& scene, const UiContext& ui, const Box& window);

} // namespace attn
