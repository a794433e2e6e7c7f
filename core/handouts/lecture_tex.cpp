#include "core/handouts/lecture_tex.h"

#include "core/document/options/session_notation.h"
#include "core/figure/figure_kinds.h"
#include "core/figure/figure_steps.h"
#include "core/figure/words/cell_words.h"
#include "core/files/printable.h"
#include "core/handouts/displayed_formula.h"
#include "core/handouts/lengths.h"
#include "core/handouts/shapes_in_tex.h"
#include "core/handouts/tex_figures.h"
#include "core/handouts/tex_macros.h"
#include "core/handouts/tour.h"
#include "core/notation/named_words.h"
#include "core/text/tex_escape.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

namespace {

// Sizes in centimetres: a line of LaTeX's article is 12 wide, a beamer frame 16 × 9.
constexpr std::array places_beside_formulas{FigurePlace{4.2F, 2.8F}, FigurePlace{5.2F, 2.8F}, FigurePlace{6.4F, 2.8F},
                                            FigurePlace{6.4F, 3.3F}, FigurePlace{6.4F, 3.8F}, FigurePlace{6.4F, 5}};
constexpr std::array places_in_article{FigurePlace{12, 3}, FigurePlace{12, 3.7F}, FigurePlace{12, 5},
                                       FigurePlace{12, 6}, FigurePlace{12, 9}};
constexpr float widest_beside_words = 9.6F;
constexpr std::array places_of_steps{FigurePlace{8.2F, 7}, FigurePlace{widest_beside_words, 7},
                                     FigurePlace{13.9F, 7.1F}};
constexpr std::array places_of_results{FigurePlace{6.4F, 7}, FigurePlace{8.2F, 7}};
constexpr float type_in_article = 5.6F; // points, the smallest
constexpr FigurePlaces beside_formulas{places_beside_formulas, type_in_article};
constexpr FigurePlaces in_article{places_in_article, type_in_article};
constexpr float type_on_slide = 14 * 16 / 33.87F; // 14 points on a slide of 34 × 19
constexpr FigurePlaces on_slide{places_of_steps, type_on_slide};
constexpr FigurePlaces of_results{places_of_results, type_on_slide};
constexpr FigurePlaces alone_on_slide{std::span(places_of_steps).last(1), type_on_slide};

constexpr std::size_t most_summands_on_slide = 4;

/// The equation in the notation, as TeX within a text.
std::string in_text(std::string_view equation, const Notation& notation) {
    return "$" + tex_formula(in_notation(equation, notation)).tex + "$";
}

/// Words that say the same for notes and slides about a session, in TeX.
class LectureWords {
public:
    LectureWords(const FigureSource& source, const FigureRequest& shown)
        : session_(in_notation_of(shown, source.session)), is_told_(is_told({session_, source.trace})) {}

    const Session& session() const { return session_; }
    std::string title() const { return session_.title.empty() ? "Attention" : session_.title; }
    std::string write(std::string_view equation) const { return in_text(equation, notation_of(session_)); }

    /// A text of the session; empty if its numbers no longer bear it out.
    Prose told(const std::string& text) const { return is_told_ ? prose_in(session_, text) : Prose(); }

    TexText tokens(Index item) const {
        const Sequence& sequence = session_.layer().sequence;
        std::vector<std::string> words;
        for (Index token = 0; token < sizes_of(session_.layer()).S_q; ++token)
            words.push_back(token_label(sequence, item, token));
        return tex_text(fmt::format("{}", fmt::join(words, " ")));
    }

    /// The layer's lengths, and those that the notes have otherwise.
    std::string lengths() const {
        const std::string unlike = words_on_widths(session_, writing());
        return words_of_lengths(session_, writing()) + (unlike.empty() ? "." : ". " + unlike);
    }

    /// The meaning of the letters that count rows, columns and heads in formulas, and the number of the first head.
    std::string letters() const {
        const std::string_view line = token_line(session_.tokens_as_columns);
        std::string words = fmt::format("{} is a query, a {} that reads, {} a key, a {} that is read", write("<i>"),
                                        line, write("<j>"), line);
        if (has_heads_beside())
            words += fmt::format(", {} a head", write("<head>"));
        if (has_heads_beside() && first_head(session_.notation) == 0)
            words += ". Heads are counted from 0, tokens and numbers from 1";
        return words + ".";
    }

    /// The words with which a part of the tour begins; `head` is explained as a layer of its own, `alone`.
    std::string part(TourPart part, const Session& alone, Index head) const {
        if (part == TourPart::all_heads)
            return words_on_several_heads(session_, writing());
        return fmt::format("All of it, with the weights of head ${} = {}$. {}",
                           tex_formula(in_notation("<head>", notation_of(session_))).tex, head_number(session_, head),
                           words_on_one_head(alone, [&](std::string_view equation) {
                               return in_text(equation, notation_of(alone));
                           }));
    }

