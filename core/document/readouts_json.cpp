#include "core/document/readouts_json.h"

#include "core/document/limits.h"
#include "core/files/printable.h"

#include <algorithm>
#include <fmt/core.h>

namespace attn {

std::vector<ReadOut> read_readouts(const Field& list, Index width) {
    std::vector<ReadOut> readouts;
    const auto fields = list.items();
    const auto refuse = [](const Field& field, const std::string& reason) {
        field.fail(reason);
        return std::vector<ReadOut>();
    };
    if (static_cast<Index>(fields.size()) > readout_limit)
        return refuse(list, fmt::format("there are {} read-outs, expected at most {}", fields.size(), readout_limit));
    for (const Field& field : fields) {
        field.expect_keys({"name", "columns", "labels"});
        ReadOut readout;
        readout.name = field["name"].text();
        const auto columns = field["columns"].items();
        if (columns.size() != 2)
            field.fail(R"(expected "columns": [first, last], counted from 1)");
        if (field.failed())
            return {};
        readout.first = columns[0].integer(1, width, 1) - 1;
        const Index last = columns[1].integer(1, width, 1);
        for (const Field& label : field["labels"].items())
            readout.labels.push_back(label.text());
        if (field.failed())
            return {};
        if (last - readout.first != readout.count())
            return refuse(field, fmt::format("there are {} labels, expected {}, one for each of the columns {} to {}",
                                             readout.count(), last - readout.first, readout.first + 1, last));
        if (auto fits = check_readout(readout); !fits)
            return refuse(field, fits.error().message);
        if (std::ranges::find(readouts, readout.name, &ReadOut::name) != readouts.end())
            return refuse(field, fmt::format("there are two read-outs “{}”", printable(readout.name)));
        readouts.push_back(std::move(readout));
    }
    return readouts;
}

} // namespace attn
