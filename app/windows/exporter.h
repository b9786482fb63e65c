// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include "figure/figure.h"
#include "figures/plotoptions.h"
#include "jobs/latest.h"
#include "session/certificatefile.h"
#include "session/settings.h"

class QWidget;

namespace app {

class Explorer;
class MapPresenter;
class MapPage;

/// Asks where to write and writes: figures of what is on the screen, and the certificate of the present scope.
class Exporter : public QObject
{
    Q_OBJECT

public:
    struct Screen
    {
        QWidget& window;
        Explorer& explorer;
        MapPage& page;
        MapPresenter& map;
    };

    Exporter(Screen screen, Settings& settings, QObject* parent);

    void askForFigure(PlotKind kind);
    void askForCertificate();
    void writeFigure(PlotKind kind, const QString& path);
    void writeCertificate(const QString& path);

Q_SIGNALS:
    void done(const QString& text);
    void failed(const core::Error& error);

private:
    bool mayState();
    void ask(const QString& title, const QString& name, const QStringList& filters,
        std::function<void(const QString&)> write);
    render::FigureSpec figure(PlotKind kind) const;
    render::HeatmapFigure heatmap() const;
    CertificateOrder order(const QString& path) const;

    Screen m_screen;
    Settings& m_settings;
    Latest m_saving;
};

}
