// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/torch.h"
#include "readers.h"
#include "torchwriter.h"

#include <QtTest>

#include <numeric>

using core::ByteOrder;
using core::Element;
using core::ErrorCode;
using support::partOf;
using support::torchFile;
using support::TorchStorage;
using support::TorchView;
using namespace support::pickle;

namespace {

const TorchStorage six{"0", "FloatStorage", Element::F32, {0, 1, 2, 3, 4, 5}};
const TorchView flat{0, {6}, {1}};

Expression sixes()
{
    return support::tensor(six, flat);
}

/// "name name", in order.
QString namesOf(const core::DumpContent& content)
{
    QStringList names;
    for (const auto& tensor : content.tensors)
        names << QString::fromStdString(tensor.name);
    return names.join(' ');
}

Expression nested(int depth)
{
    Expression inner = sixes();
    for (int i = 0; i < depth; ++i)
        inner = list({inner});
    return inner;
}

/// Lists of one list ten times, on and on: 10^levels tensors in a few bytes.
Expression doubling(int levels)
{
    Expression inner = sixes();
    for (int i = 0; i < levels; ++i) {
        Expression shared = inner + "q";
        shared += static_cast<char>(i);
        Expression items;
        for (int copy = 0; copy < 9; ++copy) {
            items += "h";
            items += static_cast<char>(i);
        }
        inner = "](" + shared + items + "e";
    }
    return inner;
}

core::Result<core::DumpContent> read(const Expression& root, const std::vector<TorchStorage>& storages = {six})
{
    return core::readTorch(partOf(torchFile(root, storages)), "lone");
}

}

class TestTorch : public QObject
{
    Q_OBJECT

private slots:
    void namesArePaths_data()
    {
        QTest::addColumn<QByteArray>("root");
        QTest::addColumn<QString>("names");
        const auto row = [](const char* name, const Expression& root, const char* names) {
            QTest::newRow(name) << QByteArray::fromStdString(root) << QString::fromUtf8(names);
        };
        const Expression t = sixes();
        row("one tensor", t, "lone");
        row("tuple", tuple({t, t}), "[0] [1]");
        row("list of tuples", list({tuple({t, t}), tuple({t, t})}), "[0][0] [0][1] [1][0] [1][1]");
        row("None keeps its number", tuple({t, none(), t, whole(3), t}), "[0] [2] [4]");
        row("dictionary", dict({{text("attentions"), tuple({t, t})}, {text("n"), whole(2)}}),
            "attentions[0] attentions[1]");
        row("dictionary of flat names", dict({{text("layers.2.q"), t}, {text("layers.2.k"), t}}),
            "layers.2.q layers.2.k");
        row("numbers as keys", dict({{text("layers"), dict({{whole(2), dict({{text("q"), t}})}})}}), "layers.2.q");
        row("ordered dictionary", orderedDict({{text("a"), t}, {text("b"), list({t})}}), "a b[0]");
        row("ordered dictionary with a state",
            orderedDict({{text("w"), t}}) + dict({{text("_metadata"), orderedDict({})}}) + "b", "w");
        row("ordered dictionary from pairs",
            call(global("collections", "OrderedDict"), tuple({list({list({text("a"), t}), list({text("b"), t})})})),
            "a b");
        row("default dictionary",
            call(global("collections", "defaultdict"), tuple({global("builtins", "list")})) + "(" + text("q")
                + list({t}) + "u",
            "q[0]");
        // Fields are arguments, items and attributes at once: each must come once.
        row("output of a model",
            call(global("transformers.modeling_outputs", "BaseModelOutput"),
                tuple({none(), none(), tuple({t, none(), t})}))
                + "(" + text("attentions") + tuple({t, none(), t}) + "u"
                + dict({{text("last_hidden_state"), none()}, {text("attentions"), tuple({t, none(), t})}}) + "b",
            "attentions[0] attentions[2]");
        row("cache of keys and values",
            dict({{text("past_key_values"),
                global("transformers.cache_utils", "DynamicCache") + ")\x81"
                    + dict({{text("_seen_tokens"), whole(3)}, {text("key_cache"), list({t, t})}}) + "b"}}),
            "past_key_values.key_cache[0] past_key_values.key_cache[1]");
        row("parameter", call(global("torch._utils", "_rebuild_parameter"), tuple({t, truth(true), orderedDict({})})),
            "lone");
        row("tensor with attributes",
            call(global("torch._tensor", "_rebuild_from_type_v2"),
                tuple({global("torch._utils", "_rebuild_tensor_v2"), global("torch", "Tensor"),
                    tuple({support::reference(six), whole(0), wholes({6}), wholes({1}), truth(false), orderedDict({})}),
                    dict({{text("note"), text("x")}})})),
            "lone");
        row("sizes and devices beside",
            dict({{text("s"), call(global("torch", "Size"), tuple({wholes({2, 3})}))},
                {text("d"), call(global("torch", "device"), tuple({text("cpu")}))},
                {text("t"), global("torch", "float16")}, {text("x"), t}}),
            "x");
        std::string path;
        for (int i = 0; i < 64; ++i)
            path += "[0]";
        row("64 deep", nested(64), path.c_str());
    }