    /// A sentence without its first letter about one head as wide as the model, beside several that share that width;
    /// empty unless the notes end with it and the heads fill the model's width.
    std::string one_head_beside_many() const {
        const Sizes sizes = sizes_of(session_.layer());
        const bool fill_width = sizes.H * sizes.d_k == sizes.D && sizes.H * sizes.d_v == sizes.D &&
                                sizes.D_context == sizes.D && sizes.queries_per_kv == 1;
        if (!session_.notation.profile().ends_beside_one_head || sizes.H == 1 || !fill_width)
            return {};
        const auto shape = [&](Index columns) { return write(fmt::format(R"({} \times {})", sizes.D, columns)); };
        return fmt::format("ne set of {} matrices and one {}; {} sets of {}, each a part of {}", shape(sizes.D),
                           write("<Y>"), sizes.H, shape(sizes.d_k), write("<C>"));
    }

private:
    WriteEquation writing() const {
        return [this](std::string_view equation) { return write(equation); };
    }
    bool has_heads_beside() const { return sizes_of(session_.layer()).H > 1; }

    Session session_;
    bool is_told_;
};

constexpr std::string_view title_of_shapes = "One head beside many, by shapes";

std::string_view title_of(TourPart part) {
    return part == TourPart::one_head ? "One head alone" : "All heads";
}

/// The kind of figure in words, for a figure that the session lists.
std::string about_kind(const FigureRequest& figure, const Session& session) {
    return words_in(find_figure_kind(figure.kind)->about, notation_of(session)).tex().tex;
}

/// A further figure of a step: its title as its author or the program has it, and its words.
struct FurtherFigure {
    std::string name;
    std::string title;
    std::string shows; ///< for the sentence "Figure 2 shows …"
    TexFigure drawn;
};

/// Draws the figures of a tour's steps, with the numbers of steps in their files' names.
class StepFigures {
public:
    explicit StepFigures(TexDocument& document) : document_(document), figures_(document) {}

    Result<TexFigure> own(const Step& step, std::span<const FigurePlaces> places, std::vector<FigureStep> built_up) {
        if (step.revealed.reveal)
            built_up.assign(1, step.revealed);
        ++number_;
        return figures_.draw(*step.source, step.request, fmt::format("{:02}-{}", number_, step.name), places,
                             std::move(built_up));
    }
    /// The matrix of a step alone.
    Result<TexFigure> result(const Step& step, std::span<const FigurePlaces> places) {
        FigureRequest request = step.request;
        request.kind = heatmap_kind().name;
        return figures_.draw(*step.source, request, fmt::format("{:02}-{}-matrix", number_, step.name), places);
    }

    /// The further figures of a step. Weights are left out if its own figure shows them, or if they have no room.
    Result<std::vector<FurtherFigure>> further(const Step& step, const TexFigure& own, const Session& session,
                                               const FigurePlaces& places) {
        const bool shows_operands = own.kind != heatmap_kind().name && own.kind != "heads";
        std::vector<FurtherFigure> all;
        for (const StepFigure& figure : step.figures) {
            if (figure.is_operand && shows_operands)
                continue;
            const std::string name = figure.is_listed ? figure.name : fmt::format("{:02}-{}", number_, figure.name);
            auto drawn = figures_.draw(*step.source, figure.request, name, std::span(&places, 1));
            if (!drawn)
                return figure.is_listed ? error("figure “{}”: {}", printable(figure.request.name),
                                                drawn.error().message)
                                        : drawn.error();
            if (figure.is_operand && !drawn->is_whole)
                continue;
            FurtherFigure made{figure.name, drawn->title, drawn->title, *std::move(drawn)};
            if (figure.is_listed) {
                made.shows = about_kind(figure.request, session);
                if (!figure.request.title.empty())
                    made.title = document_.noted(tex_text(figure.request.title));
                if (find_figure_kind(figure.request.kind)->scope == FigureScope::layer)
                    made.drawn.words = made.shows + "."; // the lengths are told at the beginning
            }
            all.push_back(std::move(made));
        }
        return all;
    }

private:
    TexDocument& document_;
    TexFigures figures_;
    int number_ = 0;
};

/// Writes the tour as a section of an article, and collects its sentences, which have a file of their own.
class Notes {
public:
    Notes(const FigureSource& source, const FigureRequest& shown, Tour tour)
        : words_(source, shown), tour_(std::move(tour)), figures_(document_),
          name_(slug(words_.title()) + "-" + slug(words_.session().notation.name())),
          has_parts_(tour_.steps.front().begins != TourPart::none) {}

