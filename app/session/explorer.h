// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QObject>
#include <QString>

#include "session/cellhistogram.h"
#include "session/opendump.h"
#include "session/parameters.h"
#include "session/ruleofhead.h"
#include "session/predictions.h"
#include "session/scopeanswer.h"
#include "session/scopekeps.h"
#include "session/selectedhead.h"
#include "session/spectra.h"
#include "session/studyboard.h"

namespace app {

/// The whole state of the window and its rules, without widgets: dump, head, row, parameters, and everything that
/// follows from them. Setters answer within the frame as far as numbers are at hand; the rest comes by signals. A place
/// is an index into heads().
class Explorer : public QObject
{
    Q_OBJECT

public:
    explicit Explorer(QObject* parent = nullptr);
    ~Explorer() override;

    /// Opens a dump beside the present one, which stays until the new one is there. On an error it stays altogether.
    void open(const QString& path, const core::Hints& hints = {});
    void reload();
    bool isOpening() const { return m_dump.isOpening(); }
    const QString& path() const { return m_dump.path(); }
    const QString& openingPath() const { return m_dump.openingPath(); }
    /// The file is no longer the one that was opened: none of the numbers may be stated any more.
    bool isOutdated() const { return m_dump.isOutdated(); }
    OpenDump& dump() { return m_dump; }
    const OpenDump& dump() const { return m_dump; }

    const std::shared_ptr<const core::Capture>& capture() const { return m_dump.capture(); } ///< null: no dump open
    const std::vector<core::HeadInfo>& heads() const { return m_heads; }
    std::size_t place() const { return m_place; }
    const core::HeadInfo& head() const { return m_heads.at(m_place); }
    void selectHead(std::size_t place);
    /// What the rows of the selected head may come from.
    std::vector<core::Source> sources() const;
    /// Takes the rows of all layers that have it from this source; head, row and parameters stay.
    void setSource(core::Source source);
    /// Selects the head and one of its rows.
    void goTo(const core::RowName& row);

    const std::optional<Pick>& pick() const { return m_pick; }
    void setPick(Pick pick);
    void clearPick();
    /// Picks the row with its largest weight.
    void pickRow(core::RowIndex row);

    core::Scope scope() const { return m_scope; }
    void setScope(core::Scope scope);

    const Parameters& parameters() const { return m_parameters; }
    void setK(std::size_t k); ///< makes the rule top-k if it was another; clamped to 1 ... keys of the head
    /// What is kept; of top-k, the k of parameters().
    const core::Rule& rule() const { return m_rule.rule(); }
    void setRule(const core::Rule& rule);
    bool isTopK() const { return std::holds_alternative<core::TopK>(rule()); }
    /// The rule ready for the selected head; absent while it is being prepared.
    const std::optional<core::PreparedRule>& preparedRule() const { return m_rule.prepared(); }
    bool isPreparingRule() const { return m_rule.isRunning(); }
    /// Under top-k it moves k with it, to k_eps of the scope.
    void setEpsilon(double epsilon);
    void setSigma(double sigma);
    void fitSigma();
    /// Makes the rule top-k with k_eps of the scope, now or as soon as it is known.
    void setKToKEps();
    /// Nothing while unknown.
    std::optional<ScopeKEps> kEpsOfScope() const;

