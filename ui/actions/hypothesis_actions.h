#pragma once

#include "ui/actions/actions.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The field in which a hypothesis is typed or searched.
constexpr std::string_view hypothesis_field = "field:claim";

/// A hypothesis about a head: a line of the list.
struct HypothesisOffer {
    std::string words; ///< the hypothesis in words
    std::string about;
    std::string target;
};

/// The hypotheses that have all the typed words, and the words themselves if they are no known hypothesis.
std::vector<HypothesisOffer> hypothesis_offers(std::string_view typed);
/// Returns the index of the offer that Enter chooses; −1: none.
Index marked_hypothesis(const UiContext& ui, const std::vector<HypothesisOffer>& offers);

/// Opens the dialog of hypotheses about the shown head.
void open_hypothesis(const CommandContext& command);
/// Opens the dialog of hypotheses about the shown head, and says which hypothesis fits best.
void find_hypothesis_of_head(const CommandContext& command);
/// Sets the hypothesis about the shown head; an empty text removes it.
void say_of_head(const CommandContext& command, std::string_view words);
/// Takes the marked hypothesis of the list; closes the dialog if none is marked.
void take_hypothesis(std::string_view typed, const CommandContext& command);

} // namespace attn
