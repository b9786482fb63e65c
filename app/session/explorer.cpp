// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/explorer.h"

#include <algorithm>

#include <QFileInfo>

#include "bounds/certificate.h"
#include "session/gridcurve.h"

namespace app {

namespace {
constexpr int tickMs = 100;
}

Explorer::Explorer(QObject* parent)
    : QObject(parent)
    , m_backend(core::makeReferenceBackend())
    , m_selected(m_jobs, *m_backend, m_pool)
    , m_board(m_jobs, *m_backend, m_pool)
    , m_spectra(m_jobs, m_pool)
{
    connect(&m_selected, &SelectedHead::residentChanged, this, &Explorer::takeResident);
    connect(&m_selected, &SelectedHead::detailChanged, this, &Explorer::takeDetail);
    connect(&m_selected, &SelectedHead::progressChanged, this, &Explorer::activityChanged);
    connect(&m_selected, &SelectedHead::failed, this, &Explorer::failed);
    connect(&m_board, &StudyBoard::headChanged, this, &Explorer::takeStudy);
    connect(&m_board, &StudyBoard::progressChanged, this, &Explorer::activityChanged);
    connect(&m_board, &StudyBoard::failed, this, &Explorer::failed);
    connect(&m_spectra, &Spectra::changed, this, &Explorer::spectrumChanged);
    connect(&m_spectra, &Spectra::failed, this, &Explorer::failed);
    m_ticker.setInterval(tickMs);
    connect(&m_ticker, &QTimer::timeout, this, &Explorer::tick);
    connect(this, &Explorer::activityChanged, this, [this] {
        if (progress() && !m_ticker.isActive())
            m_ticker.start();
    });
    connect(&m_watch, &FileWatch::changed, this, &Explorer::fileChanged);
}

Explorer::~Explorer()
{
    m_jobs.end();
}

void Explorer::open(const QString& path, const core::Hints& hints)
{
    m_openingPath = path;
    using Opened = std::shared_ptr<const core::Capture>;
    m_opening = m_jobs.start<Opened>(
        this, [path, hints](const core::Progress&) { return core::Capture::open(path.toStdString(), hints); },
        [this, path, hints](core::Result<Opened> capture) {
            if (capture) {
                m_hints = hints;
                takeCapture(path, std::move(*capture));
            } else {
                Q_EMIT failed(capture.error());
            }
            Q_EMIT activityChanged();
        });
    Q_EMIT activityChanged();
}

void Explorer::reload()
{
    if (!m_path.isEmpty())
        open(m_path, m_hints);
}

void Explorer::takeCapture(const QString& path, std::shared_ptr<const core::Capture> capture)
{
    m_board.clear();
    m_spectra.clear();
    m_selected.clear();
    m_path = path;
    m_watch.watch(path);
    m_capture = std::move(capture);
    m_heads = core::defaultHeads(*m_capture);
    m_pick.reset();
    m_linked = true;
    m_place = m_heads.size();
    Q_EMIT captureChanged();
    m_board.start(m_capture, m_heads);
    m_board.setParameters(m_parameters.k, m_parameters.epsilon);
    if (!m_heads.empty())
        selectHead(0);
}

void Explorer::selectHead(std::size_t place)
{
    if (place >= m_heads.size() || place == m_place)
        return;
    m_place = place;
    m_records.clear();
    m_numbers.reset();
    m_histogram.reset();
    m_board.setFirst(place);
    m_selected.select(*m_capture, head());
    m_spectra.select(head().id, m_selected.rows());
    Q_EMIT headChanged();
    const auto row = m_pick ? std::min<std::size_t>(m_pick->row.value, head().rowCount - 1) : firstRow();
    m_pick.reset();
    pickRow({static_cast<std::uint32_t>(row)});
    m_parameters.k = std::clamp<std::size_t>(m_parameters.k, 1, head().keyCount);
    applyParameters();
}

/// The last row of a causal head sees all keys; elsewhere the middle is as good as any.
std::size_t Explorer::firstRow() const
{
    return head().causal ? head().rowCount - 1 : head().rowCount / 2;
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
    if (!m_capture || pick == m_pick || pick.row.value >= head().rowCount || pick.key.value >= head().keyCount)
        return;
    const bool sameRow = m_pick && m_pick->row == pick.row && rowDetail();
    m_pick = pick;
    Q_EMIT pickChanged();
    if (!sameRow)
        m_selected.setRow(pick.row);
}

void Explorer::clearPick()
{
    if (!m_pick)
        return;
    m_pick.reset();
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

void Explorer::setK(std::size_t k)
{
    if (!m_capture)
        return;
    m_linked = false;
    m_parameters.k = std::clamp<std::size_t>(k, 1, head().keyCount);
    applyParameters();
}

void Explorer::setEpsilon(double epsilon)
{
    m_parameters.epsilon = std::clamp(epsilon, smallestEpsilon, 1.0);
    m_linked = true;
    placeLinkedK();
    applyParameters();
}

void Explorer::setSigma(double sigma)
{
    m_parameters.sigma = std::clamp(sigma, smallestSigma, largestSigma);
    m_parameters.sigmaSource = SigmaSource::SetByHand;
    Q_EMIT parametersChanged();
}

void Explorer::fitSigma()
{
    m_parameters.sigmaSource = SigmaSource::FittedToRow;
    if (const auto* detail = rowDetail(); detail && detail->record.state == core::RowState::Valid)
        m_parameters.sigma = detail->record.sigma;
    Q_EMIT parametersChanged();
}

void Explorer::setKToKEps()
{
    m_linked = true;
    linkK();
}

void Explorer::linkK()
{
    const auto before = m_parameters.k;
    placeLinkedK();
    if (m_parameters.k != before)
        applyParameters();
}

void Explorer::placeLinkedK()
{
    const auto kEps = m_linked ? kEpsOfScope() : std::nullopt;
    if (!kEps)
        return;
    m_linked = !kEps->exact;
    m_parameters.k = std::clamp<std::size_t>(kEps->k, 1, head().keyCount);
}

std::optional<Explorer::ScopeKEps> Explorer::kEpsOfScope() const
{
    if (!m_capture || m_heads.empty())
        return {};
    if (m_scope == core::Scope::Rows) {
        const auto* detail = rowDetail();
        if (!detail || detail->record.state != core::RowState::Valid)
            return {};
        return ScopeKEps{core::kEps(*detail, m_parameters.epsilon)};
    }
    if (m_scope == core::Scope::Heads && resident()) {
        const auto kEps = resident()->kEps(m_parameters.epsilon);
        return ScopeKEps{core::summariseKEps(resident()->rows(), kEps, m_parameters.epsilon).max};
    }
    return kEpsOfParts();
}

std::optional<Explorer::ScopeKEps> Explorer::kEpsOfParts() const
{
    ScopeKEps largest;
    for (const auto& part : partsOf(m_scope)) {
        if (!part.numbers)
            return {};
        // Right after epsilon has moved, the board's numbers are still those of the old one.
        const bool isPresent = part.numbers->kEps.epsilon == m_parameters.epsilon;
        const auto& reply = *part.study->reply;
        const auto kEps = isPresent
            ? part.numbers->kEps
            : core::summariseKEps(reply.rows, sufficientK(reply, m_parameters.epsilon), m_parameters.epsilon);
        largest.k = std::max<std::size_t>(largest.k, kEps.max);
        largest.exact = largest.exact && isPresent && part.numbers->kEpsExact;
    }
    return largest;
}

void Explorer::applyParameters()
{
    m_board.setParameters(m_parameters.k, m_parameters.epsilon);
    m_spectra.setK(m_parameters.k);
    refreshNumbers();
    Q_EMIT parametersChanged();
    Q_EMIT numbersChanged();
}

void Explorer::refreshNumbers()
{
    m_records.clear();
    m_numbers.reset();
    const auto* held = resident();
    if (!held)
        return;
    m_records = held->at(core::TopK{m_parameters.k});
    m_numbers =
        exactNumbers(held->rows(), m_records, held->kEps(m_parameters.epsilon), m_parameters.k, m_parameters.epsilon);
    m_board.setExact(m_place, *m_numbers);
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
    if (!m_capture || m_heads.empty())
        return {};
    if (scope == core::Scope::Rows)
        return rowDetail() && m_pick ? answerOf(head(), m_pick->row, *rowDetail(), m_parameters.k, m_parameters.epsilon)
                                     : ScopeAnswer{};
    if (scope == core::Scope::Heads && m_numbers)
        return answerOf(head(), *m_numbers, core::auditOf(resident()->rows()));
    return answerOf(partsOf(scope), m_parameters.epsilon);
}

std::optional<double> Explorer::progress() const
{
    if (isOpening())
        return 0;
    if (m_selected.isPreparing())
        return m_selected.progress();
    if (m_board.isRunning())
        return m_board.progress();
    if (m_spectra.isRunning())
        return 0;
    return {};
}

QString Explorer::activity() const
{
    if (isOpening())
        return tr("Opening %1").arg(QFileInfo(m_openingPath).fileName());
    if (!m_capture)
        return {};
    if (m_selected.isPreparing())
        return tr("Preparing %1").arg(QString::fromStdString(head().name));
    if (m_board.isRunning() && m_board.studiedCount() < m_board.headCount())
        return tr("Studying heads, %1 of %2 done").arg(m_board.studiedCount()).arg(m_board.headCount());
    if (m_board.isRunning())
        return tr("Refining numbers at this k");
    if (m_spectra.isRunning())
        return tr("Computing singular values");
    if (m_board.isStopped())
        return tr("Stopped at %1 of %2 heads").arg(m_board.studiedCount()).arg(m_board.headCount());
    return tr("analysis complete");
}

void Explorer::tick()
{
    if (!progress())
        m_ticker.stop();
    Q_EMIT activityChanged();
}

void Explorer::stop()
{
    m_opening.cancel();
    m_selected.stop();
    m_spectra.stop();
    m_board.stop();
    Q_EMIT activityChanged();
}

void Explorer::resume()
{
    if (!m_capture)
        return;
    if (!resident())
        m_selected.prepare();
    m_spectra.resume();
    m_board.resume();
    Q_EMIT activityChanged();
}

}
