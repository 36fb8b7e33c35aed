include(${CMAKE_CURRENT_LIST_DIR}/laws.cmake)

set(ORRERY_LEAK_CHECK "${CMAKE_CURRENT_LIST_DIR}/testing/leak_check.cpp")
set(ORRERY_TEST_GROUPS "${CMAKE_CURRENT_LIST_DIR}/testing/test_groups.cmake")
set(ORRERY_COUNTING_NEW "${CMAKE_CURRENT_LIST_DIR}/testing")

# "workloads/universe_steps" -> "orrery_workloads_universe_steps"
function(orrery_target name out)
  string(REPLACE "/" "_" flat "${name}")
  set(${out} "orrery_${flat}" PARENT_SCOPE)
endfunction()

function(_orrery_targets out)
  set(targets "")
  foreach(used IN LISTS ARGN)
    orrery_target("${used}" target)
    if(NOT TARGET ${target})
      message(FATAL_ERROR "module '${used}' has not been built before its user: check the order in sim-core/CMakeLists.txt and that its folder exists")
    endif()
    list(APPEND targets ${target})
  endforeach()
  set(${out} "${targets}" PARENT_SCOPE)
endfunction()

# Makes the build of a module with rooms fail where a source breaks their law (cmake/rooms.json).
function(_orrery_rooms name target)
  set(laws "${CMAKE_SOURCE_DIR}/cmake/laws.cmake")
  set(rooms "${CMAKE_SOURCE_DIR}/cmake/rooms.json")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${rooms}")
  file(READ "${rooms}" json)
  string(JSON law ERROR_VARIABLE missing GET "${json}" "${name}")
  if(missing)
    return()
  endif()
  file(GLOB_RECURSE read CONFIGURE_DEPENDS src/*.hpp src/*.cpp)
  set(stamp "${CMAKE_CURRENT_BINARY_DIR}/rooms.stamp")
  add_custom_command(OUTPUT "${stamp}"
    COMMAND ${CMAKE_COMMAND} -DROOT=${CMAKE_SOURCE_DIR} -DROOMS_OF=${name} -P "${laws}"
    COMMAND ${CMAKE_COMMAND} -E touch "${stamp}"
    DEPENDS ${read} "${laws}" "${rooms}" VERBATIM)
  add_custom_target(${target}_rooms DEPENDS "${stamp}")
  add_dependencies(${target} ${target}_rooms)
endfunction()

# Tells ctest the groups of tests of an executable, anew whenever it is linked.
function(_orrery_test_groups program name)
  set(list "${CMAKE_CURRENT_BINARY_DIR}/${program}_groups.cmake")
  add_custom_command(TARGET ${program} POST_BUILD
    COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:${program}> -DPREFIX=${name}/
      "-DPROPERTIES=LABELS ${name} TIMEOUT 900" "-DENVIRONMENT=ORRERY_HELICS_LIBRARY=${ORRERY_HELICS_LIBRARY}"
      "-DLIST=${list}" -P "${ORRERY_TEST_GROUPS}"
    VERBATIM)
  set(include "${CMAKE_CURRENT_BINARY_DIR}/${program}_include.cmake")
  file(WRITE "${include}" "if(EXISTS \"${list}\")\n  include(\"${list}\")\nelse()\n  add_test(${name}_NOT_BUILT ${program}_NOT_BUILT)\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${include}")
endfunction()

# Removes the files and folders that are named after `here` from both lists. Fails if a name removes no source.
function(_orrery_leave_out first second here)
  foreach(path IN LISTS ARGN)
    file(GLOB_RECURSE in_folder "${here}/${path}/*.cpp")
    set(before "${${first}};${${second}}")
    list(REMOVE_ITEM ${first} "${here}/${path}" ${in_folder})
    list(REMOVE_ITEM ${second} "${here}/${path}" ${in_folder})
    if("${${first}};${${second}}" STREQUAL before)
      message(FATAL_ERROR "TSAN_WITHOUT: '${path}' names no source of tests")
    endif()
  endforeach()
  set(${first} "${${first}}" PARENT_SCOPE)
  set(${second} "${${second}}" PARENT_SCOPE)
endfunction()

# Says which of the files are compiled together, eight at a time. Called before any file is left out: files that one preset compiles
# together are then together in all, and two of the same name in it fail everywhere.
function(_orrery_units)
  set(number 0)
  foreach(source IN LISTS ARGN)
    math(EXPR unit "${number} / 8")
    math(EXPR number "${number} + 1")
    set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${unit}")
  endforeach()
endfunction()

# orrery_module(NAME x LAYER n [FOLDER f] [USES a b] [PRIVATE_USES c] [TEST_USES d] [LIBRARIES Threads::Threads]
#               [TSAN] [TSAN_WITHOUT tests/e tests/f_test.cpp])
#
# Declares the module in the current folder, or in FOLDER below it:
#   library     orrery_x from src/*.cpp (header-only without any), its face in include/orrery/x/
#   tests       orrery_x_test from tests/*.cpp, GoogleTest, linked against x, what x uses, and TEST_USES; every test is
#               checked for leaked descriptors, threads and processes, and has a watchdog
#   fuzz        orrery_x_fuzz_y from each fuzz/y.cpp, a target of libFuzzer, if ORRERY_FUZZ is on; it may use what the
#               tests share (tests/*.cpp without the checks themselves). Under the address sanitizer a test x/Corpus.y plays
#               the files of fuzz/corpus/y to it instead
# TSAN says that threads share memory in x's tests: the build with ThreadSanitizer has the tests of these modules alone.
# TSAN_WITHOUT are files and folders of tests that this build leaves out.
# USES are modules that x's headers may include, PRIVATE_USES are seen by its sources alone. Both, and TEST_USES, must
# be allowed by cmake/modules.json; LAYER repeats what is written there, so that it is seen where the code is.
function(orrery_module)
  cmake_parse_arguments(PARSE_ARGV 0 arg "TSAN" "NAME;LAYER;FOLDER"
    "USES;PRIVATE_USES;TEST_USES;LIBRARIES;TEST_LIBRARIES;TSAN_WITHOUT")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_NAME OR NOT DEFINED arg_LAYER)
    message(FATAL_ERROR "orrery_module: NAME and LAYER are needed, unknown arguments: '${arg_UNPARSED_ARGUMENTS}'")
  endif()
  set(here "${CMAKE_CURRENT_SOURCE_DIR}")
  if(arg_FOLDER)
    set(here "${here}/${arg_FOLDER}")
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${ORRERY_LAWS}")
  file(READ "${ORRERY_LAWS}" json)
  orrery_law_key("${arg_NAME}" "${json}" key)
  string(JSON layer GET "${json}" "${key}" layer)
  if(NOT layer EQUAL arg_LAYER)
    message(FATAL_ERROR "module '${arg_NAME}' says LAYER ${arg_LAYER}, cmake/modules.json says ${layer}")
  endif()
  orrery_check_uses("${arg_NAME}" "${json}" ${arg_USES} ${arg_PRIVATE_USES} ${arg_TEST_USES})

  orrery_target("${arg_NAME}" target)
  _orrery_targets(uses ${arg_USES})
  _orrery_targets(private_uses ${arg_PRIVATE_USES})
  _orrery_targets(test_uses ${arg_TEST_USES})

  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${here}/src/*.cpp")
  list(FILTER sources EXCLUDE REGEX "/src/main\\.cpp$")
  if(sources)
    add_library(${target} STATIC ${sources})
    set_target_properties(${target} PROPERTIES UNITY_BUILD ${ORRERY_UNITY})
    target_include_directories(${target} PUBLIC "${here}/include" PRIVATE "${here}/src")
    target_link_libraries(${target} PUBLIC ${uses} ${arg_LIBRARIES} PRIVATE ${private_uses} orrery_flags)
    _orrery_rooms("${arg_NAME}" ${target})
  else()
    add_library(${target} INTERFACE)
    target_include_directories(${target} INTERFACE "${here}/include")
    target_link_libraries(${target} INTERFACE ${uses} ${arg_LIBRARIES})
  endif()

  if(ORRERY_TSAN AND NOT arg_TSAN)
    set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
    return()
  endif()

  file(GLOB fuzzed CONFIGURE_DEPENDS "${here}/fuzz/*.cpp")
  set(replays FALSE)
  if(ORRERY_TESTS AND NOT ORRERY_FUZZ AND ORRERY_SANITIZE MATCHES "address")
    set(replays TRUE)
  endif()
  if(NOT ORRERY_TESTS AND NOT ORRERY_FUZZ)
    return()
  endif()

  file(GLOB_RECURSE shared CONFIGURE_DEPENDS "${here}/tests/*.cpp")
  set(checks ${shared})
  list(FILTER shared EXCLUDE REGEX "_test\\.cpp$")
  list(FILTER checks INCLUDE REGEX "_test\\.cpp$")
  _orrery_units(${shared})
  _orrery_units(${checks})
  if(ORRERY_TSAN)
    _orrery_leave_out(checks shared "${here}" ${arg_TSAN_WITHOUT})
  endif()
  set(test_libraries ${target} ${test_uses} ${arg_TEST_LIBRARIES} orrery_flags)
  if(shared)
    add_library(${target}_test_shared OBJECT ${shared})
    target_include_directories(${target}_test_shared PRIVATE "${here}/src" "${here}/tests" "${ORRERY_COUNTING_NEW}")
    target_link_libraries(${target}_test_shared PUBLIC ${test_libraries} GTest::gmock)
    target_compile_options(${target}_test_shared PRIVATE ${ORRERY_TEST_OPTIMISATION})
    set_target_properties(${target}_test_shared PROPERTIES UNITY_BUILD ${ORRERY_UNITY} UNITY_BUILD_MODE GROUP)
    list(PREPEND test_libraries ${target}_test_shared)
  endif()

  if(checks AND ORRERY_TESTS)
    add_executable(${target}_test ${checks} ${ORRERY_LEAK_CHECK})
    target_include_directories(${target}_test PRIVATE "${here}/src" "${here}/tests" "${ORRERY_COUNTING_NEW}")
    target_link_libraries(${target}_test PRIVATE ${test_libraries} GTest::gmock GTest::gtest_main)
    target_compile_options(${target}_test PRIVATE ${ORRERY_TEST_OPTIMISATION})
    set_target_properties(${target}_test PROPERTIES UNITY_BUILD ${ORRERY_UNITY} UNITY_BUILD_MODE GROUP)
    _orrery_test_groups(${target}_test "${arg_NAME}")
  endif()

  if(NOT ORRERY_FUZZ AND NOT replays)
    return()
  endif()
  foreach(source IN LISTS fuzzed)
    get_filename_component(about "${source}" NAME_WE)
    set(program ${target}_fuzz_${about})
    add_executable(${program} ${source})
    target_include_directories(${program} PRIVATE "${here}/src" "${here}/tests" "${ORRERY_COUNTING_NEW}")
    target_link_libraries(${program} PRIVATE ${test_libraries} GTest::gtest)
    if(replays)
      target_sources(${program} PRIVATE "${ORRERY_COUNTING_NEW}/corpus.cpp")
      add_test(NAME ${arg_NAME}/Corpus.${about}
        COMMAND ${program} "${here}/fuzz/corpus/${about}")
      set_tests_properties(${arg_NAME}/Corpus.${about} PROPERTIES LABELS "${arg_NAME}" TIMEOUT 120)
    else()
      target_link_options(${program} PRIVATE -fsanitize=fuzzer)
      set_property(GLOBAL APPEND PROPERTY ORRERY_FUZZED ${program})
    endif()
  endforeach()
endfunction()

# orrery_program(NAME orrery-worker SOURCES src/main.cpp USES worker): an executable; what it may use follows from the
# module in whose folder it stands (FOR, by default the folder's name).
function(orrery_program)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;FOR" "SOURCES;USES;LIBRARIES")
  if(NOT arg_FOR)
    get_filename_component(arg_FOR "${CMAKE_CURRENT_SOURCE_DIR}" NAME)
  endif()
  file(READ "${ORRERY_LAWS}" json)
  set(foreign ${arg_USES})
  list(REMOVE_ITEM foreign "${arg_FOR}")
  orrery_check_uses("${arg_FOR}" "${json}" ${foreign})
  _orrery_targets(uses ${arg_USES})
  add_executable(${arg_NAME} ${arg_SOURCES})
  target_link_libraries(${arg_NAME} PRIVATE ${uses} ${arg_LIBRARIES} orrery_flags)
  set_target_properties(${arg_NAME} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin"
    EXCLUDE_FROM_ALL ${ORRERY_TSAN})
endfunction()

# A test program whose operators new count (cmake/testing/counting_new.hpp).
function(orrery_counting_new target)
  target_sources(${target} PRIVATE "${ORRERY_COUNTING_NEW}/counting_new.cpp")
  target_include_directories(${target} PRIVATE "${ORRERY_COUNTING_NEW}")
endfunction()
