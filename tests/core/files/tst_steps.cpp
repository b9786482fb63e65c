// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <cmath>
#include <limits>

#include "encode.h"
#include "files/steps.h"
#include "readers.h"

using core::Element;
using core::Tensor;

namespace {

constexpr double none = -std::numeric_limits<double>::infinity();

using Shape = std::vector<std::uint64_t>;

/// A tensor in C order.
Tensor tensorOf(const std::string& name, const Shape& shape, const std::vector<double>& values,
    Element element = Element::F32, core::ByteOrder order = core::ByteOrder::Little)
{
    const std::string bytes = support::encode(values, element, order);
    const auto* first = reinterpret_cast<const std::byte*>(bytes.data());
    const auto kept = std::make_shared<core::OwnedBytes>(std::vector<std::byte>(first, first + bytes.size()));
    Tensor tensor{name, element, order, shape, std::vector<std::int64_t>(shape.size()), kept, kept->span().data()};
    auto stride = static_cast<std::int64_t>(core::sizeOf(element));
    for (std::size_t axis = shape.size(); axis-- > 0; stride *= static_cast<std::int64_t>(shape[axis]))
        tensor.strides[axis] = stride;
    return tensor;
}

/// Two layers of two heads: three prompt tokens, then one token a step, as with a cache.
std::vector<Tensor> generated(const std::string& list = "")
{
    std::vector<Tensor> tensors;
    for (int layer = 0; layer < 2; ++layer)
        tensors.push_back(tensorOf(list + "[0][" + std::to_string(layer) + "]", {1, 2, 2, 2},
            {1, 0, 0.25, 0.75, 1, 0, 0.5, 0.5 - layer / 8.0}));
    for (int layer = 0; layer < 2; ++layer)
        tensors.push_back(tensorOf(list + "[1][" + std::to_string(layer) + "]", {1, 2, 1, 3},
            {0.25, 0.25, 0.5, 0.125, 0.125, 0.75 - layer / 8.0}));
    for (int layer = 0; layer < 2; ++layer)
        tensors.push_back(
            tensorOf(list + "[2][" + std::to_string(layer) + "]", {1, 2, 1, 4}, {0, 0, 0, 1, 1, 0, 0, layer / 8.0}));
    return tensors;
}

std::vector<core::StepNest> stack(std::vector<Tensor>& tensors)
{
    return core::stackSteps(tensors, "'x'").value();
}

/// A bit pattern per step, as in "keys 2 3 4".
std::vector<Tensor> oneRowSteps(const Shape& queries, const Shape& keys, double first = 0.5)
{
    std::vector<Tensor> tensors;
    for (std::size_t step = 0; step < keys.size(); ++step) {
        std::vector<double> values;
        for (std::uint64_t i = 0; i < queries[step] * keys[step]; ++i)
            values.push_back(first + static_cast<double>(step) / 8);
        tensors.push_back(tensorOf("a[" + std::to_string(step) + "][0]", {1, queries[step], keys[step]}, values));
    }
    return tensors;
}

}

class TestSteps : public QObject
{
    Q_OBJECT

private slots:
    void stepsBecomeRowsByPosition()
    {
        auto tensors = generated("attentions");
        const auto nests = stack(tensors);
        QCOMPARE(nests.size(), std::size_t(1));
        QVERIFY2(nests[0].obstacle.empty(), nests[0].obstacle.c_str());
        QCOMPARE(nests[0].name, std::string("attentions"));
        QCOMPARE(nests[0].steps, std::uint64_t(3));
        QCOMPARE(nests[0].layers, std::uint64_t(2));
        QVERIFY(nests[0].growing);
        QCOMPARE(tensors.size(), std::size_t(2));
        QCOMPARE(tensors[0].name, std::string("attentions[*][0]"));
        QCOMPARE(tensors[1].name, std::string("attentions[*][1]"));
        QCOMPARE(tensors[0].shape, (Shape{1, 2, 4, 4}));
        QCOMPARE(support::valuesOf(tensors[0]),
            (std::vector<double>{1, 0, 0, 0, 0.25, 0.75, 0, 0, 0.25, 0.25, 0.5, 0, 0, 0, 0, 1, //
                1, 0, 0, 0, 0.5, 0.5, 0, 0, 0.125, 0.125, 0.75, 0, 1, 0, 0, 0}));
        QCOMPARE(support::valuesOf(tensors[1])[31], 0.125);
    }

