// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QWidget>

#include "capture/capture.h"

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;

namespace app {

/// A tensor that axis letters are about.
struct MainTensor
{
    QString name;
    std::vector<std::uint64_t> shape;
    bool isFactor = false; ///< Q, K or V: positions and dims instead of queries and keys
};

/// What can be chosen from.
struct HintChoices
{
    std::vector<MainTensor> tensors; ///< one of each shape that matters
    QStringList masks; ///< names of tensors that may say which keys exist
};

/// Fields for everything about a dump that is inferred and can be stated instead. An empty field states nothing.
class HintsForm : public QWidget
{
    Q_OBJECT

public:
    explicit HintsForm(const HintChoices& choices, QWidget* parent = nullptr);

    void setHints(const core::Hints& hints);
    /// Absent while a field holds what cannot be.
    std::optional<core::Hints> hints() const;

Q_SIGNALS:
    void edited();

private:
    QComboBox* addChoice(QFormLayout& form, const QString& name, const QStringList& words);
    QLineEdit* addField(QFormLayout& form, const QString& name, const QString& tip);
    void addAxes(QFormLayout& form);
    void describeAxes();

    HintChoices m_choices;
    QComboBox* m_kind;
    QComboBox* m_axes;
    QLabel* m_axesText;
    QComboBox* m_causal;
    QLineEdit* m_scale;
    QLineEdit* m_queryHeads;
    QLineEdit* m_kvHeads;
    QComboBox* m_mask;
    QComboBox* m_group;
};

}
