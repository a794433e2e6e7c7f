#include "ui/document/exporting.h"

#include "core/export/figure_file.h"
#include "core/export/figure_set.h"
#include "core/files/printable.h"
#include "ui/document/export_preview.h"
#include "ui/toolkit/clipboard_picture.h"

#include <fmt/core.h>
#include <system_error>
#include <utility>

namespace attn {

namespace {

using Exported = Exporting::Exported;

std::string said(std::string words, const std::vector<std::string>& remarks) {
    for (const std::string& remark : remarks)
        words += " " + remark;
    return words;
}

/// Carries out one order, in the thread of its task.
struct Maker {
    const std::filesystem::path& path;
    const ExportScene& scene;
    const Typesetter& typesetter;
    const ExportWork& work;

    /// The path with its folder: who did not start the program from a terminal does not know the current folder.
    static std::string whole_name(const std::filesystem::path& path) {
        std::error_code failed;
        const std::filesystem::path whole = std::filesystem::absolute(path, failed);
        return printable_path(failed ? path : whole.lexically_normal());
    }

    FigureSource source() const {
        return {scene.session, scene.trace, typesetter, scene.baseline ? &*scene.baseline : nullptr};
    }

    Result<Exported> operator()(const FigureSet& set) const {
        const auto remarks = write_figure_set(set, source(), scene.fonts, path, work);
        if (!remarks)
            return error("{}", without_options(remarks.error().message));
        return Exported{said(where(set), *remarks), {}};
    }

    Result<Exported> operator()(const DocumentRequest& document) const {
        if (auto written = write_document(document, source(), path, work); !written)
            return written.error();
        std::string words = fmt::format("It is in {}", whole_name(path));
        if (document.kind == DocumentKind::worksheet && document.key)
            words += fmt::format(", its key in {}", whole_name(*document.key));
        return Exported{words + ".", {}};
    }

    Result<Exported> operator()(const CopyOrder& copy) const {
        auto content = figure_content(copy.figure, source(), copy.format);
        if (!content)
            return content.error();
        if (copy.format != "png")
            return Exported{said("Copied as text.", content->remarks), std::move(content->bytes)};
        if (auto copied = copy_picture(content->bytes); !copied)
            return copied.error();
        return Exported{said("The picture is copied.", content->remarks), {}};
    }

    std::string where(const FigureSet& set) const {
        const std::string name = whole_name(path);
        const std::size_t count = scene.session.figures.size();
        switch (set.which) {
        case FigureSet::Which::one:
            return fmt::format("The figure is in {}.", name);
        case FigureSet::Which::listed:
            return fmt::format("{} {} in the folder {}.", count, count == 1 ? "figure is" : "figures are", name);
        case FigureSet::Which::overlay:
            return fmt::format("The steps are in {}.", name);
        case FigureSet::Which::film:
            return fmt::format("The film is in {}.", name);
        case FigureSet::Which::all:
            break;
        }
        return fmt::format("The figures are in the folder {}.", name);
    }
};

} // namespace

void Exporting::begin(ExportOrder order, ExportScene scene) {
    auto share = std::make_shared<std::atomic<float>>(-1.0F);
    Task<Exported> task(
        [order, share, scene = std::move(scene)](const std::stop_token& stop) -> Result<Exported> {
            const auto typesetter = Typesetter::open(scene.fonts);
            if (!typesetter)
                return typesetter.error();
            const ExportWork work{
                [&](std::size_t done, std::size_t all) { *share = static_cast<float>(done) / static_cast<float>(all); },
                stop};
            return std::visit(Maker{order.path, scene, *typesetter, work}, order.what);
        },
        wake_);
    working_.emplace(Working{std::move(order), std::move(share), std::move(task)});
}

std::optional<Exporting::Done> Exporting::take(std::chrono::milliseconds patience) {
    if (!working_ || !working_->task.is_done(patience))
        return std::nullopt;
    Result<Exported> made = working_->task.take();
    Done done{std::move(working_->order), std::move(made)};
    working_.reset();
    return done;
}

std::optional<float> Exporting::share() const {
    const float share = working_ ? working_->share->load() : -1;
    return share < 0 ? std::nullopt : std::optional(share);
}

void Exporting::cancel() {
    if (working_)
        working_->task.request_stop();
}

} // namespace attn
