#pragma once

#include <string>
#include <string_view>

struct ImGuiIO;

namespace attn {

/// Hands a typed letter to ImGui. Where ImWchar has 16 bits, a letter beyond U+FFFF is added as its two UTF-16 halves:
/// ImGui::AddInputCharacter would turn 🙂 into U+FFFD.
void add_letter(ImGuiIO& io, char32_t letter);

/// The text typed since the last frame, in UTF-8.
std::string typed_text(const ImGuiIO& io);

/// The text with the letters A to Z in lower case, to compare typed text with names.
std::string lower_case(std::string_view text);

} // namespace attn
