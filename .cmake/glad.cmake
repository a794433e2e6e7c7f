# The loader of OpenGL's functions, generated as part of the build.

find_program(GLAD glad REQUIRED)
set(glad_directory ${CMAKE_BINARY_DIR}/glad)
add_custom_command(
    OUTPUT ${glad_directory}/src/gl.c ${glad_directory}/include/glad/gl.h
    # Without --reproducible it asks the network for newer specifications.
    COMMAND ${GLAD} --quiet --reproducible --api gl:core=3.3 --extensions "" --out-path ${glad_directory} c
    COMMENT "Generating the OpenGL loader"
    VERBATIM)
add_library(glad STATIC ${glad_directory}/src/gl.c)
target_include_directories(glad SYSTEM PUBLIC ${glad_directory}/include)
target_link_libraries(glad PUBLIC ${CMAKE_DL_LIBS})
