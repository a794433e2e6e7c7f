#include "core/formula/parse.h"

#include "core/files/utf8.h"
#include "core/formula/symbols.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <fmt/format.h>
#include <iterator>

namespace attn {

namespace {

using Kind = FormulaNode::Kind;

bool is_letter(char letter) {
    return std::isalpha(static_cast<unsigned char>(letter)) != 0;
}

bool is_digit(char letter) {
    return letter >= '0' && letter <= '9';
}

bool is_space(char letter) {
    return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r';
}

FormulaNode letters(std::string_view text, LetterStyle style, AtomClass atom = AtomClass::ordinary) {
    FormulaNode node;
    node.kind = Kind::letters;
    node.text = text;
    node.style = style;
    node.atom = atom;
    return node;
}

FormulaNode node_of(const FormulaSymbol& symbol) {
    FormulaNode node = letters(symbol.text, symbol.style, symbol.atom);
    if (symbol.large)
        node.kind = Kind::symbol;
    node.limits = symbol.limits;
    return node;
}

struct Matrices {
    std::string_view name;
    std::string_view left;
    std::string_view right;
};

constexpr std::array matrices{Matrices{"matrix", "", ""}, Matrices{"bmatrix", "[", "]"}, Matrices{"pmatrix", "(", ")"},
                              Matrices{"vmatrix", "|", "|"}};

/// A recursive descent parser. It stores the first failure, after which all functions return at once.
class Parser {
public:
    Parser(std::string_view tex, bool has_names) : tex_(tex), has_names_(has_names) {}

    Result<Formula> parse() {
        FormulaNode root = row();
        if (!failure_ && !at_end())
            fail("nothing opens what ends here");
        if (failure_)
            return *failure_;
        return Formula{std::string(tex_), std::move(root)};
    }

private:
    bool at_end() const { return at_ >= tex_.size(); }
    bool failed() const { return failure_.has_value(); }
    bool follows(std::string_view text) const { return tex_.substr(at_, text.size()) == text; }

    FormulaNode fail(std::string_view reason) {
        if (!failure_)
            failure_ = error("formula, place {}: {}", at_ + 1, reason);
        return {};
    }

    void skip_spaces() {
        while (!at_end() && is_space(tex_[at_]))
            ++at_;
    }

    bool take(std::string_view text) {
        if (!follows(text))
            return false;
        at_ += text.size();
        return true;
    }

    /// Returns the name of the command at this position: letters, or one other letter; empty if there is no command.
    /// Does not move.
    std::string_view command() const {
        if (at_end() || tex_[at_] != '\\')
            return {};
        std::size_t end = at_ + 1;
        while (end < tex_.size() && is_letter(tex_[end]))
            ++end;
        if (end == at_ + 1 && end < tex_.size())
            ++end;
        return tex_.substr(at_ + 1, end - at_ - 1);
    }

    void take_command(std::string_view name) { at_ += name.size() + 1; }

    /// True if the row ends here, at the end of what encloses it.
    bool row_ends() const {
        if (at_end() || tex_[at_] == '}' || tex_[at_] == '&')
            return true;
        if (has_names_ && follows("<)"))
            return true;
        const std::string_view name = command();
        return name == "right" || name == "end" || name == "\\";
    }

    /// True if there is a space before this position. The space of "\\ " is a command, and a space that only separates
    /// a command from a letter does not count.
    bool is_behind_space() const {
        std::size_t end = at_;
        while (end > 0 && is_space(tex_[end - 1]))
            --end;
        if (end == at_ || (end > 0 && tex_[end - 1] == '\\'))
            return false;
        std::size_t begin = end;
        while (begin > 0 && is_letter(tex_[begin - 1]))
            --begin;
        const bool is_behind_command = begin > 0 && begin < end && tex_[begin - 1] == '\\';
        return !is_behind_command || at_end() || !is_letter(tex_[at_]);
    }

    FormulaNode row() {
        FormulaNode row;
        if (++depth_ > deepest_formula)
            return fail("nested too deeply");
        for (skip_spaces(); !failed() && !row_ends(); skip_spaces()) {
            const bool is_spaced = is_behind_space();
            row.children.push_back(with_scripts());
            row.children.back().is_spaced = is_spaced;
        }
        --depth_;
        return row;
    }

