#pragma once

#include <string_view>
#include <vector>

namespace attn {

// What the objects of a session's file may hold; any other key is named in an error.

std::vector<std::string_view> session_keys();
/// Of an object that options stand in.
std::vector<std::string_view> keys_in(std::string_view group);
/// Of each of the heads.
std::vector<std::string_view> head_keys();

} // namespace attn
