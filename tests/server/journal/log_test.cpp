// The journal's log: what was appended is there again, up to where the file is not whole, and nothing of an older key.
#include "server/journal/log.hpp"
#include "server/journal/store.hpp"
#include "tests/server/support/data_directory.hpp"
#include "tests/server/support/full_disk.hpp"

#include <fstream>

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

constexpr Bytes32 key{1};
constexpr Bytes32 other_key{2};

using Records = std::vector<std::string>;

Records read(DataDirectory const& directory, Bytes32 const& with = key) {
    return Log(directory.log()).read(with);
}

/// Writes a log of these records. \returns where each ends
std::vector<std::size_t> write(DataDirectory const& directory, Records const& records) {
    Log log(directory.log());
    log.begin_again(key);
    std::vector<std::size_t> ends;
    for (auto const& record : records) {
        log.append(record);
        ends.push_back(log.size());
    }
    return ends;
}

} // namespace

TEST_CASE("Records are read in order, and more go behind them") {
    DataDirectory const directory;
    write(directory, {"a", std::string(300'000, 'b'), std::string("\0c", 2)});
    {
        Log log(directory.log());
        CHECK(log.read(key) == Records{"a", std::string(300'000, 'b'), std::string("\0c", 2)});
        log.append("d");
    }
    CHECK(read(directory).size() == 4);
    CHECK(read(directory).back() == "d");
}

TEST_CASE("A log that is cut off anywhere has the records before, and goes on behind them") {
    DataDirectory const directory;
    Records const records{"first", "second", "third"};
    auto const ends = write(directory, records);
    for (std::size_t cut = 0; cut <= ends.back() + 2; ++cut) {
        // Each byte beside an end, and some of the others.
        if (cut % log_block > 2 && cut % log_block < log_block - 2) cut += 200;
        DataDirectory const copy(directory);
        std::filesystem::resize_file(copy.log(), cut);
        auto const whole = std::count_if(ends.begin(), ends.end(), [&](auto end) { return end <= cut; });
        Records expected(records.begin(), records.begin() + whole);
        INFO(cut);
        Log log(copy.log());
        REQUIRE(log.read(key) == expected);
        log.append("more");
        expected.emplace_back("more");
        REQUIRE(read(copy) == expected);
    }
}

TEST_CASE("No byte of a log can change without being noticed") {
    DataDirectory const directory;
    Records const records{"first", "second", "third"};
    auto const ends = write(directory, records);
    for (std::size_t at = 0; at < ends.back(); ++at) {
        // The text and its digest, and some of the zeros behind them.
        if (at % log_block > 60) at += 100;
        DataDirectory const copy(directory);
        std::fstream file(copy.log(), std::ios::in | std::ios::out | std::ios::binary);
        file.seekg(static_cast<std::streamoff>(at));
        auto const byte = static_cast<char>(file.get() ^ 0x10);
        file.seekp(static_cast<std::streamoff>(at));
        file.put(byte);
        file.close();
        auto const whole = std::count_if(ends.begin(), ends.end(), [&](auto end) { return end <= at; });
        INFO(at);
        REQUIRE(read(copy) == Records(records.begin(), records.begin() + whole));
    }
}

TEST_CASE("A log that begins again has nothing of what it had, though it is still in the file") {
    DataDirectory const directory;
    write(directory, {"old1", "old2", "old3"});
    CHECK(read(directory, other_key).empty());
    {
        Log log(directory.log());
        log.begin_again(other_key);
        log.append("new1");
    }
    CHECK(read(directory, other_key) == Records{"new1"});
    CHECK(read(directory).empty());
}

TEST_CASE("A record that could not be written is not there; the next one is") {
    DataDirectory const directory;
    {
        Log log(directory.log());
        log.begin_again(key);
        log.append("a");
        FullDisk const full(directory.log());
        CHECK_THROWS_AS(log.append(std::string(400'000, 'b')), StoreFailure);
        log.append("c");
    }
    CHECK(read(directory) == Records{"a", "c"});
}

TEST_CASE("A record that was written in part and then refused leaves nothing where it would be") {
    DataDirectory const directory;
    {
        Log log(directory.log());
        log.begin_again(key);
        log.append("a");
        {
            FullDisk const full(log.size() + log_block);
            CHECK_THROWS_AS(log.append(std::string(2 * log_block, 'b')), StoreFailure);
        }
        std::ifstream file(directory.log(), std::ios::binary);
        std::string const bytes(std::istreambuf_iterator<char>(file), {});
        CHECK(bytes.find('b', log.size()) == std::string::npos);
        log.append("c");
    }
    CHECK(read(directory) == Records{"a", "c"});
}