    FormulaNode with_scripts() {
        FormulaNode base = follows("^") || follows("_") || follows("'") ? FormulaNode{} : atom();
        FormulaNode below;
        FormulaNode above;
        bool has_below = false;
        bool has_above = false;
        bool is_above_first = false;
        for (skip_spaces(); !failed() && !at_end(); skip_spaces()) {
            if (follows("'")) {
                above.children.push_back(letters("′", LetterStyle::roman));
                above.children.back().place = at_++;
                above.children.back().tex = "'";
                is_above_first = is_above_first || !has_below;
                has_above = true;
            } else if (follows("^") || follows("_")) {
                const bool up = tex_[at_] == '^';
                bool& has = up ? has_above : has_below;
                if (has)
                    return fail(up ? "a second superscript" : "a second subscript");
                ++at_;
                (up ? above : below).children.push_back(argument());
                is_above_first = is_above_first || (up && !has_below);
                has = true;
            } else {
                break;
            }
        }
        if (!has_below && !has_above)
            return base;
        FormulaNode node;
        node.kind = Kind::scripts;
        node.atom = base.atom;
        node.limits = base.limits;
        node.is_above_first = is_above_first;
        node.children = {std::move(base), std::move(below), std::move(above)};
        return node;
    }

    /// Reads the argument of a command or a script: a group, or one atom.
    FormulaNode argument() {
        skip_spaces();
        if (at_end() || row_ends())
            return fail("something in braces, or one letter, was expected");
        if (follows("^") || follows("_"))
            return fail("a letter was expected before the script");
        return atom();
    }

    FormulaNode group() {
        take("{");
        FormulaNode inside = row();
        if (!failed() && !take("}"))
            return fail("the brace is not closed");
        inside.is_braced = true;
        return inside;
    }

    FormulaNode atom() {
        if (++depth_ > deepest_formula)
            return fail("nested too deeply");
        const std::size_t place = at_;
        FormulaNode node = atom_inside();
        if (node.kind == Kind::letters || node.kind == Kind::symbol || node.kind == Kind::space) {
            node.place = node.kind == Kind::space ? 0 : place;
            if (node.children.empty())
                node.tex = tex_.substr(place, at_ - place);
        }
        --depth_;
        return node;
    }

    FormulaNode atom_inside() {
        const char letter = tex_[at_];
        if (letter == '{')
            return group();
        if (letter == '\\')
            return of_command();
        if (letter == '<' && has_names_)
            return name_or_scope();
        if (letter == '~') {
            ++at_;
            return space(0.25F);
        }
        if (is_digit(letter))
            return number();
        if (is_letter(letter))
            return letters(tex_.substr(at_++, 1), LetterStyle::italic);
        return sign();
    }

    /// Reads <name>, or <name( … <)name>.
    FormulaNode name_or_scope() {
        FormulaNode node;
        node.kind = Kind::name;
        node.text = mark();
        if (!node.text.ends_with('('))
            return node;
        node.kind = Kind::scope;
        node.text.pop_back();
        FormulaNode inside = row();
        if (!failed() && mark() != ")" + node.text)
            return fail(fmt::format("<){}> was expected", node.text));
        node.children = std::move(inside.children);
        return node;
    }

    /// Reads a mark, <name>, and returns the text between its brackets.
    std::string mark() {
        const std::size_t end = tex_.find('>', at_);
        if (!follows("<") || end == std::string_view::npos) {
            fail("a “<” without “>”; the sign less than is \\lt");
            return {};
        }
        const std::string_view inside = tex_.substr(at_ + 1, end - at_ - 1);
        at_ = end + 1;
        return std::string(inside);
    }

    static FormulaNode space(float ems) {
        FormulaNode node;
        node.kind = Kind::space;
        node.width = ems;
        return node;
    }

    FormulaNode number() {
        const std::size_t first = at_;
        while (!at_end() &&
               (is_digit(tex_[at_]) || (tex_[at_] == '.' && at_ + 1 < tex_.size() && is_digit(tex_[at_ + 1]))))
            ++at_;
        return letters(tex_.substr(first, at_ - first), LetterStyle::roman);
    }

    /// Reads one UTF-8 letter that is neither a Latin letter nor a digit.
    FormulaNode sign() {
        const std::size_t end = letter_end(tex_, at_);
        const std::string_view letter = tex_.substr(at_, end - at_);
        if (static_cast<unsigned char>(letter.front()) < 0x20 || letter == "#" || letter == "$" || letter == "%")
            return fail("this letter has no meaning in a formula");
        at_ = end;
        if (const auto symbol = symbol_of_letter(letter))
            return node_of(*symbol);
        return letters(letter, LetterStyle::roman);
    }

