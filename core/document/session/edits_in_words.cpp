#include "core/document/session/edits.h"
#include "core/files/utf8.h"

#include <array>
#include <limits>

namespace attn {

namespace {

constexpr std::size_t letters_shown = 24; // bytes

/// The text in quotes. A long text is cut, but never inside a letter.
std::string in_quotes(const std::string& text) {
    if (text.size() <= letters_shown)
        return "“" + text + "”";
    return "“" + text.substr(0, letter_begin(text, letters_shown)) + "…”";
}

/// The part that the edit fills: "row 3 of W_Q⁽²⁾".
NamedWords part_in_words(const Fill& edit) {
    if (edit.rows == 1 && edit.columns == 1)
        return NamedWords::cell({0, edit.array, 0, edit.head, edit.first_row, edit.first_column});
    if (edit.rows == 1)
        return NamedWords::line(edit.array, edit.head, true, edit.first_row);
    if (edit.columns == 1)
        return NamedWords::line(edit.array, edit.head, false, edit.first_column);
    return NamedWords::matrix(edit.array, edit.head);
}

/// True if the edit fills a column of the mask with −∞, which hides its key from every query.
bool hides_key(const Fill& edit) {
    return edit.array == ArrayId::mask && edit.with == Fill::With::constant && edit.columns == 1 && edit.rows != 1 &&
           edit.number == -std::numeric_limits<float>::infinity();
}

struct InWords {
    NamedWords operator()(const SetCell& edit) const { return "change " + NamedWords::cell(edit.cell); }
    NamedWords operator()(const SetMatrix& edit) const { return "set " + NamedWords::matrix(edit.array, edit.head); }
    NamedWords operator()(const SetPart& edit) const {
        return fmt::format("paste {} × {} at ", edit.numbers.rows(), edit.numbers.columns()) +
               NamedWords::cell(edit.first);
    }
    NamedWords operator()(const ComputeAgain& edit) const {
        return "compute " + NamedWords::matrix(edit.slot.array, edit.slot.head) + " again";
    }
    NamedWords operator()(const Fill& edit) const {
        if (hides_key(edit))
            return fmt::format("hide token {} from all", edit.first_column + 1);
        const NamedWords name = part_in_words(edit);
        switch (edit.with) {
        case Fill::With::zero:
            return "set " + name + " to zero";
        case Fill::With::identity:
            return "set " + name + " to the identity";
        case Fill::With::random:
            return "randomize " + name;
        case Fill::With::constant:
            return "fill " + name + fmt::format(" with {}", edit.number);
        case Fill::With::scaled:
            break;
        }
        return "scale " + name + fmt::format(" by {}", edit.number);
    }
    NamedWords operator()(const Pin& edit) const { return "pin " + NamedWords::cell(edit.cell); }
    NamedWords operator()(const Unpin& edit) const { return "unpin " + NamedWords::cell(edit.cell); }
    NamedWords operator()(const UnpinAll&) const { return "remove all pins"; }
    NamedWords operator()(const SetHeadOn& edit) const {
        return "switch head " + NamedWords::head(edit.head) + (edit.on ? " on" : " off");
    }
    NamedWords operator()(const SetSublayerOn& edit) const {
        static constexpr std::array names{"attention", "the MLP", "the layer"};
        return fmt::format("switch {} {}", names.at(static_cast<std::size_t>(edit.part)), edit.on ? "on" : "off");
    }
    NamedWords operator()(const ChangeLayer& edit) const {
        return fmt::format("in layer {}: ", edit.number) + edit.change;
    }
    NamedWords operator()(const RestoreLayers&) const { return "take the changes of the other layers back"; }
    NamedWords operator()(const SwapQueryAndKey& edit) const {
        return "swap " + NamedWords::matrix(ArrayId::W_Q, edit.head) + " with " +
               NamedWords::matrix(ArrayId::W_K, edit.head);
    }
    NamedWords operator()(const MakeUniform& edit) const {
        return "make attention of head " + NamedWords::head(edit.head) + " uniform";
    }
    NamedWords operator()(const SetBiases& edit) const { return edit.on ? "add biases" : "remove biases"; }
    NamedWords operator()(const SetContext& edit) const {
        return edit.own ? "give keys and values their own tokens"
                        : "use " + NamedWords::array(ArrayId::X) + " for keys and values again";
    }
    NamedWords operator()(const SetTokens&) const { return "change tokens"; }
    NamedWords operator()(const RenameToken& edit) const {
        return fmt::format("rename token {} to {}", edit.token + 1, in_quotes(edit.text));
    }
    NamedWords operator()(const MoveToken& edit) const {
        return fmt::format("move token {} to place {}", edit.from + 1, edit.to + 1);
    }
    NamedWords operator()(const InsertToken& edit) const {
        return fmt::format("insert {} at place {}", in_quotes(edit.text), edit.at + 1);
    }
    NamedWords operator()(const RemoveToken& edit) const { return fmt::format("remove token {}", edit.token + 1); }
    NamedWords operator()(const PaintMask& edit) const {
        return "paint " + NamedWords::cell({0, ArrayId::mask, 0, 0, edit.row, edit.column});
    }
    NamedWords operator()(const ClearPaintedMask&) const { return "clear the painted mask"; }
    NamedWords operator()(const SetPositions& edit) const {
        static constexpr std::array kinds{"none", "sinusoidal", "one-hot", "given", "both ends"};
        return fmt::format("set positions to {}", kinds.at(static_cast<std::size_t>(edit.positions.kind)));
    }
    NamedWords operator()(const SetOption& edit) const {
        if (edit.option == OptionId::scale && !edit.value)
            return "set scale to 1/√" + NamedWords::symbol("<d_k>");
        return setting_text(edit);
    }
    NamedWords operator()(const Resize&) const { return "change sizes"; }
    NamedWords operator()(const SetNotation&) const { return "change notation"; }
    NamedWords operator()(const SetHypothesis& edit) const {
        return (edit.words.empty() ? "take back the claim of head " : "change the claim of head ") +
               NamedWords::head(edit.head);
    }
    NamedWords operator()(const SetText& edit) const {
        static constexpr std::array names{"title", "question", "text", "text to try"};
        return fmt::format("change the {}", names.at(static_cast<std::size_t>(edit.which)));
    }
    NamedWords operator()(const SetReadOuts&) const { return "change the read-outs"; }
    NamedWords operator()(const ListFigures&) const { return "change the list of figures"; }
};

} // namespace

NamedWords describe(const Edit& edit) {
    return std::visit(InWords{}, edit);
}

} // namespace attn
