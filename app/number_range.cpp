#include "app/number_range.h"

#include <cmath>
#include <string>

namespace attn {

CLI::Validator number_range(float least, float most) {
    CLI::Range range(least, most);
    const auto check = [range, least, most](std::string& text) {
        float number = 0;
        const bool is_nan = CLI::detail::lexical_cast(text, number) && std::isnan(number);
        return is_nan ? "Value " + text + " not in range " + std::to_string(least) + " to " + std::to_string(most)
                      : range(text);
    };
    return {check, range.get_description()};
}

} // namespace attn
