#include "ui/panels/layer_questions.h"

#include "core/figure/number.h"
#include "core/files/printable.h"
#include "core/model/limits.h"
#include "ui/actions/fields.h"
#include "ui/panels/controls.h"
#include "ui/panels/dialog.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace attn {

namespace {

constexpr float asked_width = 640;
constexpr float asked_margin = space::huge;
constexpr float asked_line = 62; // a control, and beneath it what it means
constexpr float asked_label = 152;
constexpr float asked_foot = 96;

/// An answer that is chosen among some.
struct AskedChoice {
    std::string_view name;
    std::string_view label;
    bool (*chosen)(const LayerAnswers& answers);
    void (*choose)(LayerAnswers& answers);
};

template <bool value>
constexpr AskedChoice mask_choice(std::string_view name, std::string_view label) {
    return {name, label, [](const LayerAnswers& answers) { return answers.causal == value; },
            [](LayerAnswers& answers) { answers.causal = value; }};
}

template <Rotary::Pairs value>
constexpr AskedChoice rotary_choice(std::string_view name, std::string_view label) {
    return {name, label, [](const LayerAnswers& answers) { return answers.rotary == value; },
            [](LayerAnswers& answers) { answers.rotary = value; }};
}

template <Norm::Kind value>
constexpr AskedChoice norm_choice(std::string_view name, std::string_view label) {
    return {name, label, [](const LayerAnswers& answers) { return answers.norm == value; },
            [](LayerAnswers& answers) { answers.norm = value; }};
}

constexpr std::array mask_choices{mask_choice<true>("causal", "causal"), mask_choice<false>("none", "none")};
constexpr std::array rotary_choices{rotary_choice<Rotary::Pairs::off>("none", "none"),
                                    rotary_choice<Rotary::Pairs::halves>("halves", "halves"),
                                    rotary_choice<Rotary::Pairs::neighbours>("neighbours", "neighbours")};
constexpr std::array norm_choices{norm_choice<Norm::Kind::layer>("layer", "LayerNorm"),
                                  norm_choice<Norm::Kind::rms>("rms", "RMSNorm"),
                                  norm_choice<Norm::Kind::off>("none", "none")};

/// Something that is asked, by choices or by a field. Their order is that in which they stand.
struct LayerQuestion {
    std::string_view name; ///< of the field, or before the names of the choices
    std::string_view label;
    std::string_view about;
    std::span<const AskedChoice> choices{};
    bool (*wanted)(const LayerQuestions& questions, const LayerAnswers& answers);
    bool (*answered)(const LayerAnswers& answers);
    std::string (*text)(const LayerAnswers& answers) = nullptr; ///< of a field
    std::string_view hint{};
};

const std::array<LayerQuestion, 7>& layer_question_table() {
    static const std::array<LayerQuestion, 7> table{
        LayerQuestion{.name = "heads",
                      .label = "Heads",
                      .about = "into how many the queries are cut",
                      .wanted = [](const LayerQuestions& asked, const LayerAnswers&) { return asked.heads; },
                      .answered = [](const LayerAnswers& answers) { return answers.heads.has_value(); },
                      .text =
                          [](const LayerAnswers& answers) {
                              return answers.heads ? std::to_string(*answers.heads) : std::string();
                          },
                      .hint = "number"},
        LayerQuestion{.name = "mask",
                      .label = "Mask",
                      .about = "causal: a token does not read later ones, as in models that write; none: it reads all",
                      .choices = mask_choices,
                      .wanted = [](const LayerQuestions& asked, const LayerAnswers&) { return asked.mask; },
                      .answered = [](const LayerAnswers& answers) { return answers.causal.has_value(); }},
        LayerQuestion{.name = "rotary",
                      .label = "Rotary positions",
                      .about =
                          "which columns of queries and keys turn with the place: halves as in Llama, neighbours as in "
                          "GPT-J",
                      .choices = rotary_choices,
                      .wanted = [](const LayerQuestions& asked, const LayerAnswers&) { return asked.rotary; },
                      .answered = [](const LayerAnswers& answers) { return answers.rotary.has_value(); }},
        LayerQuestion{.name = "rotary-base",
                      .label = "Base of the turning",
                      .about = "rope_theta; 10000 in most models of up to 4096 tokens",
                      .wanted =
                          [](const LayerQuestions& asked, const LayerAnswers& answers) {
                              return asked.rotary && answers.rotary && *answers.rotary != Rotary::Pairs::off;
                          },
                      .answered = [](const LayerAnswers&) { return true; },
                      .text = [](const LayerAnswers& answers) { return exact_number(answers.rotary_base); },
                      .hint = "number"},
        LayerQuestion{.name = "norm",
                      .label = "Norm before it",
                      .about = "what makes X of what enters the layer; none where the model norms behind it",
                      .choices = norm_choices,
                      .wanted = [](const LayerQuestions& asked, const LayerAnswers&) { return asked.norm; },
                      .answered = [](const LayerAnswers& answers) { return answers.norm.has_value(); }},
        LayerQuestion{.name = "epsilon",
                      .label = "Epsilon of the norm",
                      .about = "what it adds to the variance, such as 1e-5 or 1e-6",
                      .wanted =
                          [](const LayerQuestions& asked, const LayerAnswers& answers) {
                              return asked.epsilon && !(asked.norm && answers.norm == Norm::Kind::off);
                          },
                      .answered = [](const LayerAnswers& answers) { return answers.epsilon.has_value(); },
                      .text =
                          [](const LayerAnswers& answers) {
                              return answers.epsilon ? exact_number(*answers.epsilon) : std::string();
                          },
                      .hint = "number"},
        LayerQuestion{.name = "resid-pre",
                      .label = "What enters it",
                      .about = "",
                      .wanted = [](const LayerQuestions& asked, const LayerAnswers&) { return asked.input; },
                      .answered = [](const LayerAnswers& answers) { return answers.resid_pre.has_value(); },
                      .text =
                          [](const LayerAnswers& answers) {
                              return answers.resid_pre ? answers.resid_pre->string() : std::string();
                          },
                      .hint = "R.npy, or the .npz of a trace of several layers"}};
    return table;
}

std::string field_of(const LayerQuestion& question) {
    return fmt::format("field:ask/{}", question.name);
}

bool is_wanted(const LayerQuestion& question, const AskedLayer& asked) {
    return question.wanted(asked.questions, asked.request.answers);
}

/// The first question without an answer; none where all have one.
const LayerQuestion* first_open(const AskedLayer& asked) {
    const auto& all = layer_question_table();
    const auto* const found = std::ranges::find_if(all, [&](const LayerQuestion& question) {
        return is_wanted(question, asked) && !question.answered(asked.request.answers);
    });
    return found == all.end() ? nullptr : found;
}

/// "64 queries: 1, 2, 4, 8 … heads" and what enters a layer depend on the layer.
std::string about_question(const LayerQuestion& question, const LayerQuestions& asked) {
    if (question.name == "resid-pre")
        return fmt::format("It is not its model's first layer and has no X of its own: give the output of the layer "
                           "before it, S × {} or B × S × {}, as an .npy or in the .npz of a trace (--resid-pre).",
                           asked.width, asked.width);
    if (question.name == "heads")
        return fmt::format("into how many the {} queries are cut", asked.query_width);
    return std::string(question.about);
}

/// The keyboard goes where something has to be typed.
void focus_open_question(Workspace& workspace) {
    const LayerQuestion* const next = first_open(*workspace.asked_layer);
    workspace.field.reset();
    if (next != nullptr && next->choices.empty())
        workspace.field = open_field(field_of(*next), next->text(workspace.asked_layer->request.answers));
}

Result<float> positive_number(std::string_view text) {
    Result<float> number = parse_number(text);
    if (number && !(*number > 0 && std::isfinite(*number)))
        return error("this is {}, expected a number above 0", *number);
    return number;
}

Result<void> take_typed(LayerAnswers& answers, std::string_view question, std::string_view text,
                        const LayerQuestions& asked) {
    if (question == "resid-pre") {
        const std::filesystem::path path = path_of(text);
        if (path.empty())
            return error("a path is needed: an .npy of S × {}, or the .npz of a trace", asked.width);
        answers.resid_pre = path;
        return {};
    }
    const Result<float> number = positive_number(text);
    if (!number)
        return number.error();
    if (question == "heads") {
        const auto heads = static_cast<Index>(*number);
        if (static_cast<float>(heads) != *number || heads > head_limit || asked.query_width % heads != 0)
            return error("“{}” is no whole number that divides {} queries", printable(text), asked.query_width);
        answers.heads = heads;
    } else if (question == "rotary-base")
        answers.rotary_base = *number;
    else if (question == "epsilon")
        answers.epsilon = *number;
    else
        return error("there is no question called “{}”", printable(question));
    return {};
}

/// Opens the layer where nothing is left to be said; the dialog comes back if it cannot be opened.
void open_if_answered(const CommandContext& command) {
    Workspace& workspace = command.workspace;
    if (const LayerQuestion* const open = first_open(*workspace.asked_layer)) {
        focus_open_question(workspace);
        workspace.field_problem = fmt::format("Still to be said: {}.", open->label);
        return;
    }
    workspace.overlay.reset();
    workspace.field.reset();
    command.frame_actions.requests.push_back({workspace.asked_layer->request, true});
}

/// Returns the height that it takes.
float add_layer_question(Scene& scene, const UiContext& ui, const Box& row, const LayerQuestion& question,
                         const AskedLayer& asked) {
    const Theme& theme = ui.theme();
    const LayerAnswers& answers = asked.request.answers;
    add_text(scene, ui, {row.x, row.y + 20}, std::string(question.label), theme.ink, bold());
    const float left = row.x + asked_label;
    if (question.choices.empty()) {
        const bool is_path = question.name == "resid-pre";
        add_field(scene, ui, {left, row.y, is_path ? row.right() - left : 120, control_height}, field_of(question),
                  question.text(answers), std::string(question.hint));
    } else {
        std::vector<Segment> segments;
        for (const AskedChoice& choice : question.choices)
            segments.push_back({.target = fmt::format("action:ask/{}/{}", question.name, choice.name),
                                .label = std::string(choice.label),
                                .chosen = choice.chosen(answers)});
        add_segments(scene, ui, {left, row.y}, segments);
    }
    const std::string about = about_question(question, asked.questions);
    scene.values.insert_or_assign(fmt::format("ask:{}", question.name), about);
    return control_height + space::large +
           add_paragraph(scene, ui, {left, row.y + control_height + 15}, row.right() - left, about, theme.dim, small(),
                         15);
}

} // namespace

