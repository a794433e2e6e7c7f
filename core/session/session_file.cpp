#include "core/session/session_file.h"

#include "core/io/file.h"
#include "core/io/npz.h"
#include "core/io/printable.h"
#include "core/session/session_json.h"

#include <array>

namespace attn {

namespace {

constexpr std::uint64_t text_limit = std::uint64_t{64} << 20; // bytes

std::string arrays_name(const std::filesystem::path& path) {
    return path.stem().string() + ".npz";
}

Result<void> write_arrays(const std::filesystem::path& path, const std::vector<std::pair<std::string, Matrix>>& arrays,
                          const std::stop_token& stop) {
    NpzWriter file(path);
    for (const auto& [name, matrix] : arrays) {
        if (stop.stop_requested())
            break;
        file.begin(name, std::array{matrix.rows(), matrix.columns()});
        file.append(matrix.view());
    }
    if (stop.stop_requested())
        return error("{}: writing was stopped", printable_path(path));
    return file.commit();
}

} // namespace

Result<void> save_session(const Session& session, const std::filesystem::path& path, const std::stop_token& stop) {
    const SessionJson json = session_to_json(session, arrays_name(path));
    if (!json.arrays.empty())
        if (auto written = write_arrays(path.parent_path() / arrays_name(path), json.arrays, stop); !written)
            return written;
    return write_text_file(path, json_text(json.document));
}

Result<Session> load_session(const std::filesystem::path& path) {
    auto text = read_text_file(path, text_limit);
    if (!text)
        return text.error();
    return parse_session(*text, printable_path(path), path.parent_path());
}

Result<Session> parse_session(std::string_view text, const std::string& name, const std::filesystem::path& folder) {
    auto document = parse_json(text, name);
    if (!document)
        return document.error();
    auto arrays_file = arrays_file_of(*document, name);
    if (!arrays_file)
        return arrays_file.error();
    Arrays arrays;
    if (!arrays_file->empty()) {
        auto read = read_npz(folder / *arrays_file);
        if (!read)
            return error("{}: arrays: {}", name, read.error().message);
        arrays = std::move(*read);
    }
    auto session = session_from_json(*document, arrays, name);
    if (session && session->origin && session->origin->file.is_relative())
        session->origin->file = folder / session->origin->file;
    return session;
}

} // namespace attn
