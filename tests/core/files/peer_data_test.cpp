// Every file of test cases made by others can be read.

#include "core/files/npy.h"
#include "core/files/npz.h"
#include "core/files/safetensors.h"
#include "tests/core/files/io_testing.h"

#include <gmock/gmock.h>

namespace attn {

namespace {

/// The files with this extension. Cases from public reports are left out: some of their files are not what their names
/// say.
std::vector<std::filesystem::path> peer_files(std::string_view extension) {
    std::vector<std::filesystem::path> files;
    for (const char* const folder : {"cores", "layers", "models"})
        for (const auto& entry : std::filesystem::recursive_directory_iterator(test::peer_data() / folder))
            if (entry.path().extension() == extension)
                files.push_back(entry.path());
    return files;
}

class PeerData : public testing::Test {
protected:
    void SetUp() override {
        if (!std::filesystem::exists(test::peer_data()))
            GTEST_SKIP() << "the cases of others are not here";
    }
};

} // namespace

TEST_F(PeerData, EveryNpzFileIsRead) {
    const auto files = peer_files(".npz");
    EXPECT_FALSE(files.empty());
    for (const auto& path : files) {
        const auto arrays = read_npz(path);
        ASSERT_TRUE(arrays) << message_of(arrays);
        const auto expect_names = [&](std::initializer_list<std::string_view> names) {
            for (const std::string_view name : names)
                EXPECT_TRUE(arrays->contains(name)) << path << " lacks " << name;
        };
        if (path.filename() == "weights.npz")
            expect_names({"W_Q", "W_K", "W_V", "W_O"});
        else if (path.parent_path().filename() == "cores")
            expect_names({"q", "k", "v", "mask", "scale", "O"});
        else if (path.parent_path().parent_path().filename() == "layers")
            expect_names({"Q", "K", "V", "A", "concat", "Y"});
        else if (path.parent_path().filename() == "nano-sort")
            expect_names({"ids", "logits", "layer0.X", "layer2.Y"});
        else
            expect_names({"ids", "logits", "layers.0.X", "layers.4.resid_post"});
    }
}

TEST_F(PeerData, EveryNpyFileIsReadAndIsAsLargeAsItsShape) {
    const auto files = peer_files(".npy");
    EXPECT_FALSE(files.empty());
    for (const auto& path : files) {
        const auto array = read_npy(path);
        ASSERT_TRUE(array) << message_of(array);
        EXPECT_EQ(number_count(array->shape), std::ssize(array->values));
        EXPECT_EQ(array->rank(), path.filename() == "input.npy" ? 3 : 2) << path;
    }
}

TEST_F(PeerData, ACheckpointHasItsTensors) {
    const auto files = peer_files(".safetensors");
    EXPECT_FALSE(files.empty());
    for (const auto& path : files) {
        const auto file = SafetensorsFile::open(path);
        ASSERT_TRUE(file) << message_of(file);
        EXPECT_FALSE(file->tensors().empty());
        for (const TensorDescription& tensor : file->tensors())
            EXPECT_TRUE(file->read(tensor)) << tensor.name;
    }
}

} // namespace attn