void layer_questions_panel(Scene& scene, const UiContext& ui, const Box& window) {
    if (!ui.workspace.asked_layer)
        return;
    const AskedLayer& asked = *ui.workspace.asked_layer;
    const Theme& theme = ui.theme();
    const float width = std::min(asked_width, window.width - 2 * space::section);
    const float inner = width - 2 * asked_margin;
    const std::string& problem = ui.workspace.field_problem;
    const std::string why =
        asked.questions.input && !asked.questions.heads && !asked.questions.mask && !asked.questions.rotary
            ? std::string("Sentence, head and cell stay as they are.")
            : fmt::format("It is not guessed: {}.", asked.questions.why);
    const auto add_rows = [&](Scene& into, const Box& box) {
        float y = box.y;
        for (const LayerQuestion& question : layer_question_table())
            if (is_wanted(question, asked))
                y += add_layer_question(into, ui, {box.x, y, box.width, asked_line}, question, asked);
        return y - box.y;
    };
    Scene unseen;
    const float why_height = add_paragraph(unseen, ui, {}, inner, why, theme.dim);
    const float rows = add_rows(unseen, {0, 0, inner, 0});
    const float problem_height = problem.empty() ? 0 : add_paragraph(unseen, ui, {}, inner, problem, theme.ink);
    const Box box = add_dialog(scene, ui, window, {width, 66 + why_height + rows + problem_height + asked_foot - 20});
    const std::string title =
        "To be said of " + (asked.questions.layer.empty() ? "this layer" : printable(asked.questions.layer, 120));
    const float left = box.x + asked_margin;
    add_text(scene, ui, {left, box.y + 40}, ui.typesetter.shortened(title, bold(type_size::large), inner), theme.ink,
             bold(type_size::large));
    float y = box.y + 66;
    y += add_paragraph(scene, ui, {left, y}, inner, why, theme.dim) + space::small;
    y += add_rows(scene, {left, y, inner, 0});
    if (!problem.empty()) {
        add_paragraph(scene, ui, {left, y + space::small}, inner, problem, theme.ink);
        scene.values.insert_or_assign("ask.problem", problem);
    }
    const float foot = box.bottom() - asked_margin - control_height;
    const float taken =
        add_segments(scene, ui, {left, foot},
                     {{.target = "action:ask/open", .label = "Open", .chosen = first_open(asked) == nullptr}});
    add_segments(scene, ui, {left + taken + space::small, foot}, {{.target = "action:close", .label = "Cancel"}});
    add_text(scene, ui, {box.right() - asked_margin, foot + 20}, "Enter   Esc", theme.dim, small(), Horizontal::right);
}

