// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing but what its target parses beforehand for all tests.
