#include "core/document/edits.h"
#include "core/files/utf8.h"

#include <array>

namespace attn {

namespace {

constexpr std::size_t letters_shown = 24; // bytes

/// The text in quotes, cut where it is long, and never within a letter.
std::string in_quotes(const std::string& text) {
    if (text.size() <= letters_shown)
        return "“" + text + "”";
    return "“" + text.substr(0, letter_begin(text, letters_shown)) + "…”";
}

std::string superscript(Index number) {
    static constexpr const char* digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text;
    for (const char digit : std::to_string(number))
        text += digits[digit - '0'];
    return "⁽" + text + "⁾";
}

std::string array_in_words(ArrayId array, Index head) {
    return std::string(array_name(array)) + (has_heads(array) || head > 0 ? superscript(head + 1) : std::string());
}

/// "row 3 of W_Q⁽²⁾": what of its array the edit fills.
std::string part_in_words(const Fill& edit) {
    std::string array = array_in_words(edit.array, edit.head);
    if (edit.rows == 1 && edit.columns == 1)
        return fmt::format("{}[{},{}]", array, edit.first_row + 1, edit.first_column + 1);
    if (edit.rows == 1)
        return fmt::format("row {} of {}", edit.first_row + 1, array);
    if (edit.columns == 1)
        return fmt::format("column {} of {}", edit.first_column + 1, array);
    return array;
}

std::string cell_in_words(const CellId& cell) {
    return fmt::format("{}[{},{}]", array_in_words(cell.array, cell.head), cell.row + 1, cell.column + 1);
}

struct InWords {
    std::string operator()(const SetCell& edit) const { return "change " + cell_in_words(edit.cell); }
    std::string operator()(const SetMatrix& edit) const { return "set " + array_in_words(edit.array, edit.head); }
    std::string operator()(const SetPart& edit) const {
        return fmt::format("paste {} × {} at {}", edit.numbers.rows(), edit.numbers.columns(),
                           cell_in_words(edit.first));
    }
    std::string operator()(const ComputeAgain& edit) const {
        return "compute " + array_in_words(edit.slot.array, edit.slot.head) + " again";
    }
    std::string operator()(const Fill& edit) const {
        const std::string name = part_in_words(edit);
        switch (edit.with) {
        case Fill::With::zero:
            return "set " + name + " to zero";
        case Fill::With::identity:
            return "set " + name + " to the identity";
        case Fill::With::random:
            return "randomize " + name;
        case Fill::With::constant:
            return fmt::format("fill {} with {}", name, edit.number);
        case Fill::With::scaled:
            break;
        }
        return fmt::format("scale {} by {}", name, edit.number);
    }
    std::string operator()(const Pin& edit) const { return "pin " + cell_in_words(edit.cell); }
    std::string operator()(const Unpin& edit) const { return "unpin " + cell_in_words(edit.cell); }
    std::string operator()(const UnpinAll&) const { return "remove all pins"; }
    std::string operator()(const SetHeadOn& edit) const {
        return fmt::format("switch head {} {}", edit.head + 1, edit.on ? "on" : "off");
    }
    std::string operator()(const SwapQueryAndKey& edit) const {
        return "swap " + array_in_words(ArrayId::W_Q, edit.head) + " with " + array_in_words(ArrayId::W_K, edit.head);
    }
    std::string operator()(const MakeUniform& edit) const {
        return fmt::format("make attention of head {} uniform", edit.head + 1);
    }
    std::string operator()(const SetBiases& edit) const { return edit.on ? "add biases" : "remove biases"; }
    std::string operator()(const SetContext& edit) const {
        return edit.own ? "give keys and values their own tokens" : "use X for keys and values again";
    }
    std::string operator()(const SetTokens&) const { return "change tokens"; }
    std::string operator()(const RenameToken& edit) const {
        return fmt::format("rename token {} to {}", edit.token + 1, in_quotes(edit.text));
    }
    std::string operator()(const MoveToken& edit) const {
        return fmt::format("move token {} to place {}", edit.from + 1, edit.to + 1);
    }
    std::string operator()(const InsertToken& edit) const {
        return fmt::format("insert {} at place {}", in_quotes(edit.text), edit.at + 1);
    }
    std::string operator()(const RemoveToken& edit) const { return fmt::format("remove token {}", edit.token + 1); }
    std::string operator()(const PaintMask& edit) const {
        return fmt::format("paint mask[{},{}]", edit.row + 1, edit.column + 1);
    }
    std::string operator()(const ClearPaintedMask&) const { return "clear the painted mask"; }
    std::string operator()(const SetPositions& edit) const {
        static constexpr std::array kinds{"none", "sinusoidal", "one-hot", "given", "both ends"};
        return fmt::format("set positions to {}", kinds.at(static_cast<std::size_t>(edit.positions.kind)));
    }
    std::string operator()(const SetOption& edit) const { return setting_text(edit); }
    std::string operator()(const Resize&) const { return "change sizes"; }
    std::string operator()(const SetNotation&) const { return "change notation"; }
    std::string operator()(const SetHypothesis& edit) const {
        return fmt::format("{} of head {}", edit.words.empty() ? "take back the claim" : "change the claim",
                           edit.head + 1);
    }
    std::string operator()(const SetText& edit) const {
        static constexpr std::array names{"title", "question", "text", "text to try"};
        return fmt::format("change the {}", names.at(static_cast<std::size_t>(edit.which)));
    }
    std::string operator()(const SetReadOuts&) const { return "change the read-outs"; }
    std::string operator()(const ListFigures&) const { return "change the list of figures"; }
};

} // namespace

std::string describe(const Edit& edit) {
    return std::visit(InWords{}, edit);
}

} // namespace attn
