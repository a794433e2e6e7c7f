#include "core/tokenizer/tokenizer.h"

#include "core/files/printable.h"
#include "core/files/utf8.h"
#include "core/tokenizer/tokenizer_parts.h"
#include "core/tokenizer/unicode.h"

#include <algorithm>
#include <charconv>

namespace attn {

namespace {

/// Divides a normalized part of the text into words, and appends the ids of their pieces.
Result<void> append_cut(const TokenizerParts& parts, Fragment fragment, EncodingWork& work, TokenIds& ids) {
    Fragments fragments;
    std::size_t bytes = fragment.text.size();
    fragments.push_back(std::move(fragment));
    for (const PreTokenizer& step : parts.pre_tokenizers) {
        auto cut = step(std::move(fragments), work);
        if (!cut)
            return cut.error();
        fragments = *std::move(cut);
        bytes = 0;
        for (const Fragment& part : fragments)
            bytes += part.text.size();
        if (auto fits = work.check_size(bytes, normal_text_limit); !fits)
            return fits;
    }
    for (const Fragment& word : fragments) {
        if (word.text.empty())
            continue;
        if (auto in_time = work.check_time(); !in_time)
            return in_time;
        if (auto cut = parts.cut_word(word.text, work, ids); !cut)
            return cut;
    }
    work.add_done(bytes);
    return {};
}

Result<void> append_ids(const TokenizerParts& parts, Fragment text, EncodingWork& work, TokenIds& ids) {
    const auto normal = normalized(parts.normalizers, std::move(text), work);
    if (!normal)
        return normal.error();
    work.add_done(normal->text.size());
    for (const TextPart& part : parts.added_normal.split(normal->text))
        if (part.id)
            ids.push_back(*part.id);
        else if (auto cut = append_cut(parts, part_of(*normal, part.begin, part.end), work, ids); !cut)
            return cut;
    return {};
}

/// Returns the ids without the template that encode() puts around every text.
std::span<const Index> without_template(const TokenizerParts& parts, std::span<const Index> ids) {
    const auto begins = [&ids](const TokenIds& before) {
        return ids.size() >= before.size() && std::equal(before.begin(), before.end(), ids.begin());
    };
    const auto ends = [&ids](const TokenIds& after) {
        return ids.size() >= after.size() && std::equal(after.rbegin(), after.rend(), ids.rbegin());
    };
    if (begins(parts.before))
        ids = ids.subspan(parts.before.size());
    if (ends(parts.after))
        ids = ids.first(ids.size() - parts.after.size());
    return ids;
}

} // namespace

Result<Fragment> normalized(const std::vector<Normalizer>& normalizers, Fragment fragment, const EncodingWork& work) {
    for (const Normalizer& step : normalizers) {
        auto next = step(std::move(fragment), work);
        if (!next)
            return next;
        if (auto fits = work.check_size(next->text.size(), normal_text_limit); !fits)
            return fits.error();
        fragment = *std::move(next);
    }
    return fragment;
}

Result<void> add_tokens(TokenizerParts& parts, const std::vector<AddedToken>& tokens) {
    EncodingWork work;
    for (const AddedToken& token : tokens) {
        const std::string shown = printable(token.content);
        const auto known = parts.vocabulary->find(token.content);
        const auto other = parts.vocabulary->piece(token.id);
        if (token.content.empty() || token.content.size() > added_token_limit)
            return error("an added token has {} bytes, expected 1 to {}", token.content.size(), added_token_limit);
        if (token.id < 0 || token.id > token_id_limit)
            return error("“{}” has the number {}, expected 0 to {}", shown, token.id, token_id_limit);
        if (known && *known != token.id)
            return error("the added token “{}” has the number {}, in the vocabulary {}", shown, token.id, *known);
        if (!known && other)
            return error("the added token “{}” has the number {}, which is “{}” in the vocabulary", shown, token.id,
                         printable(*other));
        const bool new_content = parts.added_ids.emplace(token.content, token.id).second;
        const bool new_id = parts.added_contents.emplace(token.id, token.content).second;
        if (!new_content || !new_id)
            return error("there are two added tokens “{}” or two with the number {}", shown, token.id);
        parts.added_readable.emplace(readable_text(token.content), token.id);
        if (!token.normalized) {
            parts.added.add(token.content, token);
            continue;
        }
        const auto normal = normalized(parts.normalizers, {token.content, 0}, work);
        if (!normal)
            return normal.error();
        work.add_done(normal->text.size());
        if (normal->text.size() > added_token_limit)
            return error("the added token “{}” becomes {} bytes, expected at most {}", shown, normal->text.size(),
                         added_token_limit);
        parts.added_normal.add(normal->text, token);
    }
    return {};
}

const std::string& Tokenizer::name() const {
    return parts_->name;
}

Result<TokenIds> Tokenizer::encode(std::string_view text) const {
    return encode(text, EncodingWork::usual_time);
}

Result<TokenIds> Tokenizer::encode(std::string_view text, std::chrono::nanoseconds time) const {
    if (text.size() > text_limit)
        return error("the text has {} bytes, expected at most {}", text.size(), text_limit);
    if (!is_utf8(text))
        return error("the text is not UTF-8");
    TokenIds ids = parts_->before;
    EncodingWork work(time);
    const Fragment whole = whole_text(text);
    for (const TextPart& part : parts_->added.split(text))
        if (part.id)
            ids.push_back(*part.id);
        else if (auto cut = append_ids(*parts_, part_of(whole, part.begin, part.end), work, ids); !cut)
            return error("{}: {}", name(), cut.error().message);
    ids.insert(ids.end(), parts_->after.begin(), parts_->after.end());
    return ids;
}

std::string Tokenizer::decode(std::span<const Index> ids) const {
    const Spelling& spelling = parts_->spelling;
    std::string text;
    bool part_begins = true;
    for (const Index id : without_template(*parts_, ids)) {
        const auto added = parts_->added_contents.find(id);
        const bool is_added = added != parts_->added_contents.end();
        const auto piece = parts_->vocabulary->piece(id);
        const bool words = spelling.kind == Spelling::Kind::words || spelling.kind == Spelling::Kind::word_pieces;
        if (words && !text.empty() && !(piece && !is_added && spelling.goes_on(*piece)))
            text += ' ';
        std::string bytes = is_added ? added->second : piece ? spelling.bytes_of(*piece) : "";
        const bool takes_space = spelling.adds_space && part_begins && !is_added && bytes.starts_with(' ');
        text += takes_space ? bytes.substr(1) : bytes;
        part_begins = is_added && !spelling.adds_space_once;
    }
    if (!spelling.end_of_word.empty() && text.ends_with(' '))
        text.pop_back();
    return valid_utf8(text);
}

std::string Tokenizer::readable(Index id) const {
    std::string text;
    if (const auto added = parts_->added_contents.find(id); added != parts_->added_contents.end())
        text = readable_text(added->second);
    else if (const auto piece = parts_->vocabulary->piece(id))
        text = parts_->spelling.readable(*piece);
    constexpr std::size_t longest = 240; // bytes; a token's text is a label
    const bool fits = !text.empty() && text.size() <= longest && find_readable(text) == id;
    return fits ? text : fmt::format("⟨#{}⟩", id);
}

std::optional<Index> Tokenizer::find_readable(std::string_view text) const {
    if (text.starts_with("⟨#") && text.ends_with("⟩")) {
        Index id = 0;
        const char* const last = text.data() + text.size() - std::string_view("⟩").size();
        const char* const first = text.data() + std::string_view("⟨#").size();
        const auto [end, status] = std::from_chars(first, last, id);
        return status == std::errc() && end == last && id >= 0 ? std::optional(id) : std::nullopt;
    }
    if (const auto added = parts_->added_readable.find(text); added != parts_->added_readable.end())
        return added->second;
    const auto piece = parts_->spelling.piece_of(text);
    const auto id = piece ? parts_->vocabulary->find(*piece) : std::nullopt;
    return id && parts_->spelling.readable(*piece) == text ? id : std::nullopt;
}

std::string_view Tokenizer::place_around(Index id) const {
    if (std::ranges::find(parts_->before, id) != parts_->before.end())
        return "start";
    return std::ranges::find(parts_->after, id) != parts_->after.end() ? "end" : std::string_view();
}

bool Tokenizer::goes_on(Index id) const {
    const auto piece = parts_->vocabulary->piece(id);
    return piece && !parts_->added_contents.contains(id) && parts_->spelling.goes_on(*piece);
}

} // namespace attn
