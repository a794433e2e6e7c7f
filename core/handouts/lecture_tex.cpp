#include "core/handouts/lecture_tex.h"

#include "core/handouts/displayed_formula.h"
#include "core/handouts/lecture_words.h"
#include "core/handouts/shapes_in_tex.h"
#include "core/handouts/tex_figures.h"
#include "core/handouts/tex_macros.h"
#include "core/handouts/tour.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

namespace {

// Sizes in centimetres: a line of LaTeX's article is 12 wide.
constexpr std::array places_beside_formulas{FigurePlace{4.5F, 3},    FigurePlace{5.6F, 3},    FigurePlace{6.9F, 3},
                                            FigurePlace{6.9F, 3.5F}, FigurePlace{6.9F, 4.1F}, FigurePlace{6.9F, 5.4F}};
constexpr std::array places_in_article{FigurePlace{12, 3.2F}, FigurePlace{12, 4}, FigurePlace{12, 5.4F},
                                       FigurePlace{12, 6.4F}, FigurePlace{12, 9.6F}};
constexpr float type_in_article = 6; // points, the smallest
constexpr FigurePlaces beside_formulas{places_beside_formulas, type_in_article};
constexpr FigurePlaces in_article{places_in_article, type_in_article};

/// Writes the tour as a section of an article, and collects its sentences, which have a file of their own.
class Notes {
public:
    Notes(const FigureSource& source, const FigureRequest& shown, Tour tour)
        : tour_(std::move(tour)), words_(source, shown, tour_), figures_(document_),
          name_(slug(words_.title()) + "-" + slug(words_.session().notation.name())),
          has_parts_(tour_.steps.front().begins != TourPart::none) {}

    Result<std::vector<DocumentFile>> write() && {
        std::string body = fmt::format("\\section{{{}}}\\label{{sec:{}}}\n{{{}{}\\input{{sentences}}\n",
                                       document_.noted(tex_text(words_.title())), name_, formula_macros, note_macros);
        const Session& session = words_.session();
        for (const auto& [place, text] : {std::pair("question", session.question), std::pair("about", session.about)})
            if (const std::string told = document_.words(words_.told(text)); !told.empty())
                body += say(place, told) + "\n\n";
        body += say("sequence", fmt::format("The sequence is \\emph{{{}}}: {} In formulas {}",
                                            document_.noted(words_.tokens(tour_.steps.front().cell.item)),
                                            document_.words(words_.lengths()), document_.words(words_.letters()))) +
                "\n";
        for (const Step& step : tour_.steps) {
            const auto set = written(step);
            if (!set)
                return set.error();
            body += *set;
        }
        if (const Prose shapes = words_.one_head_beside_many(); !shapes.empty()) {
            const std::string label = label_of("one-beside-many");
            body += say("one-beside-many/figure",
                        fmt::format("Figure~\\ref{{{}}} shows one head beside many, by shapes: o{}.", label,
                                    document_.words(shapes))) +
                    fmt::format("\n\\stepfloat{{{}}}{{{}}}{{}}{{{}}}\n", attn::one_head_beside_many(session),
                                title_of_shapes, label);
        }
        document_.add_file({"sentences.tex", std::string(head_of_sentences) + sentences_, true});
        document_.add_file({"README.txt", std::string(readme)});
        std::string file = fmt::format(head_of_section, as_comment(words_.title()),
                                       document_.how_to_compile("section.tex"), tex_packages);
        return std::move(document_).finish("section.tex", file + body + "}\n\\csname endofsection\\endcsname\n");
    }

private:
    std::string label_of(std::string_view name) const { return fmt::format("fig:{}:{}", name_, name); }

    /// The TeX of a sentence that a lecturer may change; its text goes to the file of sentences.
    std::string say(const std::string& place, const std::string& words) {
        if (words.empty())
            return {};
        sentences_ += fmt::format("\\sentence{{{}}}{{{}}}\n", place, words);
        return fmt::format("\\say{{{}}}", place);
    }

    Result<std::string> written(const Step& step) {
        const auto own = has_whole_width(step) ? figures_.own(step, std::array{in_article})
                                               : figures_.own(step, std::array{beside_formulas, in_article});
        if (!own)
            return own.error();
        const auto further = figures_.further(step, *own, words_.session(), in_article);
        if (!further)
            return further.error();
        std::string tex = "\n";
        if (step.begins != TourPart::none)
            tex += fmt::format("\\subsection{{{}}}\n{}\n\n", title_of(step.begins),
                               say(step.name + "/part", document_.words(words_.part(step, tour_.first_head))));
        if (!step.goes_on)
            tex += fmt::format("\\{}subsection{{{}}}\n", has_parts_ ? "sub" : "", document_.words(step.title));
        tex += fmt::format("\\step{{{}}}{{\\stepcaption{{{}}}{{{}}}{{{}}}}}{{%\n{}}}{{{}", own->stages.back(),
                           own->title, own->words, label_of(step.name), formulas(step), words(step));
        for (const FurtherFigure& figure : *further)
            tex += "\n" + say(figure.name + "/figure",
                              fmt::format("Figure~\\ref{{{}}} shows {}.", label_of(figure.name), figure.shows));
        tex += "}\n";
        for (const FurtherFigure& figure : *further)
            tex += fmt::format("\\stepfloat{{{}}}{{{}}}{{{}}}{{{}}}\n", figure.drawn.stages.back(), figure.title,
                               figure.drawn.words, label_of(figure.name));
        return tex;
    }