    Result<std::vector<DocumentFile>> write(bool shows_all_steps) && {
        std::string body = fmt::format("\\section{{{}}}\\label{{sec:{}}}\n{{{}{}\\input{{sentences}}\n",
                                       document_.noted(tex_text(words_.title())), name_, formula_macros, note_macros);
        const Session& session = words_.session();
        for (const auto& [place, text] : {std::pair("question", session.question), std::pair("about", session.about)})
            if (const std::string told = document_.words(words_.told(text)); !told.empty())
                body += say(place, told) + "\n\n";
        body += say("sequence", fmt::format("The sequence is \\emph{{{}}}: {} In formulas {}",
                                            document_.noted(words_.tokens(tour_.steps.front().cell.item)),
                                            words_.lengths(), words_.letters())) +
                "\n";
        for (const Step& step : tour_.steps) {
            const auto set = written(step);
            if (!set)
                return set.error();
            body += *set;
        }
        if (const std::string shapes = words_.one_head_beside_many(); !shapes.empty() && !shows_all_steps) {
            const std::string label = label_of("one-beside-many");
            body += say("one-beside-many/figure",
                        fmt::format("Figure~\\ref{{{}}} shows one head beside many, by shapes: o{}.", label, shapes)) +
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
        const auto own = has_whole_width(step) ? figures_.own(step, std::array{in_article}, {})
                                               : figures_.own(step, std::array{beside_formulas, in_article}, {});
        if (!own)
            return own.error();
        const auto further = figures_.further(step, *own, words_.session(), in_article);
        if (!further)
            return further.error();
        std::string tex = "\n";
        if (step.begins != TourPart::none)
            tex += fmt::format("\\subsection{{{}}}\n{}\n\n", title_of(step.begins),
                               say(step.name + "/part", words_.part(step.begins, session_of(step), tour_.first_head)));
        if (!step.goes_on)
            tex += fmt::format("\\{}subsection{{{}}}\n", has_parts_ ? "sub" : "", document_.words(step.title));
        tex += fmt::format("\\step{{{}}}{{\\stepcaption{{{}}}{{{}}}{{{}}}}}{{%\n{}}}{{{}", own->stages.back(),
                           own->title, own->words, label_of(step.name), formulas(step), words(step));
        for (const FurtherFigure& figure : *further)
            tex += "\n" + say(figure.name + "/figure", fmt::format("Figure~\\ref{{{}}} shows {}.",
                                                                   label_of(figure.name), figure.shows));
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

    Session session_of(const Step& step) const {
        Session session = step.source->session;
        session.notation = words_.session().notation;
        session.tokens_as_columns = words_.session().tokens_as_columns;
        return session;
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

    /// The head of section.tex, for the title as a comment, the command that compiles it, and the packages.
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

    LectureWords words_;
    Tour tour_;
    TexDocument document_;
    StepFigures figures_;
    std::string name_;
    bool has_parts_;
    std::string sentences_;
};

/// True for the steps of an overlay at which a talk stops.
bool is_stop(const FigureStep& step) {
    constexpr std::array<std::string_view, 6> stops{"operands", "terms", "all", "scores", "exponentials", "shares"};
    return std::ranges::find(stops, step.name) != stops.end();
}

/// Writes the tour as frames of beamer.
class Slides {
public:
    Slides(const FigureSource& source, const FigureRequest& shown, Tour tour)
        : words_(source, shown), tour_(std::move(tour)), figures_(document_) {}

    Result<std::vector<DocumentFile>> write(bool shows_all_steps) && {
        std::string frames;
        for (const Step& step : tour_.steps) {
            const auto set = written(step);
            if (!set)
                return set.error();
            frames += *set;
        }
        if (const std::string shapes = words_.one_head_beside_many(); !shapes.empty() && !shows_all_steps)
            frames += frame(title_of_shapes, fmt::format("O{}.\n\\par\\bigskip\\centering\n{}\n", shapes,
                                                         attn::one_head_beside_many(words_.session())));
        const std::string title = document_.noted(tex_text(words_.title()));
        const Prose asked = words_.told(words_.session().question);
        const std::string question = document_.words(asked);
        const std::string about =
            fmt::format(R"(\emph{{{}}}\\[1ex] {}\\[1ex] {})",
                        document_.noted(words_.tokens(tour_.steps.front().cell.item)), words_.lengths(), words_.letters());
        return finish_deck(std::move(document_), {title, question, words_.title(), asked.letters(), about},
                           fmt::format("{}{}{}", formula_macros, frame_macros, frames));
    }

private:
    static std::string frame(std::string_view title, const std::string& body) {
        return fmt::format("\n\\begin{{frame}}{{{}}}\n{}\\end{{frame}}\n", title, body);
    }

    /// The steps in which a figure is built up before an audience.
    static std::vector<FigureStep> stops_of(const Step& step) {
        std::vector<FigureStep> stops;
        if (const auto built_up = overlay_steps(step.request, *step.source))
            std::ranges::copy_if(*built_up, std::back_inserter(stops), is_stop);
        for (FigureStep& stop : stops)
            if (stop.reveal)
                stop.reveal->cells = 0; // no other cell before this one
        return stops;
    }

    /// The figure as it is built up, with the whole figure last; in a handout the whole one alone.
    static std::string built_up(const TexFigure& figure) {
        const std::size_t last = figure.stages.size();
        if (last == 1)
            return figure.stages.front();
        std::string tex;
        for (std::size_t i = 1; i <= last; ++i)
            tex += fmt::format("\\only<{}|handout:{}>{{{}}}%\n", i, i == last ? 1 : 0, figure.stages[i - 1]);
        return tex;
    }

    Result<std::string> written(const Step& step) {
        const std::string title = document_.words(step.title);
        const auto own = figures_.own(step, std::array{on_slide},
                                      step.is_of_all_heads ? std::vector<FigureStep>() : stops_of(step));
        if (!own)
            return own.error();
        std::string tex;
        if (step.begins != TourPart::none)
            tex += frame(title_of(step.begins),
                         fmt::format("\\footnotesize\n{}\n\\par\\medskip\\centering\n{}\n",
                                     words_.part(step.begins, session_of(step), tour_.first_head),
                                     shapes_of(session_of(step))));
        const bool has_words_beside = own->place.width <= widest_beside_words;
        if (!has_words_beside)
            tex += frame(title, "\\centering\n" + built_up(*own));
        if (!step.is_of_all_heads || !step.notes.formulas.empty()) {
            const auto result = has_words_beside ? Result<TexFigure>(*own)
                                                 : figures_.result(step, std::array{of_results});
            if (!result)
                return result.error();
            tex += words(step, title, *result);
        } else if (has_words_beside)
            tex += frame(title, "\\centering\n" + built_up(*own));
        const auto further = figures_.further(step, *own, words_.session(), alone_on_slide);
        if (!further)
            return further.error();
        for (const FurtherFigure& figure : *further)
            tex += frame(figure.title, "\\centering\n" + figure.drawn.stages.back() + "\n");
        return tex;
    }

    /// The frames with the words of a step beside its figure.
    std::string words(const Step& step, const std::string& title, const TexFigure& figure) {
        std::string formulas;
        std::string applied;
        std::string remarks;
        const auto add = [&](const std::vector<Prose>& more) {
            for (const Prose& remark : more)
                remarks += "\\par\\smallskip " + document_.words(remark) + "\n";
        };
        for (const StepFormula& formula : step.notes.formulas) {
            (formula.is_applied ? applied : formulas) += step_formula(formula);
            add(formula.remarks);
        }
        add(step.notes.remarks);
        std::string cell;
        const std::size_t last = figure.stages.size();
        if (!step.is_of_all_heads) {
            cell = fmt::format("\\stepuncover{{{}}}{{\\textbf{{{}}}{}\\par ${}$}}", std::min<std::size_t>(2, last),
                               document_.words(step.subject), step.whose.empty() ? "" : " (" + step.whose + ")",
                               step.worked_tex);
            if (const Prose meaning = prose_of(step.meaning); !meaning.empty())
                cell += fmt::format("\\par\\smallskip\n\\stepuncover{{{}}}{{{}}}", last, document_.words(meaning));
        }
        return fmt::format("\n\\stepframes{{{}}}{{{}}}{{{}}}{{%\n{}}}{{%\n{}}}{{{}}}{{{}}}\n", title,
                           figure.stages.front(), built_up(figure), formulas, applied, cell, remarks);
    }

    Session session_of(const Step& step) const {
        return in_notation_of(step.request, step.source->session);
    }

    LectureWords words_;
    Tour tour_;
    TexDocument document_;
    StepFigures figures_;
};

template <class Document>
Result<std::vector<DocumentFile>> written(const FigureSource& source, const FigureRequest& shown,
                                          std::size_t most_summands) {
    auto steps = tour(source, {shown, true, most_summands});
    if (!steps)
        return steps.error();
    return Document(source, shown, *std::move(steps)).write(shown.steps == StepsShown::all);
}

} // namespace

Result<std::vector<DocumentFile>> lecture_notes(const FigureSource& source, const FigureRequest& shown) {
    return written<Notes>(source, shown, TourChoice().most_summands);
}

Result<std::vector<DocumentFile>> slide_deck(const FigureSource& source, const FigureRequest& shown) {
    return written<Slides>(source, shown, most_summands_on_slide);
}

} // namespace attn
