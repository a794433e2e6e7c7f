#include "core/journal/journal.h"

#include "core/files/atomic_file.h"
#include "core/files/content_hash.h"
#include "core/files/npy_header.h"
#include "core/files/utf8.h"
#include "core/journal/journal_files.h"

#include <array>
#include <filesystem>
#include <span>
#include <system_error>
#include <utility>

namespace attn {

namespace {

Result<void> write_private_file(const std::filesystem::path& path, std::span<const std::byte> content) {
    if (Result<void> written = write_file(path, content); !written)
        return written;
    std::error_code ignored; // the folder is private anyway
    std::filesystem::permissions(path, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write,
                                 ignored);
    return {};
}

/// Returns the matrix as an npy file.
std::vector<std::byte> npy_of(const Matrix& matrix) {
    const std::string header = npy_header(std::array{matrix.rows(), matrix.columns()});
    const auto header_bytes = std::as_bytes(std::span(header));
    std::vector<std::byte> file(header_bytes.begin(), header_bytes.end());
    file.reserve(header.size() + static_cast<std::size_t>(matrix.rows() * matrix.columns()) * sizeof(float));
    for (Index i = 0; i < matrix.rows(); ++i) {
        const auto row = std::as_bytes(matrix.row(i));
        file.insert(file.end(), row.begin(), row.end());
    }
    return file;
}

/// Returns the session with an absolute path to its weights' file, so that the file is found from any current folder.
Session with_absolute_origin(Session session) {
    std::error_code failed;
    session.origin->file = std::filesystem::absolute(session.origin->file, failed);
    if (failed || !is_utf8(session.origin->file.string()))
        session.origin.reset();
    return session;
}

SessionJson json_of_work(const UnsavedWork& work) {
    const Session& session = *work.session;
    const bool names_file = session.origin && (session.origin->file.is_relative() ||
                                               !is_utf8(session.origin->file.string())); // JSON can hold UTF-8 only
    return session_to_json(names_file ? with_absolute_origin(session) : session, "journal.npz");
}

} // namespace

Result<std::string> Journal::write_array(const Matrix& matrix) {
    const float* const place = matrix.view().data;
    for (const auto* known : {&coming_, &written_})
        if (const auto found = known->find(place); found != known->end() && found->second.matrix.is_same_as(matrix)) {
            coming_.insert_or_assign(place, Written(found->second));
            return coming_.at(place).file;
        }
    const std::vector<std::byte> content = npy_of(matrix);
    const std::string file = array_file(content_hash(content));
    std::error_code ignored;
    if (const std::filesystem::path path = folder_->path() / file;
        std::filesystem::file_size(path, ignored) != content.size())
        if (Result<void> written = write_private_file(path, content); !written)
            return written.error();
    coming_.insert_or_assign(place, Written{matrix, file});
    return file;
}

Result<void> Journal::keep(const UnsavedWork& work) {
    if (folder_ && !folder_->is_there()) { // and so are the files in it
        folder_.reset();
        steps_.clear();
        written_.clear();
    }
    if (!folder_) {
        Result<LockedFolder> made = LockedFolder::create(home_, "work", journal_mark);
        if (!made)
            return made.error();
        folder_ = *std::move(made);
    }
    SessionJson json = json_of_work(work);
    if (Result<void> fits = check_readable(json); !fits)
        return error("it could not be read again: {}", fits.error().message);
    Json arrays = json_object();
    coming_.clear();
    Step step{step_file(count_ + 1), {}};
    for (const auto& [name, matrix] : json.arrays) {
        Result<std::string> file = write_array(matrix);
        if (!file)
            return file.error();
        arrays.set(name, json_of(std::string_view(*file)));
        step.arrays.insert(*std::move(file));
    }
    Json document = json_object();
    document.set("version", json_of(std::int64_t{journal_version}));
    document.set("changed", json_of(work.changed));
    if (work.file && is_utf8(work.file->string()))
        document.set("file", json_of(std::string_view(work.file->string())));
    if (work.stamp) {
        document.set("file_size", json_of(static_cast<std::int64_t>(work.stamp->size)));
        document.set("file_checksum", json_of(std::int64_t{work.stamp->checksum}));
    }
    if (!work.picture.empty())
        document.set("picture", json_of(work.picture));
    document.set("arrays", std::move(arrays));
    document.set("session", std::move(json.document));
    const std::string text = sealed(json_text(document));
    Result<void> fits = check_json(document, step_json_limits);
    if (fits && text.size() > step_text_limit)
        fits = error("its text has {} bytes, at most {} are read", text.size(), step_text_limit);
    if (!fits)
        return error("it could not be read again: {}", fits.error().message);
    if (Result<void> written = write_private_file(folder_->path() / step.file, std::as_bytes(std::span(text)));
        !written)
        return written;
    ++count_;
    steps_.push_back(std::move(step));
    written_ = std::exchange(coming_, {});
    forget_old_steps();
    return {};
}

void Journal::forget_old_steps() {
    while (steps_.size() > steps_kept)
        steps_.pop_front();
    std::set<std::string> needed{"lock"};
    for (const Step& step : steps_) {
        needed.insert(step.file);
        needed.insert(step.arrays.begin(), step.arrays.end());
    }
    std::error_code ignored;
    for (const std::string& name : names_in(folder_->path(), most_journal_files))
        if (is_journal_file(name) && !needed.contains(name))
            std::filesystem::remove(folder_->path() / name, ignored);
}

void Journal::discard() {
    if (!folder_)
        return;
    std::vector<std::string> files;
    for (const std::string& name : names_in(folder_->path(), most_journal_files))
        if (is_journal_file(name))
            files.push_back(name);
    folder_->remove(files);
    folder_.reset();
    steps_.clear();
    written_.clear();
    coming_.clear();
}

} // namespace attn