void open_layer_questions(Workspace& workspace, AskedLayer asked) {
    workspace.asked_layer = std::move(asked);
    workspace.overlay = Overlay{Overlay::Kind::layer_questions, {}, {}, 0};
    workspace.field_problem.clear();
    focus_open_question(workspace);
}

Result<void> answer_about_layer(std::string_view answer, const CommandContext& command) {
    Workspace& workspace = command.workspace;
    if (!workspace.asked_layer || !workspace.overlay)
        return {};
    workspace.field_problem.clear();
    if (answer == "open") {
        open_if_answered(command);
        return {};
    }
    if (answer == "next") {
        focus_open_question(workspace);
        return {};
    }
    for (const LayerQuestion& question : layer_question_table())
        for (const AskedChoice& choice : question.choices)
            if (fmt::format("{}/{}", question.name, choice.name) == answer) {
                choice.choose(workspace.asked_layer->request.answers);
                focus_open_question(workspace);
                return {};
            }
    return error("there is no answer called “{}”", printable(answer));
}

Result<void> type_about_layer(std::string_view question, std::string_view text, const CommandContext& command) {
    Workspace& workspace = command.workspace;
    if (!workspace.asked_layer)
        return {};
    AskedLayer& asked = *workspace.asked_layer;
    return take_typed(asked.request.answers, question, text, asked.questions);
}

} // namespace attn
