#include "core/handouts/lecture_tex.h"

#include "core/document/session_notation.h"
#include "core/figure/caption.h"
#include "core/figure/figure_context.h"
#include "core/figure/figure_kinds.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/pictures/words.h"
#include "core/figure/tex_text.h"
#include "core/figure/typeset_formula.h"
#include "core/files/printable.h"
#include "core/handouts/tour_of_stages.h"
#include "core/handouts/worked_tex.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <span>
#include <string_view>

namespace attn {

namespace {

/// Where the figures and formulas of a document have their room. Lengths in centimetres, type in points.
struct Sheet {
    float figure_width;
    float figure_height;
    float font_size;
    float line_width; ///< of formulas
    float formula_size;
    std::size_t most_summands;
};

// A4 with LaTeX's own margins; a slide of beamer is 16 × 9.
constexpr Sheet article{12, 9, 7.6F, 12, 10, most_summands};
constexpr Sheet slide{8.2F, 5.9F, 6.6F, 5, 9, 4};

constexpr Sheet whole_slide{13.8F, 6.4F, 6.6F, 13, 9, 4};

constexpr float pixels_a_cm = 96 / 2.54F;
constexpr float pixels_a_point = 96 / 72.0F;
/// How much wider TeX's own letters may be than those that are measured here.
constexpr float wider_in_tex = 1.15F;

/// "by-hand" of "By hand!": for labels and names.
std::string slug(std::string_view title) {
    std::string name;
    for (const char byte : title)
        if (std::isalnum(static_cast<unsigned char>(byte)) != 0)
            name += static_cast<char>(std::tolower(static_cast<unsigned char>(byte)));
        else if (!name.empty() && name.back() != '-')
            name += '-';
    while (!name.empty() && name.back() == '-')
        name.pop_back();
    return name.empty() ? "attention" : name;
}

/// A formula cut before its equals signs, where it can be broken: those outside of all braces and brackets.
std::vector<std::string> sides_of(std::string_view tex) {
    std::vector<std::string> sides(1);
    int depth = 0;
    for (std::size_t at = 0; at < tex.size(); ++at) {
        const std::string_view rest = tex.substr(at);
        if (rest.front() == '{' || rest.starts_with("\\left"))
            ++depth;
        if (rest.front() == '}' || rest.starts_with("\\right"))
            --depth;
        if (rest.starts_with("\\rightarrow") || rest.starts_with("\\leftarrow"))
            depth += rest[1] == 'r' ? 1 : -1;
        if (depth == 0 && rest.starts_with(" = ") && !sides.back().empty())
            sides.emplace_back();
        else
            sides.back() += rest.front();
    }
    return sides;
}

/// A step of the walk, in TeX.
struct StepTex {
    std::string name; ///< of the array: "scores"
    std::string title;
    std::string whose;                 ///< "head 1 of 2"; may be empty
    std::vector<std::string> formulas; ///< as they stand in a display
    std::string cell;                  ///< what the cell is about, in words
    std::string worked;
    std::string meaning;
    std::string figure;  ///< what sets it
    std::string caption; ///< beneath it
};

class LectureTex {
public:
    LectureTex(const FigureSource& source, const FigureRequest& shown, const Sheet& sheet)
        : source_(source), shown_(shown), sheet_(sheet) {}

    Result<void> walk_through() {
        const auto requests = walk(source_, shown_);
        if (!requests)
            return requests.error();
        for (const FigureRequest& request : *requests)
            if (auto added = add_step(request); !added)
                return added;
        return {};
    }

    /// The figures that the session lists, each as large as that sheet lets it be.
    Result<void> add_recipes(const Sheet& sheet) {
        sheet_ = sheet;
        for (FigureRequest recipe : source_.session.figures) {
            if (!recipe.notation)
                recipe.notation = shown_.notation;
            StepTex figure_alone;
            figure_alone.name = slug(recipe.name);
            std::string words;
            auto set = figure(recipe, "figure-" + figure_alone.name, &words);
            if (!set)
                return error("figure “{}”: {}", printable(recipe.name), set.error().message);
            figure_alone.title = prose(recipe.title.empty() ? title_ : recipe.title);
            figure_alone.figure = *std::move(set);
            figure_alone.caption = figure_alone.title + (words.empty() ? "." : ": " + words);
            recipes_.push_back(std::move(figure_alone));
        }
        return {};
    }

