#include "app/window/offscreen_surface.h"

#include "app/window/driver.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <array>
#include <glad/gl.h>

namespace attn {

namespace {

constexpr const char* advice = "is Mesa installed (libegl1, libgl1-mesa-dri)?";

GLADapiproc find_function(const char* name) {
    return eglGetProcAddress(name);
}

} // namespace

Result<std::unique_ptr<OffscreenSurface>> OffscreenSurface::open(SurfaceSize size, Painted painted) {
    std::unique_ptr<OffscreenSurface> surface(new OffscreenSurface(size, painted));
    if (Result<void> context = surface->create_context(); !context)
        return context.error();
    if (Result<void> framebuffer = surface->create_framebuffer(); !framebuffer)
        return framebuffer.error();
    return surface;
}

Result<void> OffscreenSurface::create_context() {
    const auto get_display =
        reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
    if (get_display == nullptr)
        return error("EGL cannot draw without a display; {}", advice);
    display_ = get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    if (display_ == EGL_NO_DISPLAY || eglInitialize(display_, nullptr, nullptr) == EGL_FALSE) {
        display_ = nullptr;
        return error("EGL has no surfaceless platform; {}", advice);
    }
    keep_drivers_loaded();
    if (eglBindAPI(EGL_OPENGL_API) == EGL_FALSE)
        return error("this EGL has no desktop OpenGL; {}", advice);
    constexpr std::array<EGLint, 5> wanted{EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, 0, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint found = 0;
    if (eglChooseConfig(display_, wanted.data(), &config, 1, &found) == EGL_FALSE || found == 0)
        return error("this EGL draws nothing for OpenGL; {}", advice);
    constexpr std::array<EGLint, 7> version{
        EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    context_ = eglCreateContext(display_, config, EGL_NO_CONTEXT, version.data());
    if (context_ == EGL_NO_CONTEXT || eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_) == EGL_FALSE)
        return error("EGL gives no OpenGL 3.3 context; {}", advice);
    if (gladLoadGL(find_function) == 0)
        return error("OpenGL's functions cannot be loaded; {}", advice);
    return {};
}

Result<void> OffscreenSurface::create_framebuffer() {
    GLint largest = 0;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest);
    if (size_.width < 1 || size_.height < 1 || size_.width > largest || size_.height > largest)
        return error("a picture of {}x{} pixels: sides from 1 to {} can be drawn", size_.width, size_.height, largest);
    glGenFramebuffers(1, &framebuffer_);
    glGenRenderbuffers(1, &renderbuffer_);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer_);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, size_.width, size_.height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer_);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        return error("OpenGL cannot draw a picture of {}x{} pixels", size_.width, size_.height);
    return {};
}

OffscreenSurface::~OffscreenSurface() {
    if (framebuffer_ != 0) {
        glDeleteFramebuffers(1, &framebuffer_);
        glDeleteRenderbuffers(1, &renderbuffer_);
    }
    if (display_ == nullptr)
        return;
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (context_ != nullptr)
        eglDestroyContext(display_, context_);
    eglTerminate(display_);
    eglReleaseThread();
}

void OffscreenSurface::connect(ImGuiIO& /*io*/, InputQueue& /*input*/) {}

void OffscreenSurface::begin() {
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
}

void OffscreenSurface::end() {
    glFinish();
}

} // namespace attn
