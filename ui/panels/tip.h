#pragma once

#include "core/explain/glossary.h"
#include "core/model/claim.h"
#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// How long the mouse rests, in seconds, before it is told what lies under it.
constexpr float rest_before_tip = 0.4F;

/// A symbol of a formula and what it stands for.
struct SymbolLine {
    std::string tex; ///< in the user's notation
    std::string words;
};

/// What is told of something on the screen. What is empty is not told.
struct Tip {
    std::string name{};              ///< "A⁽²⁾ · the₅ reads cat₂", "softmax"
    std::string value{};             ///< of a number, in full
    std::string formula{};           ///< TeX with symbols as <name>
    std::string becomes{};           ///< what reads it: "goes into scores⁽²⁾: 6 cells of row 5"
    Claims about{};                  ///< a sentence or two
    std::vector<Fact> behind_name{}; ///< what the name says besides: a shape
    std::string key{};               ///< what does the same
    std::vector<SymbolLine> symbols{};
    Box place{}; ///< what it is told of, on the screen
};

/// Of a number of the layer. The cell must exist.
Tip tip_of_cell(const UiContext& ui, const CellId& cell);

Tip tip_of_term(const UiContext& ui, const GlossaryTerm& term);

/// Of what the scene shows at that point: a number, a node, a button, a symbol, a formula, a word of the glossary.
/// Nothing where there is nothing to say, or where it is hidden from the learner.
std::optional<Tip> tip_at(const Scene& scene, const UiContext& ui, Point point);

/// What is to be told now: of what was asked for by a key, or of what the mouse rests on.
std::optional<Tip> present_tip(const Scene& scene, const UiContext& ui, const Box& window);

} // namespace attn