    const std::vector<StepTex>& steps() const { return steps_; }
    const std::vector<StepTex>& recipes() const { return recipes_; }
    std::vector<DocumentFile> take_files() { return std::move(files_); }
    /// Whether letters beyond Latin stand in the text.
    bool is_beyond_latin() const { return beyond_latin_; }

    std::string prose(std::string_view words) {
        TexText set = tex_prose(words);
        beyond_latin_ = beyond_latin_ || set.beyond_latin;
        return std::move(set.tex);
    }

    /// What sets the figure in the document; its file is one of this one's.
    Result<std::string> figure(FigureRequest request, const std::string& name, std::string* words) {
        request.titled = false;
        request.captioned = false;
        request.standalone = false;
        request.fit = FigureFit::free;
        auto drawn = largest(request);
        if (!drawn)
            return drawn.error();
        *words = drawn->words;
        title_ = drawn->title;
        auto tex = write(*drawn, FigureFormat::tex, 0, source_.typesetter);
        // What pdflatex cannot set, or no TeX, is a picture all the same.
        if (tex && tex->find("% To \\input, with pdflatex") != std::string::npos && fits(*drawn)) {
            files_.push_back({name + ".tex", *std::move(tex)});
            return fmt::format("\\input{{{}}}", name);
        }
        auto pdf = write(*drawn, FigureFormat::pdf, 0, source_.typesetter);
        if (!pdf)
            return pdf.error();
        files_.push_back({name + ".pdf", *std::move(pdf)});
        return fmt::format("\\includegraphics[width={}cm,height={}cm,keepaspectratio]{{{}}}",
                           std::min(sheet_.figure_width, centimetres(*drawn).x), sheet_.figure_height, name);
    }

private:
    Result<void> add_step(const FigureRequest& request) {
        const CellId asked = cell_of(request);
        const FigureContext context(request, source_, asked);
        const DrawContext& drawing = context.drawing();
        const CellId cell = canonical(drawing, asked);
        StepTex step;
        step.name = array_name(cell.array);
        step.title = prose(array_title(drawing.session, cell.array));
        step.whose = prose(whose(drawing));
        for (const std::string& formula : {figure_formula(drawing), cell_formula_of(drawing.session, cell.array)})
            add_formula(step, drawing, formula);
        step.cell = prose(cell_words(drawing, cell));
        step.worked = worked_cell_tex(drawing, cell, sheet_.most_summands);
        step.meaning = prose(in_words(drawing, explain(drawing.trace, cell)));
        FigureRequest picture_of = request;
        picture_of.kind = picture(shown_picture(drawing)).name;
        std::string words;
        auto set = figure(picture_of, fmt::format("{:02}-{}", steps_.size() + 1, step.name), &words);
        if (!set)
            return set.error();
        step.caption = prose(figure_title(drawing)) + (words.empty() ? "." : ": " + words);
        step.figure = *std::move(set);
        steps_.push_back(std::move(step));
        return {};
    }

    void add_formula(StepTex& step, const DrawContext& drawing, const std::string& formula) {
        if (formula.find('=') == std::string::npos) // a symbol alone says nothing
            return;
        const Notation notation = notation_of(drawing.session);
        const std::string tex = names_head(drawing) ? in_notation(formula, notation, drawing.view_state.head)
                                                    : in_notation(formula, notation);
        const std::string display = displayed(tex);
        if (std::ranges::find(step.formulas, display) == step.formulas.end())
            step.formulas.push_back(display);
    }

