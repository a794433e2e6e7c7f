#include "core/handouts/lecture_tex.h"

#include "core/document/options/session_notation.h"
#include "core/figure/words/cell_words.h"
#include "core/handouts/displayed_formula.h"
#include "core/handouts/lecture_steps.h"
#include "core/handouts/lengths.h"
#include "core/handouts/slide_frames.h"
#include "core/handouts/tour_of_stages.h"
#include "core/text/tex_escape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

namespace attn {

namespace {

// A4 with LaTeX's own margins; a slide of beamer is 16 × 9, and 6.6 points there are 14 on one of 34 × 19.
// A figure is no higher than it needs to be for its numbers: then most steps share a page with another.
constexpr std::array places_of_article{FigurePlace{12, 3}, FigurePlace{12, 4.2F}, FigurePlace{12, 5.8F},
                                       FigurePlace{12, 8}, FigurePlace{12, 9}};
constexpr LectureSheet article{places_of_article, 7.6F, 0.85F, most_summands, false};
constexpr FormulaLines lines_of_article{11, 10}; // beside their numbers
constexpr LectureSheet slide{places_on_slide, 14 * 16 / 33.87F, 1, 4, true, places_beside_words};

/// The same for both engines; LuaTeX sets Latin Modern in Unicode by itself.
constexpr std::string_view preamble = R"(\usepackage{amsmath}
\usepackage{amssymb}
\usepackage{tikz}
\ifdefined\directlua\else\usepackage[T1]{fontenc}\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}\fi
)";

std::string how_to_compile(std::string_view file, bool any_engine) {
    return any_engine ? fmt::format("pdflatex (or lualatex) {}", file)
                      : fmt::format("lualatex {}, with fonts for its letters", file);
}

std::string as_comment(std::string_view text) {
    std::string line(text);
    std::ranges::replace_if(
        line, [](char byte) { return static_cast<unsigned char>(byte) < 0x20; }, ' ');
    return "% " + line + "\n";
}

/// Words as TeX, and for the properties of a PDF, which take no mathematics, what is plain of them.
std::string beside_pdf_string(const std::string& tex, std::string_view words) {
    std::string plain;
    std::ranges::copy_if(words, std::back_inserter(plain), [](char byte) {
        return byte >= 0x20 && byte < 0x7f && std::string_view("#$%&_^~\\{}").find(byte) == std::string_view::npos;
    });
    return plain == tex ? tex : fmt::format("\\texorpdfstring{{{}}}{{{}}}", tex, plain);
}

std::string title_of(const Session& session) {
    return session.title.empty() ? "Attention" : session.title;
}

std::size_t count_of(std::string_view text, std::string_view sought) {
    std::size_t count = 0;
    for (std::size_t at = text.find(sought); at != std::string_view::npos; at = text.find(sought, at + 1))
        ++count;
    return count;
}

/// "4 tokens, width 6, 2 heads of width 3", in symbols.
std::string lengths_of(const Session& session) {
    return words_of_lengths(session,
                            [&](std::string_view equation) { return in_text(equation, notation_of(session)); });
}

/// What is not as the notes have it, behind a space.
std::string unlike_notes(const Session& session) {
    const std::string words =
        words_on_widths(session, [&](std::string_view equation) { return in_text(equation, notation_of(session)); });
    return words.empty() ? words : " " + words;
}

/// What the letters stand for that count rows, columns and heads in formulas, and from where heads are counted.
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

/// The tokens of an item as words, whatever letters they have.
std::string tokens_of(const FigureSource& source, LectureSteps& tex, Index item) {
    std::string words;
    const Sequence& sequence = source.session.layer().sequence;
    for (Index token = 0; token < source.trace.sizes().S_q; ++token)
        words += (token == 0 ? "" : " ") + token_label(sequence, item, token);
    return tex.noted(tex_text(words));
}

/// What is said of a layer, with its words in quotation marks where they read each other: who reads “a reads is” takes
/// them for the sentence's own.
std::string with_words_marked(std::string text, const FigureSource& source, Index item) {
    constexpr std::string_view reads = " reads ";
    const Sequence& sequence = source.session.layer().sequence;
    std::set<std::string> words;
    for (Index token = 0; token < source.trace.sizes().S_q; ++token)
        words.insert(token_label(sequence, item, token));
    const auto quote = [&](std::size_t begin, std::size_t end) {
        if (!words.contains(text.substr(begin, end - begin)))
            return;
        text.insert(end, "”");
        text.insert(begin, "“");
    };
    for (std::size_t at = text.rfind(reads); at != std::string::npos && at > 0; at = text.rfind(reads, at - 1)) {
        const std::size_t behind = at + reads.size();
        quote(behind, std::min(text.find_first_of(" ,.;:", behind), text.size()));
        const std::size_t space = text.rfind(' ', at - 1);
        quote(space == std::string::npos ? 0 : space + 1, at);
    }
    return text;
}

