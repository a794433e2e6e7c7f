#include "core/handouts/lecture_tex.h"

#include "core/document/options/session_notation.h"
#include "core/figure/words/cell_words.h"
#include "core/formula/equation.h"
#include "core/handouts/displayed_formula.h"
#include "core/handouts/lecture_steps.h"
#include "core/handouts/lengths.h"
#include "core/handouts/slide_frames.h"
#include "core/handouts/tour_of_stages.h"
#include "core/text/tex_escape.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace attn {

namespace {

// Sizes in centimetres: a line of LaTeX's article is 12 wide, a beamer slide 16 × 9. Type of 6.6 points on it equals 14
// on a slide of 34 × 19.
constexpr std::array small_places{FigurePlace{4.2F, 5.2F, 7.4F}, FigurePlace{5.2F, 5.2F, 6.4F},
                                  FigurePlace{6.2F, 5.2F, 5.4F}};
constexpr std::array places_of_article{FigurePlace{12, 3}, FigurePlace{12, 4.2F}, FigurePlace{12, 5.8F},
                                       FigurePlace{12, 8}, FigurePlace{12, 9}};
constexpr LectureSheet article{{places_of_article, 0.85F}, 7.6F, most_summands, false, {small_places, 0.74F}};
constexpr FormulaLines lines_of_article{11, 10}; // beside their numbers
constexpr float type_of_column = 9;              // points
constexpr float room_of_number = 0.8F;           // centimetres, right of a formula
constexpr LectureSheet slide{{places_on_slide}, 14 * 16 / 33.87F, 4, true, {}, {places_beside_words}};

std::string title_of(const Session& session) {
    return session.title.empty() ? "Attention" : session.title;
}

/// The layer's lengths in symbols, "4 tokens, width 6, 2 heads of width 3".
std::string lengths_of(const Session& session) {
    return words_of_lengths(session,
                            [&](std::string_view equation) { return in_text(equation, notation_of(session)); });
}

/// The widths that differ from the notes', in words that begin with a space; empty if none does.
std::string unlike_notes(const Session& session) {
    const std::string words =
        words_on_widths(session, [&](std::string_view equation) { return in_text(equation, notation_of(session)); });
    return words.empty() ? words : " " + words;
}

/// The meaning of the letters that count rows, columns and heads in formulas, and the number of the first head.
std::string letters_of(const FigureSource& source, const FigureRequest& shown) {
    const Session session = in_notation_of(shown, source.session);
    const Notation notation = notation_of(session);
    const auto letter = [&](std::string_view symbol) { return in_text(symbol, notation); };
    const std::string_view line = token_line(session.tokens_as_columns);
    std::string words = fmt::format("{} is a query, a {} that reads, {} a key, a {} that is read", letter("<i>"), line,
                                    letter("<j>"), line);
    if (source.trace.sizes().H > 1)
        words += fmt::format(", {} a head", letter("<head>"));
    if (source.trace.sizes().H > 1 && first_head(session.notation) == 0)
        words += ". Heads are counted from 0, tokens and numbers from 1";
    return words;
}

/// The tokens of an item, as TeX.
std::string tokens_of(const FigureSource& source, LectureSteps& tex, Index item) {
    std::string words;
    const Sequence& sequence = source.session.layer().sequence;
    for (Index token = 0; token < source.trace.sizes().S_q; ++token)
        words += (token == 0 ? "" : " ") + token_label(sequence, item, token);
    return tex.document().noted(tex_text(words));
}

/// Writes the steps as subsections of a section, and collects its sentences, which have a file of their own.
class SectionOfSteps {
public:
    SectionOfSteps(std::string name, bool has_parts, const Typesetter& typesetter)
        : name_(std::move(name)), has_parts_(has_parts), typesetter_(typesetter) {}

    /// A subsection for the step: its formulas, one cell worked out, and the meaning of its number, beside its figure,
    /// or with the figure as a float if there is no room.
    std::string part(const StepTex& step) {
        const std::string begin = begin_part(step);
        if (step.is_figure_alone) {
            const std::string words = fmt::format("Figure~\\ref{{{}}} shows {}.", label_of(step),
                                                  step.shows.empty() ? step.title : step.shows);
            return begin + "\n" + say(step.name + "/figure", words) + "\n" + floating(step);
        }
        const bool is_beside = step.place.words_beside > 0;
        const FormulaLines lines_of_column{step.place.words_beside - room_of_number, type_of_column};
        const bool is_column = is_beside && has_narrow_formulas(step, lines_of_column);
        const Formulas displays = formulas(step, is_column ? lines_of_column : lines_of_article);
        const std::string words = worked(step, displays.applied);
        const std::string tex = begin + heading(step);
        if (!is_beside)
            return tex + displays.tex + remarks(step) + words + floating(step);
        return tex + (is_column ? "" : displays.tex) +
               fmt::format("\\stepbeside{{{:.2f}cm}}{{{}\n\\caption{{{}}}\\label{{{}}}}}{{{}}}{{{}}}\n",
                           step.place.width, step.figures.back(), step.caption, label_of(step),
                           is_column ? displays.tex : std::string(), words) +
               remarks(step);
    }