    void namesArePaths()
    {
        QFETCH(QByteArray, root);
        QFETCH(QString, names);
        for (const bool deflated : {false, true}) {
            const auto content = core::readTorch(partOf(torchFile(root.toStdString(), {six}, {deflated})), "lone");
            QVERIFY2(content, content ? "" : content.error().message.c_str());
            QCOMPARE(namesOf(*content), names);
            for (const auto& tensor : content->tensors)
                QCOMPARE(support::valuesOf(tensor), six.values);
        }
    }

    void elementsOfEveryTypeAreRead_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<int>("element");
        QTest::newRow("float64") << "DoubleStorage" << int(Element::F64);
        QTest::newRow("float32") << "FloatStorage" << int(Element::F32);
        QTest::newRow("float16") << "HalfStorage" << int(Element::F16);
        QTest::newRow("bfloat16") << "BFloat16Storage" << int(Element::BF16);
        QTest::newRow("float8_e4m3fn") << "" << int(Element::F8E4M3);
        QTest::newRow("float8_e5m2") << "" << int(Element::F8E5M2);
        QTest::newRow("int64") << "LongStorage" << int(Element::I64);
        QTest::newRow("int32") << "IntStorage" << int(Element::I32);
        QTest::newRow("int16") << "ShortStorage" << int(Element::I16);
        QTest::newRow("int8") << "CharStorage" << int(Element::I8);
        QTest::newRow("uint64") << "" << int(Element::U64);
        QTest::newRow("uint32") << "" << int(Element::U32);
        QTest::newRow("uint16") << "" << int(Element::U16);
        QTest::newRow("uint8") << "ByteStorage" << int(Element::U8);
        QTest::newRow("bool") << "BoolStorage" << int(Element::Bool);
    }

    void elementsOfEveryTypeAreRead()
    {
        QFETCH(QString, type);
        QFETCH(int, element);
        const auto kind = static_cast<Element>(element);
        const std::vector<double> numbers =
            kind == Element::Bool ? std::vector<double>{1, 0, 1, 1, 0, 1} : std::vector<double>{0, 1, 2, 3, 4, 5};
        for (const auto order : {ByteOrder::Little, ByteOrder::Big}) {
            const TorchStorage storage{"7", type.isEmpty() ? "UntypedStorage" : type.toStdString(), kind, numbers};
            const TorchView view{1, {2, 2}, {2, 1}};
            const Expression root = type.isEmpty() ? support::untypedTensor(storage, QTest::currentDataTag(), view)
                                                   : support::tensor(storage, view);
            const auto content = core::readTorch(partOf(torchFile(root, {storage}, {false, order})), "lone");
            QVERIFY2(content, content ? "" : content.error().message.c_str());
            QVERIFY(content->tensors[0].element == kind);
            QCOMPARE(content->tensors[0].shape, (std::vector<std::uint64_t>{2, 2}));
            QCOMPARE(support::valuesOf(content->tensors[0]),
                (std::vector<double>{numbers[1], numbers[2], numbers[3], numbers[4]}));
        }
    }

    void anyViewIsReadInPlace_data()
    {
        QTest::addColumn<QList<qint64>>("shape");
        QTest::addColumn<QList<qint64>>("strides");
        QTest::addColumn<int>("offset");
        QTest::addColumn<QList<double>>("values");
        const auto row = [](const char* name, QList<qint64> shape, QList<qint64> strides, int offset,
                             QList<double> values) { QTest::newRow(name) << shape << strides << offset << values; };
        row("whole", {2, 3}, {3, 1}, 0, {0, 1, 2, 3, 4, 5});
        row("transposed", {3, 2}, {1, 3}, 0, {0, 3, 1, 4, 2, 5});
        row("every other", {3}, {2}, 1, {1, 3, 5});
        row("expanded", {3, 2}, {0, 1}, 4, {4, 5, 4, 5, 4, 5});
        row("windows that overlap", {4, 3}, {1, 1}, 0, {0, 1, 2, 1, 2, 3, 2, 3, 4, 3, 4, 5});
        row("one number", {}, {}, 3, {3});
        row("the last one, with any stride", {1, 1}, {999, std::numeric_limits<qint64>::max()}, 5, {5});
        row("nothing in it", {0, 2}, {2, 1}, 0, {});
        row("nothing behind the end", {2, 0}, {7, 7}, 6, {});
    }

    void anyViewIsReadInPlace()
    {
        QFETCH(QList<qint64>, shape);
        QFETCH(QList<qint64>, strides);
        QFETCH(int, offset);
        QFETCH(QList<double>, values);
        const TorchView view{offset, {shape.begin(), shape.end()}, {strides.begin(), strides.end()}};
        const auto part = partOf(torchFile(support::tensor(six, view), {six}));
        const auto content = core::readTorch(part, "lone");
        QVERIFY2(content, content ? "" : content.error().message.c_str());
        const auto& tensor = content->tensors[0];
        QCOMPARE(support::valuesOf(tensor), std::vector<double>(values.begin(), values.end()));
        QVERIFY(tensor.bytes == part.bytes);
        QVERIFY(tensor.data >= part.span.data() && tensor.data <= part.span.data() + part.span.size());
    }

    void storagesAreShared()
    {
        const Expression root = dict({{text("whole"), sixes()}, {text("half"), support::tensor(six, {3, {3}, {1}})}});
        const auto content = read(root);
        QVERIFY(content.has_value());
        QCOMPARE(content->tensors[1].data - content->tensors[0].data, std::ptrdiff_t(12));
        QCOMPARE(support::valuesOf(content->tensors[1]), (std::vector<double>{3, 4, 5}));
    }

    void whatIsSaidBesidesIsMetadata()
    {
        const auto content =
            read(dict({{text("attention"), sixes()}, {text("tokens"), list({text("a"), text("\xc3\xa4")})},
                {text("scale"), real(0.125)}, {text("model"), text("m")}, {text("causal"), truth(true)},
                {text("mixed"), list({none()})}, {whole(1), whole(1)}}));
        QVERIFY(content.has_value());
        QCOMPARE(content->metadata.size(), std::size_t(4));
        QCOMPARE(content->metadata.at("tokens"), std::string("[\"a\",\"\xc3\xa4\"]"));
        QCOMPARE(content->metadata.at("scale"), std::string("0.125"));
        QCOMPARE(content->metadata.at("model"), std::string("m"));
        QCOMPARE(content->metadata.at("causal"), std::string("true"));
    }

    void limitsHold()
    {
        const auto refused = [&](const Expression& root, const char* reason) {
            const auto content = read(root);
            QVERIFY(!content);
            support::verifyRefused(content.error(), int(ErrorCode::TooLarge), reason);
        };
        refused(nested(65), "nested more than 64 deep");
        refused("]q\x05h\x05" + Expression("a"), "nested more than 64 deep"); // a list that holds itself
        refused(doubling(9), "listing it takes more than");
        // A long key before many values that are no tensors.
        refused(dict({{text("x"), sixes()},
                    {text(std::string(1 << 20, 'k')), list(std::vector<Expression>(200, whole(1)))}}),
            "listing it takes more than");
        const std::string file = torchFile(sixes(), {six}, {true});
        QVERIFY(core::readTorch(partOf(file), "lone", {1000, 1000}));
        const auto inflated = core::readTorch(partOf(file), "lone", {23, 1000});
        QVERIFY(!inflated);
        QCOMPARE(int(inflated.error().code), int(ErrorCode::TooLarge));
    }

    void othersAreRefused_data()
    {
        const auto made = [](const Expression& root) { return torchFile(root, {six}); };
        const auto view = [&](const TorchView& x) { return made(support::tensor(six, x)); };
        constexpr auto most = std::numeric_limits<std::int64_t>::max();
        TorchStorage longer = six;
        longer.statedCount = 7;
        TorchStorage huge = six;
        huge.statedCount = most;
        TorchStorage complex = six;
        complex.type = "ComplexFloatStorage";
        TorchStorage other = six;
        other.type = "DoubleStorage";
        const auto rebuilt = [&](const char* function, const std::vector<Expression>& arguments) {
            return made(call(global("torch._utils", function), tuple(arguments)));
        };
        support::addBroken({
            {"code", made(call(global("os", "system"), tuple({text("ls")}))), ErrorCode::Unsupported, "'os.system'"},
            {"code where no tensor is", made(tuple({sixes(), global("builtins", "eval")})), ErrorCode::Unsupported,
                "'builtins.eval'"},
            {"numpy array", made(call(global("numpy.core.multiarray", "_reconstruct"), tuple({}))),
                ErrorCode::Unsupported, "'numpy.core.multiarray._reconstruct'"},
            {"sparse tensor", made(call(global("torch._utils", "_rebuild_sparse_tensor"), tuple({}))),
                ErrorCode::Unsupported, "'torch._utils._rebuild_sparse_tensor'"},
            {"complex numbers", torchFile(support::tensor(complex, flat), {complex}), ErrorCode::Unsupported,
                "'torch.ComplexFloatStorage'"},
            {"nothing", made(tuple({})), ErrorCode::Unsupported, "it holds no tensor"},
            {"only None", made(tuple({none(), none()})), ErrorCode::Unsupported,
                "it holds no tensor; 2 of its entries are None"},
            {"a key that is no text", made(dict({{tuple({whole(1)}), sixes()}})), ErrorCode::Unsupported,
                "a key of it is neither text"},
            {"a key that is no UTF-8", made(dict({{text("\xff"), sixes()}})), ErrorCode::Malformed, "is no UTF-8"},
            {"two of one name", made(dict({{text("a.b"), sixes()}, {text("a"), dict({{text("b"), sixes()}})}})),
                ErrorCode::Unsupported, "two of its tensors would be named 'a.b'"},
            {"storage too short", torchFile(support::tensor(longer, flat), {longer}), ErrorCode::Malformed,
                "storage '0' should have 7 elements, but 6"},
            {"storage of any size", torchFile(support::tensor(huge, flat), {huge}), ErrorCode::Malformed, "but 6"},
            {"storage missing", torchFile(sixes(), {}), ErrorCode::Malformed, "'data/0' is missing"},
            {"one storage of two types", torchFile(tuple({sixes(), support::tensor(other, flat)}), {six}),
                ErrorCode::Malformed, "contradicts another one about '0'"},
            {"reference to nothing", made(tuple({text("storage"), text("0")}) + "Q"), ErrorCode::Malformed,
                "has not the form of one"},
            {"offset", view({1, {6}, {1}}), ErrorCode::Malformed, "tensor 'lone' reaches beyond the 6 elements"},
            {"offset at the end", view({6, {1}, {1}}), ErrorCode::Malformed, "reaches beyond"},
            {"stride", view({0, {2, 3}, {4, 1}}), ErrorCode::Malformed, "reaches beyond"},
            {"overflowing stride", view({0, {3, 3}, {most, most}}), ErrorCode::Malformed, "reaches beyond"},
            {"negative stride", view({5, {6}, {-1}}), ErrorCode::Malformed, "no whole numbers"},
            {"negative shape", view({0, {-1}, {1}}), ErrorCode::Malformed, "no whole numbers"},
            {"negative offset", view({-1, {1}, {1}}), ErrorCode::Malformed, "no whole numbers"},
            {"endless expansion", view({0, {most, most}, {0, 0}}), ErrorCode::Malformed, "too large for any memory"},
            {"large expansion", view({0, {1 << 16, 1 << 16}, {0, 0}}), ErrorCode::Unsupported,
                "expanded to 4294967296 elements"},
            {"axes", view({0, std::vector<std::int64_t>(65, 1), std::vector<std::int64_t>(65, 1)}),
                ErrorCode::Malformed, "65 axes"},
            {"strides missing", view({0, {2, 3}, {1}}), ErrorCode::Malformed, "2 axes, but 1 strides"},
            {"tensor of nothing", rebuilt("_rebuild_tensor_v2", {}), ErrorCode::Malformed, "made of nothing"},
            {"tensor of too little", rebuilt("_rebuild_tensor_v2", {whole(1), whole(1)}), ErrorCode::Malformed,
                "too few properties"},
            {"tensor of a number", rebuilt("_rebuild_tensor_v2", {whole(1), whole(1), wholes({1}), wholes({1})}),
                ErrorCode::Malformed, "has no storage"},
            {"negated view",
                rebuilt("_rebuild_tensor_v2",
                    {support::reference(six), whole(0), wholes({6}), wholes({1}), truth(false), orderedDict({}),
                        dict({{text("neg"), truth(true)}})}),
                ErrorCode::Unsupported, "conjugated or negated"},
            {"untyped bytes",
                rebuilt("_rebuild_tensor_v3",
                    {support::reference(six), whole(0), wholes({6}), wholes({1}), truth(false), none(),
                        global("torch", "float64")}),
                ErrorCode::Malformed, "another element type than its storage"},
            {"parameter of a parameter",
                rebuilt("_rebuild_parameter",
                    {call(global("torch._utils", "_rebuild_parameter"), tuple({sixes()})), truth(false), none()}),
                ErrorCode::Malformed, "a parameter without a tensor"},
            {"call of a tensor that has a state", made(call(global("torch", "Tensor"), tuple({}))),
                ErrorCode::Unsupported, "it holds no tensor"},
            {"no pickle", support::zip({}), ErrorCode::Malformed, "without 'data.pkl'"},
        });
    }

    void othersAreRefused()
    {
        QFETCH(QByteArray, content);
        QFETCH(int, code);
        QFETCH(QString, reason);
        const auto dump = core::readTorch(partOf(content.toStdString()), "lone");
        QVERIFY(!dump);
        const bool inMember = dump.error().message.find("data.pkl' in 'x'") != std::string::npos;
        support::verifyRefused(
            dump.error(), code, reason, inMember ? QStringLiteral("'archive/data.pkl' in 'x'") : QStringLiteral("'x'"));
    }

    void programsAreRefused()
    {
        support::ZipMember pickle;
        pickle.name = "m/data.pkl";
        support::ZipMember constants;
        constants.name = "m/constants.pkl";
        const auto dump = core::readTorch(partOf(support::zip({pickle, constants})), "lone");
        QVERIFY(!dump);
        support::verifyRefused(dump.error(), int(ErrorCode::Unsupported), "a TorchScript program");
    }

    void oldFilesAreRead()
    {
        const TorchStorage halves{"9", "HalfStorage", Element::F16, {0.5, 0.25}};
        const auto part = partOf(support::legacyTorchFile(tuple({support::tensor(six, {0, {2, 3}, {1, 2}}, true),
                                                              none(), support::tensor(halves, {0, {2}, {1}}, true)}),
            {halves, six}));
        QVERIFY(core::startsAsLegacyTorch(part.text()));
        const auto content = core::readLegacyTorch(part, "lone");
        QVERIFY2(content, content ? "" : content.error().message.c_str());
        QCOMPARE(namesOf(*content), QStringLiteral("[0] [2]"));
        QCOMPARE(support::valuesOf(content->tensors[0]), (std::vector<double>{0, 2, 4, 1, 3, 5}));
        QCOMPARE(support::valuesOf(content->tensors[1]), halves.values);
        QVERIFY(content->tensors[0].bytes == part.bytes);
    }

    void brokenOldFilesAreRefused_data()
    {
        const std::string good = support::legacyTorchFile(support::tensor(six, flat, true), {six});
        std::string count = good;
        count[count.size() - 24 - 8] = 7;
        TorchStorage part = six;
        const Expression partOfAnother = call(global("torch._utils", "_rebuild_tensor"),
            tuple({tuple({text("storage"), global("torch", "FloatStorage"), text("0"), text("cpu"), whole(6),
                       wholes({1})})
                    + "Q",
                whole(0), wholes({6}), wholes({1})}));
        support::addBroken({
            {"more bytes", good + "x", ErrorCode::Malformed, "1 bytes follow its last storage"},
            {"wrong count", count, ErrorCode::Malformed, "should have 6 elements, but 7 are said"},
            {"no storage", support::legacyTorchFile(support::tensor(six, flat, true), {}), ErrorCode::Malformed,
                "list of storages does not fit"},
            {"the same storage twice",
                support::legacyTorchFile(
                    tuple({support::tensor(six, flat, true), support::tensor({"1"}, {0, {0}, {1}}, true)}), {six, six}),
                ErrorCode::Malformed, "list of storages does not fit"},
            {"another start", good.substr(0, 15) + "\x80\x02K\x05.", ErrorCode::Unsupported, "does not start as"},
            {"part of another storage", support::legacyTorchFile(partOfAnother, {six}), ErrorCode::Unsupported,
                "part of another one"},
        });
    }

    void brokenOldFilesAreRefused()
    {
        QFETCH(QByteArray, content);
        QFETCH(int, code);
        QFETCH(QString, reason);
        const auto dump = core::readLegacyTorch(partOf(content.toStdString()), "lone");
        QVERIFY(!dump);
        support::verifyRefused(dump.error(), code, reason);
    }

    void cutAnywhereIsRefused()
    {
        const std::string zip = torchFile(tuple({sixes(), none()}), {six});
        for (std::size_t size = 0; size < zip.size(); ++size)
            QVERIFY2(!core::readTorch(partOf(zip.substr(0, size)), "lone"), qPrintable(QString::number(size)));
        const std::string old = support::legacyTorchFile(tuple({support::tensor(six, flat, true), none()}), {six});
        for (std::size_t size = 0; size < old.size(); ++size)
            QVERIFY2(!core::readLegacyTorch(partOf(old.substr(0, size)), "lone"), qPrintable(QString::number(size)));
    }

    void anyFlippedByteIsSurvived()
    {
        const Expression root = dict({{text("a"), sixes()}, {text("b"), tuple({support::tensor(six, {1, {2}, {2}})})}});
        const std::string zip = torchFile(root, {six});
        const std::string old = support::legacyTorchFile(support::tensor(six, flat, true), {six});
        survivesFlips(zip, [](const core::FilePart& part) { return core::readTorch(part, "x", {1 << 20, 1 << 21}); });
        survivesFlips(old, [](const core::FilePart& part) { return core::readLegacyTorch(part, "x"); });
    }

private:
    template <typename Read>
    static void survivesFlips(const std::string& whole, const Read& read)
    {
        for (std::size_t at = 0; at < whole.size(); ++at) {
            for (int bit = 0; bit < 8; ++bit) {
                std::string broken = whole;
                broken[at] = static_cast<char>(broken[at] ^ (1 << bit));
                const auto content = read(partOf(broken));
                if (!content)
                    continue;
                for (const auto& tensor : content->tensors)
                    if (tensor.elementCount() < 100)
                        support::valuesOf(tensor);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestTorch)
#include "tst_torch.moc"