/// What is referred to, and its number.
struct Numbered {
    std::string label;
    Index number;
};

/// The steps as parts of a section, and what of them is numbered.
class SectionOfSteps {
public:
    SectionOfSteps(std::string name, bool has_parts, const Typesetter& typesetter)
        : name_(std::move(name)), has_parts_(has_parts), typesetter_(typesetter) {}

    /// Its formulas; one cell worked out, what that number means; and its figure, there or atop the next page, but
    /// there where no other follows: alone it would have a page of its own.
    std::string part(const StepTex& step, bool is_last) {
        const std::string see = fmt::format("Figure~\\ref{{fig:{}:{}}}", name_, step.name);
        const std::string begin = begin_part(step);
        if (step.is_figure_alone) {
            const std::string words = step.shows.empty() ? fmt::format("{}: see {}.\n", step.title, see)
                                                         : fmt::format("{} shows {}.\n", see, step.shows);
            return room_for(begin + words, 0, step, is_last) + begin + "\n" + words + figure(step);
        }
        const Formulas displays = formulas(step);
        if (step.worked.empty()) {
            const std::string words = fmt::format("\n\\paragraph{{{}:}} see {}.\n", step.title, see);
            return room_for(begin + words, displays.height, step, is_last) + begin + words + displays.tex +
                   figure(step);
        }
        const std::string heading =
            step.goes_on ? "\n" : fmt::format("\n\\{}subsection{{{}}}\n", has_parts_ ? "sub" : "", step.title);
        std::string words;
        for (const StepFormula& formula : step.formulas)
            for (const std::string& remark : formula.remarks)
                words += remark + "\n\n";
        for (const std::string& remark : step.remarks)
            words += remark + "\n\n";
        const std::string by = displays.applied.empty() ? "" : fmt::format(", by~\\eqref{{{}}}", displays.applied);
        words += fmt::format("One cell of ${}${}, {}{}: ${}$.", step.symbol,
                             step.whose.empty() ? "" : " (" + step.whose + ")", step.cell, by, step.worked) +
                 (step.meaning.empty() ? "" : "\n" + step.meaning) + fmt::format("\nSee {}.\n", see);
        const float of_heading = step.goes_on ? 0 : height_of_heading;
        return (step.goes_on ? "" : "\n\\atmostonefigurebehind\n") +
               room_for(begin + words, displays.height + of_heading, step, is_last) + begin + heading + displays.tex +
               words + figure(step);
    }

    /// Of all steps: where figures stand, that they are not left behind their steps, that none goes on into what
    /// follows the section; and that a step begins where its formulas and its words have room.
    static constexpr std::string_view places_of_figures = R"(\makeatletter
\abovecaptionskip=6pt
\c@topnumber=5 \c@totalnumber=6
\def\topfraction{.85}\def\textfraction{.15}
\def\stepfigure{\figure[ht]\centering\small}
\let\endstepfigure\endfigure
\ifdefined\figureshere
\def\stepfigure{\par\addvspace\intextsep\noindent\minipage\linewidth\def\@captype{figure}\centering\small}
\def\endstepfigure{\endminipage\par\addvspace\intextsep}
\fi
\def\atmostonefigurebehind{\par\begingroup\count@=0 \def\@elt##1{\advance\count@ 1 }\@deferlist
\ifnum\count@>1 \aftergroup\newpage\fi\endgroup}
\clubpenalty=1000 \widowpenalty=1000 \postdisplaypenalty=1000
\def\roomforstep#1{\par\dimen@=\ifdim\pagegoal<\maxdimen\pagegoal\else\@colroom\fi\advance\dimen@-\pagetotal
\ifdim\dimen@<#1\relax\ifdim\pagegoal<\maxdimen\else\hbox{}\fi\newpage\fi}
\def\nofiguresbehind{\par\ifx\@deferlist\@empty\else\newpage\ifx\@deferlist\@empty\else\clearpage\fi\fi}
\makeatother
)";

    /// So that the first run has the numbers of the section by itself, which otherwise come with the second.
    std::string known_numbers() const {
        std::string lines = "\\makeatletter % numbers that the first run has already\n\\AtBeginDocument{%\n"
                            "\\def\\known#1#2{\\@ifundefined{r@#1}{\\global\\@namedef{r@#1}{{#2}{}}}{}}%\n";
        for (const Numbered& one : numbered_)
            lines += fmt::format("\\known{{{}}}{{{}}}%\n", one.label, one.number);
        return lines + "}\n\\makeatother\n";
    }

