// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/mappedfile.h"
#include "tempfolder.h"

#include <QtTest>

#include <chrono>
#include <filesystem>
#include <thread>
#include <vector>

#include <csignal>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr std::size_t page = 4096;

/// Written an hour ago, so that the next write has another time whatever the clock's grain.
std::filesystem::path oldFile(const support::TempFolder& folder, const std::string& bytes)
{
    const auto path = folder.write("dump.bin", bytes);
    std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
    return path;
}

std::size_t sumOf(std::span<const std::byte> bytes)
{
    std::size_t sum = 0;
    for (const auto byte : bytes)
        sum += std::to_integer<std::size_t>(byte);
    return sum;
}

/// Reads beyond the end of a mapped file that no MappedFile stands behind.
void readForeignLostPage(const std::filesystem::path& path)
{
    const auto file = fopen(path.c_str(), "rb");
    const auto* at = static_cast<const volatile char*>(mmap(nullptr, page, PROT_READ, MAP_SHARED, fileno(file), 0));
    std::filesystem::resize_file(path, 0);
    [[maybe_unused]] const char lost = at[0];
}

/// How a child process ends that does `work`: its signal, or 1000 + its exit status.
template <typename Work>
int endOfChild(Work work)
{
    const pid_t child = fork();
    if (child == 0) {
        work();
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 1000 + WEXITSTATUS(status);
}

}

class TestMappedFile : public QObject
{
    Q_OBJECT

private slots:
    void holdsTheBytes()
    {
        const support::TempFolder folder;
        const auto file = core::MappedFile::open(folder.write("x", "abc"));
        QVERIFY(file.has_value());
        QCOMPARE((*file)->span().size(), std::size_t(3));
        QCOMPARE((*file)->span()[2], std::byte{'c'});
        QVERIFY((*file)->intact());
    }

    void emptyFileIsAnEmptySpan()
    {
        const support::TempFolder folder;
        const auto file = core::MappedFile::open(folder.write("x", ""));
        QVERIFY(file.has_value());
        QVERIFY((*file)->span().empty());
        QVERIFY((*file)->intact());
    }

