// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/explorer.h"

#include <algorithm>

namespace app {

namespace {

constexpr int tickMs = 100;

/// Whatever its rows come from.
bool isSameHead(core::HeadId a, const core::HeadId& b)
{
    a.source = b.source;
    return a == b;
}

bool haveSameShape(const std::vector<core::HeadInfo>& some, const std::vector<core::HeadInfo>& others)
{
    return std::ranges::equal(some, others, [](const core::HeadInfo& a, const core::HeadInfo& b) {
        return isSameHead(a.id, b.id) && a.rowCount == b.rowCount && a.keyCount == b.keyCount;
    });
}

}

Explorer::Explorer(QObject* parent)
    : QObject(parent)
    , m_backend(core::makeReferenceBackend())
    , m_dump(m_jobs)
    , m_selected(m_jobs, *m_backend, m_pool)
    , m_rule(m_jobs, m_pool)
    , m_board(m_jobs, *m_backend, m_pool)
    , m_spectra(m_jobs, m_pool)
{
    connect(&m_selected, &SelectedHead::residentChanged, this, &Explorer::takeResident);
    connect(&m_selected, &SelectedHead::detailChanged, this, &Explorer::takeDetail);
    connect(&m_selected, &SelectedHead::otherDetailChanged, this, &Explorer::numbersChanged);
    connect(&m_selected, &SelectedHead::progressChanged, this, &Explorer::activityChanged);
    connect(&m_selected, &SelectedHead::failed, this, &Explorer::takeError);
    connect(&m_rule, &RuleOfHead::changed, this, &Explorer::takeRule);
    connect(&m_rule, &RuleOfHead::failed, this, &Explorer::takeError);
    connect(&m_board, &StudyBoard::headChanged, this, &Explorer::takeStudy);
    connect(&m_board, &StudyBoard::progressChanged, this, &Explorer::activityChanged);
    connect(&m_board, &StudyBoard::failed, this, &Explorer::takeError);
    connect(&m_spectra, &Spectra::changed, this, &Explorer::spectrumChanged);
    connect(&m_spectra, &Spectra::failed, this, &Explorer::takeError);
    connect(&m_dump, &OpenDump::opened, this, &Explorer::takeCapture);
    connect(&m_dump, &OpenDump::outdated, this, &Explorer::takeOutdated);
    connect(&m_dump, &OpenDump::ended, this, &Explorer::activityChanged);
    connect(&m_dump, &OpenDump::failed, this, &Explorer::failed);
    m_ticker.setInterval(tickMs);
    connect(&m_ticker, &QTimer::timeout, this, &Explorer::tick);
    connect(this, &Explorer::activityChanged, this, [this] {
        if (progress() && !m_ticker.isActive())
            m_ticker.start();
    });
}

Explorer::~Explorer()
{
    m_jobs.end();
}

void Explorer::open(const QString& path, const core::Hints& hints)
{
    m_dump.open(path, hints);
    Q_EMIT activityChanged();
}

void Explorer::reload()
{
    m_dump.reload();
    Q_EMIT activityChanged();
}

/// A file that is read again with the same heads is looked at where it was before.
void Explorer::takeCapture()
{
    if (path() != m_shownPath)
        m_source.reset();
    auto heads = m_source ? core::headsOf(*capture(), *m_source) : core::defaultHeads(*capture());
    const bool isSame = !heads.empty() && path() == m_shownPath && haveSameShape(m_heads, heads);
    const auto place = m_place;
    const auto pick = m_pick;
    m_shownPath = path();
    m_board.clear();
    m_spectra.clear();
    m_selected.clear();
    m_rule.clear();
    m_truncation.reset();
    m_heads = std::move(heads);
    m_pick.reset();
    m_keyPending = false;
    if (!isSame && std::holds_alternative<core::ImportedMask>(rule())) // made for the other dump
        m_rule.setRule(core::TopK{m_parameters.k});
    if (!isSame)
        m_linked = isTopK();
    m_place = m_heads.size();
    Q_EMIT captureChanged();
    m_board.start(capture(), m_heads);
    m_board.setParameters(rule(), m_parameters.epsilon);
    if (!isSame) {
        selectHead(0);
        return;
    }
    showHead(place);
    if (pick)
        setPick(*pick);
    fitParametersToHead();
}

std::vector<core::Source> Explorer::sources() const
{
    std::vector<core::Source> sources;
    for (const auto& info : capture()->heads())
        if (isSameHead(info.id, head().id))
            sources.push_back(info.id.source);
    return sources;
}

void Explorer::setSource(core::Source source)
{
    if (!capture() || source == head().id.source)
        return;
    m_source = source;
    takeCapture();
}

/// Nothing more is computed: what is read now need not belong to what was read before.
void Explorer::takeOutdated()
{
    stop();
    Q_EMIT fileChanged();
    Q_EMIT numbersChanged();
}

void Explorer::takeError(const core::Error& error)
{
    if (error.code == core::ErrorCode::FileChanged)
        m_dump.markOutdated();
    Q_EMIT failed(error);
}

void Explorer::selectHead(std::size_t place)
{
    if (place >= m_heads.size() || place == m_place)
        return;
    showHead(place);
    const auto row = m_pick ? std::min<std::size_t>(m_pick->row.value, head().rowCount - 1) : firstRow();
    m_pick.reset();
    pickRow({static_cast<std::uint32_t>(row)});
    fitParametersToHead();
}

void Explorer::showHead(std::size_t place)
{
    m_place = place;
    m_records.clear();
    m_numbers.reset();
    m_truncation.reset();
    m_histogram.reset();
    m_board.setFirst(place);
    m_selected.select(*capture(), head());
    m_rule.select(capture(), head(), m_selected.resident());
    m_spectra.select(head().id, m_selected.rows());
    Q_EMIT headChanged();
}

void Explorer::fitParametersToHead()
{
    m_parameters.k = std::clamp<std::size_t>(m_parameters.k, 1, head().keyCount);
    if (isTopK())
        m_rule.setRule(core::TopK{m_parameters.k});
    applyParameters();
}

/// The last row of a causal head sees all keys; elsewhere the middle is as good as any. A padded row shows nothing.
std::size_t Explorer::firstRow() const
{
    const std::size_t wanted = head().causal ? head().rowCount - 1 : head().rowCount / 2;
    for (std::size_t row = wanted + 1; m_selected.rows() && row-- > 0;) {
        const auto batch = m_selected.rows()->rows({row, row + 1});
        if (batch && batch->allowed.ranges.front().size() > 0)
            return row;
    }
    return wanted;
}

void Explorer::goTo(const core::RowName& row)
{
    const auto found = std::find_if(
        m_heads.begin(), m_heads.end(), [&row](const core::HeadInfo& info) { return info.id == row.head; });
    if (found == m_heads.end())
        return;
    selectHead(static_cast<std::size_t>(found - m_heads.begin()));
    pickRow({static_cast<std::uint32_t>(row.row)});
}

void Explorer::setPick(Pick pick)
{
    if (!capture() || pick == m_pick || pick.row.value >= head().rowCount || pick.key.value >= head().keyCount)
        return;
    const bool sameRow = m_pick && m_pick->row == pick.row && rowDetail();
    m_pick = pick;
    Q_EMIT pickChanged();
    if (!sameRow)
        m_selected.setRow(pick.row);
}

/// A long row takes a while: until then nothing is known of it, and what was known of the row before is not about it.
const core::RowDetail* Explorer::rowDetail() const
{
    const auto& detail = m_selected.detail();
    return detail && m_pick && detail->row == m_pick->row.value ? detail.get() : nullptr;
}

void Explorer::clearPick()
{
    if (!m_pick)
        return;
    m_pick.reset();
    m_keyPending = false;
    m_selected.clearRow();
    Q_EMIT pickChanged();
}

void Explorer::pickRow(core::RowIndex row)
{
    const bool known = m_pick && m_pick->row == row && rowDetail();
    m_keyPending = !known;
    setPick({row, m_pick ? m_pick->key : core::KeyIndex{}});
    if (known)
        pickLargest();
}

void Explorer::pickLargest()
{
    m_keyPending = false;
    if (const auto* detail = rowDetail(); detail && !detail->keys.empty())
        setPick({m_pick->row, {detail->keys.front()}});
}

void Explorer::setScope(core::Scope scope)
{
    if (scope == m_scope)
        return;
    m_scope = scope;
    Q_EMIT scopeChanged();
}

void Explorer::takeResident()
{
    m_histogram.reset();
    if (const auto* held = resident())
        m_histogram = cellHistogram(*held);
    m_rule.select(capture(), head(), m_selected.resident());
    refreshNumbers();
    Q_EMIT residentChanged();
    linkK();
    Q_EMIT numbersChanged();
}

void Explorer::takeDetail()
{
    const auto* detail = rowDetail();
    const bool usable = detail && detail->record.state == core::RowState::Valid;
    if (usable && m_parameters.sigmaSource == SigmaSource::FittedToRow) {
        m_parameters.sigma = detail->record.sigma;
        Q_EMIT parametersChanged();
    }
    refreshTruncation();
    Q_EMIT rowDetailChanged();
    if (m_keyPending)
        pickLargest();
    linkK();
    Q_EMIT numbersChanged();
}

void Explorer::takeStudy(std::size_t place)
{
    if (place == m_place && m_numbers)
        m_board.setExact(place, *m_numbers);
    Q_EMIT studyChanged(place);
    linkK();
    Q_EMIT numbersChanged();
}

std::vector<ScopePart> Explorer::partsOf(core::Scope scope) const
{
    std::vector<ScopePart> parts;
    for (std::size_t place = 0; place < m_heads.size(); ++place) {
        const auto& id = m_heads[place].id;
        const bool sameLayer = id.group == head().id.group && id.layer == head().id.layer;
        if (scope == core::Scope::Dump || (scope == core::Scope::Layers && sameLayer) || place == m_place)
            parts.push_back({&m_heads[place], m_board.numbers(place), m_board.study(place)});
    }
    return parts;
}

std::vector<core::HeadInfo> Explorer::headsOf(core::Scope scope) const
{
    std::vector<core::HeadInfo> heads;
    for (const auto& part : partsOf(scope))
        heads.push_back(*part.head);
    return heads;
}

ScopeAnswer Explorer::answer(core::Scope scope) const
{
    if (!capture() || m_heads.empty())
        return {};
    if (scope == core::Scope::Rows)
        return rowDetail() && m_pick ? answerOf(head(), *rowDetail(), truncation(), m_parameters.epsilon)
                                     : ScopeAnswer{};
    if (scope == core::Scope::Heads && m_numbers)
        return answerOf(head(), *m_numbers, core::auditOf(resident()->rows()));
    return answerOf(partsOf(scope), m_parameters.epsilon);
}

std::optional<Explorer::NamedRow> Explorer::namedRow()
{
    if (m_scope == core::Scope::Rows) {
        if (!truncation())
            return {};
        return NamedRow{m_pick->row, m_selected.detail(), *m_truncation};
    }
    if (m_scope != core::Scope::Heads || isOutdated() || !preparedRule())
        return {};
    const auto head = answer(core::Scope::Heads);
    if (!head.worst || !head.exact)
        return {};
    const core::RowIndex row{static_cast<std::uint32_t>(head.worst->row)};
    const auto detail = m_selected.detailOf(row);
    if (!detail || detail->record.state != core::RowState::Valid)
        return {};
    return NamedRow{row, detail, core::truncationOf(*detail, *preparedRule())};
}

std::optional<double> Explorer::progress() const
{
    if (isOpening())
        return 0;
    if (m_selected.isPreparing())
        return m_selected.progress();
    if (m_board.isRunning())
        return m_board.progress();
    if (m_spectra.isRunning() || isPreparingRule())
        return 0;
    return {};
}

void Explorer::tick()
{
    if (!progress())
        m_ticker.stop();
    Q_EMIT activityChanged();
}

void Explorer::stop()
{
    m_dump.stop();
    m_selected.stop();
    m_spectra.stop();
    m_board.stop();
    Q_EMIT activityChanged();
}

void Explorer::resume()
{
    if (!capture() || isOutdated())
        return;
    if (!resident())
        m_selected.prepare();
    m_spectra.resume();
    m_board.resume();
    Q_EMIT activityChanged();
}

}
