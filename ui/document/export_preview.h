#pragma once

#include "core/export/document.h"
#include "core/figure/pdf.h"
#include "core/tensor/background.h"
#include "ui/document/ui_context.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// A preview of what the export dialog would write.
struct ExportPreview {
    std::vector<PdfPage> pages;
    Index sheets = 0;                 ///< the number of pages before those of the answer key
    float scale = 1;                  ///< pixels of 1/96 inch per unit of a page
    std::vector<std::string> lines;   ///< first lines of an exported text
    std::vector<std::string> remarks; ///< remarks for the author
    std::string problem;              ///< explains why the export cannot be written; empty: it can be
};

/// Returns the message without the command-line options that it names, for users of the window.
std::string without_options(const std::string& message);

/// Lays out the page that the export dialog is set to, exactly as it will be written, and lays it out again only when
/// the settings or the numbers change. Long work is done in the background; until it is done, the old preview is shown.
class ExportPreviewer {
public:
    /// The background must outlive the previewer. `fonts` is the folder from which its typesetter is opened.
    ExportPreviewer(Background& background, std::filesystem::path fonts);
    ~ExportPreviewer();

    const ExportPreview& of(const UiContext& ui);
    /// At the end of a frame: drops the preview if the frame did not ask for it.
    void forget_unless_asked();

private:
    /// All values on which a preview depends.
    struct Question {
        std::optional<FigureRequest> figure;
        FigureSet::Which which = FigureSet::Which::one;
        std::optional<DocumentRequest> document;
        std::string format;
        std::uint64_t revision = 0;
        bool operator==(const Question&) const = default;
    };
    /// The typesetter, and the cache of background results, which are computed one after the other.
    struct Tools;
    static Question question_of(const UiContext& ui);
    static double effort_of(const Question& question, const Sizes& sizes);
    static ExportPreview answer(const Question& question, const FigureSource& source);
    void answer_later(const UiContext& ui);

    Background& background_;
    std::filesystem::path fonts_;
    std::shared_ptr<Tools> tools_;
    std::optional<Question> asked_;
    std::uint64_t questions_ = 0; ///< number of questions so far
    bool is_answered_ = false;
    bool is_shown_ = false; ///< the preview is asked for in this frame
    ExportPreview preview_;
};

/// Returns the marked figure of the session's figures; nullptr if the session has none.
const FigureRequest* marked_recipe(const UiContext& ui);

} // namespace attn
