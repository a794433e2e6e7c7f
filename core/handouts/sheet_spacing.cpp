#include "core/handouts/sheet_spacing.h"

#include <array>
#include <cstddef>
#include <optional>
#include <utility>

namespace attn {

namespace {

constexpr std::array cell_widths{44.0F, 38.0F, 35.0F, 26.0F}; // three decimals have room in 38
constexpr std::array line_heights{28.0F, 24.0F};
constexpr float nearest_exercises = 16;
constexpr float full_enough = 0.6F; ///< of a last page

/// A sheet, and how it was laid out.
struct Tried {
    SheetSpacing spacing;
    SpacedSheet sheet;
    std::size_t count() const { return sheet.pages.size(); }
};

class Search {
public:
    explicit Search(const LayOutSheet& lay_out) : lay_out_(lay_out) {}

    /// With all decimals, as long as those have room in any cells.
    Result<Tried> best() const {
        auto tried = with_best_lines({});
        if (!tried)
            tried = with_best_lines({.rounds = true});
        if (tried)
            fill_last_page(*tried);
        return tried;
    }

private:
    Result<Tried> laid_out(const SheetSpacing& spacing) const {
        auto sheet = lay_out_(spacing);
        return sheet ? Result(Tried{spacing, *std::move(sheet)}) : sheet.error();
    }

    /// With lines as far apart as one likes to write on; closer where there are fewer pages then.
    Result<Tried> with_best_lines(SheetSpacing spacing) const {
        auto best = with_best_cells(spacing);
        for (std::size_t i = 1; best && i < line_heights.size(); ++i) {
            spacing.line_height = line_heights.at(i);
            if (auto closer = with_best_cells(spacing); closer && closer->count() < best->count())
                best = std::move(closer);
        }
        return best;
    }

    /// With cells as wide as one likes to write in; with smaller ones where there are fewer pages then, or where an
    /// exercise is too high for a page otherwise.
    Result<Tried> with_best_cells(SheetSpacing spacing) const {
        std::optional<Result<Tried>> best;
        for (const float width : cell_widths) {
            spacing.cell_width = width;
            auto made = laid_out(spacing);
            if (spacing.rounds && made)
                return made; // smaller ones would take more decimals away
            if (best && *best && (!made || made->count() >= (*best)->count()))
                break; // smaller ones would not help either
            if (!best || (made && (!*best || made->count() < (*best)->count())))
                best = std::move(made);
        }
        return *std::move(best);
    }

    /// Where little stands on the last page: without that page, if exercises can be so near to each other; or else with
    /// pages about as full as each other.
    void fill_last_page(Tried& tried) const {
        const auto is_full = [&] { return tried.sheet.last_used >= full_enough * paper::text_height; };
        if (tried.count() == 1 || is_full())
            return;
        SheetSpacing nearer = tried.spacing;
        nearer.between = nearest_exercises;
        if (auto closer = laid_out(nearer); closer && closer->count() < tried.count())
            tried = *std::move(closer);
        constexpr float step = 0.05F;
        SheetSpacing lower = tried.spacing;
        while (tried.count() > 1 && !is_full() && lower.page_height > full_enough * paper::text_height) {
            lower.page_height -= step * paper::text_height;
            auto balanced = laid_out(lower);
            if (!balanced || balanced->count() != tried.count())
                break;
            tried = *std::move(balanced);
        }
    }

    const LayOutSheet& lay_out_;
};

} // namespace

Result<std::vector<PdfPage>> in_fewest_pages(const LayOutSheet& lay_out) {
    auto best = Search(lay_out).best();
    return best ? Result(std::move(best->sheet.pages)) : best.error();
}

} // namespace attn
