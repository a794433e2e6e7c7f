#include "core/files/file_transaction.h"

#include "core/files/printable.h"
#include "core/files/temporary_file.h"

#include <span>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace attn {

FileTransaction::~FileTransaction() {
    take_back();
    files_.clear(); // their temporary names lie in the folders
    std::error_code ignored;
    for (const std::filesystem::path& folder : made_folders_)
        std::filesystem::remove(folder, ignored);
}

Result<void> FileTransaction::make_folder(const std::filesystem::path& folder) {
    std::error_code failure;
    if (std::filesystem::create_directory(folder, failure))
        made_folders_.push_back(folder);
    if (failure)
        return error("{}: {}", printable_path(folder), failure.message());
    if (!std::filesystem::is_directory(folder, failure))
        return error("{}: this is no folder", printable_path(folder));
    return {};
}

Result<void> FileTransaction::add(AtomicFile file) {
    if (const auto path = file.replaced_file())
        if (auto apart = inputs_.check_spares(*path); !apart)
            return apart;
    auto prepared = file.prepare();
    if (prepared)
        files_.push_back(std::move(file));
    return prepared;
}

Result<void> FileTransaction::write(const std::filesystem::path& path, std::string_view bytes) {
    AtomicFile file(path);
    file.append(std::as_bytes(std::span(bytes)));
    return add(std::move(file));
}

Result<void> FileTransaction::commit() {
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
            return committed; // what is there already goes again with this object
        replaced_.push_back(std::move(replaced));
    }
    for (const Replaced& replaced : replaced_)
        if (!replaced.kept.empty())
            ::unlink(replaced.kept.c_str());
    replaced_.clear();
    made_folders_.clear();
    return {};
}

void FileTransaction::take_back() {
    for (; !replaced_.empty(); replaced_.pop_back()) {
        const Replaced& replaced = replaced_.back();
        if (replaced.is_new)
            ::unlink(replaced.path.c_str());
        else if (!replaced.kept.empty() && ::rename(replaced.kept.c_str(), replaced.path.c_str()) != 0)
            ::unlink(replaced.kept.c_str());
    }
}

} // namespace attn
