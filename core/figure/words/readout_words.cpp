#include "core/figure/words/readout_words.h"

#include "core/explain/readout.h"
#include "core/figure/pictures/labels.h"
#include "core/tensor/decimal.h"

#include <fmt/core.h>
#include <span>
#include <utility>

namespace attn {

Claim readout_claim(const DrawContext& drawing, const CellId& cell) {
    Prose words;
    std::vector<Fact> facts;
    for (std::size_t i = 0; i < drawing.session.readouts.size(); ++i) {
        const ReadOut& readout = drawing.session.readouts[i];
        const auto readings = read_out(drawing.trace, readout, cell.item);
        if (cell.row >= std::ssize(readings))
            continue;
        const TokenReading& reading = readings[static_cast<std::size_t>(cell.row)];
        std::string sure = reading.sure > 0.99 ? "over 99 %" : percent_digits(static_cast<float>(reading.sure)) + " %";
        words +=
            prose("{}{} ({}, {} sure)", words.empty() ? "" : ", ", reading_label(readout, reading), readout.name, sure);
        if (!reading.label)
            continue;
        facts.push_back(fact(Quantity::reading, cell, static_cast<double>(*reading.label)));
        facts.push_back(written_fact(Quantity::reading_share, cell, std::move(sure)));
        for (Fact& fact : std::span(facts).last(2))
            fact.terms = {static_cast<Index>(i)};
    }
    if (words.empty())
        return {{}, Always{"there is no sentence"}};
    words = prose("{} reads out as {}.", token_name(drawing, false, cell.row), words);
    if (facts.empty())
        return {std::move(words), fact(Quantity::is_nan, cell, 1)};
    return {std::move(words), std::move(facts)};
}

} // namespace attn
