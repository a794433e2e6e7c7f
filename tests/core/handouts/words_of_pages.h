#pragma once

#include "core/figure/pdf.h"

#include <string>
#include <variant>
#include <vector>

namespace attn::test {

/// The words on the pages, with formulas as TeX.
inline std::string words_of(const std::vector<PdfPage>& pages) {
    std::string words;
    for (const PdfPage& page : pages)
        for (std::size_t i = 0; i < page.list.items.size(); ++i) {
            const Item& item = page.list.items[i];
            if (const auto* const text = std::get_if<Text>(&item.shape())) {
                words += text->text + " ";
            } else if (const auto* const formula = std::get_if<FormulaMark>(&item.shape())) {
                words += formula->tex + " ";
                i += formula->pieces; // skips its letters
            }
        }
    return words;
}

} // namespace attn::test
