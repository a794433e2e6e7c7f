#pragma once

#include "ui/actions/actions.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Where it is said.
constexpr std::string_view hypothesis_field = "field:claim";

/// What may be said of a head: a line of the list.
struct HypothesisOffer {
    std::string words; ///< what is said
    std::string about;
    std::string target;
};

/// The hypotheses that have all the words, and the words themselves where they mean none.
std::vector<HypothesisOffer> hypothesis_offers(std::string_view typed);
/// The line that Enter takes; −1: none.
Index marked_hypothesis(const UiContext& ui, const std::vector<HypothesisOffer>& offers);

/// Opens what may be said of the selected head.
void open_hypothesis(const CommandContext& command);
/// The same, with the hypothesis that fits best.
void find_hypothesis_of_head(const CommandContext& command);
/// Says it of the selected head; empty: nothing any more.
void say_of_head(const CommandContext& command, std::string_view words);
/// Takes what is marked of the list that the typed words leave; closes the panel where nothing is.
void take_hypothesis(std::string_view typed, const CommandContext& command);

} // namespace attn
