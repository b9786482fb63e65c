// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <array>
#include <optional>

#include "views/ruleparameters.h"

class QPushButton;

namespace app {

class ChoiceBox;
class ParameterRow;

/// What the rule strip shows.
struct RuleStripValues
{
    core::Rule rule = core::TopK{1};
    std::size_t rowCount = 1; ///< rows of the head
    std::size_t keyCount = 1; ///< keys of the head: end of the scale of k
    double epsilon = 0.01;
    double sigma = 1;
    std::optional<std::size_t> rowKEps; ///< k_eps of the picked row
    std::optional<std::size_t> p99KEps; ///< of the head
    std::optional<std::size_t> maxKEps; ///< of the head
    std::optional<std::size_t> fittedRow; ///< sigma was fitted to this row
    QString sigmaSource = {}; ///< where sigma comes from otherwise; empty: set by hand
    bool canFitSigma = true; ///< a row with numbers is picked
};

/// Rule with its numbers, epsilon and sigma. Signals come from the user only.
class RuleStrip : public QWidget
{
    Q_OBJECT

public:
    explicit RuleStrip(QWidget* parent = nullptr);

    void setValues(const RuleStripValues& values); ///< never emits

    ChoiceBox& kinds() { return *m_kinds; }
    RuleParameters& rule() { return *m_rule; }
    ParameterRow& k();
    ParameterRow& epsilon() { return *m_epsilon; }
    ParameterRow& sigma() { return *m_sigma; }

    QSize sizeHint() const override;

Q_SIGNALS:
    void ruleEdited(const core::Rule& rule);
    void maskRequested(); ///< choose a mask file
    void epsilonEdited(double epsilon);
    void sigmaEdited(double sigma);
    void fitRequested(); ///< fit sigma to the selection
    void scrubStarted();
    void scrubFinished();

private:
    void arrange();
    void chooseKind(RuleKind kind);
    void showKReading(const RuleStripValues& values);
    void showSharedReadings(const RuleStripValues& values);

    ChoiceBox* m_kinds;
    RuleParameters* m_rule;
    ParameterRow* m_epsilon;
    ParameterRow* m_sigma;
    QPushButton* m_fit;
    RuleStripValues m_values;
    std::array<std::optional<core::Rule>, ruleKinds> m_last; ///< of each kind, to come back to
};

}
