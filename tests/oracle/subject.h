#pragma once

#include "core/document/session/session.h"
#include "core/engine/engine.h"
#include "core/figure/figure.h"
#include "core/tensor/result.h"
#include "tests/oracle/record.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace attn::oracle {

/// A session and its numbers. The baseline is the same session at twice the temperature.
class Subject {
public:
    Subject(std::string name, Session session);

    const std::string& name() const { return name_; }
    const Session& session() const { return session_; }
    const Trace& trace() const { return engine_.trace(); }
    const Trace& baseline() const { return engine_of_baseline_.trace(); }

private:
    std::string name_;
    Session session_;
    Engine engine_{1};
    Engine engine_of_baseline_{1};
};

using Subjects = std::vector<std::unique_ptr<const Subject>>;

/// All presets, a sentence of six words with biases, and the sessions of ../shared/data/audit. If these are missing, a
/// line on stderr says so.
Result<Subjects> subjects(const std::filesystem::path& assets);

/// A notation, with tokens as rows or as columns.
struct Writing {
    NotationChoice notation;
    bool columns = false;
    std::string name; ///< "paper rows"
};
std::vector<Writing> all_writings();

/// The tools of one thread: its own typesetter, and the record.
struct Maker {
    const Typesetter& typesetter;
    Record& record;

    /// Adds an item with the sentence of the refusal as its content.
    void keep_refusal(const std::string& name, const Error& refusal) const;
};

/// Makes some of the items.
using Job = std::function<void(const Maker&)>;

/// Adds jobs for every kind of figure at the stages that it can show, in all notations and sizes. The subject must
/// outlive the jobs.
void add_figures(const Subject& subject, std::vector<Job>& jobs);
/// Adds jobs for handout, storyboard, worksheet, notes and slides in all notations, and for trace and scripts.
void add_documents(const Subject& subject, std::vector<Job>& jobs);

} // namespace attn::oracle
