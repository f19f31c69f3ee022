// How far the journal had come, in a small file beside it: so a file that is cut, older or replaced is noticed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace tefuda::server {

/// Both numbers are written after what they count is durable, and without a sync. So they are never too high, and too
/// low only after a power cut. The functions that write are thread-safe as long as each has one thread at a time. They
/// do not fail: without them damage is noticed less surely, but nothing is lost.
class Watermark {
public:
    /// Opens the file, or creates it. \param id the journal's \throws StoreFailure if it can't be opened
    Watermark(std::filesystem::path file, std::string id);
    ~Watermark();
    Watermark(Watermark const&) = delete;
    Watermark& operator=(Watermark const&) = delete;

    // What was in the file when it was opened.

    /// The file is of another journal.
    bool is_foreign() const { return foreign_; }
    /// A part of it can't be read.
    bool is_damaged() const { return damaged_; }
    /// The number of the newest batch in pending.sqlite; nothing if it is not known.
    std::optional<std::int64_t> batch() const { return batch_; }
    /// The number of the newest write to rooms.sqlite; nothing if it is not known.
    std::optional<std::int64_t> write() const { return write_; }

    void note_batch(std::int64_t number);
    void note_write(std::int64_t number);
    /// Makes both numbers durable.
    void sync();

private:
    std::optional<std::int64_t> read(int line, char const* what);
    void write_line(int line, char const* what, std::int64_t number);

    std::filesystem::path const name_;
    std::string const id_;
    int file_;
    bool foreign_ = false;
    bool damaged_ = false;
    std::optional<std::int64_t> batch_;
    std::optional<std::int64_t> write_;
};

} // namespace tefuda::server