    float width_in_tex(std::string_view tex) const {
        const auto set = typeset(tex, sheet_.formula_size * pixels_a_point, rgb(0), source_.typesetter);
        return set ? set->width * wider_in_tex / pixels_a_cm : 0;
    }

    /// What stands in a display: in lines that begin with its equals signs where it is wider than a line.
    std::string displayed(const std::string& tex) {
        const auto set = [&](std::string_view formula) {
            TexText written = tex_formula(formula);
            beyond_latin_ = beyond_latin_ || written.beyond_latin;
            return width_in_tex(formula) <= sheet_.line_width
                       ? written.tex
                       : fmt::format(R"(\resizebox{{{}cm}}{{!}}{{$\displaystyle {}$}})", sheet_.line_width * 0.9F,
                                     written.tex);
        };
        const std::vector<std::string> sides = sides_of(tex);
        if (width_in_tex(tex) <= sheet_.line_width || sides.size() < 2)
            return set(tex);
        float widest = 0;
        for (std::size_t i = 1; i < sides.size(); ++i)
            widest = std::max(widest, width_in_tex(sides[i]));
        const bool is_beside = width_in_tex(sides[0]) + widest <= sheet_.line_width;
        std::string lines = R"(\begin{aligned})" + std::string(is_beside ? "" : "&") + set(sides[0]);
        for (std::size_t i = 1; i < sides.size(); ++i)
            lines += (i == 1 && is_beside ? " &= " : R"( \\ &= )") + set(sides[i].substr(2));
        return lines + R"(\end{aligned})";
    }

    static Point centimetres(const Figure& drawn) {
        const float unit = drawn.scale / pixels_a_cm;
        return {drawn.page.area.width * unit, drawn.page.area.height * unit};
    }

    bool fits(const Figure& drawn) const {
        const Point size = centimetres(drawn);
        return size.x <= sheet_.figure_width + 0.01F && size.y <= sheet_.figure_height + 0.01F;
    }

    /// The figure at the size of type that is meant for the document; where not all of it has room so, with smaller
    /// type, and in the end larger than its room.
    Result<Figure> largest(FigureRequest request) const {
        request.height = sheet_.figure_height;
        std::optional<Figure> lacking;
        for (const float size : {1.0F, 0.9F, 0.8F, 0.7F}) {
            request.font_size = sheet_.font_size * size;
            for (const bool is_filled : {false, true}) {
                request.width = is_filled ? std::optional(sheet_.figure_width) : std::nullopt;
                auto drawn = lay_out(request, source_);
                if (!drawn || !fits(*drawn))
                    continue;
                if (drawn->remarks.empty())
                    return drawn;
                if (!lacking)
                    lacking = *std::move(drawn);
            }
        }
        if (lacking)
            return *std::move(lacking);
        request.width.reset();
        request.height.reset();
        request.font_size = sheet_.font_size;
        return lay_out(request, source_);
    }

    const FigureSource& source_;
    const FigureRequest& shown_;
    Sheet sheet_;
    std::string title_; ///< of the figure that was set last
    std::vector<StepTex> steps_;
    std::vector<StepTex> recipes_;
    std::vector<DocumentFile> files_;
    bool beyond_latin_ = false;
};

/// The same for both engines; LuaTeX sets Latin Modern in Unicode by itself.
constexpr std::string_view preamble = R"(\usepackage{amsmath}
\usepackage{amssymb}
\usepackage{tikz}
\ifdefined\directlua\else\usepackage[T1]{fontenc}\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}\fi
)";

std::string as_comment(std::string_view text) {
    std::string line(text);
    std::ranges::replace_if(
        line, [](char byte) { return static_cast<unsigned char>(byte) < 0x20; }, ' ');
    return "% " + line + "\n";
}

std::string title_of(const Session& session) {
    return session.title.empty() ? "Attention" : session.title;
}

Session in_notation_of(const FigureRequest& shown, Session session) {
    session.notation = shown.notation.value_or(session.notation);
    session.tokens_as_columns = shown.tokens_as_columns.value_or(session.tokens_as_columns);
    return session;
}