    void onlyRegularFilesAreOpened_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("reason");
        QTest::newRow("missing") << "missing" << int(core::ErrorCode::NotFound) << "there is no such file";
        QTest::newRow("below a file") << "file/x" << int(core::ErrorCode::NotFound) << "there is no such file";
        QTest::newRow("folder") << "folder" << int(core::ErrorCode::Unreadable) << "it is a folder";
        QTest::newRow("pipe") << "pipe" << int(core::ErrorCode::Unreadable) << "it is a pipe";
        QTest::newRow("device") << "device" << int(core::ErrorCode::Unreadable) << "it is a device";
        QTest::newRow("link to itself") << "loop" << int(core::ErrorCode::Unreadable) << "symbolic links";
    }

    void onlyRegularFilesAreOpened()
    {
        QFETCH(QString, name);
        QFETCH(int, code);
        QFETCH(QString, reason);
        const support::TempFolder folder;
        folder.write("file", "x");
        std::filesystem::create_directory(folder.path() / "folder");
        QCOMPARE(mkfifo((folder.path() / "pipe").c_str(), 0600), 0);
        std::filesystem::create_symlink("/dev/zero", folder.path() / "device");
        std::filesystem::create_symlink("loop", folder.path() / "loop");
        const auto path = folder.path() / name.toStdString();
        const auto file = core::MappedFile::open(path);
        QVERIFY(!file.has_value());
        QCOMPARE(int(file.error().code), code);
        const auto message = QString::fromStdString(file.error().message);
        QVERIFY2(message.startsWith("failed to open '" + QString::fromStdString(path.string()) + "': "),
            qPrintable(message));
        QVERIFY2(message.contains(reason), qPrintable(message));
    }

    void truncatedWhileMappedReadsZeros_data()
    {
        QTest::addColumn<int>("size");
        QTest::addColumn<int>("left");
        QTest::newRow("to nothing") << int(4 * page) << 0;
        QTest::newRow("to a page") << int(4 * page) << int(page);
        QTest::newRow("within a page") << int(4 * page) << int(page + 100);
        QTest::newRow("odd size") << int(3 * page + 17) << 5;
        QTest::newRow("last byte") << 10 << 9;
    }

    void truncatedWhileMappedReadsZeros()
    {
        QFETCH(int, size);
        QFETCH(int, left);
        const support::TempFolder folder;
        const auto path = oldFile(folder, std::string(std::size_t(size), '\1'));
        const auto file = core::MappedFile::open(path);
        QVERIFY(file.has_value());
        std::filesystem::resize_file(path, std::uintmax_t(left));
        QCOMPARE(sumOf((*file)->span()), std::size_t(left));
        QVERIFY(!(*file)->intact());
    }

    void zerosOnceReadAreNeverForgotten()
    {
        const support::TempFolder folder;
        const auto path = oldFile(folder, std::string(4 * page, '\1'));
        const auto opened = std::filesystem::last_write_time(path);
        const auto file = core::MappedFile::open(path);
        QVERIFY(file.has_value());
        std::filesystem::resize_file(path, 0);
        QCOMPARE(sumOf((*file)->span()), std::size_t(0));
        support::writeFile(path, std::string(4 * page, '\1'));
        std::filesystem::last_write_time(path, opened);
        QVERIFY(!(*file)->intact());
    }

    void writingIsNoticed()
    {
        const support::TempFolder folder;
        const auto path = oldFile(folder, "abc");
        const auto file = core::MappedFile::open(path);
        std::ofstream(path, std::ios::in) << "x";
        QVERIFY(!(*file)->intact());
        const auto again = core::MappedFile::open(path);
        QVERIFY((*again)->intact());
        std::ofstream(path, std::ios::app) << "y";
        QVERIFY(!(*again)->intact());
    }

    void replacedFileStaysAsOpened()
    {
        const support::TempFolder folder;
        const auto path = oldFile(folder, "abc");
        const auto file = core::MappedFile::open(path);
        std::filesystem::rename(folder.write("new", "xyz"), path);
        QCOMPARE((*file)->span()[0], std::byte{'a'});
        QVERIFY((*file)->intact());
    }

    void manyThreadsReadWhatIsLost()
    {
        const support::TempFolder folder;
        const auto path = oldFile(folder, std::string(64 * page, '\1'));
        const auto file = core::MappedFile::open(path);
        const auto other = core::MappedFile::open(folder.write("other", std::string(page, '\2')));
        std::filesystem::resize_file(path, 2 * page);
        std::vector<std::size_t> sums(4);
        {
            std::vector<std::jthread> threads;
            for (auto& sum : sums)
                threads.emplace_back([&sum, &file] {
                    sum = sumOf((*file)->span());
                    if ((*file)->intact())
                        sum = 0;
                });
        }
        QCOMPARE(sums, std::vector<std::size_t>(4, 2 * page));
        QCOMPARE(sumOf((*other)->span()), 2 * page);
        QVERIFY((*other)->intact());
    }

    void mappingsAreUsedAgain()
    {
        const support::TempFolder folder;
        for (int i = 0; i < 100; ++i) {
            const auto path = oldFile(folder, std::string(2 * page, '\1'));
            const auto file = core::MappedFile::open(path);
            QVERIFY((*file)->intact());
            std::filesystem::resize_file(path, page);
            QCOMPARE(sumOf((*file)->span()), page);
        }
    }

    void othersBusErrorsStillEndTheProgram()
    {
        const support::TempFolder folder;
        const auto path = folder.write("foreign", std::string(page, '\1'));
        QVERIFY(core::MappedFile::open(path).has_value());
        const int end = endOfChild([&] { readForeignLostPage(path); });
        QVERIFY2(end != 1000, "the read went through");
    }

    void signalsSentByHandAreNotTaken()
    {
        const support::TempFolder folder;
        QVERIFY(core::MappedFile::open(folder.write("x", "abc")).has_value());
        QVERIFY(endOfChild([] { raise(SIGBUS); }) != 1000);
    }
};

// Without Qt Test's own crash handler, which takes a child that crashes on purpose, and a bus error that is dealt with,
// for the end of the test.
int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    TestMappedFile test;
    return QTest::qExec(&test, application.arguments() << QStringLiteral("-nocrashhandler"));
}

#include "tst_mappedfile.moc"
