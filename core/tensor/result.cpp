#include "core/tensor/result.h"

namespace attn {

namespace {

// Control characters, which are in no message: those from files are made printable.
constexpr char begins_name = '\x0e';
constexpr char ends_name = '\x0f';

} // namespace

std::string named(std::string_view name) {
    return begins_name + std::string(name) + ends_name;
}

std::string named(const Error& error) {
    std::string marked;
    std::size_t done = 0;
    for (const Error::Name& name : error.names) {
        marked += error.message.substr(done, name.at - done) + named(error.message.substr(name.at, name.length));
        done = name.at + name.length;
    }
    return marked + error.message.substr(done);
}

Error error_with_names(std::string_view message) {
    Error error;
    error.message.reserve(message.size());
    std::optional<std::size_t> begun;
    for (const char letter : message) {
        if (letter == begins_name) {
            begun = error.message.size();
        } else if (letter == ends_name) {
            if (begun && *begun < error.message.size())
                error.names.push_back({*begun, error.message.size() - *begun});
            begun.reset();
        } else {
            error.message += letter;
        }
    }
    return error;
}

} // namespace attn
