// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace app {

/// The table of keys, made from the table of actions. Does not block the window.
void showKeys(QWidget& window);
/// Version, licence and what the program stands on.
void showAbout(QWidget& window);

}
