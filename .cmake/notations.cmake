# cmake -DFOLDER=… -DNAMES=a,b -DOUTPUT=… -P notations.cmake: the notations' files as C++, in that order.

string(REPLACE "," ";" names "${NAMES}")
set(rows "")
foreach(name IN LISTS names)
    file(READ ${FOLDER}/${name}.json json)
    string(APPEND rows "    ShippedNotationText{\"${name}\", R\"json(${json})json\"},\n")
endforeach()
file(WRITE ${OUTPUT} "// Made from assets/notations.

#include \"core/notation/shipped_notation_texts.h\"

#include <array>

namespace attn {

namespace {

constexpr std::array texts{
${rows}};

} // namespace

std::span<const ShippedNotationText> shipped_notation_texts() {
    return texts;
}

} // namespace attn
")
