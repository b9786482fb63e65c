// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/plotoptions.h"

#include <array>
#include <cmath>

#include <QCoreApplication>

namespace app {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("app::PlotOptions", text);
}

tl::unexpected<core::Error> badOption(const QString& option, const QString& value, const QString& reason)
{
    return core::failure(core::ErrorCode::BadRequest,
        QStringLiteral("failed to read option '--%1 %2': %3").arg(option, value, reason).toStdString(), "see --help");
}

core::Result<PlotKind> readKind(const QString& text)
{
    static const std::array<std::pair<const char*, PlotKind>, 4> kinds{{{"heatmap", PlotKind::Heatmap},
        {"tail-mass", PlotKind::TailMass}, {"spectrum", PlotKind::Spectrum}, {"output-error", PlotKind::OutputError}}};
    for (const auto& [name, kind] : kinds)
        if (text == QLatin1String(name))
            return kind;
    return core::failure(core::ErrorCode::BadRequest,
        "failed to plot '" + text.toStdString() + "': there is no such figure",
        "known figures: heatmap, tail-mass, spectrum, output-error");
}

core::Result<std::optional<core::Source>> readSource(const QCommandLineParser& parser, const QString& option)
{
    const auto text = parser.value(option);
    if (text.isEmpty())
        return std::optional<core::Source>{};
    for (const auto source : {core::Source::Probabilities, core::Source::Scores, core::Source::Factors})
        if (text.toStdString() == core::nameOf(source))
            return std::optional(source);
    return badOption(option, text, QStringLiteral("it is probs, scores or qkv"));
}

std::optional<std::string> optionalText(const QCommandLineParser& parser, const QString& option)
{
    if (!parser.isSet(option))
        return {};
    return parser.value(option).toStdString();
}

}

void addCommonOptions(QCommandLineParser& parser)
{
    const auto option = [](const char* name, const QString& text, const char* value) {
        return QCommandLineOption(QLatin1String(name), text, QLatin1String(value));
    };
    const QString grammar = QString::fromStdString(std::string(core::ruleGrammar()));
    parser.addOptions({
        option("group", tr("Group of the head: encoder, decoder, cross or a name."), "NAME"),
        option("layer", tr("Layer, counted from 0."), "L"),
        option("head", tr("Head, counted from 0, or layer and head as in L3H5."), "H"),
        option("item", tr("Item of the batch."), "B"),
        option("source", tr("What rows come from where a layer has more than one: probs, scores or qkv."), "SOURCE"),
        option("row", tr("Row (query)."), "R"),
        option("rule", tr("What is kept: %1.").arg(grammar), "RULE"),
        option("k", tr("Short for --rule topk:K."), "K"),
        option("epsilon", tr("Tail mass that may be lost."), "E"),
        option("sigma", tr("Spread of the scores for predictions; default: the row's own."), "S"),
        option("size", tr("Size in pixels, as in 640x400."), "WxH"),
        option("kind", tr("What the tensors hold: probs, scores or qkv."), "KIND"),
        option("roles", tr("Axis letters of the main tensors, as in LBHQK."), "AXES"),
        option("causal", tr("Whether rows see earlier keys only: yes or no."), "yes|no"),
        option("scale", tr("Factor of Q.K."), "X"),
        option("q-heads", tr("Number of query heads."), "N"),
        option("kv-heads", tr("Number of key and value heads."), "N"),
        option("mask", tr("Name of the tensor that holds the mask."), "TENSOR"),
    });
}

core::Result<std::optional<double>> readNumber(
    const QCommandLineParser& parser, const QString& option, double low, double high)
{
    const auto text = parser.value(option);
    if (text.isEmpty())
        return std::optional<double>{};
    bool isNumber = false;
    const auto value = text.toDouble(&isNumber);
    if (!isNumber || !(value >= low && value <= high))
        return badOption(option, text, QStringLiteral("it is a number from %1 to %2").arg(low).arg(high));
    return std::optional(value);
}

