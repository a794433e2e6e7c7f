#include "ui/actions/actions.h"

#include "core/document/edits.h"
#include "core/document/session_notation.h"
#include "core/explain/glossary.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/picture.h"
#include "core/files/printable.h"
#include "core/model/arrays.h"
#include "core/model/options.h"
#include "core/notation/in_notation.h"
#include "core/notation/notation.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <system_error>
#include <utility>

namespace attn {

namespace {

constexpr std::string_view action_prefix = "action:";

/// Whether the layer can have the value.
bool can_have(const UiContext& ui, const Option& option, OptionValue value) {
    Layer layer = ui.layer();
    return set_option(layer, {option.id, value}) && (option.check == nullptr || option.check(layer, ui.sizes()));
}

void offer_terms(const UiContext& ui, std::vector<Offer>& offers) {
    for (const GlossaryTerm& term : glossary())
        offers.push_back({.target = fmt::format("action:term/{}", term.name),
                          .label = fmt::format("What is {}?", term.name),
                          .about = as_laid_out(std::string(term.meaning), notation_of(ui.session)),
                          .key = {}});
}

void offer_arrays(const UiContext& ui, std::vector<Offer>& offers) {
    for (const ArrayId stage : steps_of(ui.trace))
        offers.push_back({.target = fmt::format("action:step/{}", array_name(stage)),
                          .label = fmt::format("Show {}", shown_name(ui.session, stage)),
                          .about = array_title(ui.session, stage),
                          .key = {}});
    for (const Array& row : parameters()) {
        const ArrayId id = row.id;
        if (has_array(ui, id))
            offers.push_back({.target = fmt::format("action:show/{}", array_name(id)),
                              .label = fmt::format("Show {}", array_name(id)),
                              .about = array_title(ui.session, id),
                              .key = {}});
    }
}

} // namespace

std::vector<Offer> picture_offers(const UiContext& ui) {
    std::vector<Offer> offers;
    for (const PictureId id : fitting_pictures(ui))
        offers.push_back({.target = fmt::format("action:picture/{}", picture(id).name),
                          .label = fmt::format("View: {}", picture(id).label),
                          .about = std::string(picture(id).about),
                          .key = {},
                          .chosen = shown_picture(ui) == id});
    return offers;
}

std::vector<Offer> notation_offers(const UiContext& ui) {
    std::vector<Offer> offers;
    const auto offer = [&](const NotationProfile& profile) {
        offers.push_back({.target = fmt::format("action:notation/{}", profile.name),
                          .label = fmt::format("Notation: {}", profile.label),
                          .about = fmt::format("symbols such as {}", profile.about),
                          .key = profile.about,
                          .chosen = ui.session.notation.name() == profile.name});
    };
    for (const auto& profile : shipped_notations())
        offer(*profile);
    if (ui.session.notation.is_own())
        offer(ui.session.notation.profile());
    offers.emplace_back();
    offers.push_back(offer_of(ui, "notation"));
    offers.push_back(offer_of(ui, "columns"));
    return offers;
}

std::vector<Offer> offers_of(const UiContext& ui, const Option& option) {
    const OptionValue value = option.value(ui.layer());
    if (option.kind == Option::Kind::truth && !option.choices.back().action.empty())
        return {offer_of(ui, option.choices.back().action)};
    if (option.kind == Option::Kind::truth)
        return {{.target = fmt::format("action:option/{}", option.name),
                 .label = std::string(option.label),
                 .about = std::string(option.about),
                 .key = {},
                 .enabled = can_have(ui, option, 1),
                 .chosen = value.has_value()}};
    std::vector<Offer> offers;
    for (const OptionChoice& choice : option.choices)
        if (!choice.action.empty())
            offers.push_back({.target = fmt::format("action:{}", choice.action),
                              .label = std::string(choice.label),
                              .about = std::string(choice.about),
                              .key = {},
                              .enabled = can_have(ui, option, choice.value),
                              .chosen = value == choice.value});
    if (option.takes_number())
        offers.push_back({.target = fmt::format("field:{}", option.name),
                          .label = std::string(option.label),
                          .about = std::string(option.about),
                          .key = exact_number(static_cast<float>(value.value_or(option.usual))),
                          .enabled = can_have(ui, option, value),
                          .chosen = !option.choices.empty() && choice_of(option, value) == nullptr});
    return offers;
}

std::vector<Offer> all_offers(const UiContext& ui) {
    std::vector<Offer> offers;
    for (const Action& action : actions())
        offers.push_back(offer_of(ui, action));
    const auto is_no_action_beside = [](const Offer& offer) {
        const std::string_view target = offer.target;
        return target.starts_with(action_prefix) &&
               std::ranges::find(actions(), target.substr(action_prefix.size()), &Action::id) == actions().end();
    };
    for (const Option& option : options())
        for (Offer& offer : offers_of(ui, option))
            if (is_no_action_beside(offer))
                offers.push_back(std::move(offer));
    std::ranges::move(picture_offers(ui), std::back_inserter(offers));
    for (Offer& offer : notation_offers(ui))
        if (offer.target.find("notation/") != std::string::npos)
            offers.push_back(std::move(offer));
    offer_arrays(ui, offers);
    for (Index head = 0; head < ui.sizes().H; ++head)
        offers.push_back({.target = fmt::format("action:head/{}", head + 1),
                          .label = fmt::format("Head {}", head_number(ui.session, head)),
                          .about = "",
                          .key = head < 9 ? fmt::format("Alt+{}", head + 1) : std::string()});
    for (Offer& recent : recent_offers(ui)) {
        recent.label = "Open " + recent.label;
        recent.key.clear();
        offers.push_back(std::move(recent));
    }
    for (const Preset& preset : ui.status.presets)
        offers.push_back({.target = "action:preset/" + preset.name,
                          .label = "Open " + preset.title,
                          .about = preset.about,
                          .key = {}});
    offer_terms(ui, offers);
    return offers;
}

std::vector<Offer> recent_offers(const UiContext& ui) {
    std::vector<Offer> offers;
    for (std::size_t i = 0; i < ui.status.recent.size(); ++i) {
        const std::filesystem::path& file = ui.status.recent[i];
        std::error_code ignored;
        if (std::filesystem::is_regular_file(file, ignored))
            offers.push_back({.target = fmt::format("action:recent/{}", i + 1),
                              .label = printable(file.filename().string()),
                              .about = printable_path(file.parent_path()),
                              .key = printable(file.parent_path().filename().string())});
    }
    return offers;
}

} // namespace attn