    /// Of the selected head; null while it is being prepared.
    const core::ResidentHead* resident() const { return m_selected.resident().get(); }
    std::shared_ptr<const core::ResidentHead> residentHead() const { return m_selected.resident(); }
    const std::shared_ptr<const core::HeadRows>& headRows() const { return m_selected.rows(); }
    /// Of the picked row; null while it is computed, and without a pick.
    const core::RowDetail* rowDetail() const;
    /// The row that bounds, divergences and output error belong to.
    struct NamedRow
    {
        core::RowIndex row;
        std::shared_ptr<const core::RowDetail> detail; ///< with numbers
        core::RowTruncation truncation; ///< under the rule
    };
    /// Of scope row the picked one, of scope head the worst one; nothing for wider scopes, for rows without numbers and
    /// while it or the rule is being prepared.
    std::optional<NamedRow> namedRow();
    /// What the rule keeps of the picked row; null without numbers and while head or rule are being prepared.
    const core::RowTruncation* truncation() const { return rowDetail() && m_truncation ? &*m_truncation : nullptr; }
    /// Of every row of the selected head under the rule; empty while head or rule are being prepared.
    const std::vector<core::KeptRecord>& records() const { return m_records; }
    /// Of the selected head under the rule and epsilon.
    const std::optional<ExactNumbers>& headNumbers() const { return m_numbers; }
    /// For the selected row at k, epsilon and sigma; nothing for a row without numbers.
    std::optional<Prediction> prediction() const;
    const Predictions& predictions() const { return m_predictions; }
    const std::optional<CellHistogram>& histogram() const { return m_histogram; }
    const StudyBoard& board() const { return m_board; }
    const Spectra& spectra() const { return m_spectra; }
    ScopeAnswer answer(core::Scope scope) const;
    /// The heads that a scope is about.
    std::vector<core::HeadInfo> headsOf(core::Scope scope) const;

    Jobs& jobs() { return m_jobs; }
    core::Backend& backend() { return *m_backend; }
    core::ThreadPool& pool() { return m_pool; }

    /// Share done of what runs now; nothing when all is done.
    std::optional<double> progress() const;
    bool isPreparing() const { return m_selected.isPreparing(); }
    void stop();
    void resume();
    /// Something was stopped before it was computed.
    bool isStopped() const { return m_board.isStopped() || m_selected.isStopped() || m_spectra.isStopped(); }

Q_SIGNALS:
    void captureChanged();
    void headChanged();
    void residentChanged(); ///< also when it is gone
    void pickChanged();
    void rowDetailChanged();
    void parametersChanged();
    void numbersChanged(); ///< records, head numbers, answers of all scopes
    void scopeChanged();
    void studyChanged(std::size_t place);
    void spectrumChanged();
    void activityChanged();
    void fileChanged(); ///< now it is outdated
    void failed(const core::Error& error);

private:
    void takeCapture();
    void showHead(std::size_t place);
    void fitParametersToHead();
    void takeOutdated();
    void takeError(const core::Error& error);
    void takeResident();
    void takeDetail();
    void takeStudy(std::size_t place);
    void takeRule();
    void applyParameters();
    void refreshTruncation();
    void tick();
    void refreshNumbers();
    void linkK();
    void placeLinkedK();
    void pickLargest();
    std::size_t firstRow() const;
    std::vector<ScopePart> partsOf(core::Scope scope) const;

    std::unique_ptr<core::Backend> m_backend;
    core::ThreadPool m_pool;
    Jobs m_jobs; ///< ends before backend and pool do
    QTimer m_ticker; ///< progress is looked at while something runs
    OpenDump m_dump;
    QString m_shownPath; ///< of the dump that m_heads are of
    std::optional<core::Source> m_source; ///< as chosen; absent: each layer's default
    std::vector<core::HeadInfo> m_heads;
    std::size_t m_place = 0;
    std::optional<Pick> m_pick;
    bool m_keyPending = false; ///< the key of the row's largest weight is picked as soon as that is known
    core::Scope m_scope = core::Scope::Rows;
    Parameters m_parameters;
    bool m_linked = false; ///< k follows k_eps as that gets known, until k is moved by hand or k_eps is exact
    SelectedHead m_selected;
    RuleOfHead m_rule;
    StudyBoard m_board;
    Spectra m_spectra;
    std::optional<core::RowTruncation> m_truncation;
    std::vector<core::KeptRecord> m_records;
    std::optional<ExactNumbers> m_numbers;
    std::optional<CellHistogram> m_histogram;
    mutable Predictions m_predictions; ///< remembers what was costly
};

}
