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

/// How the export dialog asks for what an option can be.
struct Asking {
    ExportOption::Control control = ExportOption::Control::field;
    bool names_value = false;
    bool has_choices = true;
};

Asking asking_of(const FigureOptionValue& value);
Asking asking_of(const DocumentOptionValue& value);

/// What the option can be set to; nothing where it is a field.
std::vector<ExportChoice> choices_of(const FigureOptionValue& value, const UiContext& ui, const ExportChoices& choices);
std::vector<ExportChoice> choices_of(const DocumentOptionValue& value, const UiContext& ui,
                                     const ExportChoices& choices);

/// Choices that are called what they are.
std::vector<ExportChoice> named_choices(std::span<const std::string_view> names);
/// What scripts call one of the names.
std::string value_of(const OptionName& row);
/// In the order of FigureLimits.
std::span<const OptionName> limits_names();
/// How many there are of what a place is in.
Index count_of(const UiContext& ui, PlaceOption::Of of);

} // namespace attn
