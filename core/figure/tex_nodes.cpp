#include "core/figure/tex_nodes.h"

#include "core/model/arrays.h"

#include <fmt/format.h>
#include <utility>

namespace attn {

namespace {

/// The largest number of nodes in a picture; TeX needs a second for ten thousand.
constexpr Index most_nodes = 2500;

/// The cell that the item stands for, or the first of its matrix, if TikZ can have a name for it; else null.
const CellId* cell_of(const Item& item) {
    if (const auto* const label = std::get_if<ShownLabel>(&item.says))
        return &label->first;
    const bool is_cell = std::holds_alternative<Rectangle>(item.shape()) || std::holds_alternative<Image>(item.shape());
    return is_cell ? std::get_if<CellId>(&item.target) : nullptr;
}

} // namespace

TexNodes::TexNodes(const DisplayList& list) : left_(most_nodes) {
    for (const Item& item : list.items)
        if (const CellId* const cell = cell_of(item))
            heads_[cell->array].insert(cell->head);
}

std::optional<TexNode> TexNodes::node(const CellId& first, const std::string& place, const Box& box) {
    const std::string array(array_name(first.array));
    TexNode node{{}, box};
    if (has_heads(first.array))
        node.names.push_back(fmt::format("{}-{}-{}", array, first.head + 1, place));
    if (heads_[first.array].size() == 1)
        node.names.push_back(fmt::format("{}-{}", array, place));
    std::erase_if(node.names, [&](const std::string& name) { return !given_.insert(name).second; });
    if (node.names.empty() || left_ == 0)
        return std::nullopt;
    --left_;
    return node;
}

std::vector<TexNode> TexNodes::of(const Item& item, const Box& box) {
    const CellId* const cell = cell_of(item);
    if (cell == nullptr)
        return {};
    std::vector<TexNode> nodes;
    const auto add = [&](const std::string& place, const Box& of_place) {
        if (auto named = node(*cell, place, of_place))
            nodes.push_back(*std::move(named));
    };
    if (const auto* const label = std::get_if<ShownLabel>(&item.says)) {
        add(fmt::format("{}-{}", label->is_column ? "column" : "row", label->place + 1), box);
        return nodes;
    }
    const auto* const image = std::get_if<Image>(&item.shape());
    if (image == nullptr) {
        add(fmt::format("{}-{}", cell->row + 1, cell->column + 1), box);
        return nodes;
    }
    if (image->shown_rows() * image->shown_columns() > left_)
        return nodes;
    const Point step{image->box.width / static_cast<float>(image->shown_columns()),
                     image->box.height / static_cast<float>(image->shown_rows())};
    for (Index i = 0; i < image->shown_rows(); ++i)
        for (Index j = 0; j < image->shown_columns(); ++j) {
            const Index row = cell->row + (image->transposed ? j : i);
            const Index column = cell->column + (image->transposed ? i : j);
            add(fmt::format("{}-{}", row + 1, column + 1),
                {image->box.x + static_cast<float>(j) * step.x, image->box.y + static_cast<float>(i) * step.y, step.x,
                 step.y});
        }
    return nodes;
}

} // namespace attn
