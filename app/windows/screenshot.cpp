// SPDX-License-Identifier: GPL-3.0-or-later
#include "windows/screenshot.h"

#include <array>

#include <QElapsedTimer>
#include <QEventLoop>
#include <QFileInfo>
#include <QPixmap>
#include <QTimer>

#include "windows/mainwindow.h"

namespace app {

namespace {

constexpr int settleMs = 1500; ///< longest pause between two stages of the analysis
constexpr int pollMs = 50;

void waitUntilIdle(MainWindow& window, const std::optional<core::Error>& error)
{
    QEventLoop loop;
    QElapsedTimer idle;
    idle.start();
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, &loop, [&] {
        if (window.explorer().progress())
            idle.restart();
        if (error || idle.elapsed() > settleMs)
            loop.quit();
    });
    poll.start(pollMs);
    loop.exec();
}

/// Head and row. Error: BadRequest, when the dump has no such.
core::Result<void> applyPlace(Explorer& explorer, const WindowRequest& request)
{
    const auto head = findHead(*explorer.capture(), request.head);
    if (!head)
        return tl::unexpected(head.error());
    if (request.row && request.row->value >= head->rowCount)
        return core::failure(core::ErrorCode::BadRequest,
            "failed to use option '--row': " + head->name + " has rows 0 to " + std::to_string(head->rowCount - 1),
            "give one of these");
    if (request.head.source)
        explorer.setSource(*request.head.source);
    explorer.goTo({head->id, explorer.pick() ? explorer.pick()->row.value : 0});
    if (request.row)
        explorer.pickRow(*request.row);
    return {};
}

void applyState(MainWindow& window, const WindowRequest& request)
{
    auto& explorer = window.explorer();
    if (const auto applied = applyPlace(explorer, request); !applied) {
        Q_EMIT explorer.failed(applied.error());
        return;
    }
    if (request.scope)
        explorer.setScope(*request.scope);
    if (request.epsilon)
        explorer.setEpsilon(*request.epsilon);
    if (request.rule)
        explorer.setRule(*request.rule);
    if (request.sigma)
        explorer.setSigma(*request.sigma);
}

core::Result<std::optional<bool>> readTheme(const QCommandLineParser& parser)
{
    const auto name = parser.value(QStringLiteral("theme"));
    if (!parser.isSet(QStringLiteral("theme")))
        return std::optional<bool>{};
    if (name == QLatin1String("dark") || name == QLatin1String("light"))
        return std::optional(name == QLatin1String("dark"));
    return core::failure(
        core::ErrorCode::BadRequest, "failed to read option '--theme': it is dark or light", "see --help");
}

core::Result<std::optional<core::Scope>> readScope(const QString& text)
{
    if (text.isEmpty())
        return std::optional<core::Scope>{};
    for (const auto scope : {core::Scope::Rows, core::Scope::Heads, core::Scope::Layers, core::Scope::Dump})
        if (text.toStdString() == core::nameOf(scope))
            return std::optional(scope);
    return core::failure(core::ErrorCode::BadRequest,
        "failed to read option '--scope': it is rows, heads, layers or dump", "see --help");
}

}

core::Result<WindowRequest> readWindowRequest(const QCommandLineParser& parser)
{
    WindowRequest request;
    std::optional<core::Error> error;
    const auto next = [&error](auto&& result, auto& place) {
        if (result)
            place = *result;
        else if (!error)
            error = result.error();
    };
    request.dump = parser.positionalArguments().value(0);
    request.others = parser.positionalArguments().mid(1);
    std::optional<std::uint32_t> row;
    next(readHints(parser), request.hints);
    next(readHeadChoice(parser), request.head);
    next(readIndex(parser, QStringLiteral("row")), row);
    next(readRule(parser), request.rule);
    next(readNumber(parser, QStringLiteral("epsilon"), smallestEpsilon, 1), request.epsilon);
    next(readNumber(parser, QStringLiteral("sigma"), smallestSigma, largestSigma), request.sigma);
    next(readScope(parser.value(QStringLiteral("scope"))), request.scope);
    next(readSize(parser), request.size);
    if (row)
        request.row = core::RowIndex{*row};
    next(readTheme(parser), request.dark);
    request.screenshot = parser.value(QStringLiteral("screenshot"));
    if (!request.others.isEmpty() && !request.screenshot.isEmpty())
        next(core::Result<bool>(core::failure(core::ErrorCode::BadRequest,
                 "failed to draw " + std::to_string(request.others.size() + 1) + " dumps: a picture shows one",
                 "name one dump for each call")),
            request.dark);
    if (error)
        return tl::unexpected<core::Error>(std::move(*error));
    return request;
}

Message oneDumpMessage(const WindowRequest& request)
{
    QStringList names;
    for (const auto& other : request.others)
        names += QFileInfo(other).fileName();
    return {QCoreApplication::translate("app::Message", "One window shows one dump: opened %1, not %2.")
                .arg(QFileInfo(request.dump).fileName(), names.join(QStringLiteral(", "))),
        {}, QCoreApplication::translate("app::Message", "Start the program again for each of the others.")};
}

void applyRequest(MainWindow& window, const WindowRequest& request)
{
    if (request.size)
        window.resize(*request.size);
    if (request.dump.isEmpty())
        return;
    QObject::connect(
        &window.explorer(), &Explorer::captureChanged, &window, [&window, request, applied = false]() mutable {
            if (std::exchange(applied, true))
                return;
            if (!request.others.isEmpty())
                window.say(oneDumpMessage(request));
            QTimer::singleShot(0, &window, [&window, request] { applyState(window, request); });
        });
    window.open(request.dump, request.hints);
}

core::Result<void> takeScreenshot(MainWindow& window, const WindowRequest& request)
{
    std::optional<core::Error> error;
    QObject::connect(
        &window.explorer(), &Explorer::failed, &window, [&error](const core::Error& failure) { error = failure; });
    applyRequest(window, request);
    window.show();
    waitUntilIdle(window, error);
    if (error)
        return tl::unexpected<core::Error>(std::move(*error));
    if (auto* focus = window.focusWidget())
        focus->clearFocus();
    if (!window.grab().save(request.screenshot))
        return core::failure(core::ErrorCode::CannotWrite,
            "failed to write '" + request.screenshot.toStdString() + "': the picture could not be saved",
            "check that the folder exists and can be written to");
    return {};
}

}
