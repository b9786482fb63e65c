// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtTest>

#include <vector>

#include "files/filepart.h"
#include "files/tensor.h"

namespace support {

/// A file that lives in memory, called 'x' in messages. The bytes are copied to the heap, so that AddressSanitizer sees
/// reads beyond them.
inline core::FilePart partOf(const std::string& content)
{
    const auto* first = reinterpret_cast<const std::byte*>(content.data());
    const auto bytes = std::make_shared<core::OwnedBytes>(std::vector<std::byte>(first, first + content.size()));
    return {bytes, bytes->span(), "'x'"};
}

/// All elements in C order, found through the strides one by one.
inline std::vector<double> valuesOf(const core::Tensor& tensor)
{
    std::vector<double> values;
    std::vector<std::uint64_t> index(tensor.shape.size(), 0);
    for (std::uint64_t i = 0; i < tensor.elementCount(); ++i) {
        const std::byte* at = tensor.data;
        for (std::size_t axis = 0; axis < index.size(); ++axis)
            at += static_cast<std::int64_t>(index[axis]) * tensor.strides[axis];
        values.push_back(core::decode(at, tensor.element, tensor.order));
        for (std::size_t axis = index.size(); axis-- > 0;) {
            if (++index[axis] < tensor.shape[axis])
                break;
            index[axis] = 0;
        }
    }
    return values;
}

/// A row of a table of broken files.
struct Broken
{
    const char* name;
    std::string content;
    core::ErrorCode code;
    const char* reason; ///< part of the message
};

inline void addBroken(const std::vector<Broken>& table)
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("reason");
    for (const auto& row : table)
        QTest::newRow(row.name) << QByteArray::fromStdString(row.content) << static_cast<int>(row.code)
                                << QString::fromUtf8(row.reason);
}

/// The message names the file and the reason; the code is right.
inline void verifyRefused(
    const core::Error& error, int code, const QString& reason, const QString& label = QStringLiteral("'x'"))
{
    const auto message = QString::fromStdString(error.message);
    QVERIFY2(message.startsWith(QStringLiteral("failed to read ")), qPrintable(message));
    QVERIFY2(message.contains(label + QStringLiteral(": ")), qPrintable(message));
    QVERIFY2(message.contains(reason), qPrintable(message));
    QCOMPARE(static_cast<int>(error.code), code);
}

}
