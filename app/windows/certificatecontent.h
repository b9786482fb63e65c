// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/certificatevalues.h"

namespace app {

class Explorer;

/// What the certificate panel says about the present state.
CertificateValues certificateContent(const Explorer& explorer);

/// The same as plain text, for the clipboard.
QString certificateText(const Explorer& explorer);

}
