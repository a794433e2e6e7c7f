#include "core/figure/pictures/matrix_lines.h"

#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/scale_line.h"
#include "core/figure/pictures/text_layout.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace attn {

namespace {

constexpr float matrix_lines_between = 40; // room for a sign, where it is not longer
constexpr float matrix_lines_line_gap = 12;
constexpr float remark_room = 20;
constexpr float matrix_lines_text_line = 20;
constexpr float matrix_lines_largest_cell = 56;
constexpr float trial_cell = 24;
constexpr float matrix_lines_edge = 2;
constexpr int matrix_lines_rounds = 4; // labels turn and thin as cells shrink

class MatrixLines {
public:
    MatrixLines(DisplayList& list, const DrawContext& drawing, const Box& area,
                std::vector<std::vector<LinedMatrix>> lines, const std::vector<std::string>& said)
        : list_(list), drawing_(drawing), area_(area), lines_(std::move(lines)), said_(said) {
        fit();
    }

    void add() {
        float y = area_.y + std::max(0.0F, (area_.height - height()) * 0.3F) + drawing_.view_state.pan.y;
        for (const std::vector<LinedMatrix>& line : lines_) {
            add_line(line, y);
            y += line_height(line) + matrix_lines_line_gap;
        }
        y += matrix_lines_text_line;
        for (const std::string& text : said_)
            y += add_paragraph(list_, drawing_.typesetter, {area_.x, y}, area_.width, text, drawing_.theme().ink);
    }

private:
    /// What a matrix takes, its cells beginning at (0, 0).
    Box extent(const LinedMatrix& matrix) const {
        Box box = labelled_cells(matrix);
        const std::vector<Typeset>* const names = fitting_names(matrix);
        if (names != nullptr && matrix.map.transposed)
            box.width += space::small + widest(*names, &Typeset::width);
        else if (names != nullptr)
            box.height += space::small + widest(*names, &Typeset::ascent) + widest(*names, &Typeset::descent);
        if (!matrix.remark.empty()) {
            box.height += remark_room;
            const float remark = drawing_.typesetter.measure(matrix.remark, small()).width;
            box.width = std::max(box.right(), remark) - box.x;
        }
        return box;
    }

    static Index columns_each(const LinedMatrix& matrix) {
        return matrix.map.matrix.columns() / std::ssize(matrix.map.heads);
    }

    /// Without remark and names of heads.
    Box labelled_cells(const LinedMatrix& matrix) const {
        HeatmapOptions options = matrix.map;
        options.numbers = CellNumbers::never;
        return bounds(lay_out(options, drawing_.typesetter).list, drawing_.typesetter);
    }

    static float widest(const std::vector<Typeset>& names, float Typeset::*measure) {
        return std::invoke(measure, std::ranges::max(names, {}, measure));
    }

    /// The first of which each has room at its head's columns, or none.
    static const std::vector<Typeset>* fitting_names(const LinedMatrix& matrix) {
        for (const std::vector<Typeset>& names : matrix.head_names) {
            const float room = static_cast<float>(columns_each(matrix)) * matrix.map.cell_width - space::small;
            if (std::ranges::all_of(names, [&](const Typeset& name) {
                    return (matrix.map.transposed ? name.ascent + name.descent : name.width) <= room;
                }))
                return &names;
        }
        return nullptr;
    }

    float sign_width(const LinedMatrix& matrix) const {
        return std::max(matrix_lines_between,
                        drawing_.typesetter.measure(matrix.sign, sign_font()).width + space::large);
    }

    float signs_width(const std::vector<LinedMatrix>& line) const {
        float width = 0;
        for (std::size_t i = 1; i < line.size(); ++i)
            width += sign_width(line[i]);
        return width;
    }

    static Font sign_font() { return {.size = 17}; }

    static Shape shown(const LinedMatrix& matrix) {
        const Shape shape = matrix.map.matrix.shape();
        return matrix.map.transposed ? Shape{shape.columns, shape.rows} : shape;
    }

    static float cells_height(const LinedMatrix& matrix) {
        return static_cast<float>(shown(matrix).rows) * matrix.map.cell_height;
    }

    void set_cell(float cell) {
        for (std::vector<LinedMatrix>& line : lines_)
            for (LinedMatrix& matrix : line)
                matrix.map.cell_width = matrix.map.cell_height = cell;
    }

    void fit() {
        float cell = trial_cell;
        for (int round = 0; round < matrix_lines_rounds; ++round) {
            set_cell(cell);
            float size = matrix_lines_largest_cell;
            float room_down = area_.height - matrix_lines_text_line * static_cast<float>(said_.size() + 1) -
                              matrix_lines_line_gap * static_cast<float>(lines_.size());
            float cells_down = 0;
            for (const std::vector<LinedMatrix>& line : lines_) {
                float room_across = area_.width - signs_width(line);
                float cells_across = 0;
                float tallest = 0;
                float around = 0;
                for (const LinedMatrix& matrix : line) {
                    const Box box = extent(matrix);
                    const auto rows = static_cast<float>(shown(matrix).rows);
                    const auto columns = static_cast<float>(shown(matrix).columns);
                    room_across -= box.width - columns * cell;
                    cells_across += columns;
                    tallest = std::max(tallest, rows);
                    around = std::max(around, box.height - rows * cell);
                }
                size = std::min(size, room_across / cells_across);
                cells_down += tallest;
                room_down -= around;
            }
            size = std::max({1.0F, std::min(size, room_down / cells_down), least_cell(drawing_, {1, 1})});
            cell = size;
        }
        const auto whole = [](float size) { return size >= 3 ? std::floor(size) : size; };
        set_cell(whole(cell));
        // Labels that turn or do not turn can make room and need it again; then a little less is enough.
        constexpr float little_less = 0.94F;
        for (int round = 0; round < 2 * matrix_lines_rounds && (height() > area_.height || width() > area_.width);
             ++round) {
            cell = std::max(cell * little_less, least_cell(drawing_, {1, 1}));
            set_cell(whole(cell));
        }
        set_cell(whole(cell) * drawing_.view_state.zoom);
        std::vector<HeatmapOptions*> maps;
        for (std::vector<LinedMatrix>& line : lines_)
            for (LinedMatrix& matrix : line)
                maps.push_back(&matrix.map);
        share_number_size(maps, drawing_.typesetter);
    }