    /// The TeX of a sentence that a lecturer may change; its text goes to the file of sentences.
    std::string say(const std::string& name, const std::string& words) {
        if (words.empty())
            return {};
        sentences_ += fmt::format("\\sentence{{{}}}{{{}}}\n", name, words);
        return fmt::format("\\say{{{}}}", name);
    }

    std::string sentences() const {
        return "% The sentences of section.tex, for you to change: a next run keeps this file as it is, and writes its "
               "own\n% sentences beside it, as sentences.tex.new. The first part of each is its place, the second its "
               "text.\n" +
               sentences_;
    }

    /// Macros: \stepbeside{width}{figure}{formulas}{words} sets a figure beside formulas and words, or the words below
    /// both if the column is too short. \say{place} sets a sentence.
    static constexpr std::string_view macros = R"(\makeatletter
\abovecaptionskip=4pt \belowcaptionskip=0pt
\long\def\sentence#1#2{\expandafter\long\expandafter\def\csname say:#1\endcsname{#2}}
\def\say#1{\csname say:#1\endcsname}
\def\stepcolumn#1{\minipage[t]{\dimexpr\linewidth-#1-1.2em\relax}\vspace{0pt}\raggedright\small
\abovedisplayskip=2pt plus 1pt \belowdisplayskip=4pt plus 1pt}
\long\def\stepbeside#1#2#3#4{\par
\setbox4=\hbox{\minipage[t]{#1}\vspace{0pt}\centering\let\normalsize\footnotesize\normalsize\def\@captype{figure}#2\endminipage}%
\setbox6=\hbox{\stepcolumn{#1}\if\relax\detokenize{#3}\relax\else\vspace{-\baselineskip}#3\fi\endminipage}%
\setbox8=\hbox{\stepcolumn{#1}#4\endminipage}%
\ifdim\dimexpr\ht6+\dp6+\ht8+\dp8\relax>\dimexpr\ht4+\dp4+2\baselineskip\relax
\noindent\box6\hfill\box4\par\nobreak\smallskip\noindent #4\par
\else\noindent\vtop{\box6\nointerlineskip\vskip3pt\box8}\hfill\box4\par\fi}
\makeatother
\input{sentences}
)";

private:
    struct Formulas {
        std::string tex;
        std::string applied; ///< label of the formula by which the cell is worked out; may be empty
    };

    std::string label_of(const StepTex& step) const { return fmt::format("fig:{}:{}", name_, step.name); }

    std::string begin_part(const StepTex& step) {
        return step.part.empty()
                   ? ""
                   : fmt::format("\n\\subsection{{{}}}\n{}\n", step.part, say(step.name + "/part", step.part_words));
    }

    std::string heading(const StepTex& step) const {
        return step.goes_on ? "\n" : fmt::format("\n\\{}subsection{{{}}}\n", has_parts_ ? "sub" : "", step.title);
    }

    /// True if the column beside a figure has room for all formulas, each broken at its equals signs. More than seven
    /// formulas are higher than any figure.
    bool has_narrow_formulas(const StepTex& step, const FormulaLines& lines) const {
        constexpr float most_shrunk = 1.15F;
        constexpr std::size_t most_formulas = 7;
        return step.formulas.size() <= most_formulas &&
               std::ranges::all_of(step.formulas, [&](const StepFormula& formula) {
                   return std::ranges::all_of(pieces_of(formula.tex), [&](const std::string& side) {
                       return size_in_tex(side, lines.font_size, typesetter_).x <= most_shrunk * lines.width;
                   });
               });
    }

    std::string remarks(const StepTex& step) {
        std::string words;
        int number = 0;
        const auto add = [&](const std::vector<std::string>& remarks) {
            for (const std::string& remark : remarks)
                words += say(fmt::format("{}/remark-{}", step.name, ++number), remark) + "\n\n";
        };
        for (const StepFormula& formula : step.formulas)
            add(formula.remarks);
        add(step.remarks);
        return words;
    }

    std::string worked(const StepTex& step, const std::string& applied) {
        if (step.worked.empty())
            return {};
        const std::string by = applied.empty() ? "" : fmt::format(", by~\\eqref{{{}}}", applied);
        return fmt::format("One cell of ${}${}, {}{}: ${}$.", step.symbol,
                           step.whose.empty() ? "" : " (" + step.whose + ")", step.cell, by, step.worked) +
               (step.meaning.empty() ? "" : "\n" + say(step.name + "/meaning", step.meaning)) +
               (step.place.words_beside > 0 ? "" : fmt::format("\nSee Figure~\\ref{{{}}}.", label_of(step))) + "\n";
    }

    Formulas formulas(const StepTex& step, const FormulaLines& lines) {
        std::vector<std::string> displays;
        std::optional<std::size_t> applied;
        for (const StepFormula& formula : step.formulas) {
            if (formula.is_applied)
                applied = displays.size();
            displays.push_back(formula_with_numbers(formula, lines, typesetter_).tex);
        }
        if (!applied)
            return {gathered(displays), {}};
        const std::string label = fmt::format("eq:{}:{}", name_, step.name);
        return {gathered(displays, *applied, label), label};
    }

    std::string floating(const StepTex& step) const {
        return fmt::format("\\begin{{figure}}[htbp]\n\\centering\\small\n{}\n\\caption{{{}}}\\label{{{}}}\n"
                           "\\end{{figure}}\n",
                           step.figures.back(), step.caption, label_of(step));
    }

    std::string name_;
    bool has_parts_;
    const Typesetter& typesetter_;
    std::string sentences_;
};

/// The README of the folder, for a person who sets the section.
constexpr std::string_view readme_of_notes =
    "section.tex is a section of an article, with its figures beside it.\n\n"
    "By itself:   latexmk -pdf section.tex\n"
    "             or pdflatex section.tex, twice: the numbers of figures and formulas come with the second run.\n"
    "In yours:    \\input{section}, or from another folder \\subimport{FOLDER/}{section} (package import).\n\n"
    "sentences.tex has the sentences. Change them as you like: a next run keeps that file, and writes its own\n"
    "sentences beside it, as sentences.tex.new.\n";

} // namespace

Result<std::vector<DocumentFile>> lecture_notes(const FigureSource& source, const FigureRequest& shown) {
    LectureSteps tex(source, shown, article);
    if (auto walked = tex.walk_through(); !walked)
        return walked.error();
    if (auto added = tex.add_recipes(); !added)
        return added.error();
    const Session& session = source.session;
    const std::string title = tex.document().noted(tex_text(title_of(session)));
    const NotationChoice notation = shown.notation.value_or(session.notation);
    const std::string name = slug(title_of(session)) + "-" + slug(notation.name());
    SectionOfSteps section(name, !tex.steps().front().part.empty(), source.typesetter);
    std::string body =
        fmt::format("\\section{{{}}}\\label{{sec:{}}}\n{{\\emergencystretch=6em \\allowdisplaybreaks[1]\n{}", title,
                    name, SectionOfSteps::macros);
    const Index item = cell_of(walk(source, shown)->front()).item;
    const Session shown_session = in_notation_of(shown, session);
    if (is_told({session, source.trace}))
        for (const auto& [place, words] : {std::pair("question", session.question), std::pair("about", session.about)})
            if (!words.empty())
                body += section.say(place, tex.document().words(prose_in(shown_session, words))) + "\n\n";
    body += section.say("sequence", fmt::format("The sequence is \\emph{{{}}}: {}.{} In formulas {}.",
                                                tokens_of(source, tex, item), lengths_of(shown_session),
                                                unlike_notes(shown_session), letters_of(source, shown))) +
            "\n";
    for (const StepTex& step : tex.steps())
        body += section.part(step);
    body += "}\n";
    std::string file = as_comment(title_of(session));
    file +=
        fmt::format("% Compiles by itself: {}, twice. Or stands in an article as\n"
                    "% \\input{{section}}, from another folder as \\subimport{{FOLDER/}}{{section}} (package import).\n"
                    "% The article then needs:\n",
                    tex.document().how_to_compile("section.tex"));
    file += "% \\usepackage{amsmath}\n% \\usepackage{amssymb}\n% \\usepackage{tikz}\n"
            "% Its sentences stand in sentences.tex.\n";
    file += "\\expandafter\\ifx\\csname @twoclasseserror\\endcsname\\documentclass\\else\n"
            "\\documentclass[a4paper]{article}\n"
            "\\addtolength{\\textheight}{5.5cm}\\addtolength{\\topmargin}{-2.5cm}\n";
    file += std::string(tex_packages) + "\\begin{document}\n\\def\\endofsection{\\end{document}}\n\\fi\n" + body +
            "\\csname endofsection\\endcsname\n";
    tex.document().add_file({"sentences.tex", section.sentences(), true});
    tex.document().add_file({"README.txt", std::string(readme_of_notes)});
    return std::move(tex.document()).finish("section.tex", std::move(file));
}

Result<std::vector<DocumentFile>> slide_deck(const FigureSource& source, const FigureRequest& shown) {
    LectureSteps tex(source, shown, slide);
    if (auto walked = tex.walk_through(); !walked)
        return walked.error();
    if (auto added = tex.add_recipes(); !added)
        return added.error();
    const Session& session = source.session;
    const Index item = cell_of(walk(source, shown)->front()).item;
    std::string frames;
    for (const StepTex& step : tex.steps())
        frames += frames_of(step, source.typesetter);
    const std::string title = tex.document().noted(tex_text(title_of(session)));
    const Prose asked =
        is_told({session, source.trace}) ? prose_in(in_notation_of(shown, session), session.question) : Prose();
    const std::string question = tex.document().words(asked);
    const Session shown_session = in_notation_of(shown, session);
    const std::string about =
        fmt::format(R"(\emph{{{}}}\\[1ex] {}.{}\\[1ex] {}.)", tokens_of(source, tex, item), lengths_of(shown_session),
                    unlike_notes(shown_session), letters_of(source, shown));
    return finish_deck(std::move(tex.document()), {title, question, title_of(session), asked.letters(), about}, frames);
}

} // namespace attn
