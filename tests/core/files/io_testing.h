#pragma once

#include "core/files/file.h"
#include "core/files/ndarray.h"
#include "core/tensor/result.h"
#include "tests/folders.h"
#include "tests/peer_data.h"
#include "tests/temporary_folder.h"

#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace attn {

/// A file made by NumPy (tests/data/make_npy_files.py).
inline std::filesystem::path golden(std::string_view name) {
    return source_folder() / "tests/data/npy" / name;
}

inline Bytes as_file(const std::string& content) {
    const auto owner = std::make_shared<const std::vector<char>>(content.begin(), content.end());
    return {owner, std::as_bytes(std::span(*owner))};
}

inline std::string content_of(const std::filesystem::path& path) {
    auto content = read_text_file(path);
    EXPECT_TRUE(content) << (content ? "" : content.error().message);
    return content ? *content : std::string();
}

inline std::vector<float> numbers_of(const NdArray& array) {
    return {array.values.begin(), array.values.end()};
}

/// Expects a value, or an error of one line without control characters.
template <class Value>
void expect_value_or_one_line(const Result<Value>& result) {
    if (result)
        return;
    const std::string& message = result.error().message;
    EXPECT_FALSE(message.empty());
    for (const char letter : message)
        EXPECT_FALSE(static_cast<unsigned char>(letter) < 0x20 || letter == 0x7F) << message;
    EXPECT_LT(message.size(), 500U);
}

template <class Value>
std::string message_of(const Result<Value>& result) {
    expect_value_or_one_line(result);
    return result ? "no error" : result.error().message;
}

/// Expects that the file, cut behind every byte and with every bit flipped, gives a value or an error of one line.
template <class Parse>
void expect_survives_every_cut_and_flip(const std::string& content, Parse parse) {
    for (std::size_t size = 0; size < content.size(); ++size)
        expect_value_or_one_line(parse(as_file(content.substr(0, size))));
    std::string damaged = content;
    for (char& byte : damaged)
        for (int bit = 0; bit < 8; ++bit) {
            byte = static_cast<char>(byte ^ (1 << bit));
            expect_value_or_one_line(parse(as_file(damaged)));
            byte = static_cast<char>(byte ^ (1 << bit));
        }
}

/// The most memory that this program has used so far, in bytes.
inline std::size_t peak_memory() {
    const std::string status = content_of("/proc/self/status");
    const auto at = status.find("VmHWM:");
    return at == std::string::npos ? 0 : std::stoul(status.substr(at + 6)) * 1024;
}

} // namespace attn
