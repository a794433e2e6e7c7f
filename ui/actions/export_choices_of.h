#pragma once

#include "core/document/options/figure_options.h"
#include "core/export/document_options.h"
#include "ui/actions/export_options.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The way in which the export dialog asks for an option.
struct Asking {
    ExportOption::Control control = ExportOption::Control::field;
    bool names_value = false;
    bool has_choices = true;
    bool checks_itself = false; ///< takes more than its choices, and refuses the rest with a message
};

Asking asking_of(const FigureOptionValue& value);
Asking asking_of(const DocumentOptionValue& value);

/// The values that an option can have; empty if a field asks for it.
std::vector<ExportChoice> choices_of(const FigureOptionValue& value, const UiContext& ui, const ExportChoices& choices);
std::vector<ExportChoice> choices_of(const DocumentOptionValue& value, const UiContext& ui,
                                     const ExportChoices& choices);

/// Choices whose labels are their values.
std::vector<ExportChoice> named_choices(std::span<const std::string_view> names);
/// The value of a name in scripts.
std::string value_of(const OptionName& row);
/// The names of the limits, in the order of FigureLimits.
std::span<const OptionName> limits_names();
/// Returns the number of heads or items among which an option of the figure chooses.
Index count_of(const UiContext& ui, PlaceOption::Of of);

} // namespace attn