core::Result<std::optional<std::uint32_t>> readIndex(const QCommandLineParser& parser, const QString& option)
{
    const auto text = parser.value(option);
    if (text.isEmpty())
        return std::optional<std::uint32_t>{};
    bool isNumber = false;
    const auto value = text.toUInt(&isNumber);
    if (!isNumber)
        return badOption(option, text, QStringLiteral("it is a number from 0 on"));
    return std::optional<std::uint32_t>(value);
}

core::Result<HeadChoice> readHeadChoice(const QCommandLineParser& parser)
{
    HeadChoice choice;
    choice.group = optionalText(parser, QStringLiteral("group"));
    const auto source = readSource(parser, QStringLiteral("source"));
    const auto layer = readIndex(parser, QStringLiteral("layer"));
    const auto item = readIndex(parser, QStringLiteral("item"));
    if (!source || !layer || !item)
        return tl::unexpected<core::Error>(!source ? source.error() : !layer ? layer.error() : item.error());
    choice.source = *source;
    if (*layer)
        choice.layer = core::LayerIndex{**layer};
    if (*item)
        choice.item = core::ItemIndex{**item};
    if (readShortName(parser.value(QStringLiteral("head")), choice))
        return choice;
    const auto head = readIndex(parser, QStringLiteral("head"));
    if (!head)
        return badOption(QStringLiteral("head"), parser.value(QStringLiteral("head")),
            QStringLiteral("it is a number from 0 on, or layer and head as in L3H5"));
    if (*head)
        choice.head = core::HeadIndex{**head};
    return choice;
}

core::Result<core::Hints> readHints(const QCommandLineParser& parser)
{
    core::Hints hints;
    const auto kind = readSource(parser, QStringLiteral("kind"));
    const auto scale = readNumber(parser, QStringLiteral("scale"), -1e30, 1e30);
    const auto queryHeads = readIndex(parser, QStringLiteral("q-heads"));
    const auto kvHeads = readIndex(parser, QStringLiteral("kv-heads"));
    if (!kind)
        return tl::unexpected<core::Error>(kind.error());
    if (!scale)
        return tl::unexpected<core::Error>(scale.error());
    if (!queryHeads || !kvHeads)
        return tl::unexpected<core::Error>(!queryHeads ? queryHeads.error() : kvHeads.error());
    hints.kind = *kind;
    hints.scale = *scale;
    hints.queryHeads = *queryHeads;
    hints.kvHeads = *kvHeads;
    hints.roles = optionalText(parser, QStringLiteral("roles"));
    hints.mask = optionalText(parser, QStringLiteral("mask"));
    hints.group = optionalText(parser, QStringLiteral("group"));
    if (const auto causal = parser.value(QStringLiteral("causal")); !causal.isEmpty()) {
        if (causal != QLatin1String("yes") && causal != QLatin1String("no"))
            return badOption(QStringLiteral("causal"), causal, QStringLiteral("it is yes or no"));
        hints.causal = causal == QLatin1String("yes");
    }
    return hints;
}

core::Result<std::optional<QSize>> readSize(const QCommandLineParser& parser)
{
    const auto text = parser.value(QStringLiteral("size"));
    if (text.isEmpty())
        return std::optional<QSize>{};
    const auto parts = text.split(QLatin1Char('x'));
    const QSize size(parts.value(0).toInt(), parts.value(1).toInt());
    if (parts.size() != 2 || size.width() < 16 || size.height() < 16 || size.width() > 20000 || size.height() > 20000)
        return badOption(
            QStringLiteral("size"), text, QStringLiteral("it is two numbers from 16 to 20000, as in 640x400"));
    return std::optional(size);
}

