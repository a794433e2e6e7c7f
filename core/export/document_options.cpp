#include "core/export/document_options.h"

#include <array>

namespace attn {

namespace {

template <class T, auto... path>
constexpr Accessor<DocumentRequest, T> at = accessor<DocumentRequest, T, path...>;

using Number = NumberOption<DocumentRequest>;
using Count = CountOption<DocumentRequest>;
using Switch = SwitchOption<DocumentRequest>;
using Name = NameOption<DocumentRequest>;

constexpr DocumentOptionGroup of_storyboards{.kind = DocumentKind::storyboard};
constexpr DocumentOptionGroup of_worksheets{.kind = DocumentKind::worksheet};
constexpr DocumentOptionGroup of_handouts{.kind = DocumentKind::handout, .needs_model = true};
constexpr DocumentOptionGroup of_scripts{.kind = DocumentKind::code};

constexpr Index most_every = 1'000'000;
constexpr Index most_variants = 1'000'000;
constexpr Index most_sheets = 500;

constexpr std::array kinds{
    OptionName{.name = "storyboard", .label = "a page for each step: a PDF, an animation, or frames"},
    OptionName{.name = "worksheet", .label = "a sheet to work out with a pencil, and its key"},
    OptionName{.name = "handout", .label = "the steps as one HTML file, to step through and to print"},
    OptionName{.name = "notes", .label = "a section of an article in LaTeX, with its figures"},
    OptionName{.name = "slides", .label = "a deck of slides for LaTeX's beamer, with its figures"},
    OptionName{.name = "code", .label = "a Python script that gives the same numbers"}};

constexpr std::array forms{
    OptionName{.name = "pdf", .label = "one PDF"}, OptionName{.name = "gif", .label = "an animation"},
    OptionName{.name = "png", .label = "PNG frames"}, OptionName{.name = "svg", .label = "SVG frames"}};

constexpr std::array languages{OptionName{.name = "numpy", .value = "numpy", .label = "NumPy"},
                               OptionName{.name = "torch", .value = "torch", .label = "PyTorch"}};

bool is_animation(const DocumentRequest& /*request*/, std::string_view ending) {
    return ending == "gif";
}

bool has_pixels(const DocumentRequest& /*request*/, std::string_view ending) {
    return ending == "gif" || ending == "png";
}

constexpr std::array option_table{
    DocumentOption{.value = DocumentKindOption{&DocumentRequest::kind, kinds}, .field = "document", .label = "What"},
    DocumentOption{.value = FramesOption{&DocumentRequest::frames, forms, 2},
                   .group = of_storyboards,
                   .flag = "--format",
                   .help = "frames into a folder, {}",
                   .field = "form",
                   .label = "As"},
    DocumentOption{.value = Switch{at<bool, &DocumentRequest::all_layers>, "the whole model", "this layer"},
                   .group = of_handouts,
                   .flag = "--all-layers",
                   .help = "of the whole model: its picture, and the steps of each layer, folded",
                   .field = "of-layers",
                   .label = "About"},
    DocumentOption{.value = Switch{at<bool, &DocumentRequest::upright>, "upright", "across"},
                   .group = of_storyboards,
                   .flag = "--upright",
                   .help = "pages higher than wide",
                   .field = "page",
                   .label = "Pages"},
    DocumentOption{.value = Number{.at = at<float, &DocumentRequest::dpi>,
                                   .least = lowest_dpi,
                                   .most = most_frame_dpi,
                                   .refused_by_parsing = true},
                   .group = of_storyboards,
                   .flag = "--dpi",
                   .help = "of png frames and animations ({})",
                   .argument = "DPI",
                   .field = "frame-dpi",
                   .label = "Pixels",
                   .unit = "dots an inch",
                   .matters = has_pixels},
    DocumentOption{.value = Number{.at = at<float, &DocumentRequest::seconds>,
                                   .least = least_seconds,
                                   .most = most_seconds,
                                   .refused_by_parsing = true},
                   .group = of_storyboards,
                   .flag = "--seconds",
                   .help = "that an animation shows a page ({})",
                   .argument = "S",
                   .field = "seconds",
                   .unit = "s a page",
                   .matters = is_animation},
    DocumentOption{.value = StagesOption{&WorksheetRequest::stages},
                   .group = of_worksheets,
                   .flag = "--stages",
                   .help = "what is to be worked out; otherwise the notes' steps from scores on, of all heads",
                   .argument = "NAMES",
                   .field = "worked",
                   .label = "Blank",
                   .hint = "scores, A, O, Y"},
    DocumentOption{
        .value =
            Count{.at = at<Index, &DocumentRequest::sheet, &WorksheetRequest::every>, .least = 1, .most = most_every},
        .group = of_worksheets,
        .flag = "--every",
        .help = "blank the first cell, and from there on each K-th ({}: all)",
        .argument = "K",
        .field = "every",
        .label = "One cell in",
        .unit = "is blank"},
    DocumentOption{
        .value =
            Count{.at = at<Index, &DocumentRequest::sheet, &WorksheetRequest::rows>, .least = 1, .most = most_every},
        .group = of_worksheets,
        .flag = "--rows",
        .help = "for so many queries, from --row on; otherwise for --row alone, or for as many as a pencil gets "
                "through",
        .argument = "N"},
    DocumentOption{.value = VariantOption{&WorksheetRequest::variant, most_variants},
                   .group = of_worksheets,
                   .flag = "--variant",
                   .help = "other numbers, as difficult; from 1",
                   .argument = "N",
                   .field = "variant",
                   .label = "variant",
                   .hint = "none"},
    DocumentOption{.value =
                       Switch{at<bool, &DocumentRequest::sheet, &WorksheetRequest::slip>, "one slip", "blank cells"},
                   .group = of_worksheets,
                   .flag = "--slip",
                   .help = "nothing is blank, and one number is wrong",
                   .field = "slip",
                   .label = "To find"},
    DocumentOption{.value = Count{.at = at<Index, &DocumentRequest::variants>, .least = 1, .most = most_sheets},
                   .group = of_worksheets,
                   .flag = "--variants",
                   .help = "so many sheets with other numbers, each with its key, into a folder",
                   .argument = "N"},
    DocumentOption{.value = FileOption{&DocumentRequest::key},
                   .group = {.kind = DocumentKind::worksheet, .is_output = true},
                   .flag = "--key",
                   .help = "the answers, step by step",
                   .argument = "FILE.pdf|FILE.tex",
                   .field = "key",
                   .label = "Its key",
                   .hint = "a .pdf or .tex, or none"},
    DocumentOption{
        .value = Name{.at = at<Index, &DocumentRequest::language>, .names = languages, .refused_by_parsing = true},
        .group = of_scripts,
        .flag = "--language",
        .help = "{}",
        .field = "language",
        .label = "With"},
};

} // namespace

std::span<const DocumentOption> document_options() {
    return option_table;
}

} // namespace attn
