# How our own code is compiled.

set(ATTN_SANITIZE OFF CACHE STRING
    "ON: AddressSanitizer and UndefinedBehaviorSanitizer; thread: ThreadSanitizer; every finding ends the program")
option(ATTN_WARNINGS_ARE_ERRORS "A warning in our code stops the build; for developers and CI" OFF)
option(ATTN_UNITY "Many sources in one translation unit: builds several times as fast" ON)

if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug or Release" FORCE)
endif()
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(ATTN_BATCH 40 CACHE STRING
    "How many sources in one: large batches build fastest from nothing, small ones after an edit")
# The program finds its assets at ../share/attention-lab.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE})
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

# What every file of a build must agree on, or the same sum comes out with other bits.
add_library(attn_arithmetic INTERFACE)
target_compile_options(attn_arithmetic INTERFACE -ffp-contract=off)

add_library(attn_flags INTERFACE)
target_compile_features(attn_flags INTERFACE cxx_std_20)
target_include_directories(attn_flags INTERFACE ${CMAKE_SOURCE_DIR})
target_link_libraries(attn_flags INTERFACE attn_arithmetic)
target_compile_options(attn_flags INTERFACE -Wall -Wextra -Wpedantic -Wconversion
                                            $<$<BOOL:${ATTN_WARNINGS_ARE_ERRORS}>:-Werror>
                                            # where it was compiled is no part of a program
                                            -ffile-prefix-map=${CMAKE_SOURCE_DIR}/=)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC 12 sees overlaps inside std::string that are none (its bug 105651).
    target_compile_options(attn_flags INTERFACE -Wno-restrict)
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # From 13 on it takes a reference into an argument's owner for one into a temporary argument.
    target_compile_options(attn_flags INTERFACE -Wno-dangling-reference)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC looks for garbage from 128 MB on, again and again, for a sixth of its time; batches need a gigabyte anyhow.
    target_compile_options(attn_flags INTERFACE --param=ggc-min-heapsize=1000000)
