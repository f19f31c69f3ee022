// A file of records that are durable one after the other. It is begun again in place: each record's digest is made with
// the key that it was written under, so that what is left of older ones counts no more.
#pragma once

#include "rules/core/seeded_chance.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tefuda::server {

/// A record takes whole blocks of so many bytes.
inline constexpr std::size_t log_block = 4096;

/// For one thread at a time. Every function throws StoreFailure where the file can't be read or written to.
class Log {
public:
    /// Opens the file or makes it, readable by its owner alone.
    explicit Log(std::filesystem::path const& file);
    ~Log();
    Log(Log const&) = delete;
    Log& operator=(Log const&) = delete;

    /// The records that were written under this key, in order, up to the first that is not whole: with that one the
    /// process or the machine stopped. What is appended next comes behind them.
    std::vector<std::string> read(Bytes32 const& key);

    /// The record is durable when this returns; when it throws it is as if it had not been called, also after a crash
    /// unless the disk refuses to take back what it was given. \pre it is not empty
    void append(std::string_view record);

    /// No record counts any more: from now on they are written under another key, from the beginning.
    void begin_again(Bytes32 const& key);

    /// That it was read with or begun again with.
    Bytes32 const& key() const { return key_; }
    /// For what comes behind the records, here or in another log: where one of them is missing it is another key.
    Bytes32 const& next_key() const { return next_key_; }

    /// Bytes of the file that the records take.
    std::size_t size() const { return end_; }
    std::filesystem::path const& name() const { return name_; }

private:
    struct Sealed {
        /// Whole blocks, in `blocks_`.
        std::string_view bytes;
        Bytes32 digest;
    };
    /// This text as the next record.
    Sealed seal(std::string_view text);
    void make_room(std::size_t end);
    void write(std::string_view bytes, std::size_t at);
    void take_back() noexcept;
    /// \returns whether it was otherwise before
    bool go_through_cache(bool yes);

    struct alignas(log_block) Block {
        char bytes[log_block];
    };

    std::filesystem::path const name_;
    int const file_;
    Bytes32 key_{};
    /// The last record's digest, the key where there is none.
    Bytes32 next_key_{};
    std::size_t end_ = 0;
    /// Of the file.
    std::size_t size_ = 0;
    std::vector<Block> blocks_;
};

} // namespace tefuda::server
