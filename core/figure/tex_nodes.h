#pragma once

#include "core/figure/display_list.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace attn {

/// A place in a picture that TikZ knows by names.
struct TexNode {
    std::vector<std::string> names; ///< "A-6-5"; empty: it has none
    Box box;
};

/// The cells and labels of a picture under their names: "A-6-5" is row 6, column 5 of A, "A-2-6-5" the same of head 2;
/// "A-row-6" and "A-column-5" are the words at its rows and columns. The name without its head stands where the picture
/// has only one head of the array. Each name is given once, to the rearmost item.
class TexNodes {
public:
    explicit TexNodes(const DisplayList& list);

    /// The nodes of the item, whose box is `box`: of an image each of its cells.
    std::vector<TexNode> of(const Item& item, const Box& box);

private:
    std::optional<TexNode> node(const CellId& first, const std::string& place, const Box& box);

    std::map<ArrayId, std::set<Index>> heads_; ///< of each array in the picture
    std::set<std::string> given_;
    Index left_; ///< names that are not too many for TeX
};

} // namespace attn
