// SPDX-License-Identifier: GPL-3.0-or-later
#include "figure/figure.h"

#include <cmath>

#include <QBuffer>
#include <QImage>
#include <QPageSize>
#include <QPdfWriter>
#include <QSvgGenerator>

#include "exchange/csv.h"
#include "figure/figuredrawing.h"

namespace render {

namespace {

constexpr double pxPerInch = 96;
constexpr double pointsPerInch = 72;
constexpr int pdfPerInch = 1200;
constexpr int leastSide = 16;
constexpr int mostSide = 20000;
constexpr double mostCells = 16e6;

using Bytes = core::Result<QByteArray>;

std::string failedTo(const std::filesystem::path& path, const std::string& reason)
{
    return "failed to save figure '" + path.string() + "': " + reason;
}

QString titleOf(const FigureSpec& spec)
{
    return spec.title.isEmpty() ? QStringLiteral("Tailmass") : spec.title;
}

Bytes pngOf(const FigureSpec& spec, const std::filesystem::path& path)
{
    const QSize size = (QSizeF(spec.size) * spec.scale).toSize();
    QImage image(size, QImage::Format_RGB32);
    if (image.isNull())
        return core::failure(
            core::ErrorCode::OutOfMemory, failedTo(path, "the picture does not fit into memory"), "make it smaller");
    const int dotsPerMetre = static_cast<int>(std::lround(pxPerInch * spec.scale / 0.0254));
    image.setDotsPerMeterX(dotsPerMetre);
    image.setDotsPerMeterY(dotsPerMetre);
    drawFigure(spec, image, spec.scale);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    if (!image.save(&buffer, "PNG"))
        return core::failure(
            core::ErrorCode::OutOfMemory, failedTo(path, "the picture could not be packed"), "make it smaller");
    return buffer.data();
}

Bytes svgOf(const FigureSpec& spec)
{
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(spec.size);
    generator.setViewBox(QRect(QPoint(), spec.size));
    generator.setResolution(static_cast<int>(pxPerInch));
    generator.setTitle(titleOf(spec));
    drawFigure(spec, generator, 1);
    return buffer.data();
}

Bytes pdfOf(const FigureSpec& spec)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        const QSizeF points = QSizeF(spec.size) * (pointsPerInch / pxPerInch);
        writer.setPageSize(QPageSize(points, QPageSize::Point, QString(), QPageSize::ExactMatch));
        writer.setPageMargins({});
        writer.setResolution(pdfPerInch);
        writer.setTitle(titleOf(spec));
        writer.setCreator(QStringLiteral("Tailmass"));
        drawFigure(spec, writer, pdfPerInch / pxPerInch);
    }
    return buffer.data();
}

core::Result<void> check(const FigureSpec& spec, const std::filesystem::path& path)
{
    const QSizeF pixels = QSizeF(spec.size) * spec.scale;
    const bool usable = spec.scale > 0 && std::min(spec.size.width(), spec.size.height()) >= leastSide
        && std::max(pixels.width(), pixels.height()) <= mostSide
        && std::max(spec.size.width(), spec.size.height()) <= mostSide;
    if (usable)
        return {};
    return core::failure(core::ErrorCode::BadRequest,
        failedTo(path, "its size is " + std::to_string(spec.size.width()) + " x " + std::to_string(spec.size.height())),
        "choose sides of 16 to 20000 px");
}

core::Result<void> checkCells(const FigureSpec& spec, const std::filesystem::path& path)
{
    const auto* map = std::get_if<HeatmapFigure>(&spec.content);
    if (map == nullptr)
        return {};
    const Camera camera = clamped(map->camera.value_or(fitCamera(map->head.size)), map->head.size);
    if (camera.rows * camera.keys <= mostCells)
        return {};
    return core::failure(core::ErrorCode::TooLarge, failedTo(path, "the table would have over 16 million cells"),
        "zoom in, and save what is in view");
}

core::Result<void> saveTable(const FigureSpec& spec, const std::filesystem::path& path, core::Existing existing)
{
    if (const auto checked = checkCells(spec, path); !checked)
        return checked;
    auto file = core::AtomicFile::create(path, existing);
    if (!file)
        return tl::unexpected(file.error());
    core::writeCsv(file->stream(), tableOf(spec));
    return file->commit();
}

Bytes picture(const FigureSpec& spec, const std::filesystem::path& path, const QString& ending)
{
    if (ending == QStringLiteral(".png"))
        return pngOf(spec, path);
    return ending == QStringLiteral(".svg") ? svgOf(spec) : pdfOf(spec);
}

}

core::Result<void> saveFigure(const FigureSpec& spec, const std::filesystem::path& path, core::Existing existing)
{
    const QString ending = QString::fromStdString(path.extension().string()).toLower();
    if (ending == QStringLiteral(".csv"))
        return saveTable(spec, path, existing);
    if (ending != QStringLiteral(".png") && ending != QStringLiteral(".svg") && ending != QStringLiteral(".pdf"))
        return core::failure(core::ErrorCode::Unsupported, failedTo(path, "its ending tells no format that is known"),
            "end the name with .png, .svg, .pdf or .csv");
    if (const auto checked = check(spec, path); !checked)
        return checked;
    const Bytes bytes = picture(spec, path, ending);
    if (!bytes)
        return tl::unexpected(bytes.error());
    auto file = core::AtomicFile::create(path, existing);
    if (!file)
        return tl::unexpected(file.error());
    file->stream().write(bytes->constData(), bytes->size());
    return file->commit();
}

}
