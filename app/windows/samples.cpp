// SPDX-License-Identifier: GPL-3.0-or-later
#include "windows/samples.h"

#include <algorithm>
#include <set>

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QStringList>

#include "compute/backend.h"
#include "views/numbertext.h"
#include "windows/thumbnail.h"

namespace app {

namespace {

constexpr int thumbnailSide = 104;
constexpr std::size_t thumbnails = 3;

QString tr(const char* text)
{
    return QCoreApplication::translate("app::Samples", text);
}

QString rolesText(const core::Capture& capture)
{
    QStringList roles;
    for (const auto role : {core::TensorRole::Probabilities, core::TensorRole::Scores, core::TensorRole::Queries,
             core::TensorRole::Keys, core::TensorRole::Values}) {
        const auto& readings = capture.readings();
        const bool isThere = std::any_of(readings.begin(), readings.end(),
            [role](const core::TensorReading& reading) { return reading.role == role; });
        const auto name = core::nameOf(role);
        if (isThere)
            roles += QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
    }
    return roles.join(QStringLiteral(", "));
}

struct SampleWords
{
    const char* file;
    const char* title;
    const char* origin;
};

constexpr SampleWords sampleWords[]{
    {"moonshine_encoder.safetensors", QT_TRANSLATE_NOOP("app::Samples", "Speech, 9 seconds"),
        QT_TRANSLATE_NOOP("app::Samples", "Moonshine, a real trained model")},
    {"generated_gqa.safetensors", QT_TRANSLATE_NOOP("app::Samples", "A causal model, 512 positions"),
        QT_TRANSLATE_NOOP("app::Samples", "generated: sinks, windows, topics")},
};

}

std::vector<QString> samplePaths()
{
    const QDir program(QCoreApplication::applicationDirPath());
    for (const auto* folder : {"../share/tailmass/samples", "../resources/samples", "../../resources/samples"}) {
        const QDir samples(program.filePath(QLatin1String(folder)));
        std::vector<QString> paths;
        for (const auto& words : sampleWords)
            if (samples.exists(QLatin1String(words.file)))
                paths.push_back(QDir::cleanPath(samples.absoluteFilePath(QLatin1String(words.file))));
        if (!paths.empty())
            return paths;
    }
    return {};
}

QString contentLine(const core::Capture& capture)
{
    const auto heads = core::defaultHeads(capture);
    if (heads.empty())
        return rolesText(capture);
    std::set<std::pair<std::string, std::uint32_t>> layers;
    std::set<std::uint32_t> columns;
    std::set<std::uint32_t> keyValueHeads;
    for (const auto& head : heads) {
        layers.insert({head.id.group, head.id.layer.value});
        columns.insert(head.id.head.value);
        if (head.kvHead)
            keyValueHeads.insert(head.kvHead->value);
    }
    QString shape = (layers.size() == 1 ? tr("1 layer") : tr("%1 layers").arg(layers.size())) + QStringLiteral(" × ")
        + (columns.size() == 1 ? tr("1 head") : tr("%1 heads").arg(columns.size()));
    if (!keyValueHeads.empty())
        shape += tr(" (%1 kv)").arg(keyValueHeads.size());
    const auto& first = heads.front();
    const auto size = first.rowCount == first.keyCount
        ? tr("%1 rows").arg(countText(first.rowCount))
        : tr("%1 rows × %2 keys").arg(countText(first.rowCount), countText(first.keyCount));
    const auto element = core::nameOf(first.element);
    return QStringList{
        rolesText(capture), shape, size, QString::fromLatin1(element.data(), static_cast<qsizetype>(element.size()))}
        .join(QStringLiteral(" · "));
}

core::Result<SampleDump> describeSample(const QString& path, render::Shade shade, core::Work& work)
{
    const auto capture = core::Capture::open(path.toStdString());
    if (!capture)
        return tl::unexpected<core::Error>(capture.error());
    const QFileInfo file(path);
    SampleDump sample;
    sample.path = path;
    sample.content = contentLine(**capture);
    for (const auto& words : sampleWords) {
        if (file.fileName() != QLatin1String(words.file))
            continue;
        sample.title = tr(words.title);
        sample.origin = tr(words.origin) + QStringLiteral(" · ") + sizeText(static_cast<std::size_t>(file.size()));
    }
    const auto backend = core::makeReferenceBackend();
    const auto heads = core::defaultHeads(**capture);
    const auto step = std::max<std::size_t>(1, heads.size() / thumbnails);
    for (std::size_t i = 0; i < heads.size() && sample.thumbnails.size() < thumbnails; i += step) {
        const auto rows = (*capture)->rows(heads[i].id);
        const auto held = rows ? backend->hold(**rows, work) : tl::unexpected<core::Error>(rows.error());
        if (!held)
            return tl::unexpected<core::Error>(held.error());
        sample.thumbnails.push_back(thumbnailOf(heads[i], **held, thumbnailSide, shade, work.pool));
    }
    return sample;
}

}
