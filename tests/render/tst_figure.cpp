// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <vector>

#include <QFile>
#include <QFontMetricsF>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>
#include <QTransform>
#include <QXmlStreamReader>

#include "examplecurves.h"
#include "figure/figure.h"
#include "syntheticmap.h"
#include "theme/theme.h"

using namespace render;

namespace {

/// A text of an SVG file and where it is.
struct PlacedText
{
    QString text;
    QRectF box;
};

QTransform transformOf(const QString& attribute)
{
    const QStringList numbers =
        attribute.section(QLatin1Char('('), 1).section(QLatin1Char(')'), 0, 0).split(QLatin1Char(','));
    if (numbers.size() != 6)
        return {};
    return {numbers[0].toDouble(), numbers[1].toDouble(), numbers[2].toDouble(), numbers[3].toDouble(),
        numbers[4].toDouble(), numbers[5].toDouble()};
}

/// All texts of an SVG file; empty when it is no well-formed XML.
std::vector<PlacedText> textsOf(const QByteArray& svg)
{
    std::vector<PlacedText> texts;
    QXmlStreamReader xml(svg);
    QTransform transform;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        const auto attributes = xml.attributes();
        if (xml.name() == QLatin1String("g")) {
            transform = transformOf(attributes.value(QLatin1String("transform")).toString());
        } else if (xml.name() == QLatin1String("text")) {
            const QFontMetricsF metrics(
                textFont(static_cast<int>(attributes.value(QLatin1String("font-size")).toDouble())));
            const QPointF at(
                attributes.value(QLatin1String("x")).toDouble(), attributes.value(QLatin1String("y")).toDouble());
            const QString text = xml.readElementText().trimmed();
            const QRectF box(at.x(), at.y() - metrics.xHeight(), metrics.horizontalAdvance(text), metrics.xHeight());
            texts.push_back({text, transform.mapRect(box)});
        }
    }
    return xml.hasError() ? std::vector<PlacedText>{} : texts;
}

QByteArray read(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool contains(const std::vector<PlacedText>& texts, const QString& text)
{
    return std::ranges::any_of(texts, [&](const PlacedText& placed) { return placed.text == text; });
}

}

class TestFigure : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    SyntheticMap m_map{48};

    QString path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    static FigureSpec tailMass()
    {
        FigureSpec spec;
        spec.content = TailMassFigure{exampleTailMass(), exampleCrosshair()};
        return spec;
    }

    FigureSpec map() const
    {
        HeatmapFigure figure;
        figure.head = m_map.head();
        figure.provider = [this](const core::TileRequest& request) { return m_map.tile(request); };
        figure.value = [this](Cell cell) {
            return cell.key <= cell.row ? m_map.weight(cell.row, cell.key) : std::nanf("");
        };
        figure.veil = core::TopK{8};
        figure.markers.pick = Cell{20, 7};
        FigureSpec spec;
        spec.content = figure;
        spec.title = QStringLiteral("L3H3");
        return spec;
    }

    static void save(const FigureSpec& spec, const QString& path)
    {
        const auto saved = saveFigure(spec, path.toStdString());
        QVERIFY2(saved, saved ? "" : saved.error().message.c_str());
    }

