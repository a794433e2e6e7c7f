#pragma once

#include "core/figure/display_list.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace attn {

/// A named place in a picture, for TikZ.
struct TexNode {
    std::vector<std::string> names; ///< e.g. "A-6-5"; may be empty
    Box box;
};

/// The names of a picture's cells and labels in TikZ: "A-6-5" is row 6, column 5 of A, "A-2-6-5" the same of head 2;
/// "A-row-6" and "A-column-5" are labels. The name without a head exists only if the picture shows a single head of the
/// array. If several items have the same name, the rearmost gets it.
class TexNodes {
public:
    explicit TexNodes(const DisplayList& list);

    /// The nodes of the item, whose box is `box`; for an image one for each of its cells.
    std::vector<TexNode> of(const Item& item, const Box& box);

private:
    std::optional<TexNode> node(const CellId& first, const std::string& place, const Box& box);

    std::map<ArrayId, std::set<Index>> heads_; ///< the heads of each array in the picture
    std::set<std::string> given_;
    Index left_; ///< number of names that TeX can still hold
};

} // namespace attn
