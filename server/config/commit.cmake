# Writes OUTPUT, a header with the commit that is built: TEFUDA_COMMIT of the environment, else git's, else none. It is
# written only when it has changed, so that a build compiles nothing without need.
set(commit "$ENV{TEFUDA_COMMIT}")
if(NOT commit)
  execute_process(COMMAND git -C ${SOURCE} rev-parse --short=12 HEAD OUTPUT_VARIABLE commit ERROR_QUIET
    OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
string(SUBSTRING "${commit}" 0 12 commit)
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#define TEFUDA_COMMIT \"${commit}\"\n")