private Q_SLOTS:
    void pngHasItsSizeAndIsOnWhite()
    {
        save(tailMass(), path("a.png"));
        const QImage image(path("a.png"));
        QCOMPARE(image.size(), QSize(1280, 800));
        QVERIFY(std::abs(image.dotsPerMeterX() - 2 * 96 / 0.0254) < 1);
        QCOMPARE(image.pixelColor(2, 2), QColor(Qt::white));
        FigureSpec dark = tailMass();
        dark.shade = Shade::Dark;
        dark.scale = 1;
        save(dark, path("dark.png"));
        QCOMPARE(QImage(path("dark.png")).size(), QSize(640, 400));
        QCOMPARE(QImage(path("dark.png")).pixelColor(2, 2), darkTheme().panel);
    }

    void svgHasRealText()
    {
        save(tailMass(), path("a.svg"));
        const auto texts = textsOf(read(path("a.svg")));
        for (const char* text : {"Tail mass", "row 12", "head mean", "Gaussian", "plug-in", "keys kept k", "10⁻³",
                 "0.01", "100", "1000", "k = 100", "ε = 0.01"})
            QVERIFY2(contains(texts, QString::fromUtf8(text)), text);
    }

    void textsDoNotOverlap_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("small") << QSize(200, 150);
        QTest::newRow("dock") << QSize(320, 222);
        QTest::newRow("paper") << QSize(640, 400);
        QTest::newRow("poster") << QSize(1600, 1200);
    }
    void textsDoNotOverlap()
    {
        QFETCH(QSize, size);
        FigureSpec spec = tailMass();
        std::get<TailMassFigure>(spec.content).crosshair = {};
        spec.size = size;
        save(spec, path("b.svg"));
        const auto texts = textsOf(read(path("b.svg")));
        QVERIFY(texts.size() > 6);
        for (std::size_t i = 0; i < texts.size(); ++i) {
            QVERIFY2(QRectF(QPointF(), size).contains(texts[i].box), qPrintable(texts[i].text));
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY2(!texts[i].box.intersects(texts[j].box),
                    qPrintable(texts[i].text + QStringLiteral(" on ") + texts[j].text));
        }
    }

    void svgHasNothingOutsideTheAxes()
    {
        FigureSpec spec = tailMass();
        std::get<TailMassFigure>(spec.content).data.lowest = 0.1; // most of the curves lies below
        save(spec, path("c.svg"));
        QXmlStreamReader xml(read(path("c.svg")));
        double lowest = 0;
        while (!xml.atEnd()) {
            xml.readNext();
            for (const QString& point :
                xml.attributes().value(QLatin1String("points")).toString().split(QLatin1Char(' '), Qt::SkipEmptyParts))
                lowest = std::max(lowest, point.section(QLatin1Char(','), 1).toDouble());
        }
        QVERIFY(!xml.hasError());
        QVERIFY(lowest > 300);
        QVERIFY2(lowest <= 400 - 36, qPrintable(QString::number(lowest)));
    }

    void pdfHasFonts()
    {
        save(tailMass(), path("a.pdf"));
        const QByteArray pdf = read(path("a.pdf"));
        QVERIFY(pdf.startsWith("%PDF"));
        QVERIFY(pdf.contains("/FontFile2"));
        QVERIFY(pdf.contains("/MediaBox [0 0 480") || pdf.contains("/MediaBox [0.000000 0.000000 480"));
    }

    void csvHoldsTheData()
    {
        const FigureSpec spec = tailMass();
        save(spec, path("a.csv"));
        const QList<QByteArray> lines = read(path("a.csv")).split('\n');
        QCOMPARE(lines[0].trimmed(), QByteArray("series,kind,k,tail_mass"));
        QCOMPARE(lines.size(), 1 + 7 * 1000 + 1);
        const auto& row = std::get<TailMassFigure>(spec.content).data.row;
        for (std::size_t i = 0; i < row.x.size(); ++i) {
            const QList<QByteArray> fields = lines[static_cast<qsizetype>(i) + 1].trimmed().split(',');
            QCOMPARE(fields[0], QByteArray("row"));
            QCOMPARE(fields[1], QByteArray("exact"));
            QCOMPARE(fields[2].toDouble(), row.x[i]);
            QVERIFY(fields[3].toDouble() == row.y[i]);
        }
    }

    void mapIsSavedInEveryFormat()
    {
        for (const char* name : {"m.png", "m.svg", "m.pdf", "m.csv"})
            save(map(), path(name));
        const auto texts = textsOf(read(path("m.svg")));
        for (const char* text :
            {"L3H3", "query (row)", "key (column)", "kept", "dropped", "masked", "20", "7", "probability"})
            QVERIFY2(contains(texts, QString::fromUtf8(text)), text);
        const QList<QByteArray> lines = read(path("m.csv")).split('\n');
        QCOMPARE(lines.size(), 1 + 48 * 48 + 1);
        const QList<QByteArray> fields = lines[1 + 48 * 20 + 7].trimmed().split(',');
        QCOMPARE(fields[0], QByteArray("20"));
        QCOMPARE(fields[1], QByteArray("7"));
        QCOMPARE(fields[2].toFloat(), m_map.weight(20, 7));
    }

    void mapsPixelsAreTheCells()
    {
        FigureSpec spec = map();
        auto& figure = std::get<HeatmapFigure>(spec.content);
        figure.markers = {};
        spec.title.clear();
        spec.scale = 1;
        save(spec, path("cells.png"));
        const QImage image(path("cells.png"));
        QCOMPARE(image.pixelColor(60 + 300, 6 + 100), QColor(0xe7, 0xed, 0xf6)); // above the diagonal
    }

    void errorsSayWhatAndWhy()
    {
        const auto ending = saveFigure(tailMass(), path("a.xyz").toStdString());
        QCOMPARE(ending.error().code, core::ErrorCode::Unsupported);
        QVERIFY(ending.error().advice.find(".svg") != std::string::npos);
        FigureSpec tiny = tailMass();
        tiny.size = {4, 4};
        QCOMPARE(saveFigure(tiny, path("t.png").toStdString()).error().code, core::ErrorCode::BadRequest);
        tiny.size = {100000, 400};
        QCOMPARE(saveFigure(tiny, path("t.png").toStdString()).error().code, core::ErrorCode::BadRequest);
        const auto folder = saveFigure(tailMass(), path("no/such/folder/a.png").toStdString());
        QCOMPARE(folder.error().code, core::ErrorCode::CannotWrite);
        QVERIFY(!QFile::exists(path("t.png")));
    }

    void existingFilesAreKeptWhenAskedTo()
    {
        QFile file(path("kept.svg"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("mine");
        file.close();
        const auto kept = saveFigure(tailMass(), path("kept.svg").toStdString(), core::Existing::Keep);
        QCOMPARE(kept.error().code, core::ErrorCode::CannotWrite);
        QCOMPARE(read(path("kept.svg")), QByteArray("mine"));
        save(tailMass(), path("kept.svg"));
        QVERIFY(read(path("kept.svg")).size() > 1000);
    }
};

QTEST_MAIN(TestFigure)
#include "tst_figure.moc"