core::Result<std::optional<core::Rule>> readRule(const QCommandLineParser& parser)
{
    auto text = parser.value(QStringLiteral("rule"));
    if (parser.isSet(QStringLiteral("k")))
        text = QStringLiteral("topk:") + parser.value(QStringLiteral("k"));
    if (text.isEmpty())
        return std::optional<core::Rule>{};
    return core::parseRule(text.toStdString()).map([](const core::Rule& rule) { return std::optional(rule); });
}

namespace {

void addPlotOptions(QCommandLineParser& parser)
{
    parser.setApplicationDescription(
        tr("Writes one figure of a dump; the ending of the file decides between PNG, SVG, PDF and CSV."));
    parser.addHelpOption();
    parser.addPositionalArgument(QStringLiteral("KIND"), tr("heatmap, tail-mass, spectrum or output-error."));
    parser.addPositionalArgument(QStringLiteral("FILE"), tr("The dump."));
    addCommonOptions(parser);
    parser.addOptions({
        {{QStringLiteral("o"), QStringLiteral("output")}, tr("Where the figure goes."),
            QStringLiteral("X.png|svg|pdf|csv")},
        {QStringLiteral("dark"), tr("Draw on the dark theme instead of white paper.")},
        {QStringLiteral("force"), tr("Replace a file that exists.")},
        {QStringLiteral("quiet"), tr("Say nothing but errors, as it does anyway.")},
        {QStringLiteral("threads"), tr("Number of threads."), QStringLiteral("T")},
    });
}

/// Reads one value after the other into its place and remembers the first error.
class Reader
{
public:
    template <typename Result, typename Place>
    Reader& read(const Result& result, Place place)
    {
        if (result)
            place(*result);
        else if (!m_error)
            m_error = result.error();
        return *this;
    }
    const std::optional<core::Error>& error() const { return m_error; }

private:
    std::optional<core::Error> m_error;
};

}

core::Result<PlotOptions> readPlotOptions(const QStringList& arguments)
{
    QCommandLineParser parser;
    addPlotOptions(parser);
    if (!parser.parse(arguments))
        return core::failure(core::ErrorCode::BadRequest,
            "failed to read the command line: " + parser.errorText().toStdString(), "see --help");
    if (parser.isSet(QStringLiteral("help")))
        parser.showHelp(0);
    const auto positional = parser.positionalArguments();
    if (positional.size() != 2 || !parser.isSet(QStringLiteral("output")))
        return core::failure(core::ErrorCode::BadRequest,
            "failed to read the command line: it needs the kind of figure, a dump and -o FILE", "see --help");
    PlotOptions options;
    options.dump = positional[1].toStdString();
    options.output = parser.value(QStringLiteral("output")).toStdString();
    options.dark = parser.isSet(QStringLiteral("dark"));
    options.replace = parser.isSet(QStringLiteral("force"));
    Reader reader;
    reader.read(readKind(positional[0]), [&](PlotKind kind) { options.kind = kind; })
        .read(readHeadChoice(parser), [&](const HeadChoice& choice) { options.head = choice; })
        .read(readHints(parser), [&](const core::Hints& hints) { options.hints = hints; })
        .read(readRule(parser), [&](const auto& rule) { options.rule = rule; })
        .read(readNumber(parser, QStringLiteral("epsilon"), 1e-12, 1),
            [&](const auto& epsilon) { options.epsilon = epsilon; })
        .read(readNumber(parser, QStringLiteral("sigma"), 0, 1e6), [&](const auto& sigma) { options.sigma = sigma; })
        .read(readSize(parser), [&](const auto& size) { options.size = size; })
        .read(readIndex(parser, QStringLiteral("threads")),
            [&](const auto& threads) { options.threads = threads.value_or(0); })
        .read(readIndex(parser, QStringLiteral("row")), [&](const auto& row) {
            if (row)
                options.row = core::RowIndex{*row};
        });
    if (reader.error())
        return tl::unexpected<core::Error>(*reader.error());
    return options;
}

}