/// "4 tokens, width 6, 2 heads of width 3", in symbols.
std::string lengths_of(const FigureSource& source, const FigureRequest& shown) {
    const Notation notation = notation_of(in_notation_of(shown, source.session));
    const Sizes& sizes = source.trace.sizes();
    const auto length = [&](std::string_view symbol, Index value) {
        return fmt::format("${} = {}$", tex_formula(in_notation(symbol, notation)).tex, value);
    };
    std::vector<std::string> words;
    if (sizes.B > 1)
        words.push_back(fmt::format("{} items", sizes.B));
    if (sizes.S_q == sizes.S_k)
        words.push_back(length("<S>", sizes.S_q) + " tokens");
    else {
        words.push_back(length("<S_q>", sizes.S_q) + " queries");
        words.push_back(length("<S_k>", sizes.S_k) + " keys");
    }
    words.push_back("width " + length("<D>", sizes.D));
    if (sizes.H > 1)
        words.push_back(length("<H>", sizes.H) + " heads");
    words.push_back((sizes.d_k == sizes.d_v ? "of width " : "keys of width ") + length("<d_k>", sizes.d_k));
    if (sizes.d_k != sizes.d_v)
        words.push_back("values of width " + length("<d_v>", sizes.d_v));
    return fmt::format("{}", fmt::join(words, ", "));
}

std::string tokens_of(const FigureSource& source, LectureTex& tex, Index item) {
    std::string words;
    const Sequence& sequence = source.session.layer().sequence;
    for (Index token = 0; token < source.trace.sizes().S_q; ++token)
        words += (token == 0 ? "" : " ") + token_label(sequence, item, token);
    return tex.prose(words);
}

/// Its formulas below each other.
std::string display_of(const StepTex& step) {
    return step.formulas.empty()
               ? std::string()
               : fmt::format("\\begin{{gather*}}\n{}\n\\end{{gather*}}\n", fmt::join(step.formulas, " \\\\\n"));
}

std::string as_float(const StepTex& step, const std::string& name) {
    return fmt::format("\\begin{{figure}}[!htbp]\n\\centering\n{}\n\\caption{{{}}}\\label{{fig:{}:{}}}\n"
                       "\\end{{figure}}\n",
                       step.figure, step.caption, name, step.name);
}

} // namespace

Result<std::vector<DocumentFile>> lecture_notes(const FigureSource& source, const FigureRequest& shown) {
    LectureTex tex(source, shown, article);
    if (auto walked = tex.walk_through(); !walked)
        return walked.error();
    if (auto added = tex.add_recipes(article); !added)
        return added.error();
    const Session& session = source.session;
    const std::string title = tex.prose(title_of(session));
    const std::string name = slug(title_of(session));
    std::string body = fmt::format("\\section{{{}}}\\label{{sec:{}}}\n{{\\emergencystretch=3em\n", title, name);
    if (is_told({session, source.trace}))
        for (const std::string& words : {session.question, session.about})
            body += words.empty() ? "" : tex.prose(text_in(in_notation_of(shown, session), words)) + "\n\n";
    const Index item = cell_of(walk(source, shown)->front()).item;
    body += fmt::format("The sequence is \\emph{{{}}}: {}.\n", tokens_of(source, tex, item), lengths_of(source, shown));
    for (const StepTex& step : tex.steps()) {
        body += fmt::format("\n\\subsection{{{}}}\n", step.title);
        if (!step.whose.empty())
            body += fmt::format("Of {}:\n", step.whose);
        body += display_of(step);
        body += fmt::format("One cell, {}: ${}$.", step.cell, step.worked);
        body += (step.meaning.empty() ? "" : "\n" + step.meaning) +
                fmt::format("\nSee Figure~\\ref{{fig:{}:{}}}.\n", name, step.name);
        body += as_float(step, name);
    }
    if (!tex.recipes().empty())
        body += "\n\\subsection{Figures}\n";
    for (const StepTex& figure : tex.recipes())
        body += as_float(figure, name);
    body += "\\par}\n";
    const bool any_engine = !tex.is_beyond_latin();
    std::string file = as_comment(title_of(session));
    file += fmt::format("% Compiles by itself, with {}; or stands in an article as \\input{{section}}, from another\n"
                        "% folder as \\subimport{{FOLDER/}}{{section}} (package import). The article then needs:\n",
                        any_engine ? "pdflatex or lualatex" : "lualatex, and fonts for its letters");
    file += "% \\usepackage{amsmath}\n% \\usepackage{amssymb}\n% \\usepackage{tikz}\n";
    file += "\\expandafter\\ifx\\csname @twoclasseserror\\endcsname\\documentclass\\else\n"
            "\\documentclass[a4paper]{article}\n";
    file += std::string(preamble) + "\\begin{document}\n\\def\\endofsection{\\end{document}}\n\\fi\n" + body +
            "\\csname endofsection\\endcsname\n";
    std::vector<DocumentFile> files = tex.take_files();
    files.insert(files.begin(), {"section.tex", std::move(file)});
    return files;
}

