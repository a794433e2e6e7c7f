#include "core/files/manual.h"

#include "core/files/file.h"
#include "core/files/locked_folder.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace attn {

namespace {

constexpr std::string_view page_ending = ".md";
constexpr std::size_t most_pages = 100;
constexpr std::uint64_t largest_page = 1U << 20U; // bytes

std::string_view without_margin(std::string_view line) {
    const std::size_t first = line.find_first_not_of(' ');
    return first == std::string_view::npos ? std::string_view()
                                           : line.substr(first, line.find_last_not_of(' ') + 1 - first);
}

/// Returns the text without Markdown's marks, e.g. of "see [figures](figures.md), *all* of `--width` and **more**".
std::string without_marks(std::string_view text) {
    std::string plain;
    bool is_code = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t link = !is_code && text[i] == '[' ? text.find("](", i) : std::string_view::npos;
        const std::size_t close = link == std::string_view::npos ? link : text.find(')', link);
        if (close != std::string_view::npos) {
            plain += text.substr(i + 1, link - i - 1);
            i = close;
        } else if (text[i] == '`') {
            is_code = !is_code;
            // A key of one letter gets quotes, so that it does not look like a misprint.
            const bool is_letter = is_code ? text.substr(i + 2, 1) == "`" : i >= 2 && text[i - 2] == '`';
            if (is_letter)
                plain += is_code ? "“" : "”";
        } else if (is_code || text[i] != '*')
            plain += text[i];
    }
    return plain;
}

/// Returns the cells of a row: a and b|c for "| a | `b\|c` |".
std::vector<std::string> cells_of(std::string_view line) {
    std::vector<std::string> cells;
    std::string cell;
    for (std::size_t i = 1; i < line.size(); ++i)
        if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '|')
            cell += line[++i];
        else if (line[i] == '|')
            cells.push_back(without_marks(without_margin(std::exchange(cell, {}))));
        else
            cell += line[i];
    return cells;
}

bool is_rule_of_table(std::string_view line) {
    return line.starts_with("|") && line.find_first_not_of("|-: ") == std::string_view::npos;
}

/// Splits a page into blocks, line by line.
class Reader {
public:
    std::vector<ManualBlock> read(std::string_view text) {
        while (!text.empty()) {
            const std::size_t end = text.find('\n');
            take(text.substr(0, end));
            text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        }
        close();
        return std::move(blocks_);
    }

private:
    using Kind = ManualBlock::Kind;

    void take(std::string_view line) {
        const std::string_view words = without_margin(line);
        if (words.starts_with("```")) {
            close();
            is_code_ = !is_code_;
        } else if (is_code_)
            blocks_.push_back({Kind::code, std::string(line)});
        else if (words.empty())
            close();
        else if (words.starts_with("#")) {
            close();
            blocks_.push_back({words.starts_with("# ") ? Kind::title : Kind::heading,
                               without_marks(words.substr(std::min(words.find_first_not_of("# "), words.size())))});
        } else if (words.starts_with("|"))
            take_row(words);
        else if (words.starts_with("- ")) {
            close();
            open_ = {Kind::point, std::string(words.substr(2))};
        } else if (open_)
            open_->text += " " + std::string(words);
        else
            open_ = {Kind::paragraph, std::string(words)};
    }

    void take_row(std::string_view line) {
        close();
        if (is_rule_of_table(line))
            return;
        const bool goes_on = !blocks_.empty() && blocks_.back().kind == Kind::row;
        blocks_.push_back({Kind::row, {}, cells_of(line), !goes_on});
    }

    void close() {
        if (!open_)
            return;
        // A whole sentence in bold at the beginning of a paragraph is its heading; a few bold words are not.
        if (const std::size_t end = open_->text.find("**", 2);
            open_->kind == Kind::paragraph && open_->text.starts_with("**") && end != std::string::npos &&
            std::string_view(".?!").find(open_->text[end - 1]) != std::string_view::npos) {
            blocks_.push_back({Kind::heading, without_marks(open_->text.substr(2, end - 2))});
            open_->text = without_margin(std::string_view(open_->text).substr(end + 2));
        }
        open_->text = without_marks(open_->text);
        if (!open_->text.empty())
            blocks_.push_back(std::move(*open_));
        open_.reset();
    }

    std::vector<ManualBlock> blocks_;
    std::optional<ManualBlock> open_; ///< a paragraph or list item that the next line may continue
    bool is_code_ = false;
};

} // namespace

std::string ManualPage::heading() const {
    const std::string_view line = std::string_view(text).substr(0, text.find('\n'));
    return without_marks(line.substr(std::min(line.find_first_not_of("# "), line.size())));
}

Result<std::vector<ManualPage>> read_manual(const std::filesystem::path& assets) {
    const std::filesystem::path folder = assets / "manual";
    std::vector<ManualPage> pages;
    for (const std::string& name : names_in(folder, most_pages)) {
        if (!name.ends_with(page_ending))
            continue;
        auto text = read_text_file(folder / name, largest_page);
        if (!text)
            return text.error();
        pages.push_back({name.substr(0, name.size() - page_ending.size()), std::move(*text)});
    }
    // The instructions for authors of lessons and notations are in their folders.
    for (const std::string topic : {"lessons", "notations"})
        if (auto text = read_text_file(assets / topic / "README.md", largest_page))
            pages.push_back({topic, std::move(*text)});
    std::ranges::sort(pages, {}, &ManualPage::topic);
    return pages;
}

std::vector<ManualBlock> blocks_of(const ManualPage& page) {
    return Reader().read(page.text);
}

} // namespace attn