    FormulaNode of_command() {
        const std::string_view name = command();
        if (name.empty())
            return fail("a command was expected after the backslash");
        if (name == "frac" || name == "dfrac" || name == "tfrac")
            return fraction(name);
        if (name == "sqrt")
            return root(name);
        if (name == "left")
            return fenced();
        if (name == "begin")
            return grid();
        if (name == "mathrm" || name == "operatorname" || name == "mathbf" || name == "text" || name == "texttt")
            return words(name);
        if (name == "mathbb")
            return numbers_of_a_kind(name);
        if (const auto alphabet = alphabet_of_command(name))
            return in_alphabet(name, *alphabet);
        if (const auto above = accent_of_command(name)) {
            take_command(name);
            return accent(name, *above);
        }
        if (const auto width = space_of_command(name)) {
            take_command(name);
            return space(*width);
        }
        if (const auto symbol = symbol_of_command(name)) {
            take_command(name);
            return node_of(*symbol);
        }
        return fail(fmt::format("unknown command \\{}", name));
    }

    FormulaNode fraction(std::string_view name) {
        take_command(name);
        FormulaNode node;
        node.kind = Kind::fraction;
        node.atom = AtomClass::inner;
        node.tex = "\\" + std::string(name);
        node.children.push_back(argument());
        node.children.push_back(argument());
        return node;
    }

    FormulaNode root(std::string_view name) {
        take_command(name);
        FormulaNode node;
        node.kind = Kind::root;
        node.tex = "\\" + std::string(name);
        node.children.push_back(argument());
        return node;
    }

    FormulaNode accent(std::string_view name, std::string_view above) {
        FormulaNode node;
        node.kind = Kind::accent;
        node.text = above;
        node.tex = "\\" + std::string(name);
        node.children.push_back(argument());
        return node;
    }

    /// Reads upright words: the contents of the braces, as written.
    FormulaNode words(std::string_view name) {
        take_command(name);
        skip_spaces();
        if (!take("{"))
            return fail("a brace was expected");
        std::string text;
        std::vector<FormulaNode> pieces; // the words and the names between them
        std::size_t begin = at_;
        const auto end_piece = [&] {
            FormulaNode piece = letters(text, LetterStyle::roman);
            piece.tex = tex_.substr(begin, at_ - begin);
            pieces.push_back(std::move(piece));
            text.clear();
        };
        for (; !at_end() && tex_[at_] != '}'; ++at_) {
            if (tex_[at_] == '{')
                return fail("no further brace was expected here");
            if (has_names_ && tex_[at_] == '<') {
                end_piece();
                FormulaNode& named = pieces.emplace_back();
                named.kind = Kind::name;
                named.text = mark();
                begin = at_--;
                if (failed())
                    return {};
                continue;
            }
            const bool is_meant = tex_[at_] == '\\' && at_ + 1 < tex_.size(); // "\ " is a space
            if (is_meant)
                ++at_;
            if (name.starts_with("text") || is_meant || !is_space(tex_[at_]))
                text += tex_[at_];
        }
        if (!pieces.empty())
            end_piece();
        if (!take("}"))
            return fail("the brace is not closed");
        FormulaNode node = letters(text, name == "mathbf" ? LetterStyle::bold : LetterStyle::roman,
                                   name == "operatorname" ? AtomClass::large_operator : AtomClass::ordinary);
        node.children = std::move(pieces);
        node.tex = "\\" + std::string(name);
        return node;
    }

    /// Reads a set of numbers: \mathbb{R}.
    FormulaNode numbers_of_a_kind(std::string_view name) {
        take_command(name);
        skip_spaces();
        const std::string_view letter = name_in_braces();
        for (const auto& [plain, sign] : {std::pair("R", "ℝ"), std::pair("N", "ℕ"), std::pair("Z", "ℤ")})
            if (letter == plain)
                return letters(sign, LetterStyle::roman);
        return fail("only R, N and Z can stand in \\mathbb");
    }

    /// Reads an argument in other letters: \boldsymbol{x}, \mathcal{O}.
    FormulaNode in_alphabet(std::string_view name, Alphabet alphabet) {
        take_command(name);
        FormulaNode node;
        node.is_braced = true;
        // \bm needs a package that few documents load.
        node.tex = "\\" + std::string(name == "bm" ? "boldsymbol" : name);
        FormulaNode content = argument();
        set_alphabet(content, alphabet);
        if (content.kind == Kind::row)
            node.children = std::move(content.children);
        else
            node.children.push_back(std::move(content));
        return node;
    }

