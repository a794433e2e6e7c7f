#include "ui/panels/tokens.h"

#include "core/explain/readout.h"
#include "core/figure/pictures/labels.h"
#include "core/session/model_words.h"
#include "core/session/sentences.h"
#include "core/session/words.h"
#include "ui/panels/reading.h"
#include "ui/widgets/controls.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr float tokens_margin = space::large;
constexpr float chip_height = 32;
constexpr float chip_padding = 11;
constexpr float least_chip = 36;
constexpr float edited_chip = 84;
constexpr float number_gap = 6;
constexpr float remove_room = 18;
constexpr float plus_room = 36;

/// A line break in a field of one line.
constexpr std::string_view line_sign = "↵";

std::string with_signs(std::string text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

/// Where the parts of one sequence are.
struct SequencePlace {
    Side side = Side::sequence;
    std::string title;
    Point title_at;
    Box field;
    Box chips;
    bool reads_out = false; ///< what comes back stands over the chips
};

// From the chips up to what comes back.
constexpr float reading_baseline = 28;
constexpr float reading_bar = 18;
constexpr float reading_labels = 80; ///< "comes back", left of the chips

/// In a lecture chips stand alone, and the sentence takes their place while it is written.
SequencePlace lecture_place(const UiContext& ui, const Box& area) {
    const Box line{area.x + tokens_margin, area.y + space::medium, area.width - 2 * tokens_margin, chip_height};
    const bool is_written = ui.workspace.field && ui.workspace.field->name == "field:sentence";
    SequencePlace place;
    (is_written ? place.field : place.chips) = line;
    return place;
}

/// Alone, the sentence stands above its chips; two sequences stand below each other, each in one line.
std::vector<SequencePlace> places_of(const UiContext& ui, const Box& area) {
    if (ui.workspace.lecture && !ui.layer().context)
        return {lecture_place(ui, area)};
    if (!ui.layer().context && !ui.session.readouts.empty() && can_be_read_out(ui.trace)) {
        const float chips = area.x + tokens_margin + reading_labels + space::large;
        const float field = std::floor(area.x + area.width * 0.62F);
        SequencePlace place;
        place.title = "TOKENS";
        place.title_at = {field, area.y + 34};
        place.field = {field, area.y + 59, area.right() - tokens_margin - field, control_height};
        place.chips = {chips, area.y + 58, field - space::section - chips, chip_height};
        place.reads_out = true;
        return {place};
    }
    if (!ui.layer().context)
        return {{Side::sequence,
                 "TOKENS",
                 {area.x + tokens_margin, area.y + 34},
                 {area.x + 85, area.y + 15, std::min(480.0F, area.width * 0.45F), control_height},
                 {area.x + tokens_margin, area.y + 58, area.width - 2 * tokens_margin, chip_height}}};
    constexpr float title_width = 132;
    const float field_width = std::min(300.0F, area.width * 0.22F);
    std::vector<SequencePlace> places;
    float y = area.y + 13;
    for (const Side side : {Side::sequence, Side::context}) {
        const Box field{area.x + tokens_margin + title_width, y, field_width, control_height};
        const float chips = field.right() + space::large;
        places.push_back({side,
                          side == Side::sequence ? "QUERIES" : "KEYS AND VALUES",
                          {area.x + tokens_margin, y + 19},
                          field,
                          {chips, y - 1, area.right() - tokens_margin - chips, chip_height}});
        y += 46;
    }
    return places;
}

std::string label_of(const UiContext& ui, const TokenPlace& place) {
    return token_label(sequence_of(ui, place.side), ui.workspace.item, place.token);
}

bool is_edited(const UiContext& ui, const TokenPlace& place) {
    return ui.workspace.field && ui.workspace.field->name == token_field(place);
}

/// How a chip looks.
struct Chip {
    TokenPlace place;
    std::string text;
    Font font;
    bool edited = false;
    bool is_row = false;    ///< the selected row is this token's
    bool is_key = false;    ///< the selected column is
    bool is_chosen = false; ///< keys act on it
    bool removable = false;
    std::string token{}; ///< as the sentence has it, where the chip says it in a word
    bool joined = false; ///< to the chip before it, with whose word it goes on
    float text_width = 0;
    float width = 0;
};

Chip chip_of(const UiContext& ui, const TokenPlace& place) {
    Chip chip;
    chip.place = place;
    chip.edited = is_edited(ui, place);
    chip.is_row = selected_token(ui) == place;
    chip.is_key = selected_key(ui) == place;
    chip.is_chosen = ui.workspace.chosen_token == place;
    const auto row = selected_token(ui);
    const bool selected = chip.is_chosen || chip.is_row || (chip.is_key && row && row->side != place.side);
    chip.removable = selected && !chip.edited && sequence_of(ui, place.side).token_count() > 1;
    chip.font.weight = chip.is_row ? FontWeight::semibold : FontWeight::regular;
    chip.text = chip.edited ? ui.workspace.field->text : label_of(ui, place);
    const ModelWords* const words = ui.session.model_words.get();
    chip.joined = words != nullptr && place.token > 0 && !chip.edited && words->goes_on(chip.text);
    chip.token = chip.text;
    const bool is_models = words != nullptr && place.side == Side::sequence && !chip.edited;
    if (const std::string_view around = is_models ? words->place_around(chip.token) : ""; !around.empty())
        chip.text = around;
    chip.text_width = std::ceil(ui.typesetter.measure(chip.text, chip.font).width);
    const float number_width = std::ceil(ui.typesetter.measure(std::to_string(place.token + 1), small()).width);
    chip.width = std::max(least_chip, chip.text_width + number_width + number_gap + 2 * chip_padding) +
                 (chip.removable ? remove_room : 0);
    if (chip.edited)
        chip.width = std::max(chip.width, edited_chip);
    return chip;
}

/// How much nearer to the one before it a chip stands: two that are joined share a line.
float nearer(const Chip& chip) {
    return chip.joined ? space::small + 1 : 0;
}

/// From the beginning of a chip's room to that of the next one.
float advance_of(const Chip& chip) {
    return chip.width + space::small - nearer(chip);
}

/// The chips of a sequence, and that of a token that is being added.
std::vector<Chip> chips_of(const UiContext& ui, Side side) {
    std::vector<Chip> chips;
    const Index count = sequence_of(ui, side).token_count();
    for (Index token = 0; token < count; ++token)
        chips.push_back(chip_of(ui, {side, token}));
    if (is_edited(ui, {side, count}))
        chips.push_back(chip_of(ui, {side, count}));
    return chips;
}

class ChipLine {
public:
    ChipLine(Scene& scene, const UiContext& ui, const SequencePlace& place)
        : scene_(scene), ui_(ui), side_(place.side), area_(place.chips),
          readings_(place.reads_out ? read_out(ui.trace, ui.session.readouts.front(), ui.workspace.item)
                                    : std::vector<TokenReading>()),
          x_(place.chips.x - ui.workspace.tokens_scroll) {}

    void add() {
        for (const Chip& chip : chips_of(ui_, side_)) {
            const Box box{std::round(x_ - nearer(chip)), area_.y, chip.width, chip_height};
            x_ += advance_of(chip);
            if (box.right() < area_.x || box.x > area_.right())
                continue;
            add_chip(chip, box);
            if (chip.place.token < std::ssize(readings_))
                add_reading_over(chip.place.token, box);
        }
        if (!readings_.empty())
            add_sureness();
        const std::string target = fmt::format("action:add-{}token", side_prefix(side_));
        Scene plus;
        add_segments(plus, ui_, {std::round(x_), area_.y + 1}, {{.target = target, .label = "+"}});
        scene_.list.append(plus.list, {}, area_.grown(2));
        scene_.values.merge(plus.values);
    }

private:
    template <class Shape>
    void add(Shape shape, const Target& target = {}) {
        scene_.list.add(std::move(shape), target).clip = area_.grown(2);
    }

    void add_chip(const Chip& chip, const Box& box) {
        if (chip.edited) {
            Scene field;
            add_field(field, ui_, box, token_field(chip.place), chip.text);
            scene_.list.append(field.list, {}, area_.grown(2));
            scene_.values.merge(field.values);
            return;
        }
        const Theme& theme = ui_.theme();
        const std::string name = token_target(chip.place);
        Rectangle frame;
        frame.box = {box.x + 0.5F, box.y + 0.5F, box.width - 1, box.height - 1};
        frame.fill = ui_.workspace.hovered == name || chip.is_chosen ? theme.field : theme.panel;
        frame.corner_radius = measure::corner;
        frame.stroke = chip.is_row || chip.is_chosen ? Stroke{theme.ink, 2}
                       : chip.is_key                 ? Stroke{theme.ink, 1.5F, LineStyle::dashed}
                                                     : Stroke{theme.hairline, 1};
        add(frame, name);
        scene_.values.insert_or_assign(name, chip.token);
        const float baseline = box.y + 20;
        add(Text{
            .text = chip.text, .position = {box.x + chip_padding, baseline}, .font = chip.font, .colour = theme.ink});
        add(Text{.text = std::to_string(chip.place.token + 1),
                 .position = {box.x + chip_padding + chip.text_width + number_gap, baseline + 4},
                 .font = small(),
                 .colour = theme.dim});
        if (chip.removable)
            add_remove(chip.place, {box.right() - 22, box.y, 22, box.height});
    }

    void add_reading_over(Index token, const Box& box) {
        Scene over;
        add_reading(over, ui_, token, readings_[static_cast<std::size_t>(token)],
                    {box.centre().x, box.y - reading_baseline}, {box.x, box.y - reading_bar, box.width, space::tiny},
                    type_size::large);
        scene_.list.append(over.list, {},
                           Box{area_.x - 2, area_.y - 2 * chip_height, area_.width + 4, 3 * chip_height});
        scene_.values.merge(over.values);
    }

    /// How sure, behind the last chip; what stands left of the rows.
    void add_sureness() {
        const Theme& theme = ui_.theme();
        const ReadOut& readout = ui_.session.readouts.front();
        const std::string sure = sureness_text(readout, readings_);
        const float left = area_.x - space::large;
        const float bar = area_.y - reading_bar + space::small;
        add_text(scene_, ui_, {left, area_.y - reading_baseline}, "comes back", theme.dim, {}, Horizontal::right);
        add_text(scene_, ui_, {left, bar}, "how sure", theme.dim, small(), Horizontal::right);
        add_text(scene_, ui_, {left, area_.y + 20}, "goes in", theme.dim, {}, Horizontal::right);
        if (x_ + ui_.typesetter.measure(sure, small()).width < area_.right() + space::large)
            add_text(scene_, ui_, {x_ + space::small, bar}, sure, theme.dim, small());
        scene_.values.insert_or_assign("readout", reading_text(readout, readings_, between_tokens(ui_.session)));
        scene_.values.insert_or_assign("readout.sure", sure);
    }

    void add_remove(const TokenPlace& place, const Box& box) {
        const std::string target = fmt::format("action:remove-{}token/{}", side_prefix(side_), place.token + 1);
        const Colour colour = ui_.workspace.hovered == target ? ui_.theme().ink : ui_.theme().dim;
        const Point centre = box.centre();
        constexpr float arm = 3.5F;
        add(line(centre - Point{arm, arm}, centre + Point{arm, arm}, {colour, 1.5F}));
        add(line(centre + Point{-arm, arm}, centre + Point{arm, -arm}, {colour, 1.5F}));
        Rectangle room;
        room.box = box;
        add(room, target);
    }

    Scene& scene_;
    const UiContext& ui_;
    Side side_;
    Box area_;
    std::vector<TokenReading> readings_;
    float x_;
};

std::string remark(const UiContext& ui) {
    if (ui.session.model_words != nullptr)
        return ui.session.model_words->problem().empty() ? "a joined chip goes on with the word before it; ␣ is a space"
                                                         : "the model's tokens, by their numbers";
    if (has_words_of_a_model(ui.session))
        return "the model's files are gone: it knows these words alone";
    if (ui.layer().sequence.embeddings == nullptr)
        return "the numbers of X are given; tokens are labels";
    // Words get numbers from their letters as a matter of course; a layer that reads letters was trained on its own.
    if (ui.session.split == Split::letters) {
        const auto unknown = unknown_tokens(ui.layer().sequence, ui.workspace.item);
        std::string letters;
        for (const std::string& letter : unknown)
            letters += (letters.empty() ? "" : ", ") + letter;
        if (!unknown.empty())
            return letters + (unknown.size() == 1 ? " is unknown to this layer" : " are unknown to this layer");
        return "equal letters share an embedding";
    }
    if (ui.layer().sequence.positions.kind == Positions::Kind::none)
        return "equal words share an embedding";
    return "equal words share an embedding; their rows of X differ by position";
}

/// Why the last text for a sentence or a token of this sequence was refused.
std::string problem_of(const UiContext& ui, const SequencePlace& place) {
    const Workspace& workspace = ui.workspace;
    if (workspace.field_problem.empty() || !workspace.field)
        return {};
    const auto token = find_token_field(workspace.field->name);
    const bool here = token ? token->side == place.side
                            : workspace.field->name == fmt::format("field:{}sentence", side_prefix(place.side));
    return here ? workspace.field_problem : std::string();
}

void add_sequence(Scene& scene, const UiContext& ui, const SequencePlace& place, bool alone) {
    const Theme& theme = ui.theme();
    const std::string field = fmt::format("field:{}sentence", side_prefix(place.side));
    if (!place.title.empty())
        add_section(scene, ui, place.title_at, place.title);
    if (!place.field.empty())
        add_field(scene, ui, place.field, field, sentence_of(ui, place.side), "type a sentence");
    if (!place.chips.empty())
        ChipLine(scene, ui, place).add();
    const std::string problem = problem_of(ui, place);
    if (!problem.empty())
        scene.values.insert_or_assign("problem:" + ui.workspace.field->name, problem);
    if (place.title.empty())
        return;
    if (alone && place.reads_out) {
        const float x = place.title_at.x + ui.typesetter.measure(place.title, small()).width + space::huge;
        const std::string text = problem.empty() ? remark(ui) : problem;
        add_text(scene, ui, {x, place.title_at.y}, ui.typesetter.shortened(text, Font{}, place.field.right() - x),
                 problem.empty() ? theme.dim : theme.ink);
        scene.values.insert_or_assign("tokens.remark", text);
    } else if (alone)
        add_text(scene, ui, {place.field.right() + space::medium, place.title_at.y},
                 problem.empty() ? remark(ui) : problem, problem.empty() ? theme.dim : theme.ink);
    else
        add_text(scene, ui, {place.field.x, place.field.bottom() + 12}, problem, theme.ink, small());
}

} // namespace

