# SPDX-License-Identifier: GPL-3.0-or-later
# Target project_options: warnings, floating-point rules and sanitizers, linked PRIVATE by every target of the project.
add_library(project_options INTERFACE)
target_compile_options(project_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough
  -ffp-contract=off -fno-fast-math)
if(TAILMASS_WERROR)
  target_compile_options(project_options INTERFACE -Werror)
endif()
if(TAILMASS_SANITIZE)
  target_compile_options(project_options INTERFACE -fsanitize=${TAILMASS_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all -g1)
  target_link_options(project_options INTERFACE -fsanitize=${TAILMASS_SANITIZE})
endif()
