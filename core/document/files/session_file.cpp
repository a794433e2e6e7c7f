#include "core/document/files/session_file.h"

#include "core/document/files/readable_files.h"
#include "core/document/files/replaced_file.h"
#include "core/document/files/session_json.h"
#include "core/document/files/session_model.h"
#include "core/files/file.h"
#include "core/files/npy.h"
#include "core/files/npz.h"
#include "core/files/printable.h"

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <unistd.h>

namespace attn {

namespace {

constexpr std::string_view npy_ending = ".npy";

/// Limits for unpacking a session's arrays. This program stores them uncompressed, so only files of other programs
/// grow.
NpzLimits unpacking_limits(std::uint64_t file_bytes) {
    constexpr std::uint64_t always_allowed = std::uint64_t{64} << 20;
    constexpr std::uint64_t times_smaller = 32;
    NpzLimits limits;
    limits.unpacked_bytes = std::min(limits.unpacked_bytes, std::max(always_allowed, file_bytes * times_smaller));
    return limits;
}

Error stopped_writing(const std::filesystem::path& path) {
    return error("{}: writing was stopped", printable_path(path));
}

/// Fails if load_session would refuse the session because of its size.
Result<void> check_sizes(const SessionJson& session, std::uint64_t text_bytes) {
    constexpr std::uint64_t bytes_around_an_entry = 512; // headers, without the name
    if (text_bytes > session_text_limit)
        return error("its text has {} bytes, at most {} are read", text_bytes, session_text_limit);
    if (session.arrays.size() + 1 > NpzLimits().entries)
        return error("it has {} arrays, at most {} are read", session.arrays.size(), NpzLimits().entries);
    std::uint64_t bytes = text_bytes;
    for (const auto& [name, matrix] : session.arrays)
        bytes += static_cast<std::uint64_t>(matrix.rows() * matrix.columns()) * sizeof(float) + 2 * name.size() +
                 bytes_around_an_entry;
    if (!session.arrays.empty() && bytes > file_size_limit)
        return error("it has {} bytes, at most {} are read", bytes, file_size_limit);
    return {};
}

Result<void> write_packed(const std::filesystem::path& path, const SessionJson& session, const std::string& text,
                          const std::stop_token& stop) {
    NpzWriter file(path);
    file.add_entry(session_entry, std::as_bytes(std::span(text)));
    for (const auto& [name, matrix] : session.arrays) {
        if (stop.stop_requested())
            return stopped_writing(path);
        file.begin(name, std::array{matrix.rows(), matrix.columns()});
        file.append(matrix.view());
    }
    return stop.stop_requested() ? stopped_writing(path) : file.commit();
}

/// Fails for names that would not be recognised as a session, and for files that would be destroyed.
Result<void> check_place(const Session& session, const std::filesystem::path& path, Replaces replaces) {
    if (path.filename() == ".json" || path.filename() == ".attn")
        return error("{}: this is an ending without a name; expected one before it", printable_path(path));
    if (names_arrays(path))
        return error("{}: this is a name for arrays; the name of a session ends in .json or .attn",
                     printable_path(path));
    const ReplacedFile old = classify_existing_file(path);
    if (old.kind != ReplacedFile::Kind::other)
        return {}; // a session may replace a session, usually its own file
    if (auto spared = session.inputs.check_spares(path); !spared)
        return spared;
    if (replaces == Replaces::sessions)
        return error("{}: holds {} and is no session; it is not replaced", printable_path(path), old.holds);
    return {};
}

Result<SavedSession> session_of_document(const Json& document, const NdArrays& arrays, const std::string& name,
                                         const std::filesystem::path& folder) {
    auto saved = session_from_json(document, arrays, name);
    if (!saved)
        return saved;
    if (auto& origin = saved->session.origin; origin && origin->file.is_relative())
        origin->file = folder / origin->file;
    find_model(saved->session);
    return saved;
}

Result<NdArrays> arrays_of(std::vector<NpzEntry>& entries, const std::string& name) {
    NdArrays arrays;
    for (NpzEntry& entry : entries) {
        if (entry.name == session_entry)
            continue;
        if (!entry.name.ends_with(npy_ending))
            return error("{}: {} is not known; expected {} and arrays (.npy)", name, printable(entry.name),
                         session_entry);
        const auto owner = std::make_shared<const std::vector<std::byte>>(std::move(entry.content));
        auto array = parse_npy({owner, *owner}, name + ": " + printable(entry.name));
        if (!array)
            return array.error();
        arrays.emplace(entry.name.substr(0, entry.name.size() - npy_ending.size()), *std::move(array));
    }
    return arrays;
}

/// Parses a packed session. libzip verifies the checksum of every entry.
Result<SavedSession> parse_packed(const Bytes& file, const std::string& name, const std::filesystem::path& folder) {
    auto entries = parse_npz_entries(file, name, unpacking_limits(file.view.size()));
    if (!entries)
        return entries.error();
    const auto text = std::ranges::find(*entries, session_entry, &NpzEntry::name);
    if (text == entries->end())
        return error("{}: this archive is no session; there is no {} in it", name, session_entry);
    if (text->content.size() > session_text_limit)
        return error("{}: {} has {} bytes, at most {} are read", name, session_entry, text->content.size(),
                     session_text_limit);
    const auto document =
        parse_json(std::string_view(reinterpret_cast<const char*>(text->content.data()), text->content.size()), name,
                   session_json_limits);
    if (!document)
        return document.error();
    if (document->find("arrays") != nullptr)
        return error("{}: arrays: this session has its arrays with it, none beside it", name);
    const auto arrays = arrays_of(*entries, name);
    return arrays ? session_of_document(*document, *arrays, name, folder) : arrays.error();
}

constexpr std::string_view archive_magic = "PK\3\4";

/// The largest number of bytes to read. For text the limit is lower than for archives, and is checked before reading.
std::uint64_t most_bytes_of(const OpenedFile& file) {
    std::array<char, archive_magic.size()> begin{};
    const ssize_t count = ::pread(file.descriptor.number(), begin.data(), begin.size(), 0);
    const std::string_view read(begin.data(), count < 0 ? 0 : static_cast<std::size_t>(count));
    return read == archive_magic ? file_size_limit : session_text_limit;
}

} // namespace

Result<void> save_session(const SavedSession& saved, const std::filesystem::path& path, const std::stop_token& stop,
                          Replaces replaces) {
    if (auto may_stand = check_place(saved.session, path, replaces); !may_stand)
        return may_stand;
    const SessionJson json = session_to_json(saved.session, {}, saved.view);
    auto fits = check_readable(json);
    const std::string text = fits ? json_text(json.document) : std::string();
    if (fits)
        fits = check_sizes(json, text.size());
    if (!fits)
        return error("{}: this session could not be read again, and is not written: {}", printable_path(path),
                     fits.error().message);
    if (!json.arrays.empty())
        return write_packed(path, json, text, stop);
    return stop.stop_requested() ? stopped_writing(path) : write_text_file(path, text);
}

Result<SavedSession> load_saved_session(const std::filesystem::path& path) {
    const ReadingRecord record;
    const auto file = open_for_reading(path);
    if (!file)
        return file.error();
    // Read at once, because another program may save the file in the other form meanwhile.
    auto content = read_file(path, most_bytes_of(*file));
    if (!content)
        return content.error();
    const std::string name = printable_path(path);
    const auto owner = std::make_shared<const std::vector<std::byte>>(*std::move(content));
    const std::string_view text(reinterpret_cast<const char*>(owner->data()), owner->size());
    auto saved = text.starts_with(archive_magic) ? parse_packed({owner, *owner}, name, path.parent_path())
                                                 : parse_saved_session(text, name, path.parent_path());
    if (saved)
        saved->session.inputs.add(record.files());
    return saved;
}

Result<Session> load_session(const std::filesystem::path& path) {
    return without_view(load_saved_session(path));
}

Result<SavedSession> parse_saved_session(std::string_view text, const std::string& name,
                                         const std::filesystem::path& folder) {
    auto document = parse_json(text, name, session_json_limits);
    if (!document)
        return document.error();
    auto arrays_file = arrays_file_of(*document, name);
    if (!arrays_file)
        return arrays_file.error();
    NdArrays arrays;
    if (!arrays_file->empty()) {
        const std::filesystem::path beside = folder / *arrays_file;
        std::error_code unknown; // read_npz reports the reason
        const std::uintmax_t bytes = std::filesystem::file_size(beside, unknown);
        auto read = read_npz(beside, unpacking_limits(unknown ? 0 : bytes));
        if (!read)
            return error("{}: arrays: {}", name, read.error().message);
        arrays = std::move(*read);
    }
    return session_of_document(*document, arrays, name, folder);
}

Result<Session> parse_session(std::string_view text, const std::string& name, const std::filesystem::path& folder) {
    return without_view(parse_saved_session(text, name, folder));
}

} // namespace attn
