// SPDX-License-Identifier: GPL-3.0-or-later
#include "windows/startup.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include <QApplication>
#include <QCommandLineParser>
#include <QIcon>

#include "exchange/document.h"
#include "figures/plotoptions.h"
#include "session/messages.h"
#include "session/settings.h"
#include "theme/themesource.h"
#include "windows/mainwindow.h"
#include "windows/screenshot.h"

namespace app {

namespace {

constexpr int notDone = 2;

/// Qt ends the program when it finds no display; this says what that means and ends it in order.
void sayNoDisplay(QtMsgType type, const QMessageLogContext&, const QString&)
{
    if (type != QtFatalMsg)
        return;
    std::fputs("tailmass-gui: failed to open a window: there is no display. Use `tailmass` or `tailmass-gui plot`, "
               "which need none.\n",
        stderr);
    std::_Exit(notDone);
}

/// Without a display Qt warns about window sizes and the folder for sockets of the session, which do not matter there.
void dropDisplayWarnings(QtMsgType type, const QMessageLogContext& context, const QString& message)
{
    const bool sizes = message.startsWith(QLatin1String("This plugin does not support propagateSizeHints"));
    const bool folder = message.startsWith(QLatin1String("QStandardPaths: "))
        && (message.contains(QLatin1String("XDG_RUNTIME_DIR")) || message.contains(QLatin1String("runtime directory")));
    if (!sizes && !folder)
        std::fprintf(stderr, "%s\n", qFormatLogMessage(type, context, message).toUtf8().constData());
}

void addWindowOptions(QCommandLineParser& parser)
{
    parser.addOptions({
        {QStringLiteral("theme"), QStringLiteral("dark or light; default: as last time."), QStringLiteral("THEME")},
        {QStringLiteral("scope"), QStringLiteral("rows, heads, layers or dump."), QStringLiteral("SCOPE")},
        {QStringLiteral("screenshot"),
            QStringLiteral("Write a picture of the window once all is computed, and end. For documentation."),
            QStringLiteral("FILE.png")},
    });
}

int refuse(const core::Error& error)
{
    std::fprintf(stderr, "tailmass-gui: %s\n", messageOf(error).text().toUtf8().constData());
    return notDone;
}

}

Mode chooseMode(int argc, const char* const* argv)
{
    const std::string_view first = argc > 1 ? argv[1] : "";
    if (first == "plot")
        return Mode::Plot;
    const bool needsNoDisplay = std::any_of(argv, argv + argc, [](std::string_view argument) {
        return argument.starts_with("--screenshot") || argument == "--help" || argument == "-h"
            || argument == "--version" || argument == "-v";
    });
    return needsNoDisplay ? Mode::Picture : Mode::Window;
}

void preparePlatform(Mode mode)
{
    if (mode != Mode::Window && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    qInstallMessageHandler(mode == Mode::Window ? sayNoDisplay : dropDisplayWarnings);
}

void setIdentity(QApplication& application, Mode mode)
{
    if (mode == Mode::Window && QApplication::platformName() != QLatin1String("offscreen"))
        qInstallMessageHandler(nullptr);
    QApplication::setApplicationName(QStringLiteral("tailmass-gui"));
    QApplication::setApplicationDisplayName(QString());
    QApplication::setDesktopFileName(QStringLiteral("tailmass"));
    QApplication::setApplicationVersion(QString::fromStdString(std::string(core::programVersion())));
    application.setWindowIcon(QIcon::fromTheme(QStringLiteral("tailmass")));
}

QStringList plotArguments()
{
    auto arguments = QApplication::arguments();
    arguments.removeAt(1);
    return arguments;
}

int runWindow()
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QStringLiteral("Opens an attention dump and shows what sparse attention loses.\n"
                       "tailmass-gui plot KIND FILE -o X.png|svg|pdf|csv writes a figure without a display."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(QStringLiteral("FILE"), QStringLiteral("The dump to open."), QStringLiteral("[FILE]"));
    addCommonOptions(parser);
    addWindowOptions(parser);
    if (!parser.parse(QApplication::arguments()))
        return refuse({core::ErrorCode::BadRequest,
            "failed to read the command line: " + parser.errorText().toStdString(), "see --help", {}});
    if (parser.isSet(QStringLiteral("version")))
        parser.showVersion();
    if (parser.isSet(QStringLiteral("help")) || parser.isSet(QStringLiteral("help-all")))
        parser.showHelp(0);
    const auto request = readWindowRequest(parser);
    if (!request)
        return refuse(request.error());
    const bool isDark = request->dark.value_or(Settings().value(setting::dark));
    render::ThemeSource::instance().setShade(isDark ? render::Shade::Dark : render::Shade::Light);
    MainWindow window;
    if (!request->screenshot.isEmpty()) {
        const auto done = takeScreenshot(window, *request);
        return done ? 0 : refuse(done.error());
    }
    applyRequest(window, *request);
    if (!request->others.isEmpty())
        std::fprintf(stderr, "tailmass-gui: %s\n", oneDumpMessage(*request).text().toUtf8().constData());
    window.show();
    return QApplication::exec();
}

}