    /// Of the widest line.
    float width() const {
        float widest = 0;
        for (const std::vector<LinedMatrix>& line : lines_) {
            float all = signs_width(line);
            for (const LinedMatrix& matrix : line)
                all += extent(matrix).width;
            widest = std::max(widest, all);
        }
        return widest;
    }

    /// From the highest name to the lowest label of a line.
    float line_height(const std::vector<LinedMatrix>& line) const {
        float above = 0;
        float below = 0;
        float tallest = 0;
        for (const LinedMatrix& matrix : line) {
            const Box box = extent(matrix);
            above = std::max(above, -box.y);
            below = std::max(below, box.bottom() - cells_height(matrix));
            tallest = std::max(tallest, cells_height(matrix));
        }
        return above + tallest + below;
    }

    float height() const {
        float sum = matrix_lines_text_line * static_cast<float>(said_.size() + 1);
        for (const std::vector<LinedMatrix>& line : lines_)
            sum += line_height(line) + matrix_lines_line_gap;
        return sum;
    }

    void add_line(const std::vector<LinedMatrix>& line, float y) {
        float width = signs_width(line);
        float above = 0;
        float tallest = 0;
        for (const LinedMatrix& matrix : line) {
            const Box box = extent(matrix);
            width += box.width;
            above = std::max(above, -box.y);
            tallest = std::max(tallest, cells_height(matrix));
        }
        float x = area_.x + std::max(0.0F, (area_.width - width) / 2) + drawing_.view_state.pan.x;
        bool is_first = true;
        for (const LinedMatrix& matrix : line) {
            const Box box = extent(matrix);
            if (!is_first) {
                add_sign(matrix, {x + sign_width(matrix) / 2, y + above + tallest / 2});
                x += sign_width(matrix);
            }
            add_matrix(matrix, {std::floor(x - box.x), std::floor(y + above + (tallest - cells_height(matrix)) / 2)});
            x += box.width;
            is_first = false;
        }
    }

    void add_sign(const LinedMatrix& matrix, Point at) {
        list_
            .add(Text{.text = matrix.sign,
                      .position = at,
                      .font = sign_font(),
                      .colour = drawing_.theme().dim,
                      .horizontal = Horizontal::centre,
                      .vertical = Vertical::middle})
            .clip = area_;
    }

    void add_matrix(const LinedMatrix& matrix, Point at) {
        HeatmapOptions options = matrix.map;
        options.visible = area_.moved({-at.x, -at.y});
        const Heatmap map = lay_out(options, drawing_.typesetter);
        list_.append(map.list, at, area_);
        add_edges(matrix, map, at);
        add_head_names(matrix, map, at);
        if (matrix.remark.empty())
            return;
        const Box box = extent(matrix);
        add_text(list_, drawing_.typesetter, {at.x, at.y + box.bottom() - space::tiny}, matrix.remark,
                 drawing_.theme().dim, small());
    }

    static Box block_of(const LinedMatrix& matrix, const Heatmap& map, std::size_t block) {
        const Index each = columns_each(matrix);
        const Index first = static_cast<Index>(block) * each;
        return matrix.map.transposed ? map.block(first, 0, each, map.columns) : map.block(0, first, map.rows, each);
    }

    void add_head_names(const LinedMatrix& matrix, const Heatmap& map, Point at) {
        const std::vector<Typeset>* const names = fitting_names(matrix);
        if (names == nullptr)
            return;
        const Box around = labelled_cells(matrix);
        const float ascent = widest(*names, &Typeset::ascent);
        for (std::size_t block = 0; block < names->size(); ++block) {
            const Typeset& name = (*names)[block];
            const Point centre = block_of(matrix, map, block).centre();
            const Point baseline =
                matrix.map.transposed
                    ? Point{around.right() + space::small, centre.y + (name.ascent - name.descent) / 2}
                    : Point{centre.x - name.width / 2, around.bottom() + space::small + ascent};
            list_.append(name.list, at + baseline, area_);
        }
    }

    void add_edges(const LinedMatrix& matrix, const Heatmap& map, Point at) {
        for (std::size_t block = 0; block < matrix.map.heads.size(); ++block) {
            Rectangle around;
            around.box = block_of(matrix, map, block).moved(at).grown(-matrix_lines_edge / 2);
            around.stroke = head_stroke(drawing_, matrix.map.heads[block], matrix_lines_edge);
            list_.add(around).clip = area_;
        }
    }

    DisplayList& list_;
    const DrawContext& drawing_;
    Box area_;
    std::vector<std::vector<LinedMatrix>> lines_;
    const std::vector<std::string>& said_;
};

} // namespace

void add_matrix_lines(DisplayList& list, const DrawContext& drawing, const Box& area,
                      std::vector<std::vector<LinedMatrix>> lines, const std::vector<std::string>& said) {
    draw_above_scales(list, drawing, area,
                      [&](const Box& above) { MatrixLines(list, drawing, above, std::move(lines), said).add(); });
}

} // namespace attn