private:
    struct Formulas {
        std::string tex;
        std::string applied; ///< the label of that by which the cell is worked out; may be empty
        float height = 0;    ///< centimetres
    };

    static constexpr float height_of_heading = 1.6F;
    static constexpr float between_displays = 0.25F;
    static constexpr float height_of_caption = 2;
    static constexpr float highest_kept_together = 20; ///< of a page's 26 cm

    /// The next page, where this one has no room for what belongs together: a heading, so many centimetres of formulas,
    /// and words; behind them its figure where `with_figure`.
    static std::string room_for(std::string_view words, float height, const StepTex& step, bool with_figure) {
        constexpr float letters_a_line = 72;
        constexpr float line = 0.43F;
        constexpr float around = 0.8F;
        height += around + line * std::ceil(static_cast<float>(letters_in_tex(words)) / letters_a_line);
        height += line * static_cast<float>(count_of(words, "\n\n"));
        const float whole = height + step.figure_height + height_of_caption;
        if (with_figure && whole <= highest_kept_together)
            height = whole;
        return fmt::format("\\roomforstep{{{:.1f}cm}}\n", std::min(height, highest_kept_together));
    }

    static std::string begin_part(const StepTex& step) {
        return step.part.empty() ? "" : fmt::format("\n\\subsection{{{}}}\n{}\n", step.part, step.part_words);
    }

    Formulas formulas(const StepTex& step) {
        std::vector<std::string> displays;
        std::optional<std::size_t> applied;
        float height = 0;
        for (const StepFormula& formula : step.formulas) {
            if (formula.is_applied)
                applied = displays.size();
            Display display = formula_with_numbers(formula, lines_of_article, typesetter_);
            displays.push_back(std::move(display.tex));
            height += display.height + between_displays;
        }
        if (!applied)
            return {unbroken(gathered(displays), height), {}, height};
        const std::string label = fmt::format("eq:{}:{}", name_, step.name);
        numbered_.push_back({label, ++equations_});
        return {unbroken(gathered(displays, *applied, label), height), label, height};
    }

    /// Formulas stay on one page, unless they are more than has room beside a heading.
    static std::string unbroken(const std::string& displays, float height) {
        constexpr float highest = 14;
        return height <= highest ? displays : "\\begingroup\\allowdisplaybreaks[1]\n" + displays + "\\endgroup\n";
    }

    std::string figure(const StepTex& step) {
        const std::string label = fmt::format("fig:{}:{}", name_, step.name);
        numbered_.push_back({label, ++figures_});
        return fmt::format("\\begin{{stepfigure}}\n{}\n\\caption{{{}}}\\label{{{}}}\n\\end{{stepfigure}}\n",
                           step.figures.back(), step.caption, label);
    }

    std::string name_;
    bool has_parts_;
    const Typesetter& typesetter_;
    std::vector<Numbered> numbered_;
    Index figures_ = 0;
    Index equations_ = 0;
};

} // namespace

