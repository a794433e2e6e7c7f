#include "ui/dialogs/file_list.h"

#include "core/figure/pictures/text_layout.h"
#include "core/files/printable.h"
#include "ui/actions/folder_list.h"

#include <fmt/core.h>

namespace attn {

namespace {

constexpr float file_line = 26;

void add_entry(Form& form, const FolderEntry& entry, const Box& line) {
    const Theme& theme = form.theme();
    const Box text = line.grown(-space::small);
    const Font font{.weight = entry.is_ours ? FontWeight::medium : FontWeight::regular};
    const float width =
        form.write({text.x, line.y + 18}, entry.label, entry.is_ours || entry.is_folder ? theme.ink : theme.dim, font,
                   Horizontal::left, text.width * 0.6F);
    if (entry.is_recent)
        form.write({text.right(), line.y + 18}, "recent, in " + printable_path(entry.path.parent_path()), theme.dim,
                   small(), Horizontal::right, text.width - width - space::large);
}

} // namespace

void add_file_list(Form& form, const Box& area) {
    const UiContext& ui = form.ui();
    const std::vector<FolderEntry> entries = folder_entries(ui);
    form.say("files.folder", {area.x, area.y - space::small}, "in " + printable_path(folder_in_sight(ui)),
             form.theme().dim, small(), Horizontal::left, area.width * 0.75F);
    form.rule({area.x, area.y}, {area.right(), area.y});
    const Box lines{area.x - space::small, area.y + space::small, area.width + 2 * space::small,
                    area.height - space::small};
    const auto entry_at = [&](Index i) -> const FolderEntry& { return entries[static_cast<std::size_t>(i)]; };
    const ListWindow shown = form.list(
        lines, {.count = std::ssize(entries),
                .marked = std::min<Index>(ui.workspace.overlay->marked, std::ssize(entries)) - 1,
                .line = file_line,
                .target_of = [](Index i) { return fmt::format("action:choose/{}", i + 1); },
                .add_line =
                    [&](Index i, const Box& line) {
                        add_entry(form, entry_at(i), line);
                        form.scene().values.insert_or_assign(fmt::format("action:choose/{}", i + 1), entry_at(i).label);
                    }});
    if (entries.empty())
        form.write({area.x, lines.y + 18},
                   asks_for_file_to_read(ui) ? "Nothing that can be opened has that name here."
                                             : "No file here has that name: it will be a new one.",
                   form.theme().dim);
    else if (shown.last_first > 0)
        form.write({area.right(), area.y - space::small},
                   fmt::format("{} to {} of {}", shown.first + 1, shown.end, entries.size()), form.theme().dim, small(),
                   Horizontal::right);
}

} // namespace attn
