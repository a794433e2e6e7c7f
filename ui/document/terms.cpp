#include "ui/document/terms.h"

#include "core/figure/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

namespace attn {

namespace {

/// A text of at least so many words is a sentence, not a label.
constexpr std::ptrdiff_t least_words_of_a_sentence = 5;
constexpr float below_baseline = 3;

bool is_sentence(const Item& item) {
    const auto* const text = std::get_if<Text>(&item.shape());
    return text != nullptr && text->direction == Direction::level && text->font.family == FontFamily::sans &&
           text->font.size < type_size::large && std::ranges::count(text->text, ' ') + 1 >= least_words_of_a_sentence;
}

/// True if the thing at that point has a tip or an action of its own.
bool is_taken(const DisplayList& list, Point point, const Typesetter& typesetter) {
    constexpr std::array<std::string_view, 5> own_tips{"action:", "field:", "link:", "slider:", "token:"};
    const Target target = hit(list, point, typesetter);
    if (std::holds_alternative<CellId>(target))
        return true;
    const std::string name = target_name(target);
    return std::ranges::any_of(own_tips, [&](std::string_view prefix) { return name.starts_with(prefix); });
}

/// True if the meaning of the term may answer the open question.
bool may_tell_answer(const UiContext& ui, const GlossaryTerm& term) {
    const Scope scope = ui.scope();
    const auto names_it = [&](const Choice& choice) {
        for (auto found = find_term(choice.text); found; found = find_term(choice.text, found->end))
            if (found->term == &term)
                return true;
        return false;
    };
    return scope.unsettled != nullptr &&
           (!scope.explains_terms || std::ranges::any_of(scope.unsettled->choices, names_it));
}

float baseline(const Text& text, const Typesetter& typesetter) {
    return text.position.y + typesetter.baseline_start(text).y;
}

} // namespace

std::vector<WrittenTerm> explained_terms(const UiContext& ui, const Item& item) {
    std::vector<WrittenTerm> terms = written_terms(item, ui.typesetter);
    std::erase_if(terms, [&](const WrittenTerm& written) { return may_tell_answer(ui, *written.term); });
    return terms;
}

void underline_terms(Scene& scene, const UiContext& ui) {
    std::vector<std::pair<std::size_t, Item>> lines; // each with the index of the text it underlines
    for (std::size_t i = 0; i < scene.list.items.size(); ++i) {
        const Item& item = scene.list.items[i];
        if (!is_sentence(item))
            continue;
        const auto& text = std::get<Text>(item.shape());
        const float y = std::round(baseline(text, ui.typesetter) + below_baseline) + 0.5F;
        for (const WrittenTerm& written : explained_terms(ui, item)) {
            if (is_taken(scene.list, written.place.centre(), ui.typesetter))
                continue;
            lines.emplace_back(
                i, Item(line({written.place.x, y}, {written.place.right(), y}, {ui.theme().dim, 1, LineStyle::dotted}),
                        {}, item.clip));
            scene.values.try_emplace("underlined:" + std::string(written.term->name), text.text);
        }
    }
    if (lines.empty())
        return;
    std::vector<Item> items;
    items.reserve(scene.list.items.size() + lines.size());
    auto next = lines.begin();
    for (std::size_t i = 0; i < scene.list.items.size(); ++i) {
        items.push_back(std::move(scene.list.items[i]));
        for (; next != lines.end() && next->first == i; ++next)
            items.push_back(std::move(next->second));
    }
    scene.list.items = std::move(items);
}

} // namespace attn
