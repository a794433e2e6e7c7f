#include "core/export/figure_series.h"

#include "core/export/figure_file.h"
#include "core/export/notation_name.h"
#include "core/export/overlay.h"
#include "core/figure/pictures/labels.h"
#include "core/files/file_transaction.h"
#include "core/files/printable.h"
#include "core/model/arrays.h"
#include "core/tensor/workers.h"

#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>

namespace attn {

namespace {

/// Writes figures one by one into one folder, from any thread.
class Series {
public:
    Series(std::filesystem::path folder, std::string ending, std::size_t count, ExportWork work)
        : folder_(std::move(folder)), ending_(std::move(ending)), count_(count), work_(std::move(work)) {}

    Result<void> open() { return files_.make_folder(folder_); }

    /// Writes one figure, unless another one failed.
    void write(const FigureRequest& request, const SeriesLayout* layout, const FigureSource& source) {
        if (work_.stop.stop_requested())
            return fail(error("The figures were cancelled."));
        if (failed_)
            return;
        const bool has_steps = request.film || request.overlay;
        const std::string file = request.name + (request.film ? ".gif" : request.overlay ? ".pdf" : "." + ending_);
        auto figure = has_steps ? begin_steps(request, source, files_.place(folder_ / file))
                                : begin_figure(request, source, files_.place(folder_ / file), layout);
        if (!figure)
            return fail(error("figure “{}”: {}", printable(request.name), files_.in_place(figure.error()).message));
        if (auto written = figure->file.prepare(); !written) // takes long, so outside the lock
            return fail(error("figure “{}”: {}", printable(request.name), files_.in_place(written.error()).message));
        const std::lock_guard lock(mutex_);
        if (auto added = files_.add(std::move(figure->file)); !added)
            return fail_locked(added.error());
        work_.progress(++done_, count_);
    }

    void fail(const Error& failure) {
        const std::lock_guard lock(mutex_);
        fail_locked(failure);
    }

    Result<void> finish() {
        if (failure_)
            return *failure_;
        if (work_.stop.stop_requested())
            return error("The figures were cancelled.");
        return files_.commit();
    }

private:
    void fail_locked(const Error& failure) {
        failed_ = true;
        if (!failure_)
            failure_ = failure;
    }

    std::filesystem::path folder_;
    std::string ending_;
    std::size_t count_;
    ExportWork work_;
    FileTransaction files_; // begin_figure() asks it whether a file may be replaced
    std::atomic<bool> failed_ = false;
    std::mutex mutex_;
    std::optional<Error> failure_;
    std::size_t done_ = 0;
};

} // namespace

std::vector<FigureRequest> figures_of_all_arrays(const FigureRequest& request, const FigureSource& source) {
    std::vector<FigureRequest> all;
    Session session = source.session;
    session.notation = request.notation.value_or(session.notation);
    const auto add = [&](const Array& row, int number) {
        const bool each = row.heads != Heads::none;
        for (Index head = 0; head < (each ? source.trace.sizes().H : 1); ++head) {
            FigureRequest one = request;
            one.array = row.id;
            one.head = head;
            one.more_heads.clear();
            if (each && one.limits == FigureLimits::own)
                one.limits = FigureLimits::stage;
            one.name = fmt::format("{:02}-{}", number, file_name_of(session, row.id, request.file_names)) +
                       (each ? fmt::format("-{}", head + 1) : "");
            all.push_back(std::move(one));
        }
    };
    const std::vector<ArrayId> steps =
        steps_of(source.trace, request.notation.value_or(source.session.notation), request.steps);
    int number = 0; // counts all arrays, so that a file's number does not depend on which are drawn
    for (const Array& row : stages())
        if (source.trace.has(row.id)) {
            ++number;
            if (std::ranges::find(steps, row.id) != steps.end())
                add(row, number);
        }
    for (const Array& row : parameters()) {
        FigureRequest one = request;
        one.array = row.id;
        if (!parameter(source.session.layer(), row.id, 0).empty() && can_be_drawn(one, source))
            add(row, ++number);
    }
    return all;
}

Result<std::vector<SeriesLayout>> layouts_of_series(const std::vector<FigureRequest>& figures,
                                                    const FigureSource& source) {
    const Sizes& sizes = source.trace.sizes();
    const auto shape = [&](const FigureRequest& figure) {
        const ArrayId array = figure.array.value_or(source.session.opening.stage);
        const Shape of_array = shape_of(sizes, array);
        return std::tuple(of_array.rows, of_array.columns, is_stage(array));
    };
    std::map<std::tuple<Index, Index, bool>, std::vector<FigureRequest>> alike;
    for (const FigureRequest& figure : figures)
        alike[shape(figure)].push_back(figure);
    std::map<std::tuple<Index, Index, bool>, SeriesLayout> layouts;
    for (const auto& [of_array, requests] : alike) {
        const auto layout = series_layout(requests, source);
        if (!layout)
            return layout.error();
        layouts[of_array] = *layout;
    }
    std::vector<SeriesLayout> all;
    all.reserve(figures.size());
    for (const FigureRequest& figure : figures)
        all.push_back(layouts.at(shape(figure)));
    return all;
}

Result<void> write_figures(const std::vector<FigureRequest>& requests, const FigureSource& source,
                           const std::filesystem::path& fonts, const std::filesystem::path& folder,
                           const std::string& ending, const ExportWork& work,
                           const std::vector<SeriesLayout>& layouts) {
    if (!is_figure_ending(ending))
        return error("“{}” is no format of figures; expected {}", printable(ending), figure_endings);
    Series series(folder, ending, requests.size(), work);
    if (auto opened = series.open(); !opened)
        return opened;
    Workers workers(0);
    struct OfWorker {
        Typesetter typesetter;
        FigureSource source;
        OfWorker(Typesetter opened, const FigureSource& shared)
            : typesetter(std::move(opened)), source{shared.session, shared.trace, typesetter, shared.baseline} {}
    };
    std::vector<std::unique_ptr<OfWorker>> of_workers(workers.count());
    workers.run(requests.size(), [&](std::size_t task, std::size_t worker) {
        std::unique_ptr<OfWorker>& own = of_workers[worker];
        if (!own) {
            auto opened = Typesetter::open(fonts);
            if (!opened)
                return series.fail(opened.error());
            own = std::make_unique<OfWorker>(*std::move(opened), source);
        }
        series.write(requests[task], layouts.empty() ? nullptr : &layouts[task], own->source);
    });
    return series.finish();
}

} // namespace attn
