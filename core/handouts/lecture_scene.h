#pragma once

#include "core/document/session/session.h"
#include "core/engine/trace.h"
#include "core/figure/display_list.h"
#include "core/figure/pictures/view_state.h"
#include "core/figure/text.h"
#include "core/files/input_files.h"
#include "core/text/prose.h"

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// The session, its numbers and its view at one moment of a lesson.
struct SceneView {
    Session session;
    Trace trace;
    ViewState view;
};

/// The picture that the window shows of the scene, laid out for the box.
DisplayList picture_of(const SceneView& scene, const Box& box, const Typesetter& typesetter);

/// A step of a lesson or a lecture, for documents.
struct LectureScene {
    SceneView begins;
    std::optional<SceneView> revealed{}; ///< after the bet's answer or the task's solution; nullopt: no question
    bool has_picture = true;             ///< false: words alone fill the window
    Prose text{};
    Prose question{}; ///< the question of a bet or a task; may be empty
    std::vector<Prose> choices{};
    Prose answer{}; ///< shown once it is revealed
    Prose note{};   ///< for the lecturer
};

/// A lesson or a lecture, scene by scene.
struct Lecture {
    std::string title;
    std::string idea; ///< its idea in half a sentence
    std::vector<LectureScene> scenes;
    InputFiles inputs; ///< the files it was read from; exports must not replace them
};

} // namespace attn
