// SPDX-License-Identifier: GPL-3.0-or-later
#include "windows/correctdialog.h"

#include <algorithm>

#include <QCheckBox>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "views/hintsform.h"

namespace app {

namespace {

constexpr int width = 460;

QString tr(const char* text)
{
    return QCoreApplication::translate("app::CorrectDialog", text);
}

bool isFactor(core::TensorRole role)
{
    return role == core::TensorRole::Queries || role == core::TensorRole::Keys || role == core::TensorRole::Values;
}

bool isRows(core::TensorRole role)
{
    return role == core::TensorRole::Probabilities || role == core::TensorRole::Scores;
}

/// The tensors that were understood, one of each shape; what else has axes enough where none was.
HintChoices choicesOf(const core::Capture& capture)
{
    HintChoices choices;
    const auto& tensors = capture.dump().tensors;
    for (const auto& reading : capture.readings()) {
        const auto& tensor = tensors[reading.tensor];
        const auto name = QString::fromStdString(tensor.name);
        if (!isFactor(reading.role) && !isRows(reading.role)) {
            choices.masks += name;
            continue;
        }
        const auto alike = [&](const MainTensor& other) {
            return other.isFactor == isFactor(reading.role) && other.shape == tensor.shape;
        };
        if (std::none_of(choices.tensors.begin(), choices.tensors.end(), alike))
            choices.tensors.push_back({name, tensor.shape, isFactor(reading.role)});
    }
    return choices;
}

}

void askForCorrection(QWidget& window, const core::Capture& capture, const QString& sidecar,
    const std::function<void(const Correction&)>& take)
{
    auto* dialog = new QDialog(&window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Correct what was understood"));
    auto* layout = new QVBoxLayout(dialog);
    auto* form = new HintsForm(choicesOf(capture), dialog);
    form->setHints(capture.hints());
    layout->addWidget(form, 1);
    auto* remember = new QCheckBox(tr("Remember in %1").arg(sidecar), dialog);
    remember->setToolTip(tr("The dump then opens so from now on, here and on the command line"));
    layout->addWidget(remember);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel | QDialogButtonBox::Apply, dialog);
    auto* reset = buttons->addButton(tr("All as inferred"), QDialogButtonBox::ResetRole);
    auto* apply = buttons->button(QDialogButtonBox::Apply);
    for (auto* button : buttons->buttons())
        button->setIcon({});
    apply->setDefault(true);
    layout->addWidget(buttons);
    QObject::connect(reset, &QPushButton::clicked, form, [form] { form->setHints({}); });
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    QObject::connect(form, &HintsForm::edited, apply, [form, apply] { apply->setEnabled(form->hints().has_value()); });
    QObject::connect(apply, &QPushButton::clicked, dialog, [=] {
        if (const auto hints = form->hints())
            take({*hints, remember->isChecked()});
        dialog->accept();
    });
    dialog->resize(width, dialog->sizeHint().height());
    dialog->open();
}

}
