#include "core/formula/print.h"

#include <algorithm>
#include <utility>

namespace attn {

namespace {

using Kind = FormulaNode::Kind;

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool ends_with_command(const std::string& tex) {
    std::size_t word = tex.size();
    while (word > 0 && is_letter(tex[word - 1]))
        --word;
    return word > 0 && word < tex.size() && tex[word - 1] == '\\';
}

class Printer {
public:
    NamedTex print(const FormulaNode& node) && {
        add(node);
        return std::move(written_);
    }

private:
    /// Writes TeX; a space separates a command from a letter after it: \top O.
    void write(const std::string& tex) {
        if (!tex.empty() && is_letter(tex.front()) && ends_with_command(written_.tex))
            written_.tex += ' ';
        written_.tex += tex;
    }

    void add(const FormulaNode& node) {
        if (node.is_spaced && !written_.tex.empty() && !written_.tex.ends_with(' '))
            written_.tex += ' ';
        switch (node.kind) {
        case Kind::letters:
        case Kind::symbol:
        case Kind::space:
            write(node.tex);
            return node.children.empty() ? void() : add_group(node);
        case Kind::row:
            return node.is_braced ? add_group(node) : add_all(node);
        case Kind::scripts:
            return add_scripts(node);
        case Kind::fraction:
        case Kind::root:
        case Kind::accent:
            write(node.tex);
            for (const FormulaNode& argument : node.children)
                add_argument(argument);
            return;
        case Kind::fenced:
            return add_fenced(node);
        case Kind::grid:
            return add_cells(node);
        case Kind::name:
            return add_name(node);
        case Kind::scope:
            write("<" + node.text + "(>");
            add_all(node);
            return write("<)" + node.text + ">");
        }
    }

    void add_all(const FormulaNode& node) {
        for (const FormulaNode& child : node.children)
            add(child);
    }

    /// Writes a group, with the command that applies to it: \boldsymbol{x}.
    void add_group(const FormulaNode& row) {
        if (row.kind == Kind::row)
            write(row.tex);
        written_.tex += '{';
        add_all(row);
        written_.tex += '}';
    }

    void add_in_braces(const FormulaNode& node) {
        written_.tex += '{';
        add(node);
        written_.tex += '}';
    }

    /// Writes an argument; a single letter or command has no braces if it was written so.
    void add_argument(const FormulaNode& argument) {
        const NamedTex inside = Printer().print(argument);
        const bool is_command =
            inside.tex.starts_with("\\") && std::ranges::all_of(inside.tex.begin() + 1, inside.tex.end(), is_letter);
        const bool is_unresolved = argument.kind == Kind::name && argument.children.empty();
        if (inside.tex.size() == 1 || is_command || is_unresolved || (argument.kind == Kind::row && argument.is_braced))
            return add(argument);
        add_in_braces(argument);
    }

    /// Returns the node that carries the scripts, inside of the names around it.
    static const FormulaNode& base_of(const FormulaNode& node) {
        const bool is_around_one = node.kind == Kind::name || (node.kind == Kind::row && !node.is_braced);
        return is_around_one && node.children.size() == 1 ? base_of(node.children.front()) : node;
    }

    /// True if base and scripts both have an index, or both an exponent, which TeX refuses without braces.
    static bool has_same_script(const FormulaNode& base, const FormulaNode& scripts) {
        const FormulaNode& inner = base_of(base);
        const auto both_have = [&](std::size_t i) {
            return !inner.children[i].is_empty_row() && !scripts.children[i].is_empty_row();
        };
        return inner.kind == Kind::scripts && (both_have(1) || both_have(2));
    }

    void add_scripts(const FormulaNode& node) {
        if (has_same_script(node.children[0], node))
            add_in_braces(node.children[0]);
        else
            add(node.children[0]);
        for (const bool is_above : {node.is_above_first, !node.is_above_first}) {
            bool is_script_open = false;
            for (const FormulaNode& script : node.children[is_above ? 2 : 1].children) {
                if (script.is_letters("'") && !is_script_open) {
                    written_.tex += '\'';
                    continue;
                }
                written_.tex += is_above ? '^' : '_';
                is_script_open = true;
                add_argument(script);
            }
        }
    }

    void add_fenced(const FormulaNode& node) {
        if (node.children.front().kind == Kind::grid) {
            written_.tex += "\\begin{" + node.tex + "}";
            add(node.children.front());
            written_.tex += "\\end{" + node.tex + "}";
            return;
        }
        write("\\left");
        write(node.tex);
        add_all(node);
        write("\\right");
        write(node.text);
    }

    void add_cells(const FormulaNode& node) {
        for (std::size_t i = 0; i < node.children.size(); ++i) {
            if (i > 0 && !written_.tex.ends_with(' '))
                written_.tex += ' ';
            if (i > 0)
                written_.tex += i % node.columns == 0 ? "\\\\ " : "& ";
            add(node.children[i]);
        }
    }

    /// Writes a symbol; its name is listed before the names within it.
    void add_name(const FormulaNode& node) {
        if (node.children.empty())
            return write("<" + node.text + ">");
        NamedTex symbol = Printer().print(node.children.front());
        write(symbol.tex);
        const std::size_t begin = written_.tex.size() - symbol.tex.size();
        written_.names.push_back({node.text, begin, written_.tex.size()});
        for (FormulaName& inner : symbol.names)
            written_.names.push_back({std::move(inner.name), begin + inner.begin, begin + inner.end});
    }

    NamedTex written_;
};

} // namespace

NamedTex tex_of(const FormulaNode& formula) {
    return Printer().print(formula);
}

} // namespace attn
