# cmake -DFILES=a,b -DFUNCTION=… -DOUTPUT=… -P shipped_texts.cmake: the files as C++, in that order.

string(REPLACE "," ";" files "${FILES}")
set(rows "")
foreach(file IN LISTS files)
    get_filename_component(name ${file} NAME_WE)
    file(READ ${file} text)
    string(APPEND rows "    ShippedText{\"${name}\", R\"text(${text})text\"},\n")
endforeach()
file(WRITE ${OUTPUT} "// Made from files of assets.

#include \"core/files/shipped_text.h\"

#include <array>

namespace attn {

namespace {

constexpr std::array texts{
${rows}};

} // namespace

std::span<const ShippedText> ${FUNCTION}() {
    return texts;
}

} // namespace attn
")
