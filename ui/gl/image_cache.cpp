#include "ui/gl/image_cache.h"

#include "core/figure/cell_pixels.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace attn {

namespace {

/// Beyond these limits, images that the last frame did not show are dropped. The first counts pixels (64 MiB) and the
/// numbers held to recognise matrices, since every edit brings a new matrix.
constexpr Index most_kept = Index{16} << 20U;
constexpr std::size_t most_images = 512;

Index cell_count(const Matrix& matrix) {
    return matrix.rows() * matrix.columns();
}

Index rounded_up(Index dividend, Index divisor) {
    return (dividend + divisor - 1) / divisor;
}

/// The number of cells, along one side, that become one pixel of the texture if `cells` are shown on `pixels` pixels of
/// the screen.
Index cells_joined(Index cells, float pixels, Index most) {
    const Index room = std::clamp<Index>(rounded_to<Index>(pixels), 1, most);
    // Powers of two, so that zooming seldom colours again; then the cells are spread evenly over the pixels.
    Index joined = 1;
    while (rounded_up(cells, joined) > room)
        joined *= 2;
    return rounded_up(cells, rounded_up(cells, joined));
}

} // namespace

bool ImageCache::Numbers::operator==(const Numbers& other) const {
    return slot == other.slot && version == other.version && held.is_same_as(other.held);
}

ImageCache::Numbers ImageCache::numbers_of(const Matrix& matrix, const Trace* trace) {
    const std::optional<Address> slot = trace == nullptr ? std::nullopt : trace->slot_of(matrix);
    return slot ? Numbers{slot, trace->version(*slot), Matrix()} : Numbers{std::nullopt, 0, matrix};
}

void ImageCache::begin_frame(float scale) {
    scale_ = scale;
    ++frame_;
    forget_unused();
}

void ImageCache::draw(ImDrawList& list, const Image& image, Point origin, const Trace* trace) {
    if (image.matrix.rows() == 0 || image.matrix.columns() == 0 || image.box.empty())
        return;
    Entry& entry = find_or_colour(image, trace);
    entry.last_used = frame_;
    const Box box = image.box.moved(origin);
    // The last pixel may stand for fewer cells than the others.
    const Shape block = entry.key.block;
    const auto shown = [](Index cells, Index joined, int pixels) {
        return static_cast<float>(cells) / static_cast<float>(joined * pixels);
    };
    list.AddImage(entry.texture.id(), {box.x, box.y}, {box.right(), box.bottom()}, {0, 0},
                  {shown(image.shown_columns(), block.columns, entry.texture.width()),
                   shown(image.shown_rows(), block.rows, entry.texture.height())});
}

Shape ImageCache::block_of(const Image& image) const {
    const Index most = Texture::largest_side();
    return {cells_joined(image.shown_rows(), image.box.height * scale_, most),
            cells_joined(image.shown_columns(), image.box.width * scale_, most)};
}

ImageCache::Entry& ImageCache::find_or_colour(const Image& image, const Trace* trace) {
    Key key{.matrix = numbers_of(image.matrix, trace),
            .mask = numbers_of(image.mask, trace),
            .before = numbers_of(image.before, trace),
            .shape = image.matrix.shape(),
            .palette = image.palette,
            .look = image.look,
            .range = image.range,
            .transposed = image.transposed,
            .block = block_of(image)};
    const auto known = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.key == key; });
    if (known != entries_.end())
        return *known;
    Entry* former = find_former(key);
    const bool follows = former != nullptr && former->key.mask == key.mask;
    const auto moved =
        follows ? trace->moved_since(*key.matrix.slot, former->key.matrix.version) : std::optional<Region>();
    if (former == nullptr)
        former = &entries_.emplace_back();
    former->key = std::move(key);
    colour(*former, image, moved);
    return *former;
}

/// Returns the image of the slot's numbers at another version, which this frame does not show; nullptr if there is
/// none.
ImageCache::Entry* ImageCache::find_former(const Key& key) {
    if (!key.matrix.slot)
        return nullptr;
    Entry* former = nullptr;
    for (Entry& entry : entries_) {
        Key now = entry.key;
        const bool is_other = std::exchange(now.matrix.version, key.matrix.version) != key.matrix.version;
        now.mask = key.mask;
        now.range = key.range;
        const bool is_newest = former == nullptr || entry.last_used > former->last_used;
        if (is_other && entry.last_used < frame_ && is_newest && now == key)
            former = &entry;
    }
    return former;
}

void ImageCache::colour(Entry& entry, const Image& image, const std::optional<Region>& moved) {
    const Shape block = entry.key.block;
    Pixels pixels = cell_pixels(image, rounded_up(image.shown_columns(), block.columns),
                                rounded_up(image.shown_rows(), block.rows), entry.pooled, moved, workers_);
    ++colourings_;
    const auto width = static_cast<int>(pixels.width);
    const auto height = static_cast<int>(pixels.height);
    if (entry.texture.width() == width && entry.texture.height() == height)
        entry.texture.replace(0, 0, width, height, pixels.rgba);
    else
        entry.texture = Texture(width, height, pixels.rgba, Texture::Filter::nearest);
}

void ImageCache::forget_unused() {
    const Index kept = std::accumulate(entries_.begin(), entries_.end(), Index{0}, [](Index sum, const Entry& entry) {
        return sum + Index{entry.texture.width()} * entry.texture.height() + cell_count(entry.key.matrix.held) +
               cell_count(entry.key.mask.held) + cell_count(entry.key.before.held);
    });
    if (kept > most_kept || entries_.size() > most_images)
        std::erase_if(entries_, [this](const Entry& entry) { return entry.last_used + 1 < frame_; });
}

} // namespace attn
