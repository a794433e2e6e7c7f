#include "core/export/beamer_frame.h"
#include "core/export/figure_file.h"
#include "core/figure/figure_kinds.h"
#include "core/figure/figure_steps.h"
#include "core/model/arrays.h"
#include "tests/oracle/content.h"
#include "tests/oracle/subject.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>

namespace attn::oracle {

namespace {

/// The size of a figure. A figure of a page's width shows the last item and head, and a selected cell.
enum class Size : std::uint8_t { column, page, slide };
constexpr std::array sizes{Size::column, Size::page, Size::slide};

std::string_view words_of(Size size) {
    return size == Size::column ? "8cm" : size == Size::page ? "16cm, last head" : "slide";
}

FigureRequest sized(FigureRequest request, Size size, const Trace& trace) {
    if (size == Size::slide) {
        request.fit = FigureFit::slide;
        return request;
    }
    request.width = size == Size::column ? 8.0F : 16.0F;
    if (size == Size::column)
        return request;
    request.item = trace.sizes().B - 1;
    request.head = trace.sizes().H - 1;
    if (request.array) {
        const Matrix matrix = trace.array(*request.array, *request.item, *request.head);
        request.row = std::min<Index>(1, matrix.rows() - 1);
        request.column = std::max<Index>(0, matrix.columns() - 2);
    }
    return request;
}

/// Figures of one kind, at one stage if the kind shows a single one.
class FiguresOfKind {
public:
    FiguresOfKind(const Subject& subject, const FigureKind& kind, std::optional<ArrayId> array, const Maker& maker)
        : kind_(kind), maker_(maker),
          name_(fmt::format("{} figure {}", subject.name(), kind.name)), source_{subject.session(), subject.trace(),
                                                                                 maker.typesetter} {
        if (kind.shows_change)
            source_.baseline = &subject.baseline();
        request_.kind = kind.name;
        request_.array = array;
        if (array)
            name_ += fmt::format(" {}", array_name(*array));
    }

    void make() const {
        if (kind_.is_text)
            return write_texts();
        if (const auto possible = can_be_drawn(request_, source_); !possible) {
            if (maker_.record.wants(name_))
                maker_.keep_refusal(name_, possible.error());
            return;
        }
        if (kind_.numbers != nullptr || kind_.name == heatmap_kind().name)
            write_text(request_, "csv", name_ + " csv");
        for (const Writing& writing : all_writings())
            for (const Size size : sizes)
                draw(sized(written(writing), size, source_.trace),
                     fmt::format("{} {} {}", name_, writing.name, words_of(size)),
                     writing.notation == NotationChoice());
    }

private:
    FigureRequest written(const Writing& writing) const {
        FigureRequest request = request_;
        request.notation = writing.notation;
        request.tokens_as_columns = writing.columns;
        return request;
    }

    void draw(const FigureRequest& request, const std::string& name, bool says_enough) const {
        if (!maker_.record.wants(name))
            return;
        const auto figure = lay_out(for_format(request, "svg"), says_enough);
        if (!figure)
            return maker_.keep_refusal(name, figure.error());
        std::string bytes;
        for (const FigureFormat format : {FigureFormat::svg, FigureFormat::tex}) {
            const auto written = write(*figure, format, request.dpi, maker_.typesetter);
            bytes += written ? *written : written.error().message;
        }
        maker_.record.add(name, bytes, content_of(*figure));
    }

    /// Lays out a figure. If `says_enough` is false, a refusal does not say which size would do: to find it takes twice
    /// as long as drawing all figures that fit.
    Result<Figure> lay_out(const FigureRequest& request, bool says_enough) const {
        if (says_enough)
            return attn::lay_out(request, source_);
        if (const auto possible = can_be_drawn(request, source_); !possible)
            return possible.error();
        auto figure = lay_out_if_it_fits(request, source_);
        return figure ? Result(*std::move(figure)) : error("this figure does not fit");
    }

    void write_text(const FigureRequest& request, std::string_view ending, const std::string& name) const {
        if (!maker_.record.wants(name))
            return;
        const auto text = figure_content(request, source_, ending);
        if (!text)
            return maker_.keep_refusal(name, text.error());
        maker_.record.add(name, text->bytes, content_of_text(text->bytes));
    }

    void write_texts() const {
        for (const Writing& writing : all_writings())
            for (const std::string_view ending : {"tex", "md"})
                write_text(written(writing), ending, fmt::format("{} {} {}", name_, writing.name, ending));
    }

    const FigureKind& kind_;
    const Maker& maker_;
    std::string name_;
    FigureSource source_;
    FigureRequest request_;
};

} // namespace

void add_figures(const Subject& subject, std::vector<Job>& jobs) {
    for (const FigureKind& kind : figure_kinds()) {
        const auto add = [&](std::optional<ArrayId> array) {
            jobs.emplace_back(
                [&subject, &kind, array](const Maker& maker) { FiguresOfKind(subject, kind, array, maker).make(); });
        };
        if (kind.scope == FigureScope::layer) {
            add(std::nullopt);
            continue;
        }
        for (Index number = 0; number < array_count; ++number)
            if (const auto array = static_cast<ArrayId>(number); subject.trace().has(array))
                add(array);
    }
}

} // namespace attn::oracle
