// What services.def is read with: lists of parameters, `(type, name)` each, as a function declares them and hands them on.
#pragma once

#define ORRERY_PARENTHESES ()
#define ORRERY_EXPAND(...) ORRERY_EXPAND_4(ORRERY_EXPAND_4(ORRERY_EXPAND_4(__VA_ARGS__)))
#define ORRERY_EXPAND_4(...) ORRERY_EXPAND_1(ORRERY_EXPAND_1(ORRERY_EXPAND_1(__VA_ARGS__)))
#define ORRERY_EXPAND_1(...) __VA_ARGS__
// macro(type, name) of each parameter, with commas between them.
#define ORRERY_FOR_EACH(macro, ...) __VA_OPT__(ORRERY_EXPAND(ORRERY_STEP(macro, __VA_ARGS__)))
#define ORRERY_STEP(macro, parameter, ...) \
  macro parameter __VA_OPT__(, ORRERY_NEXT_STEP ORRERY_PARENTHESES(macro, __VA_ARGS__))
#define ORRERY_NEXT_STEP() ORRERY_STEP

#define ORRERY_DECLARED(type, name) type name
#define ORRERY_TYPE(type, name) type
#define ORRERY_NAME(type, name) name

#define ORRERY_PARAMETERS(...) ORRERY_FOR_EACH(ORRERY_DECLARED, __VA_ARGS__)
#define ORRERY_TYPES(...) ORRERY_FOR_EACH(ORRERY_TYPE, __VA_ARGS__)
#define ORRERY_ARGUMENTS(...) ORRERY_FOR_EACH(ORRERY_NAME, __VA_ARGS__)
