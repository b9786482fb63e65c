// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStackedWidget>

#include <vector>

#include "truncation/rule.h"

class QPushButton;

namespace app {

class NumberField;
class ParameterRow;
class TextLine;

/// Kinds of rules in the order of core::Rule.
enum class RuleKind { TopK, TopP, Threshold, Window, ForcedTopK, Blocks, Mask };
inline constexpr std::size_t ruleKinds = std::variant_size_v<core::Rule>;

inline RuleKind kindOf(const core::Rule& rule)
{
    return static_cast<RuleKind>(rule.index());
}

/// A rule of this kind to begin with, for heads of so many keys. Of a mask: without a file.
core::Rule startingRule(RuleKind kind, std::size_t keyCount);

/// The numbers of the present rule: a slider for one, fields for several. Signals come from the user only.
class RuleParameters : public QStackedWidget
{
    Q_OBJECT

public:
    explicit RuleParameters(QWidget* parent = nullptr);

    void setRule(const core::Rule& rule, std::size_t rowCount, std::size_t keyCount); ///< never emits
    ParameterRow& k() { return *m_k; }
    ParameterRow& tailShare() { return *m_tailShare; } ///< 1 - P of a top-p rule
    ParameterRow& threshold() { return *m_threshold; }
    std::vector<NumberField*> fields(RuleKind kind) const;
    QPushButton& chooseMask() { return *m_chooseMask; }

Q_SIGNALS:
    void ruleEdited(const core::Rule& rule);
    void maskRequested();
    void scrubStarted();
    void scrubFinished();

private:
    QWidget* fieldPage(std::vector<NumberField*>& fields, RuleKind kind, const QStringList& names);
    QWidget* maskPage();
    void setWindow(const std::vector<NumberField*>& fields, const core::Window& window, std::size_t keyCount);
    void takeFields(RuleKind kind);

    ParameterRow* m_k;
    ParameterRow* m_tailShare;
    ParameterRow* m_threshold;
    std::vector<NumberField*> m_window; ///< recent, sinks
    std::vector<NumberField*> m_forced; ///< k, recent, sinks
    std::vector<NumberField*> m_blocks; ///< queries, keys, count
    TextLine* m_maskName;
    QPushButton* m_chooseMask;
};

}