Result<std::vector<DocumentFile>> slide_deck(const FigureSource& source, const FigureRequest& shown) {
    LectureTex tex(source, shown, slide);
    if (auto walked = tex.walk_through(); !walked)
        return walked.error();
    if (auto added = tex.add_recipes(whole_slide); !added)
        return added.error();
    const Session& session = source.session;
    const Index item = cell_of(walk(source, shown)->front()).item;
    std::string frames = fmt::format("\\begin{{frame}}\n\\titlepage\n\\end{{frame}}\n");
    for (const StepTex& step : tex.steps()) {
        frames +=
            fmt::format("\n\\begin{{frame}}{{{}}}\n\\begin{{columns}}[c]\n\\begin{{column}}{{8.2cm}}\n\\centering\n"
                        "{}\n\\end{{column}}\n\\begin{{column}}{{5.4cm}}\n\\raggedright\\footnotesize\n",
                        step.title, step.figure);
        frames += display_of(step);
        frames += fmt::format("\\textbf{{{}}}{}\n\n${}$\n", step.cell,
                              step.whose.empty() ? "" : fmt::format(" ({})", step.whose), step.worked);
        if (!step.meaning.empty())
            frames += fmt::format("\n\\smallskip\n{}\n", step.meaning);
        frames += "\\end{column}\n\\end{columns}\n\\end{frame}\n";
    }
    for (const StepTex& figure : tex.recipes())
        frames +=
            fmt::format("\n\\begin{{frame}}{{{}}}\n\\centering\n{}\n\\end{{frame}}\n", figure.title, figure.figure);
    const std::string title = tex.prose(title_of(session));
    const std::string question = is_told({session, source.trace})
                                     ? tex.prose(text_in(in_notation_of(shown, session), session.question))
                                     : std::string();
    const std::string about =
        fmt::format(R"(\emph{{{}}}\\[1ex] {})", tokens_of(source, tex, item), lengths_of(source, shown));
    std::string file = as_comment(title_of(session));
    file += fmt::format("% Compiles with {}.\n",
                        tex.is_beyond_latin() ? "lualatex, and fonts for its letters" : "pdflatex or lualatex");
    file += R"(\documentclass[aspectratio=169,10pt]{beamer}
\usefonttheme[onlymath]{serif}
)" + std::string(preamble);
    file += "\\setbeamertemplate{navigation symbols}{}\n\\setbeamertemplate{footline}[frame number]\n";
    file += fmt::format("\\title{{{}}}\n\\subtitle{{{}}}\n\\author{{}}\n\\date{{\\small {}}}\n\\begin{{document}}\n{}"
                        "\\end{{document}}\n",
                        title, question, about, frames);
    std::vector<DocumentFile> files = tex.take_files();
    files.insert(files.begin(), {"deck.tex", std::move(file)});
    return files;
}

} // namespace attn
