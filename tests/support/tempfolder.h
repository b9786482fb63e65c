// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include <QTemporaryDir>

namespace support {

inline void writeFile(const std::filesystem::path& path, const std::string& bytes)
{
    std::ofstream out(path, std::ios::binary | std::ios::trunc);
    out << bytes;
    if (!out.flush())
        throw std::runtime_error("cannot write " + path.string());
}

/// A folder for test files that goes away with the object.
class TempFolder
{
public:
    std::filesystem::path path() const { return m_folder.path().toStdString(); }
    /// Writes a file and returns where it is.
    std::filesystem::path write(const std::string& name, const std::string& bytes) const
    {
        const auto file = path() / name;
        writeFile(file, bytes);
        return file;
    }

private:
    QTemporaryDir m_folder;
};

}
