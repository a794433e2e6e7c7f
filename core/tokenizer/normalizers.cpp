#include "core/files/printable.h"
#include "core/tokenizer/byte_letters.h"
#include "core/tokenizer/pattern.h"
#include "core/tokenizer/read_pattern.h"
#include "core/tokenizer/text_steps.h"
#include "core/tokenizer/unicode.h"

#include <algorithm>
#include <array>

namespace attn {

namespace {

bool is_chinese(char32_t letter) {
    constexpr std::array<std::pair<char32_t, char32_t>, 8> blocks{{{0x4E00, 0x9FFF},
                                                                   {0x3400, 0x4DBF},
                                                                   {0x20000, 0x2A6DF},
                                                                   {0x2A700, 0x2B73F},
                                                                   {0x2B740, 0x2B81F},
                                                                   {0x2B920, 0x2CEAF},
                                                                   {0xF900, 0xFAFF},
                                                                   {0x2F800, 0x2FA1F}}};
    return std::ranges::any_of(blocks,
                               [letter](const auto& block) { return block.first <= letter && letter <= block.second; });
}

bool is_line_or_tab(char32_t letter) {
    return letter == '\t' || letter == '\n' || letter == '\r';
}

std::string cleaned(std::string_view text) {
    std::string clean;
    for_each_letter(text, [&clean](char32_t letter, std::size_t, std::size_t) {
        if (letter == 0 || letter == 0xFFFD || (is_other(letter) && !is_line_or_tab(letter)))
            return;
        append_letter(clean, is_line_or_tab(letter) || is_white_space(letter) ? U' ' : letter);
    });
    return clean;
}

std::string with_chinese_apart(std::string_view text) {
    std::string apart;
    for_each_letter(text, [&](char32_t letter, std::size_t begin, std::size_t end) {
        const std::string_view same = text.substr(begin, end - begin);
        if (is_chinese(letter))
            apart.append(" ").append(same).append(" ");
        else
            apart += same;
    });
    return apart;
}

std::string without(std::string_view text, bool (*is_dropped)(char32_t)) {
    std::string kept;
    for_each_letter(text, [&](char32_t letter, std::size_t begin, std::size_t end) {
        if (!is_dropped(letter))
            kept += text.substr(begin, end - begin);
    });
    return kept;
}

Fragment stripped(const Fragment& fragment, bool left, bool right) {
    const std::string_view text = fragment.text;
    std::size_t first = text.size();
    std::size_t last = 0;
    for_each_letter(text, [&](char32_t letter, std::size_t begin, std::size_t end) {
        if (is_white_space(letter))
            return;
        first = std::min(first, begin);
        last = end;
    });
    if (last == 0)
        return left || right ? Fragment() : fragment;
    return part_of(fragment, left ? first : 0, right ? last : text.size());
}

Normalizer letter_normalizer(LetterChange change) {
    return [change = std::move(change)](const Fragment& fragment, const EncodingWork&) {
        return with_letters_changed(fragment, change);
    };
}

Normalizer form_normalizer(NormalForm form) {
    return letter_normalizer([form](const std::string& text) { return normal_form(text, form); });
}

Normalizer read_bert(const Field& step) {
    step.expect_keys({"type", "clean_text", "handle_chinese_chars", "strip_accents", "lowercase"});
    BertNormalization options;
    options.clean_text = step["clean_text"].truth(true);
    options.handle_chinese_chars = step["handle_chinese_chars"].truth(true);
    options.lowercase = step["lowercase"].truth(true);
    const Field accents = step["strip_accents"];
    options.strip_accents = accents.is(Json::Kind::null) ? options.lowercase : accents.truth(options.lowercase);
    return bert_normalizer(options);
}

Normalizer read_strip(const Field& step) {
    step.expect_keys({"type", "strip_left", "strip_right"});
    return [left = step["strip_left"].truth(true), right = step["strip_right"].truth(true)](const Fragment& fragment,
                                                                                            const EncodingWork&) {
        return Result<Fragment>(stripped(fragment, left, right));
    };
}

Normalizer read_prepend(const Field& step) {
    step.expect_keys({"type", "prepend"});
    return [prefix = step["prepend"].text()](Fragment fragment, const EncodingWork&) {
        return Result<Fragment>(with_before(std::move(fragment), prefix));
    };
}

Normalizer read_replace(const Field& step) {
    step.expect_keys({"type", "pattern", "content"});
    return [pattern = read_pattern(step["pattern"]),
            content = step["content"].text()](const Fragment& fragment, const EncodingWork& work) -> Result<Fragment> {
        const auto cuts = pattern.cut(fragment.text, work);
        if (!cuts)
            return cuts.error();
        const auto matches = static_cast<std::size_t>(std::ranges::count(*cuts, true, &Cut::is_match));
        if (fragment.text.size() + matches * content.size() > normal_text_limit)
            return error("the text grows beyond {} bytes", normal_text_limit);
        return with_replaced(fragment, *cuts, content);
    };
}

struct NormalizerRow {
    std::string_view type;
    Normalizer (*read)(const Field& step);
};

constexpr std::array normalizers{
    NormalizerRow{"BertNormalizer", read_bert},
    NormalizerRow{"Strip", read_strip},
    NormalizerRow{"Prepend", read_prepend},
    NormalizerRow{"Replace", read_replace},
    NormalizerRow{"NFC", [](const Field&) { return form_normalizer(NormalForm::nfc); }},
    NormalizerRow{"NFD", [](const Field&) { return form_normalizer(NormalForm::nfd); }},
    NormalizerRow{"NFKC", [](const Field&) { return form_normalizer(NormalForm::nfkc); }},
    NormalizerRow{"NFKD", [](const Field&) { return form_normalizer(NormalForm::nfkd); }},
    NormalizerRow{"Lowercase", [](const Field&) { return letter_normalizer(in_lower_case); }},
    NormalizerRow{
        "StripAccents",
        [](const Field&) { return letter_normalizer([](const std::string& text) { return without(text, is_mark); }); }},
    NormalizerRow{"ByteLevel", [](const Field&) { return letter_normalizer(byte_letters); }},
};

} // namespace

std::vector<Field> steps_of(const Field& component, std::string_view children) {
    if (!component.exists() || component.is(Json::Kind::null))
        return {};
    if (!component["type"].is_text("Sequence"))
        return {component};
    std::vector<Field> steps;
    std::size_t pattern_bytes = 0;
    if (!component[children].exists())
        component.fail(fmt::format("a Sequence without “{}”", children));
    for (const Field& child : component[children].items())
        for (const Field& step : steps_of(child, children)) {
            steps.push_back(step);
            pattern_bytes += step["pattern"]["Regex"].text().size();
            if (steps.size() > step_limit)
                component.fail(fmt::format("there are more than {} steps", step_limit));
            if (pattern_bytes > all_patterns_limit)
                component.fail(fmt::format("the patterns have more than {} bytes", all_patterns_limit));
            if (component.failed())
                return {};
        }
    return steps;
}

Normalizer bert_normalizer(const BertNormalization& options) {
    return letter_normalizer([options](std::string text) -> Result<std::string> {
        if (options.clean_text)
            text = cleaned(text);
        if (options.handle_chinese_chars)
            text = with_chinese_apart(text);
        if (options.strip_accents) {
            const auto taken_apart = normal_form(text, NormalForm::nfd);
            if (!taken_apart)
                return taken_apart.error();
            text = without(*taken_apart, is_nonspacing_mark);
        }
        return options.lowercase ? in_lower_case(text) : text;
    });
}

Normalizer read_normalizer(const Field& step) {
    const std::string type = step["type"].text();
    const auto* const row = std::ranges::find(normalizers, type, &NormalizerRow::type);
    if (row != normalizers.end())
        return row->read(step);
    step.fail(fmt::format("normalizers of the type “{}” are not known here", printable(type)));
    return nullptr;
}

} // namespace attn
