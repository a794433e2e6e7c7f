# Fonts, presets, lessons and notations, beside the program in the build and in an installation: share/attention-lab/.

set(ATTN_FONT_FOLDERS /usr/share/fonts /usr/local/share/fonts /Library/Fonts CACHE STRING
    "Where the fonts are searched, with all folders below")
set(assets_directory ${CMAKE_BINARY_DIR}/share/attention-lab)

set(needed_fonts
    Inter-Regular.otf Inter-Medium.otf Inter-SemiBold.otf Inter-Bold.otf Inter-Italic.otf
    STIXGeneral-Regular.otf STIXGeneral-Italic.otf STIXGeneral-Bold.otf STIXGeneral-BoldItalic.otf
    STIXSizeOneSym-Regular.otf STIXSizeTwoSym-Regular.otf STIXSizeThreeSym-Regular.otf STIXSizeFourSym-Regular.otf
    STIXSizeFiveSym-Regular.otf
    STIXIntegralsD-Regular.otf STIXIntegralsUp-Regular.otf
    DejaVuSans.ttf DejaVuSans-Bold.ttf DejaVuSans-Oblique.ttf DejaVuMathTeXGyre.ttf)
# Tokens in Chinese, Japanese and Korean, and emoji; Arabic and Hebrew are in DejaVu.
set(fallback_fonts DroidSansFallbackFull.ttf NotoColorEmoji.ttf)

# Sets `result` to the files of these names; ${result}_missing to the names that are nowhere.
function(attn_find_fonts result)
    set(found "")
    set(missing "")
    foreach(name IN LISTS ARGN)
        if(NOT EXISTS "${ATTN_FONT_${name}}")
            set(matches "")
            foreach(folder IN LISTS ATTN_FONT_FOLDERS)
                file(GLOB_RECURSE matches_here ${folder}/${name})
                list(APPEND matches ${matches_here})
            endforeach()
            list(SORT matches)
            list(POP_FRONT matches first_match)
            set(ATTN_FONT_${name} "${first_match}" CACHE INTERNAL "")
        endif()
        if(EXISTS "${ATTN_FONT_${name}}")
            list(APPEND found ${ATTN_FONT_${name}})
        else()
            list(APPEND missing ${name})
        endif()
    endforeach()
    set(${result} "${found}" PARENT_SCOPE)
    set(${result}_missing "${missing}" PARENT_SCOPE)
endfunction()

# Copies the files into the folder of the assets, which then holds nothing else.
function(attn_copied_folder folder)
    string(REPLACE "/" "-" stamp assets-${folder}.stamp)
    string(PREPEND stamp ${CMAKE_BINARY_DIR}/)
    add_custom_command(
        OUTPUT ${stamp}
        COMMAND ${CMAKE_COMMAND} -E rm -rf ${assets_directory}/${folder}
        COMMAND ${CMAKE_COMMAND} -E make_directory ${assets_directory}/${folder}
        COMMAND ${CMAKE_COMMAND} -E copy ${ARGN} ${assets_directory}/${folder}
        COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
        # The listing of a folder is part of the build file: a file that goes away makes this run again.
        DEPENDS ${ARGN}
        COMMENT "Copying ${folder}"
        VERBATIM)
    set(asset_stamps ${asset_stamps} ${stamp} PARENT_SCOPE)
    install(FILES ${ARGN} DESTINATION ${CMAKE_INSTALL_DATADIR}/attention-lab/${folder})
endfunction()

attn_find_fonts(fonts ${needed_fonts})
if(fonts_missing)
    list(JOIN fonts_missing ", " fonts_missing)
    message(FATAL_ERROR "Fonts are missing: ${fonts_missing}. On Debian and Ubuntu they come with the packages "
                        "fonts-inter, fonts-stix, fonts-dejavu-core and fonts-dejavu-extra; elsewhere name their "
                        "folder with -DATTN_FONT_FOLDERS=…")
endif()
attn_find_fonts(more_fonts ${fallback_fonts})
if(more_fonts_missing)
    list(JOIN more_fonts_missing ", " more_fonts_missing)
    message(WARNING "Without ${more_fonts_missing} some tokens show as boxes "
                    "(packages fonts-droid-fallback and fonts-noto-color-emoji)")
endif()

set(asset_stamps "")
attn_copied_folder(fonts ${fonts} ${more_fonts})
foreach(folder presets lessons notations manual python models/english)
    file(GLOB files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/assets/${folder}/*)
    if(files)
        attn_copied_folder(${folder} ${files})
    endif()
endforeach()
add_custom_target(attn_assets ALL DEPENDS ${asset_stamps})

# Takes files of assets into a library (core/files/shipped_text.h), so that e.g. a session which names a notation can be
# read anywhere.
function(attn_shipped_texts target function)
    list(TRANSFORM ARGN PREPEND ${CMAKE_SOURCE_DIR}/assets/ OUTPUT_VARIABLE files)
    list(JOIN files "," joined)
    set(output ${CMAKE_BINARY_DIR}/${function}.cpp)
    add_custom_command(
        OUTPUT ${output}
        COMMAND ${CMAKE_COMMAND} -DFILES=${joined} -DFUNCTION=${function} -DOUTPUT=${output}
                -P ${CMAKE_SOURCE_DIR}/.cmake/shipped_texts.cmake
        DEPENDS ${files} ${CMAKE_SOURCE_DIR}/.cmake/shipped_texts.cmake
        COMMENT "Taking in ${function}"
        VERBATIM)
    target_sources(${target} PRIVATE ${output})
    set_source_files_properties(${output} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# --- The desktop: menu entry and icon --------------------------------------------------------------------------------

install(FILES assets/attention-lab.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES assets/icon/attention-lab.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)

find_program(RSVG_CONVERT rsvg-convert)
if(RSVG_CONVERT)
    set(icon_png ${CMAKE_BINARY_DIR}/icon/attention-lab.png)
    add_custom_command(
        OUTPUT ${icon_png}
        COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/icon
        COMMAND ${RSVG_CONVERT} --width 128 --height 128 --output ${icon_png}
                ${CMAKE_SOURCE_DIR}/assets/icon/attention-lab.svg
        DEPENDS assets/icon/attention-lab.svg
        COMMENT "Drawing the icon"
        VERBATIM)
    add_custom_target(attn_icon DEPENDS ${icon_png})
    add_dependencies(attn_assets attn_icon)
    install(FILES ${icon_png} DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/128x128/apps)
endif()
