#pragma once

#include <string>
#include <string_view>

struct ImGuiIO;

namespace attn {

/// Hands a typed letter to ImGui, whose letters may have 16 bits: others go in as the two halves of UTF-16, which it
/// passes on as they are. ImGui::AddInputCharacter alone would make U+FFFD of 🙂.
void add_letter(ImGuiIO& io, char32_t letter);

/// What was typed since the last frame, in UTF-8.
std::string typed_text(const ImGuiIO& io);

/// The text with the letters A to Z in lower case, to compare what was typed with names.
std::string lower_case(std::string_view text);

} // namespace attn
