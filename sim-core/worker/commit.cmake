# Writes OUT with the commit that SOURCE is at; "unknown" outside a checkout. ORRERY_COMMIT in the environment (a
# container's build has no .git) goes first.
set(commit "$ENV{ORRERY_COMMIT}")
if(commit STREQUAL "")
  execute_process(COMMAND git -C "${SOURCE}" rev-parse --short=12 HEAD
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(failed)
    set(commit "unknown")
  endif()
endif()
set(text "// Written at build time by commit.cmake.\n#pragma once\n#define ORRERY_COMMIT \"${commit}\"\n")
if(EXISTS "${OUT}")
  file(READ "${OUT}" before)
endif()
if(NOT "${before}" STREQUAL "${text}")
  file(WRITE "${OUT}" "${text}")
endif()
