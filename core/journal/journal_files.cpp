#include "core/journal/journal_files.h"

#include "core/document/files/session_model.h"
#include "core/files/content_hash.h"
#include "core/files/file.h"
#include "core/files/json_field.h"
#include "core/files/npy.h"
#include "core/files/printable.h"

#include <algorithm>
#include <limits>

namespace attn {

namespace {

constexpr std::size_t hash_digits = 32;
constexpr std::size_t seal_bytes = hash_digits + 2; // with its line breaks
constexpr Index largest_picture = 64;

constexpr std::string_view step_prefix = "step-";
constexpr std::string_view step_ending = ".json";
constexpr std::size_t step_digits = 12;
constexpr std::string_view array_ending = ".npy";

/// True for a journal's name, "work-a1B2c3", or the names that it has while it is created or removed: ".new-a1B2c3",
/// ".gone-work-a1B2c3".
bool is_name_of_unmarked_journal(std::string_view name) {
    constexpr std::size_t random_letters = 6;
    for (const std::string_view prefix : {"work-", ".new-", ".gone-work-"})
        if (name.starts_with(prefix) && name.size() == prefix.size() + random_letters)
            return std::ranges::all_of(name.substr(prefix.size()), [](char letter) {
                return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                       (letter >= '0' && letter <= '9');
            });
    return false;
}

/// Returns the hash in the name of an array's file.
std::string_view hash_in_name(std::string_view file) {
    return file.substr(0, file.size() - array_ending.size());
}

/// Reads an array's file and checks its content against the hash in its name.
Result<NdArray> read_kept_array(const std::filesystem::path& folder, const std::string& file) {
    const std::filesystem::path path = folder / file;
    auto content = read_file(path);
    if (!content)
        return content.error();
    const std::string name = printable_path(path);
    const auto owner = std::make_shared<const std::vector<std::byte>>(*std::move(content));
    if (!has_content_hash(*owner, hash_in_name(file)))
        return error("{}: is not as it was written", name);
    return parse_npy({owner, *owner}, name);
}

Result<NdArrays> read_kept_arrays(const std::filesystem::path& folder, const Field& files) {
    NdArrays arrays;
    for (const auto& [name, field] : files.members()) {
        const std::string file = field.text();
        if (!file.ends_with(array_ending) || !is_content_hash(hash_in_name(file))) {
            field.fail("expected the name of an array's file");
            break;
        }
        Result<NdArray> array = read_kept_array(folder, file);
        if (!array)
            return array.error();
        arrays.insert_or_assign(std::string(name), *std::move(array));
    }
    return arrays;
}

} // namespace

bool is_journal(const std::filesystem::path& folder) {
    const std::optional<std::string> mark = LockedFolder::mark_of(folder);
    if (!mark || !mark->empty())
        return mark && mark->starts_with(journal_mark);
    std::error_code failed;
    const auto permissions = std::filesystem::status(folder, failed).permissions();
    if (permissions != std::filesystem::perms::owner_all || !is_name_of_unmarked_journal(folder.filename().string()))
        return false;
    const std::vector<std::string> names = names_in(folder, most_journal_files);
    return std::ranges::all_of(names, [](const std::string& name) { return name == "lock" || is_journal_file(name); });
}

std::string step_file(std::uint64_t number) {
    return fmt::format("{}{:012}{}", step_prefix, number, step_ending);
}

bool is_step_file(std::string_view name) {
    return name.size() == step_prefix.size() + step_digits + step_ending.size() && name.starts_with(step_prefix) &&
           name.ends_with(step_ending) &&
           name.substr(step_prefix.size(), step_digits).find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_journal_file(std::string_view name) {
    const bool is_array = name.ends_with(array_ending) && is_content_hash(hash_in_name(name));
    return is_array || is_step_file(name) || (name.starts_with(".attention-lab-") && name.ends_with(".tmp"));
}

std::string array_file(std::string_view hash) {
    return std::string(hash) + std::string(array_ending);
}

std::string sealed(std::string text) {
    const std::string hash = content_hash(std::as_bytes(std::span(text)));
    return std::move(text) + '\n' + hash + '\n';
}

Result<std::string_view> unsealed(std::string_view file, const std::string& name) {
    const Error damaged = error("{}: is not as it was written", name);
    if (file.size() < seal_bytes)
        return damaged;
    const std::string_view text = file.substr(0, file.size() - seal_bytes);
    const std::string_view seal = file.substr(text.size());
    if (seal.front() != '\n' || seal.back() != '\n' ||
        !has_content_hash(std::as_bytes(std::span(text)), seal.substr(1, hash_digits)))
        return damaged;
    return text;
}

Result<UnsavedWork> read_step(const std::filesystem::path& folder, const std::string& file) {
    const std::filesystem::path path = folder / file;
    const std::string name = printable_path(path);
    const Result<std::string> whole = read_text_file(path, step_text_limit);
    if (!whole)
        return whole.error();
    const Result<std::string_view> text = unsealed(*whole, name);
    if (!text)
        return text.error();
    const Result<Json> document = parse_json(*text, name, step_json_limits);
    if (!document)
        return document.error();
    const Field root(*document, name);
    root.expect_keys({"version", "changed", "file", "file_size", "file_checksum", "picture", "arrays", "session"});
    root["version"].integer(journal_version, journal_version, journal_version);
    UnsavedWork work;
    work.changed = root["changed"].integer(0, std::numeric_limits<std::int64_t>::max(), 0);
    if (const Field kept_in = root["file"]; kept_in.exists())
        work.file = kept_in.text();
    if (const Field checksum = root["file_checksum"]; checksum.exists()) {
        FileStamp stamp; // its times are not kept: only the content counts
        stamp.size = static_cast<std::uint64_t>(root["file_size"].integer(0, std::numeric_limits<Index>::max(), 0));
        stamp.checksum = static_cast<std::uint32_t>(checksum.integer(0, std::numeric_limits<std::uint32_t>::max(), 0));
        work.stamp = stamp;
    }
    work.picture = root["picture"].matrix(-1, -1);
    if (!work.picture.empty() && std::max(work.picture.rows(), work.picture.columns()) > largest_picture)
        root["picture"].fail("it is too large");
    const Result<NdArrays> arrays = read_kept_arrays(folder, root["arrays"]);
    if (!arrays)
        return arrays.error();
    const Json* const session = document->find("session");
    if (session == nullptr)
        root.fail("there is no session");
    if (root.failed())
        return *root.failure();
    Result<SavedSession> read = session_from_json(*session, *arrays, name);
    if (!read)
        return read.error();
    find_model(read->session);
    work.session = std::make_shared<const Session>(std::move(read->session));
    return work;
}

} // namespace attn