endif()
if(ATTN_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # A source in a batch counts as a header, in which an unnamed namespace would be a fault.
    target_compile_options(attn_flags INTERFACE -Wno-subobject-linkage)
endif()
if(CMAKE_BUILD_TYPE STREQUAL "Debug")
    # An index beyond the end of a container ends the program, in every build that tests use.
    target_compile_definitions(attn_flags INTERFACE _GLIBCXX_ASSERTIONS)
    # Little optimised, GCC 12 loses sight of whether an optional or a variant was set, and of where a shared matrix was
    # allocated; the optimised build asks.
    target_compile_options(attn_flags INTERFACE
                           $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized;-Wno-free-nonheap-object>)
endif()
if(ATTN_SANITIZE STREQUAL "thread")
    # GCC's does not know std::atomic_thread_fence, and says so.
    target_compile_options(attn_flags INTERFACE -fsanitize=thread -fno-omit-frame-pointer -O1 -g1 -Wno-tsan)
    target_link_options(attn_flags INTERFACE -fsanitize=thread)
elseif(ATTN_SANITIZE)
    # Each use of a pointer would be checked for null, alignment, its object's size and type, and overflow, which is half
    # of the code: only where bytes are read. Elsewhere AddressSanitizer tells. Where programs are linked to lie at one place, millions of places in those checks
    # need not be moved each time that one of them starts.
    set(reads_bytes "$<BOOL:$<TARGET_PROPERTY:ATTN_READS_BYTES>>")
    # A floating number that becomes an integer which does not hold it is no part of "undefined".
    set(sanitizers -fsanitize=address,undefined,float-cast-overflow)
    target_compile_options(attn_flags INTERFACE ${sanitizers} -fno-sanitize-recover=all
                                                $<$<NOT:${reads_bytes}>:-fno-sanitize=null,alignment,object-size,pointer-overflow,vptr>
                                                -fno-omit-frame-pointer -fno-pie -g1)
    target_link_options(attn_flags INTERFACE ${sanitizers} -no-pie)
endif()
set(CMAKE_CXX_EXTENSIONS OFF)

# attn_names(source variable): what stands at the left edge of a source with a name: functions, types, constants.
function(attn_names source variable)
    set(type "^(struct|class|enum class|enum|union|using) ([A-Za-z0-9_]+)")
    set(value "^[A-Za-z][A-Za-z0-9_:<>, *&]*[ *&]([A-Za-z0-9_]+)[({= ;[]")
    file(STRINGS ${source} lines REGEX "${type}|${value}")
    set(names "")
    # "using testing::HasSubstr" gives nothing a name that it has not already.
    list(FILTER lines EXCLUDE REGEX "^(namespace|template|using (enum|namespace) |using [A-Za-z0-9_]+::)")
    foreach(line IN LISTS lines)
        if(line MATCHES "${type}")
            list(APPEND names ${CMAKE_MATCH_2})
        elseif(line MATCHES "${value}")
            list(APPEND names ${CMAKE_MATCH_1})
        endif()
    endforeach()
    set(${variable} "${names}" PARENT_SCOPE)
endfunction()

# attn_batches(target source...): compiles its sources in batches, none of which has a name twice: names in unnamed
# namespaces of two files would meet there. (What a header beside them declares is one thing, however many files define
# its overloads.) (A name that is written later: cmake sorts anew.) A using directive at file level
# reaches into the rest of a batch, so sources that have one go together with those that have the same; and a source that is
# compiled for each instruction set stands alone. clang-tidy looks at the same batches, target by target.
function(attn_batches target)
    set_property(GLOBAL APPEND PROPERTY attn_targets ${target})
    if(NOT ATTN_UNITY)
        return()
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    set(batches 0)
    set(folders ${ARGN})
    list(TRANSFORM folders REPLACE "[^/]+$" "*.h")
    list(REMOVE_DUPLICATES folders)
    file(GLOB headers ${folders})
    set(declared "")
    foreach(header IN LISTS headers)
        attn_names(${header} names)
        list(APPEND declared ${names})
    endforeach()
    foreach(source IN LISTS ARGN)
        file(STRINGS ${source} kernel REGEX "^#define HWY_TARGET_INCLUDE")
        if(kernel)
            continue()
        endif()
        file(STRINGS ${source} directives REGEX "^using (enum|namespace) ")
        string(MAKE_C_IDENTIFIER "${directives}" directives)
        attn_names(${source} names)
        list(REMOVE_ITEM names ${declared})
        set(batch 0)
        while(batch LESS batches)
            set(fits TRUE)
            if(count_${batch} GREATER_EQUAL ATTN_BATCH OR NOT "${directives}" STREQUAL "${directives_${batch}}")
                set(fits FALSE)
            endif()
            foreach(name IN LISTS names)
                if(fits AND name IN_LIST names_${batch})
                    set(fits FALSE)
                endif()
            endforeach()
            if(fits)
                break()
            endif()
            math(EXPR batch "${batch} + 1")
        endwhile()
        if(batch EQUAL batches)
            math(EXPR batches "${batches} + 1")
            set(count_${batch} 0)
            set(directives_${batch} "${directives}")
            set(names_${batch} "")
        endif()
        math(EXPR count_${batch} "${count_${batch}} + 1")
        list(APPEND names_${batch} ${names})
        set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${batch})
    endforeach()
endfunction()

# attn_library(name folder... [EXCEPT file...] LINKS target...): a static library of all sources in the folders.
# Before its first source is written it is an empty target that can be linked all the same.
function(attn_library name)
    cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "EXCEPT;LINKS")
    list(TRANSFORM ARG_UNPARSED_ARGUMENTS REPLACE "(.+)" "${CMAKE_CURRENT_SOURCE_DIR}/\\1/*.cpp" OUTPUT_VARIABLE patterns)
    list(TRANSFORM ARG_EXCEPT PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
    file(GLOB sources CONFIGURE_DEPENDS ${patterns})
    list(REMOVE_ITEM sources ${ARG_EXCEPT})
    if(sources)
        add_library(${name} STATIC ${sources})
        attn_batches(${name} ${sources})
        target_link_libraries(${name} PUBLIC ${ARG_LINKS} attn_flags)
    else()
        add_library(${name} INTERFACE)
        target_link_libraries(${name} INTERFACE ${ARG_LINKS} attn_flags)
    endif()
endfunction()
