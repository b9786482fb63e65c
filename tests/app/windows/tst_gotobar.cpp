// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "windows/gotobar.h"

class TestGoToBar : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsWhatPeopleWrite_data();
    void readsWhatPeopleWrite();
    void refusesTheRest_data();
    void refusesTheRest();
};

void TestGoToBar::readsWhatPeopleWrite_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("layer");
    QTest::addColumn<int>("row");
    QTest::addColumn<int>("key");
    QTest::newRow("row") << "1284" << -1 << 1284 << -1;
    QTest::newRow("row and key") << "1284 1278" << -1 << 1284 << 1278;
    QTest::newRow("with comma") << "1284, 1278" << -1 << 1284 << 1278;
    QTest::newRow("head") << "L12H7" << 12 << -1 << -1;
    QTest::newRow("small letters, all three") << " l12h7 5:6 " << 12 << 5 << 6;
}

void TestGoToBar::readsWhatPeopleWrite()
{
    QFETCH(QString, text);
    QFETCH(int, layer);
    QFETCH(int, row);
    QFETCH(int, key);
    const auto number = [](const std::optional<std::uint32_t>& value) { return value ? static_cast<int>(*value) : -1; };
    const auto destination = app::readDestination(text);
    QVERIFY(destination);
    QCOMPARE(destination->head ? static_cast<int>(destination->head->layer->value) : -1, layer);
    QCOMPARE(number(destination->row), row);
    QCOMPARE(number(destination->key), key);
}

void TestGoToBar::refusesTheRest_data()
{
    QTest::addColumn<QString>("text");
    for (const auto* text : {"", "  ", "row 5", "-3", "1 2 3", "L3", "5 L3H1", "99999999999"})
        QTest::addRow("'%s'", text) << QString::fromLatin1(text);
}

void TestGoToBar::refusesTheRest()
{
    QFETCH(QString, text);
    QVERIFY(!app::readDestination(text));
}

QTEST_MAIN(TestGoToBar)
#include "tst_gotobar.moc"
