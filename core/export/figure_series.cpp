#include "core/export/figure_series.h"

#include "core/attention/stages.h"
#include "core/attention/workers.h"
#include "core/export/figure_file.h"
#include "core/io/printable.h"

#include <atomic>
#include <fmt/format.h>
#include <mutex>
#include <optional>
#include <system_error>

namespace attn {

namespace {

/// Files that are made one by one, by any thread, and go again unless all are there in the end.
class Series {
public:
    Series(const FigureSource& source, std::filesystem::path folder, std::string ending)
        : source_(source), folder_(std::move(folder)), ending_(std::move(ending)) {}

    Result<void> make_folder() {
        std::error_code failure;
        made_folder_ = std::filesystem::create_directory(folder_, failure);
        if (failure || !std::filesystem::is_directory(folder_, failure))
            return error("{}: {}", printable_path(folder_), failure ? failure.message() : "is no folder");
        return {};
    }

    /// Writes one figure, unless another failed.
    void write(const FigureRequest& request, const Typesetter& typesetter,
               const std::function<void(std::size_t)>& progress) {
        if (failed_)
            return;
        const std::filesystem::path file = folder_ / (request.name + "." + ending_);
        std::error_code ignored;
        const bool is_new = !std::filesystem::exists(file, ignored);
        const FigureSource source{source_.session, source_.trace, typesetter, source_.baseline};
        const auto written = write_figure(request, source, file);
        const std::lock_guard lock(mutex_);
        if (!written)
            return fail_locked(written.error());
        if (is_new)
            made_.push_back(file);
        progress(++done_);
    }

    void fail(const Error& failure) {
        const std::lock_guard lock(mutex_);
        fail_locked(failure);
    }

    Result<void> finish() {
        if (!failure_)
            return {};
        std::error_code ignored;
        for (const std::filesystem::path& file : made_)
            std::filesystem::remove(file, ignored);
        if (made_folder_)
            std::filesystem::remove(folder_, ignored);
        return *failure_;
    }

private:
    void fail_locked(const Error& failure) {
        failed_ = true;
        if (!failure_)
            failure_ = failure;
    }

    const FigureSource& source_;
    std::filesystem::path folder_;
    std::string ending_;
    bool made_folder_ = false;
    std::atomic<bool> failed_ = false;
    std::mutex mutex_;
    std::optional<Error> failure_;
    std::vector<std::filesystem::path> made_;
    std::size_t done_ = 0;
};

} // namespace

std::vector<FigureRequest> figures_of_all_stages(const FigureRequest& request, const FigureSource& source) {
    std::vector<FigureRequest> all;
    int number = 0;
    for (const Stage& row : stages()) {
        if (!source.trace.has(row.id))
            continue;
        ++number;
        const bool each = row.heads != Heads::none;
        for (Index head = 0; head < (each ? source.trace.sizes().H : 1); ++head) {
            FigureRequest one = request;
            one.array = row.id;
            one.head = head;
            one.name = fmt::format("{:02}-{}", number, row.name) + (each ? fmt::format("-{}", head + 1) : "");
            all.push_back(std::move(one));
        }
    }
    return all;
}

Result<void> write_figures(const std::vector<FigureRequest>& requests, const FigureSource& source,
                           const std::filesystem::path& fonts, const std::filesystem::path& folder,
                           const std::string& ending, const std::function<void(std::size_t)>& progress) {
    if (!is_figure_ending(ending))
        return error("“{}” is no format of figures; expected {}", printable(ending), figure_endings);
    Series series(source, folder, ending);
    if (auto made = series.make_folder(); !made)
        return made;
    Workers workers(0);
    std::vector<std::optional<Typesetter>> typesetters(workers.count());
    workers.run(requests.size(), [&](std::size_t task, std::size_t worker) {
        std::optional<Typesetter>& typesetter = typesetters[worker];
        if (!typesetter) {
            auto opened = Typesetter::open(fonts);
            if (!opened)
                return series.fail(opened.error());
            typesetter = *std::move(opened);
        }
        series.write(requests[task], *typesetter, progress);
    });
    return series.finish();
}

} // namespace attn
