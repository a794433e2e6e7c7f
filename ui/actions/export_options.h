#pragma once

#include "core/tensor/result.h"
#include "ui/document/ui_context.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// One of the things that an option can be set to.
struct ExportChoice {
    std::string value;
    std::string label;
    std::string about{};
    bool fits = true; ///< what does not can be chosen all the same; the preview then says why not
};

/// Something that the export dialog asks: an option of figures or documents, made from its row in
/// core/document/options/figure_options.cpp or core/export/document_options.cpp, or what a file of figures ends in.
/// What a control sets is what a script and a test can set.
struct ExportOption {
    enum class Control : std::uint8_t { list, segments, field };
    std::string_view name; ///< "stage": its list is "action:export/list/stage", its field "field:export/stage"
    std::string_view label;
    std::size_t line = 0; ///< of the form
    Control control = Control::field;
    bool names_value = false; ///< its choices are called what they are
    float width = 0;          ///< of a field
    std::string_view unit{};  ///< behind a field
    std::string_view hint{};  ///< in an empty field
    /// As a field says it, or as the value of the choice that is taken.
    std::function<std::string(const UiContext& ui, const ExportChoices& choices)> value{};
    /// Fails, saying what was expected, where the text cannot be meant.
    std::function<Result<void>(const UiContext& ui, ExportChoices& choices, std::string_view text)> take{};
    /// None: a field.
    std::function<std::vector<ExportChoice>(const UiContext& ui, const ExportChoices& choices)> choices{};
    /// Whether it is asked now.
    std::function<bool(const UiContext& ui, const ExportChoices& choices)> asked{};
};

/// Options that stand beside each other, one line of the dialog.
using ExportLine = std::vector<const ExportOption*>;

/// What is asked now, line by line: what is exported, and how it is written.
struct ExportForm {
    std::vector<ExportLine> what;
    ExportLine how;
};
ExportForm export_form(const UiContext& ui);

/// The option of that name, which must exist.
const ExportOption& export_option(std::string_view name);
const ExportOption* find_export_option(std::string_view name);

/// Where a document goes unless a path is typed.
std::string usual_path(const DocumentRequest& document);

/// The choices with the option set.
Result<ExportChoices> with_option(const UiContext& ui, std::string_view name, std::string_view text);

} // namespace attn
