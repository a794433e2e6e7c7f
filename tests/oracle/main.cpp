// oracle: everything that the program writes, before and after a redesign.
//
//   oracle write old.record          before; takes some minutes
//   oracle write new.record          after
//   oracle compare old.record new.record
//
// A record has an item for each figure of each preset, of a sentence of six words, and of the sessions in
// ../shared/data/audit: every kind at the stages that it can show, in seven notations, with tokens as rows and as
// columns, 8 cm wide, 16 cm wide (with the last item and head, and a selected cell) and as a slide; for each document,
// trace and script of these; for each scene of the lecture; and for the window at the end of each script of tests/ui.
// It keeps a hash of the item's bytes, and the item's content: cells with their printed numbers, symbols, sentences and
// captions, without positions and sizes. A refusal is recorded with its reason; the size that would do is asked in the
// default notation only, since finding it takes longer than all the rest.
//
// `oracle write sample.record 10` makes ten of a hundred items, the same ones each time; two such records are compared
// like whole ones.
//
// compare prints how many items are equal in bytes, equal in content only, different, new and gone, and the
// differences: each once, with the items that have it and the lines of the first of them, - from the old record and +
// from the new one. The exit status is 0 if all contents are equal, 1 if one is not, 2 if something failed.
//
// Build it with `ninja -C build/test oracle`; it is no part of `all`, and tests/run does not run it.

#include "app/assets.h"
#include "core/files/printable.h"
#include "tests/oracle/comparison.h"
#include "tests/oracle/subject.h"
#include "tests/oracle/windows.h"

#include <atomic>
#include <charconv>
#include <ctime>
#include <fmt/core.h>
#include <span>
#include <string_view>
#include <thread>
#include <vector>

namespace attn::oracle {

namespace {

constexpr int thread_count = 2;

/// Prints what was made, and the processor time so far.
void say_made(std::string_view what) {
    fmt::print(stderr, "{:4} s of processor time: {}\n", std::clock() / CLOCKS_PER_SEC, what);
}

Result<void> do_jobs(const std::vector<Job>& jobs, const std::filesystem::path& fonts, Record& record) {
    std::vector<Typesetter> typesetters;
    for (int i = 0; i < thread_count; ++i) {
        auto typesetter = Typesetter::open(fonts);
        if (!typesetter)
            return typesetter.error();
        typesetters.push_back(*std::move(typesetter));
    }
    std::atomic<std::size_t> next = 0;
    std::vector<std::jthread> threads;
    for (const Typesetter& typesetter : typesetters)
        threads.emplace_back([&] {
            const Maker maker{typesetter, record};
            for (std::size_t job = next++; job < jobs.size(); job = next++)
                jobs[job](maker);
        });
    return {};
}

Result<int> write_record(const std::filesystem::path& path, unsigned percent) {
    const std::filesystem::path assets = program_assets();
    Record record(percent);
    play_scripts(assets, record);
    say_made("scripts");
    if (auto given = give_lecture(assets, record); !given)
        return given.error();
    say_made("lecture");
    const auto all = subjects(assets);
    if (!all)
        return all.error();
    std::vector<Job> documents;
    std::vector<Job> figures;
    for (const auto& subject : *all) {
        add_documents(*subject, documents);
        add_figures(*subject, figures);
    }
    if (auto done = do_jobs(documents, assets / "fonts", record); !done)
        return done.error();
    say_made("documents");
    if (auto done = do_jobs(figures, assets / "fonts", record); !done)
        return done.error();
    say_made("figures");
    if (auto saved = record.save(path); !saved)
        return saved.error();
    fmt::print("{} items, {} left out\n", record.items().size(), record.left_out());
    return 0;
}

Result<int> compare(const std::filesystem::path& older, const std::filesystem::path& newer) {
    const auto old_record = Record::load(older);
    if (!old_record)
        return old_record.error();
    const auto new_record = Record::load(newer);
    if (!new_record)
        return new_record.error();
    return print_comparison(*old_record, *new_record) ? 0 : 1;
}

Result<int> run(std::span<const std::string_view> words) {
    if (words.size() == 3 && words[0] == "compare")
        return compare(words[1], words[2]);
    unsigned percent = 100;
    if (words.size() == 3)
        std::from_chars(words[2].data(), words[2].data() + words[2].size(), percent);
    if (words.size() < 2 || words.size() > 3 || words[0] != "write")
        return error("expected: oracle write FILE [PERCENT], or oracle compare OLD NEW");
    return write_record(words[1], percent);
}

} // namespace

} // namespace attn::oracle

int main(int count, char** words) {
    const std::vector<std::string_view> arguments(words + 1, words + count);
    const auto status = attn::oracle::run(arguments);
    if (status)
        return *status;
    fmt::print(stderr, "oracle: {}\n", status.error().message);
    return 2;
}
