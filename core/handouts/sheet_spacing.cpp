#include "core/handouts/sheet_spacing.h"

#include <array>
#include <cstddef>
#include <optional>
#include <utility>

namespace attn {

namespace {

constexpr std::array cell_widths{44.0F, 38.0F, 35.0F, 26.0F}; // 38 fits three decimals
constexpr std::array line_heights{28.0F, 24.0F};
constexpr float nearest_exercises = 16;
constexpr float full_enough = 0.6F; ///< of the last page

/// A laid-out sheet and its spacing.
struct Tried {
    SheetSpacing spacing;
    SpacedSheet sheet;
    std::size_t count() const { return sheet.pages.size(); }
};

class Search {
public:
    explicit Search(const LayOutSheet& lay_out) : lay_out_(lay_out) {}

    /// The best sheet with all decimals, or, if these fit no cells, with fewer.
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

    /// The best sheet with generous lines, or with closer ones if that saves a page.
    Result<Tried> with_best_lines(SheetSpacing spacing) const {
        auto best = with_best_cells(spacing);
        for (std::size_t i = 1; best && i < line_heights.size(); ++i) {
            spacing.line_height = line_heights.at(i);
            if (auto closer = with_best_cells(spacing); closer && closer->count() < best->count())
                best = std::move(closer);
        }
        return best;
    }

    /// The best sheet with wide cells, or with narrower ones if that saves a page or an exercise would be higher than a
    /// page.
    Result<Tried> with_best_cells(SheetSpacing spacing) const {
        std::optional<Result<Tried>> best;
        for (const float width : cell_widths) {
            spacing.cell_width = width;
            auto made = laid_out(spacing);
            if (spacing.rounds && made)
                return made; // narrower ones would lose more decimals
            if (best && *best && (!made || made->count() >= (*best)->count()))
                break; // narrower ones do not help either
            if (!best || (made && (!*best || made->count() < (*best)->count())))
                best = std::move(made);
        }
        return *std::move(best);
    }

    /// Improves a sheet with little on its last page: without that page, if exercises may move closer together;
    /// otherwise with about equally full pages.
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
