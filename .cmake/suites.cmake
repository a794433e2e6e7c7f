# A test for each suite of a program of GoogleTest: a suite's tests share one process, whose start (fonts, libraries, the
# search for leaks) costs as much as most of them. Which suites there are is asked of the program before ctest runs.

# ctest includes this file as well, with what it needs set beforehand.
if(suites_program)
    if(NOT EXISTS ${suites_program})
        return() # of the sanitized build only some programs are made
    endif()
    get_filename_component(program ${suites_program} NAME)
    get_filename_component(build ${suites_program} DIRECTORY)
    get_filename_component(build ${build} DIRECTORY)
    execute_process(COMMAND ${suites_program} --gtest_list_tests OUTPUT_VARIABLE listed COMMAND_ERROR_IS_FATAL ANY)
    # A suite begins a line and ends in a point; its tests follow, set in; remarks after #.
    string(REGEX REPLACE "#[^\n]*" "" listed "${listed}")
    string(REPLACE ";" " " listed "${listed}")
    string(REPLACE "\n" ";" lines "${listed}")
    set(suite "")
    foreach(line IN LISTS lines)
        if(line MATCHES "^([^ ]+)\\. *$")
            set(suite ${CMAKE_MATCH_1})
            set(size 0)
            if(suite MATCHES "AtNight" AND NOT DEFINED ENV{ATTN_NIGHTLY})
                set(suite "") # what takes long is for tests/nightly
            endif()
        elseif(suite AND line MATCHES "^  ")
            math(EXPR size "${size} + 1")
            if(size EQUAL 1)
                # .ci/verdicts writes where it is remembered which of a program's tests passed.
                add_test(${suites_name}.${suite} ${suites_once} ${build}/verdicts/${program} ${suite}
                         ${suites_program} --gtest_filter=${suite}.*)
            endif()
            # The largest begin, so that none is left alone at the end.
            set_tests_properties(${suites_name}.${suite} PROPERTIES ${suites_properties} COST ${size} WORKING_DIRECTORY ${suites_folder})
        endif()
    endforeach()
    return()
endif()

set(attn_suites_file ${CMAKE_CURRENT_LIST_FILE})

# attn_add_suites(name program property value...): the suites of a program file are ctest's tests, with these properties.
function(attn_add_suites name program)
    set(list ${CMAKE_CURRENT_BINARY_DIR}/${name}_suites.cmake)
    file(GENERATE OUTPUT ${list} CONTENT
"set(suites_name ${name})
set(suites_program [==[${program}]==])
set(suites_properties [==[${ARGN}]==])
set(suites_folder [==[${CMAKE_CURRENT_BINARY_DIR}]==])
set(suites_once [==[${CMAKE_SOURCE_DIR}/tests/once]==])
include([==[${attn_suites_file}]==])
")
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${list})
endfunction()
