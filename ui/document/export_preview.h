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

/// What the export dialog would write.
struct ExportPreview {
    std::vector<PdfPage> pages;
    Index sheets = 0;                 ///< so many pages, then those of a key
    float scale = 1;                  ///< pixels of 1/96 inch each unit of a page
    std::vector<std::string> lines;   ///< of a text, the first ones
    std::vector<std::string> remarks; ///< what the author should know
    std::string problem;              ///< why it cannot be written; empty: it can
};

/// What a message says to somebody who has no command line before them: without the options that it names.
std::string without_options(const std::string& message);

/// Lays out what the dialog is set to, exactly as it will be written; anew only when that, or the numbers, changed.
/// What a frame has no time for is laid out in the background; until it is there, the preview shows what it was.
class ExportPreviewer {
public:
    /// The background must outlive this. `fonts` is the folder that its typesetter is opened from.
    ExportPreviewer(Background& background, std::filesystem::path fonts);
    ~ExportPreviewer();

    const ExportPreview& of(const UiContext& ui);
    void forget();

private:
    /// All that a preview depends on.
    struct Question {
        std::optional<FigureRequest> figure;
        FigureSet::Which which = FigureSet::Which::one;
        std::optional<DocumentRequest> document;
        std::string format;
        std::uint64_t revision = 0;
        bool operator==(const Question&) const = default;
    };
    /// What answers are made with in the background, one after the other.
    struct Tools;
    static Question question_of(const UiContext& ui);
    static double effort_of(const Question& question, const Sizes& sizes);
    static ExportPreview answer(const Question& question, const FigureSource& source);
    void answer_later(const UiContext& ui);

    Background& background_;
    std::filesystem::path fonts_;
    std::shared_ptr<Tools> tools_;
    std::optional<Question> asked_;
    std::uint64_t questions_ = 0; ///< asked so far
    bool is_answered_ = false;
    ExportPreview preview_;
};

/// The recipe that is looked at in the list of the session's figures; none where there is none.
const FigureRequest* marked_recipe(const UiContext& ui);

} // namespace attn
