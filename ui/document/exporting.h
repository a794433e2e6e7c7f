#pragma once

#include "core/document/session/figure_request.h"
#include "core/document/session/session.h"
#include "core/engine/trace.h"
#include "core/export/document.h"
#include "core/export/figure_set.h"
#include "ui/toolkit/task.h"

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>

namespace attn {

/// A figure for the clipboard: "png", or as text "svg", "tex", "md" or "csv".
struct CopyOrder {
    FigureRequest figure;
    std::string format;
};

/// What is to leave the window.
struct ExportOrder {
    std::variant<FigureSet, DocumentRequest, CopyOrder> what;
    std::filesystem::path path; ///< a file, or of several a folder; of copies, none
    bool asked = false;         ///< the user knows what it replaces
};

/// What an order is made from, as it was when it was given.
struct ExportScene {
    Session session;
    Trace trace;
    std::optional<Trace> baseline;
    std::filesystem::path fonts;
};

/// Makes figures and documents beside the window, one order at a time, as the commands make them.
class Exporting {
public:
    /// `wake` is called from another thread when an order is done.
    explicit Exporting(std::function<void()> wake) : wake_(std::move(wake)) {}

    struct EditAction {
        std::string words; ///< "The figure is in a.png."
        std::string text;  ///< for the clipboard; mostly empty
    };
    struct Done {
        ExportOrder order;
        Result<EditAction> made;
    };

    /// None must be under way.
    void begin(ExportOrder order, ExportScene scene);
    /// Once, when it is done; the caller waits at most that long.
    std::optional<Done> take(std::chrono::milliseconds patience = {});

    const ExportOrder* under_way() const { return working_ ? &working_->order : nullptr; }
    /// How much of it is made, from 0 to 1, where there are several pages or figures.
    std::optional<float> share() const;
    /// Stops it if it is not too late; it is then done, and failed.
    void cancel();

private:
    struct Working {
        ExportOrder order;
        std::shared_ptr<std::atomic<float>> share; ///< below 0: unknown
        Task<EditAction> task;
    };
    std::function<void()> wake_;
    std::optional<Working> working_;
};

} // namespace attn
