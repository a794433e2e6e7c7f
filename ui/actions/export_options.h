#pragma once

#include "core/tensor/result.h"
#include "ui/document/ui_context.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// One of the values that an option can have.
struct ExportChoice {
    std::string value;
    std::string label;
    std::string about{};
    bool fits = true; ///< false: the choice does not fit; it can still be chosen, and the preview then explains the
                      ///< problem
};

/// A control of the export dialog: an option of figures or documents, made from its row in
/// core/document/options/figure_options.cpp or core/export/document_options.cpp, or the format of files of figures.
/// Scripts and tests set the same options by name.
struct ExportOption {
    enum class Control : std::uint8_t { list, segments, field };
    std::string_view name; ///< "stage": its list is "action:export/list/stage", its field "field:export/stage"
    std::string_view label;
    std::size_t line = 0; ///< line of the form
    Control control = Control::field;
    bool names_value = false;   ///< the choices' labels are their values
    bool checks_itself = false; ///< `take` checks texts beyond the choices; otherwise only the choices are accepted
    float width = 0;            ///< width of a field
    std::string_view unit{};    ///< unit that is shown after a field
    std::string_view hint{};    ///< shown in an empty field
    /// Returns the value as the option's field or its chosen choice shows it.
    std::function<std::string(const UiContext& ui, const ExportChoices& choices)> value{};
    /// Sets the value; fails, saying what was expected, if the text is not a possible value.
    std::function<Result<void>(const UiContext& ui, ExportChoices& choices, std::string_view text)> take{};
    /// The values to choose from; empty function: a field asks for the value.
    std::function<std::vector<ExportChoice>(const UiContext& ui, const ExportChoices& choices)> choices{};
    /// True if the dialog shows the option now.
    std::function<bool(const UiContext& ui, const ExportChoices& choices)> asked{};
};

/// Options side by side, in one line of the dialog.
using ExportLine = std::vector<const ExportOption*>;

/// The options shown at the moment, line by line: what is exported, and how it is written.
struct ExportForm {
    std::vector<ExportLine> what;
    ExportLine how;
};
ExportForm export_form(const UiContext& ui);

/// Returns the option with this name, which must exist.
const ExportOption& export_option(std::string_view name);
const ExportOption* find_export_option(std::string_view name);

/// The path of a document unless another is typed.
std::string usual_path(const DocumentRequest& document);

/// The dialog's settings with the option set to the text.
Result<ExportChoices> with_option(const UiContext& ui, std::string_view name, std::string_view text);

} // namespace attn