    void scoresGetMinusInfinityWhereNoKeyIs_data()
    {
        QTest::addColumn<int>("element");
        QTest::addColumn<int>("order");
        for (const auto element : {Element::F64, Element::F32, Element::F16, Element::BF16, Element::F8E5M2})
            for (const auto order : {core::ByteOrder::Little, core::ByteOrder::Big})
                QTest::addRow("%s %d", std::string(core::nameOf(element)).c_str(), static_cast<int>(order))
                    << static_cast<int>(element) << static_cast<int>(order);
    }
    void scoresGetMinusInfinityWhereNoKeyIs()
    {
        QFETCH(int, element);
        QFETCH(int, order);
        const auto made = [&](const char* name, const Shape& shape, const std::vector<double>& values) {
            return tensorOf(name, shape, values, static_cast<Element>(element), static_cast<core::ByteOrder>(order));
        };
        std::vector<Tensor> tensors{made("[0][0]", {1, 1}, {4}), made("[1][0]", {1, 2}, {2, -3})};
        QVERIFY(stack(tensors)[0].obstacle.empty());
        QCOMPARE(support::valuesOf(tensors[0]), (std::vector<double>{4, none, 2, -3}));
    }

    void keysOfAnotherSequenceStayTheSame()
    {
        auto tensors = oneRowSteps({1, 1, 1}, {2, 2, 2});
        const auto nests = stack(tensors);
        QVERIFY(nests[0].obstacle.empty() && !nests[0].growing);
        QCOMPARE(tensors[0].shape, (Shape{1, 3, 2}));
        QCOMPARE(support::valuesOf(tensors[0]), (std::vector<double>{0.5, 0.5, 0.625, 0.625, 0.75, 0.75}));
    }

    /// A sliding window forgets the earliest key for each new one.
    void forgottenKeysLeaveTheirPlace()
    {
        auto tensors = oneRowSteps({2, 1, 1, 1}, {2, 3, 3, 3});
        QVERIFY(stack(tensors)[0].obstacle.empty());
        QCOMPARE(tensors[0].shape, (Shape{1, 5, 5}));
        QCOMPARE(support::valuesOf(tensors[0]),
            (std::vector<double>{0.5, 0.5, 0, 0, 0, 0.5, 0.5, 0, 0, 0, 0.625, 0.625, 0.625, 0, 0, //
                0, 0.75, 0.75, 0.75, 0, 0, 0, 0.875, 0.875, 0.875}));
    }

    void stridesOfAStepAreFollowed()
    {
        auto tensors = oneRowSteps({2, 1}, {2, 3});
        Tensor& step = tensors[1];
        const std::string bytes = support::encode(std::vector<double>{0.5, 9, 0.25, 9, 0.125, 9}, Element::F32);
        const auto* first = reinterpret_cast<const std::byte*>(bytes.data());
        step.bytes = std::make_shared<core::OwnedBytes>(std::vector<std::byte>(first, first + bytes.size()));
        step.data = step.bytes->span().data() + 16; // from the last backwards, every second number
        step.strides = {0, 0, -8};
        QVERIFY(stack(tensors)[0].obstacle.empty());
        const auto values = support::valuesOf(tensors[0]);
        QCOMPARE(std::vector<double>(values.begin() + 6, values.end()), (std::vector<double>{0.125, 0.25, 0.5}));
    }

    void otherTensorsStayWhereTheyAre()
    {
        auto tensors = generated("decoder_attentions");
        const auto more = generated("cross_attentions");
        tensors.insert(tensors.begin(), tensorOf("encoder_attentions[0]", {1, 1}, {1}));
        tensors.insert(tensors.end(), more.begin(), more.end());
        QCOMPARE(stack(tensors).size(), std::size_t(2));
        std::vector<std::string> names;
        for (const auto& tensor : tensors)
            names.push_back(tensor.name);
        QCOMPARE(names,
            (std::vector<std::string>{"encoder_attentions[0]", "decoder_attentions[*][0]", "decoder_attentions[*][1]",
                "cross_attentions[*][0]", "cross_attentions[*][1]"}));
    }

