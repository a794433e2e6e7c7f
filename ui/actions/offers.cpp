#include "ui/actions/actions.h"

#include "core/document/options/session_notation.h"
#include "core/figure/number.h"
#include "core/model/options.h"
#include "ui/actions/argument_actions.h"
#include "ui/actions/lesson_names.h"
#include "ui/actions/menus.h"

#include <algorithm>
#include <fmt/core.h>
#include <iterator>
#include <map>
#include <string>

namespace attn {

namespace {

/// The reason why the layer cannot have the value; empty if it can.
std::string why_not(const UiContext& ui, const Option& option, OptionValue value) {
    Layer layer = ui.layer();
    if (const Result<void> set = set_option(layer, {option.id, value}); !set)
        return text_in(ui.session, set.error());
    const Result<void> fits = option.check == nullptr ? Result<void>() : option.check(layer, ui.sizes());
    return fits ? std::string() : text_in(ui.session, fits.error());
}

/// The offer, disabled with the reason if the layer cannot have the value.
Offer offer_of_value(const UiContext& ui, const Option& option, OptionValue value, Offer offer) {
    offer.why_not = why_not(ui, option, value);
    offer.enabled = offer.why_not.empty();
    return offer;
}

/// Puts the menu's name before labels that several actions share: "mask: None".
void tell_apart(std::vector<Offer>& offers) {
    std::map<std::string, std::vector<Offer*>> called;
    for (Offer& offer : offers)
        called[offer.label].push_back(&offer);
    for (const auto& [label, alike] : called)
        for (Offer* const offer : alike) {
            const Action* const action =
                alike.size() == 1 ? nullptr : find_action(std::string_view(offer->target).substr(action_prefix.size()));
            const MenuRow* const menu = action == nullptr || action->menus.begin() == action->menus.end()
                                            ? nullptr
                                            : &*std::ranges::find(menus(), action->menus.begin()->menu, &MenuRow::id);
            if (menu != nullptr)
                offer->label = fmt::format("{}: {}", menu->name, label);
        }
}

} // namespace

Offer offer_of(const UiContext& ui, const Action& action) {
    Offer offer;
    offer.target = fmt::format("{}{}", action_prefix, action.id);
    offer.label = action.label_now == nullptr ? text_in(ui.session, action.label) : action.label_now(ui);
    offer.about = text_in(ui.session, action.about);
    offer.key = action.chord.key == Key::none ? std::string() : chord_label(action.chord);
    offer.enabled = action.enabled == nullptr || action.enabled(ui);
    offer.chosen = action.chosen != nullptr && action.chosen(ui);
    offer.why_not = text_in(ui.session, action.needs);
    return offer;
}

std::vector<Offer> offers_of(const UiContext& ui, const Option& option) {
    const OptionValue value = option.value(ui.layer());
    if (option.kind == Option::Kind::truth)
        if (const Action* const action = find_action(option.choices.back().action))
            return {offer_of(ui, *action)};
    if (option.kind == Option::Kind::truth)
        return {offer_of_value(ui, option, 1,
                               {.target = fmt::format("action:option/{}", option.name),
                                .label = std::string(option.label),
                                .about = std::string(option.about),
                                .key = {},
                                .chosen = value.has_value()})};
    std::vector<Offer> offers;
    for (const OptionChoice& choice : option.choices)
        if (!choice.action.empty() && !is_hidden_by_task(ui, choice.action))
            offers.push_back(offer_of_value(ui, option, choice.value,
                                            {.target = fmt::format("action:{}", choice.action),
                                             .label = std::string(choice.label),
                                             .about = std::string(choice.about),
                                             .key = {},
                                             .chosen = value == choice.value}));
    if (option.takes_number())
        offers.push_back(offer_of_value(ui, option, value,
                                        {.target = fmt::format("field:{}", option.name),
                                         .label = std::string(option.label),
                                         .about = std::string(option.about),
                                         .key = exact_number(static_cast<float>(value.value_or(option.usual))),
                                         .chosen = !option.choices.empty() && choice_of(option, value) == nullptr}));
    return offers;
}

std::vector<Offer> all_offers(const UiContext& ui) {
    std::vector<Offer> offers;
    for (const Action& action : actions())
        offers.push_back(offer_of(ui, action));
    for (const ArgumentAction* const action : argument_actions())
        if (action->found != nullptr)
            std::ranges::move(action->found(ui), std::back_inserter(offers));
    tell_apart(offers);
    return offers;
}

} // namespace attn
