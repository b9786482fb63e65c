// SPDX-License-Identifier: GPL-3.0-or-later
#include "windows/recentpresenter.h"

#include <algorithm>

#include <QFileInfo>

#include "session/explorer.h"
#include "views/rulewords.h"
#include "theme/themesource.h"
#include "views/numbertext.h"
#include "views/startpage.h"
#include "windows/samples.h"
#include "windows/thumbnail.h"

namespace app {

namespace {

constexpr int settleMs = 1000;
constexpr int thumbnailSide = 56;

RecentDump shown(const RecentFile& file)
{
    const QFileInfo info(file.path);
    RecentDump dump;
    dump.path = file.path;
    dump.name = info.fileName();
    dump.content = file.content;
    dump.last = file.subject;
    dump.thumbnail = file.thumbnail;
    dump.state = info.exists() ? RecentDump::State::Present : RecentDump::State::Missing;
    if (info.isFile())
        dump.size = sizeText(static_cast<std::size_t>(info.size()));
    for (const auto verdict : {core::Verdict::Certified, core::Verdict::NotCertified, core::Verdict::Undecided})
        if (file.verdict.toStdString() == core::nameOf(verdict))
            dump.judgement = judgementOf(verdict);
    return dump;
}

QString subjectOf(const Explorer& explorer)
{
    auto subject = QString::fromStdString(explorer.head().name);
    switch (explorer.scope()) {
    case core::Scope::Rows:
        subject += RecentPresenter::tr(", row %1").arg(explorer.pick() ? explorer.pick()->row.value : 0);
        break;
    case core::Scope::Heads:
        break;
    case core::Scope::Layers:
        subject = RecentPresenter::tr("layer %1").arg(explorer.head().id.layer.value);
        break;
    case core::Scope::Dump:
        subject = RecentPresenter::tr("all heads");
        break;
    }
    return subject + QStringLiteral(", ") + ruleWords(explorer.rule());
}

}

RecentPresenter::RecentPresenter(Explorer& explorer, RecentFiles& recent, StartPage& page, QObject* parent)
    : QObject(parent)
    , m_explorer(explorer)
    , m_recent(recent)
    , m_page(page)
    , m_refresh([this] { show(); }, this)
{
    m_settled.setSingleShot(true);
    m_settled.setInterval(settleMs);
    connect(&m_settled, &QTimer::timeout, this, &RecentPresenter::remember);
    connect(&explorer, &Explorer::numbersChanged, &m_settled, qOverload<>(&QTimer::start));
    connect(&recent, &RecentFiles::changed, &m_refresh, &Refresh::request);
    connect(&render::ThemeSource::instance(), &render::ThemeSource::themeChanged, this, &RecentPresenter::findSamples);
    findSamples();
    m_refresh.request();
}

void RecentPresenter::show()
{
    StartValues values;
    values.samples = m_samples;
    for (const auto& file : m_recent.files())
        values.recent.push_back(shown(file));
    m_page.setValues(values);
}

void RecentPresenter::remember()
{
    if (!m_explorer.capture())
        return;
    const auto& files = m_recent.files();
    const auto path = QFileInfo(m_explorer.path()).absoluteFilePath();
    const auto known =
        std::find_if(files.begin(), files.end(), [&path](const RecentFile& file) { return file.path == path; });
    if (known == files.end())
        return;
    auto file = *known;
    file.content = contentLine(*m_explorer.capture());
    if (const auto verdict = m_explorer.answer(m_explorer.scope()).verdict) {
        const auto name = core::nameOf(*verdict);
        file.verdict = QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
        file.subject = subjectOf(m_explorer);
    }
    if (const auto* held = m_explorer.resident())
        file.thumbnail = thumbnailOf(m_explorer.head(), *held, thumbnailSide, render::theme().shade, m_explorer.pool());
    m_recent.remember(file);
}

void RecentPresenter::findSamples()
{
    if (m_explorer.capture())
        return;
    using Samples = std::vector<SampleDump>;
    auto work = [shade = render::theme().shade, pool = &m_explorer.pool()](const core::Progress& progress) {
        core::Work context{*pool, progress};
        Samples samples;
        for (const auto& path : samplePaths())
            if (auto sample = describeSample(path, shade, context))
                samples.push_back(std::move(*sample));
        return core::Result<Samples>(std::move(samples));
    };
    m_sampling = m_explorer.jobs().start<Samples>(this, std::move(work), [this](core::Result<Samples> samples) {
        m_samples = std::move(*samples);
        show();
    });
}

}
