#pragma once

#include "core/figure/pdf.h"
#include "core/figure/text.h"
#include "core/handouts/document_file.h"
#include "core/handouts/lecture_scene.h"
#include "core/handouts/storyboard.h"
#include "core/tensor/result.h"

#include <string>
#include <vector>

namespace attn {

/// A page of 16:9 for each scene, with its answer and its note.
std::vector<StoryPage> scene_storyboard(const Lecture& lecture, const Typesetter& typesetter);

/// Upright pages for the audience, with the scenes below each other and questions without their answers.
std::vector<PdfPage> scene_pages(const Lecture& lecture, const Typesetter& typesetter);

/// One HTML file of all scenes, with each answer behind a click.
Result<std::string> scene_handout(const Lecture& lecture, const Typesetter& typesetter);

/// A beamer deck: deck.tex and its figures, with a frame for each scene; answers come with the next slide.
Result<std::vector<DocumentFile>> scene_slides(const Lecture& lecture, const Typesetter& typesetter);

} // namespace attn
