# SPDX-License-Identifier: GPL-3.0-or-later
# The arrows between layers. A target may link only what stands in its row; every target of ours has a row.
function(arrows target)
  if(TARGET ${target})
    require_links(${target} ALLOWED ${ARGN})
  endif()
endfunction()
arrows(core tl::expected fmt::fmt nlohmann_json::nlohmann_json ZLIB::ZLIB PkgConfig::minizip Eigen3::Eigen OpenSSL::Crypto Threads::Threads)
arrows(app_cli core CLI11::CLI11)
arrows(tailmass app_cli)
arrows(render core Qt6::Core Qt6::Gui Qt6::Widgets Qt6::PrintSupport Qt6::Svg QCustomPlotQt6::QCustomPlotQt6)
arrows(app_logic core Qt6::Core Qt6::Gui)
arrows(app_figures app_logic render core Qt6::Core Qt6::Gui Qt6::Widgets)
arrows(app_ui app_logic app_figures render core Qt6::Core Qt6::Gui Qt6::Widgets Qt6::Svg)