    /// True for the product of queries and keys, whose picture shows how a score comes about.
    static bool has_whole_width(const Step& step) {
        return row_of(step.cell.array).columns == Axis::key_tokens &&
               operation(step.source->trace.recipe(step.cell.array).operation).picture == NaturalPicture::product;
    }

    std::string label_of_formula(const Step& step) const { return fmt::format("eq:{}:{}", name_, step.name); }

    std::string formulas(const Step& step) const {
        std::string tex;
        for (const StepFormula& formula : step.notes.formulas)
            tex += step_formula(formula, formula.is_applied ? label_of_formula(step) : "");
        return tex;
    }

    /// The worked cell, the meaning of its number, and the remarks.
    std::string words(const Step& step) {
        const std::string see = fmt::format("\\stepsee{{{}}}", label_of(step.name));
        std::string tex;
        if (step.is_of_all_heads) {
            tex = see;
        } else {
            const bool has_number = std::ranges::any_of(step.notes.formulas, &StepFormula::is_applied);
            tex = fmt::format("One cell of ${}${}, {}{}: ${}$.", step.symbol,
                              step.whose.empty() ? "" : " (" + step.whose + ")", document_.words(step.subject),
                              has_number ? fmt::format(", by~\\eqref{{{}}}", label_of_formula(step)) : "",
                              step.worked_tex) +
                  "\n" + say(step.name + "/meaning", document_.words(prose_of(step.meaning))) + see;
        }
        int number = 0;
        const auto add = [&](const std::vector<Prose>& remarks) {
            for (const Prose& remark : remarks)
                tex += "\n" + say(fmt::format("{}/remark-{}", step.name, ++number), document_.words(remark));
        };
        for (const StepFormula& formula : step.notes.formulas)
            add(formula.remarks);
        add(step.notes.remarks);
        return tex;
    }

    static constexpr std::string_view head_of_sentences =
        "% The sentences of section.tex, for you to change: a next run keeps this file as it is, and writes its own\n"
        "% sentences beside it, as sentences.tex.new. The first part of each is its place, the second its text.\n";

    /// The README of the folder, for a person who sets the section.
    static constexpr std::string_view readme =
        "section.tex is a section of an article, with its figures beside it.\n\n"
        "By itself:   latexmk -pdf section.tex\n"
        "             or pdflatex section.tex, twice: the numbers of figures and formulas come with the second run.\n"
        "In yours:    \\input{section}, or from another folder \\subimport{FOLDER/}{section} (package import).\n\n"
        "sentences.tex has the sentences. Change them as you like: a next run keeps that file, and writes its own\n"
        "sentences beside it, as sentences.tex.new.\n";

    /// The format of section.tex's head; its arguments are the title as a comment, the command that compiles it, and
    /// the packages.
    static constexpr std::string_view head_of_section =
        "{}% Compiles by itself: {}, twice. Or stands in an article as\n"
        "% \\input{{section}}, from another folder as \\subimport{{FOLDER/}}{{section}} (package import).\n"
        "% The article then needs:\n"
        "% \\usepackage{{amsmath}}\n% \\usepackage{{amssymb}}\n% \\usepackage{{tikz}}\n"
        "% Its sentences stand in sentences.tex.\n"
        "\\expandafter\\ifx\\csname @twoclasseserror\\endcsname\\documentclass\\else\n"
        "\\documentclass[a4paper]{{article}}\n"
        "\\addtolength{{\\textheight}}{{5.5cm}}\\addtolength{{\\topmargin}}{{-2.5cm}}\n"
        "{}\\begin{{document}}\n\\def\\endofsection{{\\end{{document}}}}\n\\fi\n";

    Tour tour_;
    LectureWords words_;
    TexDocument document_;
    TexFigures figures_;
    std::string name_;
    bool has_parts_;
    std::string sentences_;
};

} // namespace

Result<std::vector<DocumentFile>> lecture_notes(const FigureSource& source, const FigureRequest& shown) {
    auto steps = tour(source, {shown, true});
    return steps ? Notes(source, shown, *std::move(steps)).write() : steps.error();
}

} // namespace attn
