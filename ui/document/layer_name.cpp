#include "ui/document/layer_name.h"

#include "core/files/printable.h"

#include <algorithm>
#include <fmt/core.h>
#include <string_view>

namespace attn {

namespace {

/// The number among the parts of a name: "3" of "model.layers.3.self_attn"; empty if no part is a number.
std::string_view number_in(std::string_view name) {
    while (!name.empty()) {
        const std::string_view part = name.substr(0, name.find('.'));
        if (!part.empty() && std::ranges::all_of(part, [](char letter) { return letter >= '0' && letter <= '9'; }))
            return part;
        name.remove_prefix(std::min(part.size() + 1, name.size()));
    }
    return {};
}

} // namespace

std::string model_name(const std::filesystem::path& path) {
    const std::string file = path.filename().string();
    const bool says_nothing = file.empty() || file.starts_with("model.safetensors");
    return printable_path(says_nothing ? path.parent_path().filename() : path.filename());
}

std::string layer_of_model(const Session& session) {
    if (!session.origin || session.origin->layer.empty())
        return {};
    const std::string& name = session.origin->layer;
    const std::string_view number = number_in(name);
    return fmt::format("layer {} of {}", number.empty() ? printable(name) : std::string(number),
                       model_name(session.origin->file));
}

} // namespace attn
