// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "edits.h"
#include "generateddumps.h"

/// resources/manual/certificate.md names the keys that certificates have: all of them, and no others.
class CertificatePage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void namesEveryKey();
    void namesNoOtherKey();
    void namesEveryWord();

private:
    void add(const std::string& dump, const certified::Request& request);

    support::TempFolder m_folder;
    QSet<QString> m_written;
    QSet<QString> m_described;
    QString m_page;
};

namespace {

/// "claim.heads[].scale" for each member of the document; rows are described once for all places.
void addKeys(const QJsonValue& value, const QString& path, QSet<QString>& keys)
{
    if (!path.isEmpty() && !value.isObject())
        keys.insert(path);
    for (const QJsonValue& member : value.toArray()) {
        keys.insert(path + QStringLiteral("[]"));
        addKeys(member, path + QStringLiteral("[]"), keys);
    }
    const QJsonObject object = value.toObject();
    for (auto member = object.begin(); member != object.end(); ++member)
        addKeys(member.value(), path.isEmpty() ? member.key() : path + QLatin1Char('.') + member.key(), keys);
}

}

void CertificatePage::add(const std::string& dump, const certified::Request& request)
{
    const auto path = m_folder.write("dump.safetensors", dump);
    const QJsonObject document = edits::parsed(certified::certificate(path, request));
    QVERIFY(!document.isEmpty());
    addKeys(document, {}, m_written);
}

void CertificatePage::initTestCase()
{
    certified::Request request;
    request.hints.causal = true;
    request.hints.scale = 0.5;
    request.rows = {3, 4};
    add(generated::factors(1), request);
    request.hints.kind = core::Source::Probabilities;
    request.hints.scale.reset();
    add(generated::probabilities(3), request);
    request = {};
    request.hints.causal = true;
    request.hints.roles = "LHPD";
    add(generated::layered(4), request);
    request = {};
    request.hints.kind = core::Source::Scores;
    request.hints.causal = false;
    request.rule = "mask:" + m_folder.write("marks.npy", generated::marks(16, 5)).string();
    add(generated::scores(5), request);
    request = {};
    request.hints.causal = true;
    request.hints.scale = 0.5;
    request.sharing = core::RulePreparer::Sharing::KvGroup;
    add(generated::factors(6), request);
    request.hints = {};
    request.hints.kind = core::Source::Probabilities;
    request.hints.causal = false;
    request.hints.kvHeads = 1;
    add(generated::probabilities(7), request);
    request = {};
    request.hints.kind = core::Source::Probabilities;
    request.hints.causal = false;
    request.rule = "threshold:0.25";
    add(support::safetensors({{"layers.0.probs", core::Element::F32, {1, 4, 4}, std::vector<double>(16, 0.25)}}),
        request);

    request = {};
    request.hints.causal = true;
    request.hints.scale = 0.5;
    add(generated::factorsWithSinks(8, {{"window", "5"}, {"softcap", "20"}}), request);
    request.sharing = core::RulePreparer::Sharing::KvGroup;
    add(generated::factors(9, core::Element::F32, {{"sink_logits", "[1, 2, 3, 4]"}}), request);

    QFile file(QStringLiteral(TAILMASS_MANUAL "/certificate.md"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    m_page = QString::fromUtf8(file.readAll());
    static const QRegularExpression row(QStringLiteral("^\\| `([^`]+)` \\| (?:text|whole|number|truth|object) \\|"),
        QRegularExpression::MultilineOption);
    const QString ofOne = m_page.section(QStringLiteral("## Combined certificates"), 0, 0);
    for (auto rows = row.globalMatch(ofOne); rows.hasNext();)
        m_described.insert(rows.next().captured(1));
    QVERIFY(m_described.size() > 50);
}

void CertificatePage::namesEveryKey()
{
    for (QString key : std::as_const(m_written)) {
        if (key.startsWith(QLatin1String("decisions[].rows.")))
            key.remove(QStringLiteral("decisions[]."));
        const bool list = m_written.contains(key + QStringLiteral("[]"));
        QVERIFY2(list || m_described.contains(key), qPrintable(key));
    }
}

void CertificatePage::namesNoOtherKey()
{
    for (const QString& key : std::as_const(m_described))
        QVERIFY2(m_written.contains(key), qPrintable(key));
}

void CertificatePage::namesEveryWord()
{
    for (const char* word : {"certified", "not certified", "undecided", "stored", "rounded", "rows", "heads", "layers",
             "dump", "max", "mean", "p99", "probs", "scores", "qkv", "proven", "holds", "does not hold"})
        QVERIFY2(m_page.contains(QStringLiteral("`%1`").arg(QLatin1String(word))), word);
}

QTEST_GUILESS_MAIN(CertificatePage)
#include "tst_certificatepage.moc"
