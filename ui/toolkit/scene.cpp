#include "ui/toolkit/scene.h"

#include "core/figure/text.h"
#include "ui/toolkit/written_terms.h"

#include <algorithm>
#include <set>

namespace attn {

namespace {

constexpr std::string_view cell_prefix = "cell:";
constexpr std::string_view term_prefix = "term:"; // a word of the glossary, wherever it is seen

std::string value_of(const Scene& scene, const Item& item, const std::string& name) {
    if (const auto said = scene.values.find(name); said != scene.values.end())
        return said->second;
    const auto* text = std::get_if<Text>(&item.shape());
    return text == nullptr ? std::string() : text->text;
}

Target parse_target(std::string_view name, Index item) {
    if (name.substr(0, cell_prefix.size()) == cell_prefix)
        if (const auto cell = parse_cell_name(name.substr(cell_prefix.size()), item))
            return *cell;
    return std::string(name);
}

const Item* item_of(const Scene& scene, const Target& target) {
    const auto& items = scene.list.items;
    const auto item = std::find_if(items.rbegin(), items.rend(), [&](const Item& i) { return i.target == target; });
    return item == items.rend() ? nullptr : &*item;
}

} // namespace

std::vector<ShownTarget> shown_targets(const Scene& scene, const Typesetter& typesetter) {
    std::vector<ShownTarget> targets;
    std::set<std::string> named;
    for (auto item = scene.list.items.rbegin(); item != scene.list.items.rend(); ++item) {
        const std::string name = target_name(item->target);
        const Box box = bounds(*item, typesetter);
        if (name.empty() || box.empty() || named.contains(name))
            continue;
        if (target_name(hit(scene.list, box.centre(), typesetter)) != name &&
            !std::holds_alternative<Image>(item->shape()))
            continue;
        named.insert(name);
        targets.push_back({name, box, value_of(scene, *item, name)});
    }
    for (const auto& [name, value] : scene.values)
        if (item_of(scene, Target(name)) == nullptr)
            targets.push_back({name, {}, value});
    return targets;
}

std::optional<ShownTarget> find_target(const Scene& scene, std::string_view name, Index item,
                                       const Typesetter& typesetter) {
    if (name.starts_with(term_prefix)) {
        const GlossaryTerm* const term = find_term_named(name.substr(term_prefix.size()));
        const auto place = term == nullptr ? std::nullopt : place_of_term(scene, *term, typesetter);
        return place ? std::optional(ShownTarget{std::string(name), *place, std::string(term->name)}) : std::nullopt;
    }
    const Target target = parse_target(name, item);
    // A value without an item on the screen can only be read.
    if (const auto value = scene.values.find(name); value != scene.values.end() && item_of(scene, target) == nullptr)
        return ShownTarget{value->first, {}, value->second};
    const std::optional<Box> box = find(scene.list, target, typesetter);
    if (!box || box->empty() || hit(scene.list, box->centre(), typesetter) != target)
        return std::nullopt;
    const std::string full_name = target_name(target);
    const Item* const shown = item_of(scene, target);
    return ShownTarget{full_name, *box, shown == nullptr ? std::string() : value_of(scene, *shown, full_name)};
}

std::optional<ShownTarget> seen_target(const Scene& scene, std::string_view name, Index item,
                                       const Typesetter& typesetter) {
    const auto seen = [&](const Target& target) -> std::optional<ShownTarget> {
        const std::optional<Box> box = find(scene.list, target, typesetter);
        if (!box || box->empty())
            return std::nullopt;
        return ShownTarget{target_name(target), *box, {}};
    };
    if (!name.ends_with('*'))
        return seen(parse_target(name, item));
    name.remove_suffix(1);
    for (const Item& shown : scene.list.items)
        if (target_name(shown.target).starts_with(name))
            if (auto target = seen(shown.target)) // an image gives its first cell
                return target;
    return std::nullopt;
}

} // namespace attn
