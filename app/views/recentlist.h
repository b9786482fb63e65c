// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/card.h"
#include "views/startvalues.h"

class QVBoxLayout;

namespace app {

class LinkButton;
class TextLine;

/// Card with the recent files.
class RecentList : public Card
{
    Q_OBJECT

public:
    explicit RecentList(QWidget* parent = nullptr);

    void setDumps(const std::vector<RecentDump>& dumps);

Q_SIGNALS:
    void chosen(const QString& path);
    void missingChosen(const QString& path); ///< the file is not there: offer to locate or remove it
    void clearRequested();

private:
    QVBoxLayout* m_items;
    LinkButton* m_clear;
    TextLine* m_none;
};

}
