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

/// An export: figures, a document, or a copy.
struct ExportOrder {
    std::variant<FigureSet, DocumentRequest, CopyOrder> what;
    std::filesystem::path path; ///< a file, or a folder for several; empty for copies
    bool asked = false;         ///< the user knows what the export replaces
};

/// The state from which an export is made, copied when the export was ordered.
struct ExportScene {
    Session session;
    Trace trace;
    std::optional<Trace> baseline;
    std::filesystem::path fonts;
};

/// Makes figures and documents in the background, one order at a time, exactly as the commands do.
class Exporting {
public:
    /// `wake` is called from another thread when an order is done.
    explicit Exporting(std::function<void()> wake) : wake_(std::move(wake)) {}

    struct Exported {
        std::string words; ///< "The figure is in a.png."
        std::string text;  ///< text for the clipboard; empty for most orders
    };
    struct Done {
        ExportOrder order;
        Result<Exported> made;
    };

    /// Begins an order; none must be under way.
    void begin(ExportOrder order, ExportScene scene);
    /// Returns the result, once; waits for it up to `patience`.
    std::optional<Done> take(std::chrono::milliseconds patience = {});

    const ExportOrder* under_way() const { return working_ ? &working_->order : nullptr; }
    /// Returns the finished fraction, from 0 to 1, of an order of several pages or figures; nullopt for other orders.
    std::optional<float> share() const;
    /// Stops the order unless it is too late; the result of a stopped order is an error.
    void cancel();

private:
    struct Working {
        ExportOrder order;
        std::shared_ptr<std::atomic<float>> share; ///< below 0: unknown
        Task<Exported> task;
    };
    std::function<void()> wake_;
    std::optional<Working> working_;
};

} // namespace attn
