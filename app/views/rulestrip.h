// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <optional>

class QPushButton;

namespace app {

class ChoiceBox;
class ParameterRow;

/// What the rule strip shows.
struct RuleStripValues
{
    std::size_t keyCount = 1; ///< keys of the head: end of the scale of k
    std::size_t k = 1;
    double epsilon = 0.01;
    double sigma = 1;
    std::optional<std::size_t> rowKEps; ///< k_eps of the picked row
    std::optional<std::size_t> p99KEps; ///< of the head
    std::optional<std::size_t> maxKEps; ///< of the head
    std::optional<std::size_t> fittedRow; ///< sigma was fitted to this row; none: set by hand
};

/// Rule, and the parameters k, epsilon and sigma. Signals come from the user only.
class RuleStrip : public QWidget
{
    Q_OBJECT

public:
    explicit RuleStrip(QWidget* parent = nullptr);

    void setValues(const RuleStripValues& values); ///< never emits

    ParameterRow& k() { return *m_k; }
    ParameterRow& epsilon() { return *m_epsilon; }
    ParameterRow& sigma() { return *m_sigma; }

    QSize sizeHint() const override;

Q_SIGNALS:
    void kEdited(std::size_t k);
    void epsilonEdited(double epsilon);
    void sigmaEdited(double sigma);
    void fitRequested(); ///< fit sigma to the selection
    void scrubStarted();
    void scrubFinished();

private:
    void arrange();
    void showKReading(const RuleStripValues& values);
    void showSharedReadings(const RuleStripValues& values);

    ChoiceBox* m_rule;
    ParameterRow* m_k;
    ParameterRow* m_epsilon;
    ParameterRow* m_sigma;
    QPushButton* m_fit;
};

}