Result<std::vector<DocumentFile>> lecture_notes(const FigureSource& source, const FigureRequest& shown) {
    LectureSteps tex(source, shown, article);
    if (auto walked = tex.walk_through(); !walked)
        return walked.error();
    if (auto added = tex.add_recipes(); !added)
        return added.error();
    const Session& session = source.session;
    const std::string title = tex.noted(tex_text(title_of(session)));
    const NotationChoice notation = shown.notation.value_or(session.notation);
    const std::string name = slug(title_of(session)) + "-" + slug(notation.name());
    std::string body = fmt::format("\\section{{{}}}\\label{{sec:{}}}\n{{\\emergencystretch=6em\n{}", title, name,
                                   SectionOfSteps::places_of_figures);
    const Index item = cell_of(walk(source, shown)->front()).item;
    if (is_told({session, source.trace}))
        for (const std::string& words : {session.question, session.about})
            body += words.empty()
                        ? ""
                        : tex.prose(with_words_marked(text_in(in_notation_of(shown, session), words), source, item)) +
                              "\n\n";
    const Session shown_session = in_notation_of(shown, session);
    body += fmt::format("The sequence is \\emph{{{}}}: {}.{} In formulas {}.\n", tokens_of(source, tex, item),
                        lengths_of(shown_session), unlike_notes(shown_session), letters_of(source, shown));
    SectionOfSteps section(name, !tex.steps().front().part.empty(), source.typesetter);
    const auto last_with_words =
        std::ranges::find(tex.steps().rbegin(), tex.steps().rend(), false, &StepTex::is_figure_alone);
    for (const StepTex& step : tex.steps())
        body += section.part(step, last_with_words != tex.steps().rend() && &step >= &*last_with_words);
    body += "\\nofiguresbehind}\n";
    const bool any_engine = !tex.is_beyond_latin();
    std::string file = as_comment(title_of(session));
    file +=
        fmt::format("% Compiles by itself: {}. Or stands in an article as\n"
                    "% \\input{{section}}, from another folder as \\subimport{{FOLDER/}}{{section}} (package import).\n"
                    "% The article then needs:\n",
                    how_to_compile("section.tex", any_engine));
    file +=
        "% \\usepackage{amsmath}\n% \\usepackage{amssymb}\n% \\usepackage{tikz}\n"
        "% Figures stand where pages have room; with \\def\\figureshere{} before it each stands where it belongs.\n";
    file += "\\expandafter\\ifx\\csname @twoclasseserror\\endcsname\\documentclass\\else\n"
            "\\documentclass[a4paper]{article}\n"
            "\\addtolength{\\textheight}{5.5cm}\\addtolength{\\topmargin}{-2.5cm}\n";
    file += std::string(preamble) + "\\csname @fptop\\endcsname=0pt \\csname @fpsep\\endcsname=\\intextsep\n" +
            section.known_numbers() + "\\begin{document}\n\\def\\endofsection{\\end{document}}\n\\fi\n" + body +
            "\\csname endofsection\\endcsname\n";
    std::vector<DocumentFile> files = tex.take_files();
    files.insert(files.begin(), {"section.tex", std::move(file)});
    return files;
}

Result<std::vector<DocumentFile>> slide_deck(const FigureSource& source, const FigureRequest& shown) {
    LectureSteps tex(source, shown, slide);
    if (auto walked = tex.walk_through(); !walked)
        return walked.error();
    if (auto added = tex.add_recipes(); !added)
        return added.error();
    const Session& session = source.session;
    const Index item = cell_of(walk(source, shown)->front()).item;
    std::string frames = fmt::format("\\begin{{frame}}\n\\titlepage\n\\end{{frame}}\n");
    for (const StepTex& step : tex.steps())
        frames += frames_of(step, source.typesetter);
    const std::string title = tex.noted(tex_text(title_of(session)));
    const std::string asked =
        is_told({session, source.trace}) ? text_in(in_notation_of(shown, session), session.question) : std::string();
    const std::string question = tex.prose(asked);
    const Session shown_session = in_notation_of(shown, session);
    const std::string about =
        fmt::format(R"(\emph{{{}}}\\[1ex] {}.{}\\[1ex] {}.)", tokens_of(source, tex, item), lengths_of(shown_session),
                    unlike_notes(shown_session), letters_of(source, shown));
    std::string file = as_comment(title_of(session));
    file += fmt::format("% Compiles by itself: {}.\n", how_to_compile("deck.tex", !tex.is_beyond_latin()));
    file +=
        "% Figures are built up step by step; with handout among the options of the class each frame is one page.\n";
    file += R"(\documentclass[aspectratio=169,10pt]{beamer}
\usefonttheme[onlymath]{serif}
)" + std::string(preamble);
    file += fmt::format("\\setbeamertemplate{{navigation symbols}}{{}}\n\\setbeamertemplate{{footline}}[frame number]\n"
                        "\\def\\inserttotalframenumber{{{}}} % so that the first run has it already\n",
                        count_of(frames, "\\begin{frame}"));
    file += fmt::format("\\title{{{}}}\n\\subtitle{{{}}}\n\\date{{\\small {}}}\n\\begin{{document}}\n{}"
                        "\\end{{document}}\n",
                        beside_pdf_string(title, title_of(session)), beside_pdf_string(question, asked), about, frames);
    std::vector<DocumentFile> files = tex.take_files();
    files.insert(files.begin(), {"deck.tex", std::move(file)});
    return files;
}

} // namespace attn