    static void set_alphabet(FormulaNode& node, Alphabet alphabet) {
        if (node.kind == Kind::letters && alphabet == Alphabet::bold)
            node.style = LetterStyle::bold;
        if (node.kind == Kind::letters && alphabet != Alphabet::bold && node.text.size() == 1) {
            node.text = letter_in_alphabet(node.text.front(), alphabet);
            node.style = LetterStyle::roman;
        }
        for (FormulaNode& child : node.children)
            set_alphabet(child, alphabet);
    }

    /// Reads a bracket; "." means that there is none.
    std::string bracket() {
        skip_spaces();
        const std::string_view name = command();
        if (!name.empty()) {
            const auto symbol = symbol_of_command(name);
            if (!symbol || (symbol->atom != AtomClass::opening && symbol->atom != AtomClass::closing && name != "|")) {
                fail("a bracket was expected");
                return {};
            }
            take_command(name);
            return std::string(symbol->text);
        }
        constexpr std::string_view brackets = "()[]|.";
        if (at_end() || brackets.find(tex_[at_]) == std::string_view::npos) {
            fail("a bracket was expected");
            return {};
        }
        const char sign = tex_[at_++];
        return sign == '.' ? std::string() : std::string(1, sign);
    }

    FormulaNode fenced() {
        take("\\left");
        FormulaNode node;
        node.kind = Kind::fenced;
        node.atom = AtomClass::inner;
        skip_spaces();
        std::size_t sign = at_;
        node.left = bracket();
        node.tex = tex_.substr(sign, at_ - sign);
        node.children.push_back(row());
        if (failed())
            return {};
        if (command() != "right")
            return fail("\\left has no \\right");
        take("\\right");
        skip_spaces();
        sign = at_;
        node.right = bracket();
        node.text = tex_.substr(sign, at_ - sign);
        return node;
    }

    std::string_view name_in_braces() {
        const std::size_t end = tex_.find('}', at_);
        if (!take("{") || end == std::string_view::npos) {
            fail("a name in braces was expected");
            return {};
        }
        const std::string_view name = tex_.substr(at_, end - at_);
        at_ = end + 1;
        return name;
    }

    FormulaNode grid() {
        const std::size_t start = at_;
        take("\\begin");
        const std::string_view name = name_in_braces();
        const auto* kind = std::ranges::find(matrices, name, &Matrices::name);
        if (!failed() && kind == matrices.end()) {
            at_ = start;
            return fail("only matrix, bmatrix, pmatrix and vmatrix can begin here");
        }
        FormulaNode cells;
        cells.kind = Kind::grid;
        read_cells(cells);
        if (!failed() && (!take("\\end") || name_in_braces() != name))
            return fail(fmt::format("\\end{{{}}} was expected", name));
        if (failed())
            return {};
        FormulaNode node;
        node.kind = Kind::fenced;
        node.atom = AtomClass::inner;
        node.left = kind->left;
        node.right = kind->right;
        node.tex = name;
        node.children.push_back(std::move(cells));
        return node;
    }

    void read_cells(FormulaNode& grid) {
        std::vector<std::vector<FormulaNode>> rows(1);
        while (!failed()) {
            rows.back().push_back(row());
            if (take("&"))
                continue;
            if (!take("\\\\"))
                break;
            rows.emplace_back();
        }
        // A final \\ ends the last row, and does not begin an empty one.
        if (rows.size() > 1 && rows.back().size() == 1 && rows.back().front().is_empty_row())
            rows.pop_back();
        for (const auto& cells : rows)
            grid.columns = std::max(grid.columns, cells.size());
        constexpr std::size_t most_cells = 1024;
        if (grid.columns * rows.size() > most_cells) {
            fail("the matrix is too large");
            return;
        }
        for (auto& cells : rows) {
            cells.resize(grid.columns);
            std::ranges::move(cells, std::back_inserter(grid.children));
        }
    }

    std::string_view tex_;
    bool has_names_;
    std::size_t at_ = 0;
    int depth_ = 0;
    std::optional<Error> failure_;
};

} // namespace

namespace {

Result<Formula> parse(std::string_view tex, bool has_names) {
    if (tex.size() > longest_formula)
        return error("a formula of {} bytes; {} are the most", tex.size(), longest_formula);
    return Parser(tex, has_names).parse();
}

} // namespace

Result<Formula> parse_formula(std::string_view tex) {
    return parse(tex, false);
}

Result<FormulaNode> parse_template(std::string_view tex) {
    Result<Formula> formula = parse(tex, true);
    if (!formula)
        return formula.error();
    return std::move(formula->root);
}

} // namespace attn
