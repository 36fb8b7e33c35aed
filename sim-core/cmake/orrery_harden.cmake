# Compiles a module with checks that turn a memory error into the end of the process: for modules that read what people and
# other programs write, and are not on the path of a message (docs/decisions/0410-hardened-modules.md). A build with sanitizers
# leaves them out: the sanitizers find more, and do not work with fortified functions.
include(CheckCXXCompilerFlag)

function(orrery_harden target)
  if(ORRERY_SANITIZE)
    return()
  endif()
  target_compile_options(${target} PRIVATE $<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE$<SEMICOLON>-D_FORTIFY_SOURCE=3>)
  foreach(flag -fstack-protector-strong -fstack-clash-protection -fcf-protection=full -mbranch-protection=standard)
    string(MAKE_C_IDENTIFIER "ORRERY_HAS${flag}" known)
    check_cxx_compiler_flag(${flag} ${known})
    if(${known})
      target_compile_options(${target} PRIVATE ${flag})
    endif()
  endforeach()
endfunction()
