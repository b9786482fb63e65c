// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QObject>
#include <QString>

#include "session/cellhistogram.h"
#include "session/filewatch.h"
#include "session/parameters.h"
#include "session/scopeanswer.h"
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
    bool isOpening() const { return m_opening.isRunning(); }
    QString path() const { return m_path; }

    const std::shared_ptr<const core::Capture>& capture() const { return m_capture; } ///< null: no dump open
    const std::vector<core::HeadInfo>& heads() const { return m_heads; }
    std::size_t place() const { return m_place; }
    const core::HeadInfo& head() const { return m_heads.at(m_place); }
    void selectHead(std::size_t place);
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
    void setK(std::size_t k); ///< clamped to 1 ... keys of the head
    /// Moves k with it, to k_eps of the scope.
    void setEpsilon(double epsilon);
    void setSigma(double sigma);
    void fitSigma();
    /// Sets k to k_eps of the scope, now or as soon as it is known.
    void setKToKEps();
    /// k_eps of the scope: of the row, or the largest of the head, layer or dump; nothing while unknown. Until it is
    /// exact it may be too large, never too small.
    struct ScopeKEps
    {
        std::size_t k = 0;
        bool exact = true;
    };
    std::optional<ScopeKEps> kEpsOfScope() const;

    /// Of the selected head; null while it is being prepared.
    const core::ResidentHead* resident() const { return m_selected.resident().get(); }
    std::shared_ptr<const core::ResidentHead> residentHead() const { return m_selected.resident(); }
    const std::shared_ptr<const core::HeadRows>& headRows() const { return m_selected.rows(); }
    const core::RowDetail* rowDetail() const { return m_selected.detail(); }
    /// Of another row of the selected head, such as its worst one; may be null.
    const core::RowDetail* rowDetailOf(core::RowIndex row) const { return m_selected.detailOf(row); }
    /// Of every row of the selected head at k; empty while it is being prepared.
    const std::vector<core::KeptRecord>& records() const { return m_records; }
    /// Of the selected head at k and epsilon.
    const std::optional<ExactNumbers>& headNumbers() const { return m_numbers; }
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
    QString activity() const; ///< "Opening x.npz", "Preparing L3H3", "Studying 12 of 40 heads"
    void stop();
    void resume();
    bool isStopped() const { return m_board.isStopped(); }

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
    void fileChanged();
    void failed(const core::Error& error);

private:
    void takeCapture(const QString& path, std::shared_ptr<const core::Capture> capture);
    void takeResident();
    void takeDetail();
    void takeStudy(std::size_t place);
    void applyParameters();
    void tick();
    void refreshNumbers();
    void linkK();
    void placeLinkedK();
    std::optional<ScopeKEps> kEpsOfParts() const;
    void pickLargest();
    std::size_t firstRow() const;
    std::vector<ScopePart> partsOf(core::Scope scope) const;

    std::unique_ptr<core::Backend> m_backend;
    core::ThreadPool m_pool;
    Jobs m_jobs; ///< ends before backend and pool do
    Latest m_opening;
    QTimer m_ticker; ///< progress is looked at while something runs
    FileWatch m_watch;
    QString m_path;
    QString m_openingPath;
    core::Hints m_hints;
    std::shared_ptr<const core::Capture> m_capture;
    std::vector<core::HeadInfo> m_heads;
    std::size_t m_place = 0;
    std::optional<Pick> m_pick;
    bool m_keyPending = false; ///< the key of the row's largest weight is picked as soon as that is known
    core::Scope m_scope = core::Scope::Rows;
    Parameters m_parameters;
    bool m_linked = false; ///< k follows k_eps as that gets known, until k is moved by hand or k_eps is exact
    SelectedHead m_selected;
    StudyBoard m_board;
    Spectra m_spectra;
    std::vector<core::KeptRecord> m_records;
    std::optional<ExactNumbers> m_numbers;
    std::optional<CellHistogram> m_histogram;
};

}