    void whatIsNoStepsIsLeftAlone_data()
    {
        QTest::addColumn<QString>("change");
        QTest::addColumn<QString>("obstacle");
        QTest::addRow("a step is missing") << "[1][1] gone"
                                           << "of layer 1 step 1 is missing";
        QTest::addRow("the last step is missing") << "[2][1] gone"
                                                  << "layer 1 has 2 steps with 3 queries, those before 3 with 4";
        QTest::addRow("another format") << "f16"
                                        << "of layer 1 the number format changes at '[2][1]'";
        QTest::addRow("another head count") << "heads"
                                            << "of layer 1 the axes before queries and keys change at '[2][1]'";
        QTest::addRow("keys jump") << "jump"
                                   << "of layer 1 step 2 has 6 keys after 3 and 1 new ones";
        QTest::addRow("empty") << "empty"
                               << "of layer 1 a step is empty at '[2][1]'";
        QTest::addRow("vectors") << "vector"
                                 << "of layer 1 '[2][1]' is no matrix of weights or scores";
        QTest::addRow("integers") << "int"
                                  << "of layer 1 '[2][1]' is no matrix of weights or scores";
    }
    void whatIsNoStepsIsLeftAlone()
    {
        QFETCH(QString, change);
        QFETCH(QString, obstacle);
        auto tensors = generated();
        const std::vector<double> eight(8, 0.125);
        if (change == "[1][1] gone")
            tensors.erase(tensors.begin() + 3);
        else if (change == "[2][1] gone")
            tensors.pop_back();
        else if (change == "f16")
            tensors.back() = tensorOf("[2][1]", {1, 2, 1, 4}, eight, Element::F16);
        else if (change == "heads")
            tensors.back() = tensorOf("[2][1]", {1, 1, 1, 4}, {0, 0, 0, 1});
        else if (change == "jump")
            tensors.back() = tensorOf("[2][1]", {1, 2, 1, 6}, std::vector<double>(12, 0.125));
        else if (change == "empty")
            tensors.back() = tensorOf("[2][1]", {1, 2, 0, 4}, {});
        else if (change == "vector")
            tensors.back() = tensorOf("[2][1]", {8}, eight);
        else
            tensors.back() = tensorOf("[2][1]", {1, 2, 1, 4}, eight, Element::I32);
        const auto before = tensors.size();
        const auto nests = stack(tensors);
        QCOMPARE(QString::fromStdString(nests[0].obstacle), obstacle);
        QCOMPARE(tensors.size(), before);
    }

    /// E4M3 has no infinity to stand for a key that does not exist.
    void scoresWithoutInfinityAreNotStacked()
    {
        std::vector<Tensor> tensors{
            tensorOf("[0][0]", {1, 1}, {4}, Element::F8E4M3), tensorOf("[1][0]", {1, 2}, {2, -3}, Element::F8E4M3)};
        QVERIFY(stack(tensors)[0].obstacle.find("no -inf") != std::string::npos);
        QCOMPARE(tensors.size(), std::size_t(2));
    }

    void aLoneStepIsItsLayers()
    {
        std::vector<Tensor> tensors{tensorOf("a[0][0]", {1, 1, 2}, {1, 0}), tensorOf("a[0][1]", {1, 1, 2}, {0.5, 0.5})};
        const auto nests = stack(tensors);
        QVERIFY(nests[0].obstacle.empty() && !nests[0].growing);
        QCOMPARE(nests[0].steps, std::uint64_t(1));
        QCOMPARE(tensors[1].name, std::string("a[*][1]"));
        QCOMPARE(support::valuesOf(tensors[1]), (std::vector<double>{0.5, 0.5}));
    }

    void aListOfLayersIsNoListOfSteps()
    {
        std::vector<Tensor> tensors{tensorOf("[0]", {1, 1}, {1}), tensorOf("[1]", {1, 1}, {1})};
        QVERIFY(stack(tensors).empty());
        QCOMPARE(tensors[1].name, std::string("[1]"));
    }

    void tooManyBytesAreRefused()
    {
        auto tensors = generated();
        QVERIFY(core::stackSteps(tensors, "'x'", 256).has_value()); // 2 layers x 2 heads x 4 x 4 x 4 bytes
        tensors = generated();
        const auto refused = core::stackSteps(tensors, "'x'", 255);
        QVERIFY(!refused && refused.error().code == core::ErrorCode::TooLarge);
        QCOMPARE(QString::fromStdString(refused.error().message),
            "failed to read 'x': the generation steps of '[step][layer]' take 256 bytes when they are stacked, more "
            "than 255");
    }
};

QTEST_APPLESS_MAIN(TestSteps)
#include "tst_steps.moc"
