// Options of the export dialog, as scripts set them.

#include "core/engine/engine.h"
#include "tests/core/figure/fonts.h"
#include "tests/ui/offscreen_window.h"
#include "ui/actions/export_options.h"

#include <array>
#include <gtest/gtest.h>

namespace attn {
namespace {

TEST(ExportOptions, RefuseNamesThatNothingHas) {
    const Session session = preset("by-hand");
    Engine engine(1);
    const Trace& trace = engine.compute(session.layer());
    const Workspace workspace;
    const Status status;
    PictureCache cache;
    const UiContext ui{{session, trace, workspace, typesetter(), cache, nullptr}, workspace, status};
    for (const char* const name : {"kind", "stage", "head", "notation", "tokens", "limits", "palette", "numbers", "set",
                                   "format", "listed-format", "document", "form"})
        EXPECT_FALSE(with_option(ui, name, "nonsense")) << name << " takes it for something else";
    EXPECT_TRUE(with_option(ui, "palette", "yes"));
    EXPECT_EQ(with_option(ui, "tokens", "maybe").error().message, "“maybe” is none of no, yes");
}

} // namespace
} // namespace attn
