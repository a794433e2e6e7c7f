#include "core/files/file_transaction.h"

#include "core/files/printable.h"
#include "core/files/temporary_file.h"

#include <cerrno>
#include <cstdio>
#include <span>
#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace attn {

FileTransaction::~FileTransaction() {
    take_back();
    files_.clear(); // removes their temporary files, which lie in the folders
    std::error_code ignored;
    if (made_folder_)
        std::filesystem::remove_all(made_folder_->unfinished, ignored);
}

Result<void> FileTransaction::make_folder(const std::filesystem::path& path) {
    std::error_code failure;
    const std::filesystem::path folder = path.has_filename() ? path : path.parent_path(); // "figures/" has no file name
    if (std::filesystem::exists(std::filesystem::symlink_status(folder, failure))) {
        if (!std::filesystem::is_directory(folder, failure))
            return error("{}: this is no folder", printable_path(folder));
        return {};
    }
    const std::filesystem::path parent = folder.has_parent_path() ? folder.parent_path() : std::filesystem::path(".");
    if (!std::filesystem::is_directory(parent, failure))
        return error("{}: there is no folder {} to make it in", printable_path(folder), printable_path(parent));
    remove_orphaned_temporary_files(parent);
    auto made = create_temporary_folder(parent);
    if (!made)
        return error("{}: {}", printable_path(folder), std::generic_category().message(errno));
    made_folder_ = MadeFolder{folder, std::move(made->path), std::move(made->descriptor)};
    return {};
}

std::filesystem::path FileTransaction::place(const std::filesystem::path& path) const {
    return made_folder_ && path.parent_path() == made_folder_->folder ? made_folder_->unfinished / path.filename()
                                                                      : path;
}

Error FileTransaction::in_place(Error failure) const {
    if (!made_folder_)
        return failure;
    const std::string unfinished = printable_path(made_folder_->unfinished);
    if (const std::size_t at = failure.message.find(unfinished); at != std::string::npos)
        failure.message.replace(at, unfinished.size(), printable_path(made_folder_->folder));
    return failure;
}

Result<void> FileTransaction::add(AtomicFile file) {
    if (const auto path = file.replaced_file())
        if (auto apart = inputs_.check_spares(*path); !apart)
            return apart;
    auto prepared = file.prepare();
    if (!prepared)
        return in_place(prepared.error());
    files_.push_back(std::move(file));
    return {};
}

Result<void> FileTransaction::write(const std::filesystem::path& path, std::string_view bytes) {
    AtomicFile file(place(path));
    file.append(std::as_bytes(std::span(bytes)));
    return add(std::move(file));
}

Result<void> FileTransaction::commit() {
    auto committed = commit_files();
    if (!committed)
        return in_place(committed.error());
    if (made_folder_ && ::rename(made_folder_->unfinished.c_str(), made_folder_->folder.c_str()) != 0)
        return error("{}: {}", printable_path(made_folder_->folder), std::generic_category().message(errno));
    for (const Replaced& replaced : replaced_)
        if (!replaced.kept.empty())
            ::unlink(replaced.kept.c_str());
    replaced_.clear();
    made_folder_.reset();
    return {};
}

Result<void> FileTransaction::commit_files() {
    for (AtomicFile& file : files_) {
        Replaced replaced;
        if (const auto path = file.replaced_file()) {
            replaced.path = *path;
            replaced.is_new = ::access(path->c_str(), F_OK) != 0;
            if (!replaced.is_new)
                replaced.kept = keep_under_temporary_name(*path).value_or(std::filesystem::path());
        }
        auto committed = file.commit();
        if (!committed && !replaced.kept.empty())
            ::unlink(replaced.kept.c_str());
        if (!committed)
            return committed; // the destructor takes back the files so far
        replaced_.push_back(std::move(replaced));
    }
    return {};
}

void FileTransaction::take_back() {
    for (; !replaced_.empty(); replaced_.pop_back()) {
        const Replaced& replaced = replaced_.back();
        if (replaced.is_new)
            ::unlink(replaced.path.c_str());
        else if (!replaced.kept.empty()) // if its place is taken, the old file stays under its temporary name
            static_cast<void>(::rename(replaced.kept.c_str(), replaced.path.c_str()));
    }
}

} // namespace attn
