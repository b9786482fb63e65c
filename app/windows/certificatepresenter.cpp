// SPDX-License-Identifier: GPL-3.0-or-later
#include "windows/certificatepresenter.h"

#include <QApplication>
#include <QClipboard>

#include "session/explorer.h"
#include "views/certificatepanel.h"
#include "windows/certificatecontent.h"

namespace app {

CertificatePresenter::CertificatePresenter(Explorer& explorer, CertificatePanel& panel, QObject* parent)
    : QObject(parent)
    , m_refresh(
          [&explorer, &panel] {
              if (explorer.capture())
                  panel.setValues(certificateContent(explorer));
          },
          this)
{
    for (const auto changed : {&Explorer::numbersChanged, &Explorer::parametersChanged, &Explorer::rowDetailChanged,
             &Explorer::scopeChanged, &Explorer::headChanged})
        connect(&explorer, changed, &m_refresh, &Refresh::request);
    connect(&panel, &CertificatePanel::scopeChosen, &explorer, &Explorer::setScope);
    connect(&panel, &CertificatePanel::copyRequested, this,
        [&explorer] { QApplication::clipboard()->setText(certificateText(explorer)); });
    connect(&panel, &CertificatePanel::copyTextRequested, this,
        [](const QString& text) { QApplication::clipboard()->setText(text); });
}

}
