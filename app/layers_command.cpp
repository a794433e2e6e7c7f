#include "app/commands.h"
#include "app/console.h"
#include "core/checkpoint/family_file.h"
#include "core/checkpoint/listing.h"
#include "core/document/sources/model_session.h"
#include "core/document/sources/recording.h"
#include "core/files/printable.h"
#include "core/files/utf8.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <string>
#include <vector>

namespace attn {

namespace {

constexpr std::size_t columns = 10;
using Line = std::array<std::string, columns>;

std::string text_of(Index number) {
    return number == 0 ? "?" : std::to_string(number);
}

Line line_of(const ListedLayer& listed) {
    const FoundLayer& layer = listed.layer;
    const HeadCounts& counts = listed.counts;
    std::string cautions;
    for (const Caveat& caveat : listed.caveats)
        cautions += fmt::format("; from {} on: {}", array_name(caveat.from), caveat.says);
    return {std::to_string(layer.number),
            layer.name.empty() ? "-" : printable(layer.name, 100),
            std::string(layer.family->title),
            text_of(layer.D),
            text_of(counts.H),
            text_of(counts.H_kv),
            text_of(counts.d_k),
            text_of(counts.d_v),
            printable(layer.stored),
            layer.opens() ? layer.orientation() + (layer.problem.empty() ? "" : "; " + layer.problem) + cautions
                          : "cannot be opened: " + layer.problem};
}

/// Returns a value of JSON on one line: "halves", 0.25, "a b" for a list.
std::string one_line(const Json& value) {
    if (value.kind == Json::Kind::boolean)
        return value.truth ? "true" : "false";
    if (value.kind != Json::Kind::list)
        return value.text;
    std::string text;
    for (const Json& item : value.items)
        text += (text.empty() ? "" : " ") + item.text;
    return text.empty() ? "none" : text;
}

void print_table(const std::vector<Line>& lines) {
    std::array<std::size_t, columns> widths{};
    for (const Line& line : lines)
        for (std::size_t i = 0; i < columns; ++i)
            widths.at(i) = std::max(widths.at(i), letter_count(line.at(i)));
    for (const Line& line : lines) {
        std::string text;
        for (std::size_t i = 0; i + 1 < columns; ++i)
            text += line.at(i) + std::string(widths.at(i) - letter_count(line.at(i)) + 2, ' ');
        print(fmt::format("{}\n", terminal_line(text + line.back())));
    }
}

} // namespace

Result<void> print_layers(const std::filesystem::path& path) {
    const auto model = model_named(path);
    if (!model)
        return model.error();
    const auto listed = list_layers(*model);
    if (!listed)
        return listed.error();
    if (listed->empty()) {
        const auto checkpoint = Checkpoint::open(*model);
        return checkpoint ? choose_layer(*checkpoint, {}, std::nullopt).error() : checkpoint.error();
    }
    std::vector<Line> lines{{"#", "layer", "family", "D", "H", "H_kv", "d_k", "d_v", "type", "stored as"}};
    for (const ListedLayer& layer : *listed)
        lines.push_back(line_of(layer));
    print_table(lines);
    return {};
}

Result<void> print_families(const std::string& name) {
    if (name.empty()) {
        for (const ModelType& type : model_types()) {
            const Json columns = kind_as_json(type, KindColumns::unusual);
            std::string text;
            for (std::size_t i = 1; i < columns.keys.size(); ++i) // without the name
                text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", columns.keys[i], one_line(columns.items[i]));
            print(fmt::format("{:<18} {}\n", type.name, text.empty() ? "as Llama" : text));
        }
        return {};
    }
    const auto kind = read_kind(name);
    if (!kind)
        return kind.error();
    print(json_text(kind_as_json(**kind, KindColumns::all)) + "\n");
    return {};
}

namespace {

std::string line_of(const RecordedDifference& difference) {
    const std::string_view name = array_name(difference.stage);
    if (!difference.agrees() && !difference.differs())
        return fmt::format("{:<10} cannot be known: the file does not tell {}\n", name, difference.unknown);
    const std::string where =
        difference.largest == 0
            ? "exactly" // without a cell: none stands out
            : fmt::format("largest difference {:.3g} at {}: recorded {:.7g}, computed {:.7g}", difference.largest,
                          cell_name(difference.where), difference.recorded, difference.computed);
    return fmt::format("{:<10} {}  {}\n", name, difference.agrees() ? "agrees " : "differs", where);
}

} // namespace

Result<int> print_recording(const std::filesystem::path& path, const std::optional<std::string>& layer,
                            const std::vector<OptionSetting>& told) {
    const auto file = Checkpoint::open(path);
    if (!file)
        return file.error();
    if (!has_recorded_stages(*file))
        return error("{}: there is no stage of a layer; expected arrays named as those of a trace: X, Q, scores, A …",
                     file->name());
    const auto recording = open_recording(*file, layer, told);
    if (!recording)
        return recording.error();
    if (recording->compared.empty())
        print("none of the recorded stages can be computed from the others\n");
    for (const RecordedDifference& difference : recording->compared)
        print(line_of(difference));
    return std::ranges::any_of(recording->compared, &RecordedDifference::differs) ? 1 : 0;
}

} // namespace attn
