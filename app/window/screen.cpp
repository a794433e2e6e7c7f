#include "app/window/screen.h"

#include <backends/imgui_impl_opengl3.h>
#include <glad/gl.h>
#include <imgui.h>

namespace attn {

Result<std::unique_ptr<Screen>> Screen::open(std::unique_ptr<Surface> surface) {
    std::unique_ptr<Screen> screen(new Screen(std::move(surface)));
    if (Result<void> ready = screen->set_up(); !ready)
        return ready.error();
    return screen;
}

Result<void> Screen::set_up() {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr; // the program has settings of its own
    io.LogFilename = nullptr;
    name_keys(io);
    surface_->connect(io, input_);
    surface_->begin();
    renderer_ready_ = ImGui_ImplOpenGL3_Init("#version 330 core");
    if (!renderer_ready_)
        return error("ImGui cannot draw with this OpenGL; is libGL.so.1 (libgl1) installed?");
    return {};
}

Screen::~Screen() {
    beside_.reset();
    surface_->begin();
    if (renderer_ready_)
        ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext();
}

FrameState Screen::frame(Content& content, float seconds) {
    FrameState state = lay_out(content, seconds);
    if (surface_->is_seen())
        paint();
    surface_->end();
    if (beside_)
        paint_beside();
    content.painted();
    return state;
}

Pixels Screen::picture(Content& content, float seconds) {
    lay_out(content, seconds);
    paint();
    Pixels pixels = read_pixels(surface_->size());
    surface_->end();
    content.painted();
    return pixels;
}

FrameState Screen::lay_out(Content& content, float seconds) {
    surface_->begin();
    const SurfaceSize size = surface_->size();
    const Box area = size.area();
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {area.width, area.height};
    io.DisplayFramebufferScale = {size.scale, size.scale};
    io.DeltaTime = seconds;
    if (font_scale_ != size.scale) {
        font_scale_ = size.scale;
        content.load_fonts(size.scale);
        ImGui_ImplOpenGL3_DestroyFontsTexture();
        ImGui_ImplOpenGL3_CreateFontsTexture();
    }
    content.take_text_size(size.text_size);
    input_.feed(io);
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    FrameState state = content.draw(size.scale);
    surface_->enlarge_to(state.enlarged_to);
    surface_->set_text_size(state.text_size);
    surface_->show_beside(state.beside);
    lay_out_beside(content);
    surface_->set_least_area(state.least_area);
    ImGui::Render();
    return state;
}

/// Draws the second window into a draw list of its own, since it is painted separately.
void Screen::lay_out_beside(Content& content) {
    beside_.reset();
    const std::optional<SurfaceSize> size = surface_->beside();
    if (!size)
        return;
    const Box area = size->area();
    beside_ = std::make_shared<ImDrawList>(ImGui::GetDrawListSharedData());
    beside_->_ResetForNewFrame();
    beside_->PushTextureID(ImGui::GetIO().Fonts->TexID);
    beside_->PushClipRect({0, 0}, {area.width, area.height});
    content.draw_beside(*beside_, {area.width, area.height});
}

void Screen::paint_beside() {
    const std::optional<SurfaceSize> size = surface_->beside();
    if (!size)
        return;
    ImDrawData data;
    data.Valid = true;
    data.DisplaySize = {size->area().width, size->area().height};
    data.FramebufferScale = {size->scale, size->scale};
#if IMGUI_VERSION_NUM >= 18980
    data.AddDrawList(beside_.get());
#else
    ImDrawList* list = beside_.get();
    data.CmdLists = &list;
    data.CmdListsCount = 1;
    data.TotalVtxCount = list->VtxBuffer.Size;
    data.TotalIdxCount = list->IdxBuffer.Size;
#endif
    surface_->begin_beside();
    glViewport(0, 0, size->width, size->height);
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(&data);
    surface_->end_beside();
}

void Screen::paint() {
    const SurfaceSize size = surface_->size();
    glViewport(0, 0, size.width, size.height);
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

} // namespace attn
