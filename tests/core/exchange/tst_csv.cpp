// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/csv.h"
#include "exchange/flatrecord.h"

#include <QtTest>

#include <limits>
#include <sstream>

class TestCsv : public QObject
{
    Q_OBJECT

private slots:
    void followsRfc4180()
    {
        const core::Table table{{{"token", "", std::vector<std::string>{"a,b", "say \"x\"", "two\nlines"}},
            {"entropy", "nat", std::vector<double>{0.1, std::numeric_limits<double>::quiet_NaN(), 1e-7}},
            {"k", "", std::vector<std::int64_t>{1, -2, 3}}}};
        std::ostringstream out;
        core::writeCsv(out, table);
        QCOMPARE(out.str(),
            std::string("token,entropy [nat],k\r\n"
                        "\"a,b\",0.1,1\r\n"
                        "\"say \"\"x\"\"\",,-2\r\n"
                        "\"two\nlines\",1e-07,3\r\n"));
    }

    void recordsWithDifferentKeysAlign()
    {
        core::FlatRecords records;
        records.beginLine();
        records.text("name", "L0H0");
        records.beginObject("k_eps");
        records.beginObject("0.01");
        records.integer("max", 7);
        records.endObject();
        records.endObject();
        records.beginLine();
        records.text("name", "L0H1");
        records.beginLine();
        records.text("name", "L0H2");
        records.integer("kv_head", 1);
        std::ostringstream out;
        core::writeCsv(out, records.table());
        QCOMPARE(out.str(), std::string("name,k_eps_0.01_max,kv_head\r\nL0H0,7,\r\nL0H1,,\r\nL0H2,,1\r\n"));
    }
};

QTEST_GUILESS_MAIN(TestCsv)
#include "tst_csv.moc"
