#include "ui/panels/tokens.h"

#include "core/figure/pictures/naming.h"
#include "ui/widgets/controls.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr float margin = space::large;
constexpr float chip_height = 32;
constexpr float chip_padding = 11;
constexpr float least_chip = 36;

/// The token that rows stand for, and the one that columns stand for, of the selected cell.
struct Chosen {
    std::optional<Index> query;
    std::optional<Index> key;
};

Chosen chosen_tokens(const Desk& desk) {
    Chosen chosen;
    const ArrayId array = desk.workspace.array();
    if (row_role(array) == Role::queries || (row_role(array) == Role::keys && desk.layer().context == nullptr))
        chosen.query = desk.workspace.row;
    if (column_role(array) == Role::keys && desk.layer().context == nullptr)
        chosen.key = desk.workspace.column;
    return chosen;
}

class Chips {
public:
    Chips(Scene& scene, const Desk& desk, const Box& area)
        : scene_(scene), desk_(desk), area_(area), chosen_(chosen_tokens(desk)),
          x_(area.x - desk.workspace.tokens_scroll) {}

    void add() {
        const Index count = desk_.layer().sequence.token_count();
        for (Index token = 0; token < count; ++token)
            add_chip(token);
        add_plus();
    }

private:
    std::string label(Index token) const { return token_label(desk_.layer().sequence, desk_.workspace.item, token); }

    template <class Shape>
    void add(Shape shape, const Target& target = {}) {
        scene_.list.add(std::move(shape), target).clip = area_.grown(2);
    }

    void add_chip(Index token) {
        const Theme& theme = desk_.theme();
        const std::string name = fmt::format("token:{}", token + 1);
        const std::string field = fmt::format("field:token/{}", token + 1);
        const bool edited = desk_.workspace.field && desk_.workspace.field->name == field;
        const bool is_query = chosen_.query == token;
        const bool is_key = chosen_.key == token;
        const Font font{.weight = is_query ? FontWeight::semibold : FontWeight::regular};
        const std::string text = edited ? desk_.workspace.field->text : label(token);
        const std::string number = std::to_string(token + 1);
        const float text_width = std::ceil(desk_.typesetter.measure(text, font).width);
        const float number_width = std::ceil(desk_.typesetter.measure(number, small()).width);
        const bool removable = is_query && !edited && desk_.layer().sequence.token_count() > 1;
        const float close_room = removable ? 18 : 0;
        const float width = std::max(least_chip, text_width + number_width + 6 + 2 * chip_padding) + close_room;
        const Box box{std::round(x_), area_.y, edited ? std::max(width, 84.0F) : width, chip_height};
        x_ += box.width + space::small;
        if (box.right() < area_.x || box.x > area_.right())
            return;
        if (edited) {
            add_field(scene_, desk_, box, field, label(token));
            return;
        }
        Rectangle frame;
        frame.box = {box.x + 0.5F, box.y + 0.5F, box.width - 1, box.height - 1};
        frame.fill = desk_.workspace.hovered == name ? theme.field : theme.panel;
        frame.corner_radius = measure::corner;
        frame.stroke = is_query ? Stroke{theme.ink, 2}
                       : is_key ? Stroke{theme.ink, 1.5F, true}
                                : Stroke{theme.hairline, 1};
        add(frame, name);
        scene_.values.insert_or_assign(name, label(token));
        const float baseline = box.y + 20;
        add(Text{.text = text, .position = {box.x + chip_padding, baseline}, .font = font, .colour = theme.ink});
        add(Text{.text = number,
                 .position = {box.x + chip_padding + text_width + 6, baseline + 4},
                 .font = small(),
                 .colour = theme.dim});
        if (removable)
            add_remove(token, {box.right() - 22, box.y, 22, box.height});
    }

    void add_remove(Index token, const Box& box) {
        const std::string target = fmt::format("action:remove-token/{}", token + 1);
        const Colour colour = desk_.workspace.hovered == target ? desk_.theme().ink : desk_.theme().dim;
        const Point centre = box.centre();
        constexpr float arm = 3.5F;
        add(line(centre - Point{arm, arm}, centre + Point{arm, arm}, {colour, 1.5F}));
        add(line(centre + Point{-arm, arm}, centre + Point{arm, -arm}, {colour, 1.5F}));
        Rectangle place;
        place.box = box;
        add(place, target);
    }

    void add_plus() {
        add_segments(scene_, desk_, {std::round(x_), area_.y + 1}, {{.target = "action:add-token", .label = "+"}});
        x_ += 36;
    }

    Scene& scene_;
    const Desk& desk_;
    Box area_;
    Chosen chosen_;
    float x_;
};

std::string remark(const Desk& desk) {
    if (desk.layer().sequence.embeddings == nullptr)
        return "the numbers of X are given; tokens are labels";
    if (desk.layer().sequence.positions.kind == Positions::Kind::none)
        return "equal words share an embedding";
    return "equal words share an embedding; their rows of X differ by position";
}

} // namespace

std::string sentence_of(const Desk& desk) {
    std::string sentence;
    const Sequence& sequence = desk.layer().sequence;
    for (Index token = 0; token < sequence.token_count(); ++token)
        sentence += (token == 0 ? "" : " ") + token_label(sequence, desk.workspace.item, token);
    return sentence;
}

std::vector<std::string> tokens_of(std::string_view sentence) {
    std::vector<std::string> tokens;
    while (!sentence.empty()) {
        const std::size_t end = std::min(sentence.find(' '), sentence.size());
        if (end > 0)
            tokens.emplace_back(sentence.substr(0, end));
        sentence.remove_prefix(std::min(end + 1, sentence.size()));
    }
    return tokens;
}

void tokens_panel(Scene& scene, const Desk& desk, const Box& area) {
    const Theme& theme = desk.theme();
    Rectangle ground;
    ground.box = area;
    ground.fill = theme.panel;
    scene.list.add(ground, std::string("tokens"));
    add_rule(scene, desk, {area.x, area.y}, {area.right(), area.y});
    add_section(scene, desk, {area.x + margin, area.y + 34}, "TOKENS");
    const Box field{area.x + 85, area.y + 15, std::min(480.0F, area.width * 0.45F), control_height};
    add_field(scene, desk, field, "field:sentence", sentence_of(desk), "type a sentence");
    const bool refused = !desk.workspace.field_problem.empty() && desk.workspace.field &&
                         desk.workspace.field->name.find("token") != std::string::npos;
    add_text(scene, desk, {field.right() + space::medium, area.y + 34},
             refused ? desk.workspace.field_problem : remark(desk), refused ? theme.ink : theme.dim);
    Chips(scene, desk, {area.x + margin, area.y + 58, area.width - 2 * margin, chip_height}).add();
}

} // namespace attn
