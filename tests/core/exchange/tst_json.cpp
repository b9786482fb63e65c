// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/json.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <limits>
#include <sstream>

using core::JsonWriter;

class TestJson : public QObject
{
    Q_OBJECT

private slots:
    void writesWhatParsersRead()
    {
        std::ostringstream out;
        JsonWriter json(out);
        json.beginObject();
        json.text("name", "L3H3");
        json.number("mean", 0.1);
        json.integer("rows", 378);
        json.truth("causal", true);
        json.beginObject("inner", JsonWriter::Layout::Line);
        json.number("x", -2.5e-10);
        json.beginList("empty");
        json.endList();
        json.endObject();
        json.beginList("list", JsonWriter::Layout::Line);
        json.integer(1);
        json.number(0.5);
        json.text("two");
        json.endList();
        json.endObject();
        QJsonParseError error;
        const auto document = QJsonDocument::fromJson(QByteArray::fromStdString(out.str()), &error);
        QCOMPARE(error.error, QJsonParseError::NoError);
        const QJsonObject expected{{"name", "L3H3"}, {"mean", 0.1}, {"rows", 378}, {"causal", true},
            {"inner", QJsonObject{{"x", -2.5e-10}, {"empty", QJsonArray()}}}, {"list", QJsonArray{1, 0.5, "two"}}};
        QCOMPARE(document.object(), expected);
        QVERIFY(out.str().ends_with("}\n"));
    }

    void numbersThatAreNoneAreLeftOutWithTheirKey()
    {
        std::ostringstream out;
        JsonWriter json(out);
        json.beginObject(JsonWriter::Layout::Line);
        json.number("nan", std::numeric_limits<double>::quiet_NaN());
        json.upper("infinite", std::numeric_limits<double>::infinity());
        json.lower("minus", -std::numeric_limits<double>::infinity());
        json.number("x", 1);
        json.endObject();
        QCOMPARE(out.str(), std::string("{\"x\": 1}\n"));
    }

    void endsRoundOutward()
    {
        std::ostringstream out;
        JsonWriter json(out);
        json.beginObject(JsonWriter::Layout::Line);
        json.lower("lower", 0.1);
        json.upper("upper", 0.1);
        json.endObject();
        QCOMPARE(out.str(), std::string("{\"lower\": 0.1, \"upper\": 0.10000000000000001}\n"));
    }

    void anyBytesBecomeAValidString_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("text");
        QTest::newRow("plain") << QByteArray("layer.0") << QStringLiteral("layer.0");
        QTest::newRow("quotes") << QByteArray("a\"b\\c") << QStringLiteral("a\"b\\c");
        QTest::newRow("control") << QByteArray("a\nb\tc\x01\x7f") << QString::fromLatin1("a\nb\tc\x01\x7f");
        QTest::newRow("zero byte") << QByteArray("a\0b", 3) << QString::fromLatin1("a\0b", 3);
        QTest::newRow("accents") << QByteArray("caf\xc3\xa9 \xe2\x90\xa3 \xf0\x9f\x98\x80")
                                 << QString::fromUtf8("café ␣ 😀");
        const QChar replaced(0xfffd);
        QTest::newRow("stray byte") << QByteArray("a\xff") << QString(QLatin1String("a") + replaced);
        QTest::newRow("cut sequence") << QByteArray("\xe2\x90") << QString(2, replaced);
        QTest::newRow("overlong") << QByteArray("\xc0\xaf") << QString(2, replaced);
        QTest::newRow("overlong three") << QByteArray("\xe0\x80\xaf") << QString(3, replaced);
        QTest::newRow("surrogate") << QByteArray("\xed\xa0\x80") << QString(3, replaced);
        QTest::newRow("beyond unicode") << QByteArray("\xf4\x90\x80\x80") << QString(4, replaced);
    }

    void anyBytesBecomeAValidString()
    {
        QFETCH(QByteArray, bytes);
        const auto quoted =
            core::quotedJson(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
        QJsonParseError error;
        const auto list = QJsonDocument::fromJson("[" + QByteArray::fromStdString(quoted) + "]", &error);
        QCOMPARE(error.error, QJsonParseError::NoError);
        QTEST(list.array().at(0).toString(), "text");
    }
};

QTEST_GUILESS_MAIN(TestJson)
#include "tst_json.moc"
