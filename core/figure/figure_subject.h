#pragma once

#include "core/figure/figure.h"
#include "core/figure/pictures/subject.h"

namespace attn {

/// The subject of a request, with all that it refers to.
class FigureSubject {
public:
    /// `cell` is what figure_cell found. The source outlives this.
    FigureSubject(const FigureRequest& request, const FigureSource& source, const CellId& cell,
                  const FigureStep& step = {});
    FigureSubject(const FigureSubject&) = delete;
    FigureSubject& operator=(const FigureSubject&) = delete;

    const Subject& subject() const { return subject_; }
    /// Pixels of 1/96 inch each unit of its pictures.
    float scale() const { return scale_; }

private:
    float scale_;
    Session session_;
    Derived derived_;
    Sight sight_;
    Subject subject_;
};

} // namespace attn