float tokens_height(const UiContext& ui) {
    return ui.layer().context ? measure::tokens : chip_height + 2 * space::medium;
}

std::string sentence_of(const UiContext& ui, Side side) {
    if (const ModelWords* const words = ui.session.model_words.get())
        return with_signs(words->text_of(sequence_of(ui, side).items[static_cast<std::size_t>(ui.workspace.item)]),
                          "\n", line_sign);
    std::vector<std::string> labels;
    const Index count = sequence_of(ui, side).token_count();
    for (Index token = 0; token < count; ++token)
        labels.push_back(label_of(ui, {side, token}));
    return joined_text(ui.session, labels);
}

Result<std::vector<std::string>> tokens_of_sentence(const Session& session, const Sequence& sequence,
                                                    std::string_view sentence) {
    if (session.model_words == nullptr)
        return split_text(session, sequence, sentence);
    return session.model_words->tokens_of(with_signs(std::string(sentence), line_sign, "\n"));
}

void tokens_panel(Scene& scene, const UiContext& ui, const Box& area) {
    const Theme& theme = ui.theme();
    Rectangle ground;
    ground.box = area;
    ground.fill = theme.panel;
    scene.list.add(ground, std::string("tokens"));
    add_rule(scene, ui, {area.x, area.y}, {area.right(), area.y});
    const std::vector<SequencePlace> places = places_of(ui, area);
    for (const SequencePlace& place : places)
        add_sequence(scene, ui, place, places.size() == 1);
}

float longest_tokens_scroll(const UiContext& ui, const Box& area) {
    float longest = 0;
    for (const SequencePlace& place : places_of(ui, area)) {
        float width = plus_room;
        for (const Chip& chip : chips_of(ui, place.side))
            width += advance_of(chip);
        longest = std::max(longest, width - place.chips.width);
    }
    return longest;
}

float tokens_scroll_to(const UiContext& ui, const Box& area, const TokenPlace& wanted) {
    float scroll = ui.workspace.tokens_scroll;
    for (const SequencePlace& place : places_of(ui, area)) {
        if (place.side != wanted.side)
            continue;
        float x = 0;
        for (const Chip& chip : chips_of(ui, place.side)) {
            if (chip.place == wanted)
                // Where a word is wider than the room for all of them, its beginning is shown.
                scroll = std::min(std::max({0.0F, scroll, x + chip.width + plus_room - place.chips.width}), x);
            x += advance_of(chip);
        }
    }
    return std::clamp(scroll, 0.0F, longest_tokens_scroll(ui, area));
}

} // namespace attn
