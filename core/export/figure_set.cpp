#include "core/export/figure_set.h"

#include "core/export/beamer_frame.h"
#include "core/export/figure_file.h"
#include "core/export/figure_series.h"
#include "core/export/notation_name.h"
#include "core/export/overlay.h"
#include "core/model/arrays.h"

#include <fmt/format.h>
#include <set>
#include <utility>

namespace attn {

namespace {

/// Changes the names of the session's figures that ask for it: to the notation's symbol of their array, "P", for head 2
/// "P-2". If another figure has this name, the figure's own name is appended.
void name_in_notation(std::vector<FigureRequest>& recipes, const Session& session) {
    std::set<std::string> names;
    for (FigureRequest& recipe : recipes) {
        if (recipe.file_names == FileNames::notation) {
            Session shown = session;
            shown.notation = recipe.notation.value_or(session.notation);
            const ArrayId array = recipe.array.value_or(session.opening.stage);
            std::string name = file_name_of(shown, array, recipe.file_names);
            if (recipe.head && has_heads(array))
                name += fmt::format("-{}", *recipe.head + 1);
            recipe.name = names.contains(name) ? name + "-" + recipe.name : name;
        }
        names.insert(recipe.name);
    }
}

Result<void> write_several(const FigureSet& set, const FigureSource& source, const std::filesystem::path& fonts,
                           const std::filesystem::path& folder, const ExportWork& work) {
    const bool all = set.which == FigureSet::Which::all;
    std::vector<FigureRequest> requests = all ? figures_of_all_arrays(set.request, source) : source.session.figures;
    for (FigureRequest& request : requests)
        request = for_format(std::move(request), set.format);
    if (!all)
        name_in_notation(requests, source.session);
    if (requests.empty())
        return error("this session lists no figures; it would have them under \"figures\"");
    std::vector<SeriesLayout> layouts;
    if (all && figure_format(set.format)) {
        auto together = layouts_of_series(requests, source);
        if (!together)
            return together.error();
        layouts = *std::move(together);
    }
    return write_figures(requests, source, fonts, folder, set.format, work, layouts);
}

Result<void> write_together(const FigureSet& set, const FigureSource& source, const std::filesystem::path& fonts,
                            const std::filesystem::path& output, const ExportWork& work) {
    switch (set.which) {
    case FigureSet::Which::overlay:
        return write_overlay(for_format(set.request, output.extension() == ".pdf" ? "pdf" : set.format), source, output,
                             set.format, work);
    case FigureSet::Which::film:
        return write_film(set.request, source, output, set.format, work);
    default:
        return write_several(set, source, fonts, output, work);
    }
}

} // namespace

Result<std::vector<std::string>> write_figure_set(const FigureSet& set, const FigureSource& source,
                                                  const std::filesystem::path& fonts,
                                                  const std::filesystem::path& output, const ExportWork& work) {
    if (set.which == FigureSet::Which::one)
        return write_figure(set.request, source, output, work);
    if (auto written = write_together(set, source, fonts, output, work); !written)
        return written.error();
    return std::vector<std::string>();
}

} // namespace attn
