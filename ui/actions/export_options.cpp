#include "ui/actions/export_options.h"

#include "core/figure/number.h"
#include "core/files/printable.h"
#include "core/notation/notation.h"
#include "ui/actions/export_option_tables.h"
#include "ui/actions/fields.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <filesystem>
#include <limits>

namespace attn {

namespace {

using Control = ExportOption::Control;

/// 1 to count; of documents also none, which means what the document makes of it.
std::vector<ExportChoice> places(const ExportChoices& choices, Index count, std::string none) {
    std::vector<ExportChoice> all = numbered_choices(count);
    if (choices.tab == ExportTab::document)
        all.insert(all.begin(), {"", std::move(none)});
    return all;
}

std::vector<ExportChoice> heads(const UiContext& ui, const ExportChoices& choices) {
    const bool all = is_document(choices, DocumentKind::worksheet);
    return places(choices, ui.sizes().H, all ? "all" : "as it opens");
}

std::vector<ExportChoice> items(const UiContext& ui, const ExportChoices& choices) {
    return places(choices, ui.sizes().B, "as it opens");
}

constexpr std::array shared{
    ExportOption{
        .name = "head",
        .label = "Head",
        .control = Control::list,
        .value = [](const UiContext&, const ExportChoices& c) { return place_text(c.shown().head); },
        .take = [](const UiContext&, ExportChoices& c, std::string_view t) { return take_place(t, c.shown().head); },
        .choices = heads,
        .asked = [](const UiContext& d,
                    const ExportChoices& c) { return d.sizes().H > 1 && !is_document(c, DocumentKind::code); }},
    ExportOption{
        .name = "item",
        .label = "Item",
        .control = Control::list,
        .value = [](const UiContext&, const ExportChoices& c) { return place_text(c.shown().item); },
        .take = [](const UiContext&, ExportChoices& c, std::string_view t) { return take_place(t, c.shown().item); },
        .choices = items,
        .asked = [](const UiContext& d,
                    const ExportChoices& c) { return d.sizes().B > 1 && !is_document(c, DocumentKind::code); }},
    ExportOption{.name = "notation",
                 .label = "Notation",
                 .control = Control::list,
                 .names_value = true,
                 .value = [](const UiContext& d,
                             const ExportChoices& c) { return c.shown().notation.value_or(d.session.notation).name(); },
                 .take =
                     [](const UiContext& d, ExportChoices& c, std::string_view t) {
                         c.shown().notation.reset();
                         if (t != d.session.notation.name())
                             c.shown().notation = NotationChoice(t);
                         return Result<void>();
                     },
                 .choices =
                     [](const UiContext& d, const ExportChoices&) {
                         std::vector<std::string_view> names = notation_names();
                         if (d.session.notation.is_own())
                             names.emplace_back(d.session.notation.name());
                         return named_choices(names);
                     },
                 .asked = [](const UiContext&, const ExportChoices& c) { return !is_document(c, DocumentKind::code); }},
    ExportOption{.name = "tokens",
                 .label = "Tokens",
                 .control = Control::segments,
                 .value =
                     [](const UiContext& d, const ExportChoices& c) {
                         return yes_or_no(c.shown().tokens_as_columns.value_or(d.session.tokens_as_columns));
                     },
                 .take =
                     [](const UiContext& d, ExportChoices& c, std::string_view t) {
                         c.shown().tokens_as_columns = t == "yes";
                         if (c.shown().tokens_as_columns == d.session.tokens_as_columns)
                             c.shown().tokens_as_columns.reset();
                         return Result<void>();
                     },
                 .choices =
                     [](const UiContext&, const ExportChoices&) {
                         std::vector<ExportChoice> both = yes_or_no("columns", "rows");
                         std::ranges::reverse(both);
                         return both;
                     },
                 .asked = [](const UiContext&, const ExportChoices& c) { return !is_document(c, DocumentKind::code); }},
};

// Line by line, as the dialog asks.
const std::vector<std::vector<std::string_view>>& lines_of(ExportTab tab) {
    static const std::array<std::vector<std::vector<std::string_view>>, 3> lines{{{{"kind"},
                                                                                   {"stage"},
                                                                                   {"head", "item"},
                                                                                   {"row", "column"},
                                                                                   {"notation"},
                                                                                   {"tokens"},
                                                                                   {"width", "type"},
                                                                                   {"numbers", "decimals"},
                                                                                   {"limits"},
                                                                                   {"lowest", "highest"},
                                                                                   {"palette", "look"},
                                                                                   {"titled"},
                                                                                   {"title"},
                                                                                   {"captioned"}},
                                                                                  {{"document"},
                                                                                   {"head", "item"},
                                                                                   {"notation"},
                                                                                   {"tokens"},
                                                                                   {"form"},
                                                                                   {"frame-dpi", "seconds"},
                                                                                   {"worked"},
                                                                                   {"every", "variant"},
                                                                                   {"slip"},
                                                                                   {"key"},
                                                                                   {"language"}},
                                                                                  {}}};
    return lines.at(static_cast<std::size_t>(tab));
}

ExportLine asked_of(const UiContext& ui, const std::vector<std::string_view>& names) {
    ExportLine line;
    for (const std::string_view name : names) {
        const ExportOption& option = export_option(name);
        if (option.asked == nullptr || option.asked(ui, ui.workspace.exporting))
            line.push_back(&option);
    }
    return line;
}

} // namespace

std::span<const ExportOption> shared_options() {
    return shared;
}

const ExportOption* find_export_option(std::string_view name) {
    for (const std::span<const ExportOption> table : {shared_options(), figure_options(), document_options()})
        if (const auto found = std::ranges::find(table, name, &ExportOption::name); found != table.end())
            return &*found;
    return nullptr;
}

const ExportOption& export_option(std::string_view name) {
    const ExportOption* const option = find_export_option(name);
    assert(option != nullptr);
    return *option;
}

ExportForm export_form(const UiContext& ui) {
    ExportForm form;
    const ExportTab tab = ui.workspace.exporting.tab;
    for (const auto& names : lines_of(tab))
        if (ExportLine line = asked_of(ui, names); !line.empty())
            form.what.push_back(std::move(line));
    if (tab == ExportTab::figure)
        form.how = asked_of(ui, {"format", "dpi"});
    if (tab == ExportTab::listed)
        form.how = asked_of(ui, {"listed-format"});
    return form;
}

Result<ExportChoices> with_option(const UiContext& ui, std::string_view name, std::string_view text) {
    const ExportOption* const option = find_export_option(name);
    if (option == nullptr)
        return error("there is nothing called “{}” to be set", printable(name));
    ExportChoices choices = ui.workspace.exporting;
    if (auto taken = option->take(ui, choices, text); !taken)
        return taken.error();
    return choices;
}

Result<float> number_within(std::string_view text, float least, float most) {
    const auto number = parse_number(text);
    if (!number)
        return number.error();
    if (!(*number >= least && *number <= most))
        return error("this is {}, expected {} to {}", exact_number(*number), exact_number(least), exact_number(most));
    return *number;
}

Result<Index> whole_number(std::string_view text, Index least, Index most) {
    const auto number = number_within(text, static_cast<float>(least), static_cast<float>(most));
    if (!number)
        return number.error();
    if (*number != std::floor(*number))
        return error("this is {}, expected a whole number", exact_number(*number));
    return static_cast<Index>(*number);
}

Result<void> take_number(std::string_view text, float least, float most, float& number) {
    const auto taken = number_within(text, least, most);
    if (!taken)
        return taken.error();
    number = *taken;
    return {};
}

Result<void> take_place(std::string_view text, std::optional<Index>& place) {
    if (text.empty()) {
        place.reset();
        return {};
    }
    const auto number = whole_number(text, 1, std::numeric_limits<std::int32_t>::max());
    if (!number)
        return number.error();
    place = *number - 1;
    return {};
}

std::string place_text(const std::optional<Index>& place) {
    return place ? std::to_string(*place + 1) : std::string();
}

std::vector<ExportChoice> yes_or_no(std::string yes, std::string no) {
    return {{"yes", std::move(yes)}, {"no", std::move(no)}};
}

std::string yes_or_no(bool yes) {
    return yes ? "yes" : "no";
}

std::vector<ExportChoice> numbered_choices(Index count) {
    std::vector<ExportChoice> all;
    all.reserve(static_cast<std::size_t>(count));
    for (Index i = 1; i <= count; ++i)
        all.push_back({std::to_string(i), std::to_string(i)});
    return all;
}

std::vector<ExportChoice> named_choices(std::span<const std::string_view> names) {
    std::vector<ExportChoice> all;
    all.reserve(names.size());
    for (const std::string_view name : names)
        all.push_back({std::string(name), std::string(name)});
    return all;
}

std::string with_ending(const std::string& path, std::string_view ending) {
    std::filesystem::path file(path);
    return file.replace_extension(ending).string();
}

bool is_figure(const UiContext& /*desk*/, const ExportChoices& choices) {
    return choices.tab == ExportTab::figure;
}

bool is_document(const ExportChoices& choices, DocumentKind kind) {
    return choices.tab == ExportTab::document && choices.document.kind == kind;
}

} // namespace attn
