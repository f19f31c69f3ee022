#include "tests/support/catch.hpp"

#include "server/net/web_files.hpp"

#include <boost/crc.hpp>

#include <fstream>
#include <set>

#include <unistd.h>

using tefuda::server::PagePreview;
using tefuda::server::WebFiles;
namespace fs = std::filesystem;

namespace {

/// A directory like the one that a build of the web client makes.
class Built {
public:
    Built() : path_(fs::temp_directory_path() / ("tefuda-built-" + std::to_string(::getpid()))) {
        fs::remove_all(path_);
        write("index.html", "<p>page");
        write("assets/main-BxYz12_9.js", "script");
        write("assets/main-BxYz12_9.js.gz", "packed");
        write("assets/plain.css.br", "packed smaller");
        write("assets/plain.css.gz", "packed");
        write("assets/nothing.js.br", "packed");
        write("assets/plain.css", "style");
        write("cards/a-b.svg", "<svg/>");
        write(".hidden", "secret");
        write(".git/config", "secret");
        fs::create_symlink("/etc/passwd", path_ / "link.txt");
    }
    ~Built() { fs::remove_all(path_); }
    Built(Built const&) = delete;
    Built& operator=(Built const&) = delete;

    WebFiles load() const { return WebFiles(path_); }
    fs::path const& path() const { return path_; }

private:
    void write(std::string const& name, std::string const& text) const {
        fs::create_directories((path_ / name).parent_path());
        std::ofstream(path_ / name) << text;
    }

    fs::path path_;
};

} // namespace

TEST_CASE("A file is found by its path, with its type", "[net][http]") {
    auto const files = Built().load();
    auto const page = files.find({"/", "", ""});
    REQUIRE(page);
    CHECK(page->status == 200);
    CHECK(*page->body == "<p>page");
    CHECK(page->content_type == "text/html; charset=utf-8");
    CHECK(page->cache_control == "no-cache");
    CHECK(*files.find({"/index.html", "", ""})->body == "<p>page");
    CHECK(*files.find({"/?room=ABCD", "", ""})->body == "<p>page");
    CHECK(files.find({"/cards/a-b.svg", "", ""})->content_type == "image/svg+xml");
}

TEST_CASE("Only a hashed name may be kept for ever", "[net][http]") {
    auto const files = Built().load();
    CHECK(files.find({"/assets/main-BxYz12_9.js", "", ""})->cache_control == "public, max-age=31536000, immutable");
    CHECK(files.find({"/assets/plain.css", "", ""})->cache_control == "no-cache");
    CHECK(files.find({"/cards/a-b.svg", "", ""})->cache_control == "no-cache");
}

TEST_CASE("No path leads out of the directory or to what is hidden in it", "[net][http]") {
    auto const files = Built().load();
    for (auto const* path : {"/../etc/passwd", "/..", "//", "/./index.html", "/assets/../index.html", "/assets",
                             "/assets/", "/%2e%2e/etc/passwd", "/.hidden", "/.git/config", "/link.txt", "", "*",
                             "index.html", "/assets/main-BxYz12_9.js.gz", "/assets/plain.css.br", "/assets/nothing.js",
                             "/assets//plain.css", "/index.html/"})
        CHECK_FALSE(files.find({path, "", ""}));
}

TEST_CASE("A packed file goes to those who accept it", "[net][http]") {
    auto const files = Built().load();
    auto const body = [&](std::string_view accept) {
        return *files.find({"/assets/main-BxYz12_9.js", accept, ""})->body;
    };
    CHECK(body("") == "script");
    CHECK(body("gzip") == "packed");
    CHECK(body("br, gzip;q=0.5") == "packed");
    CHECK(body("deflate,  gzip") == "packed");
    CHECK(body("gzip;q=0") == "script");
    CHECK(body("gzip;q=0.0, br") == "script");
    CHECK(body("bzip2") == "script");
    auto const packed = files.find({"/assets/main-BxYz12_9.js", "gzip", ""});
    auto const plain = files.find({"/assets/main-BxYz12_9.js", "", ""});
    CHECK(packed->content_encoding == "gzip");
    CHECK(packed->vary == "Accept-Encoding");
    CHECK(plain->vary == "Accept-Encoding");
    CHECK(packed->etag != plain->etag);
    CHECK(packed->content_type == "text/javascript; charset=utf-8");
    CHECK(plain->content_encoding.empty());
    CHECK(files.find({"/", "gzip", ""})->content_encoding.empty());
    CHECK(files.find({"/", "gzip", ""})->vary.empty());
}

TEST_CASE("Of two packed forms a client gets the one that it wants more, else the smaller one", "[net][http]") {
    auto const files = Built().load();
    auto const coding = [&](std::string_view accept) {
        return files.find({"/assets/plain.css", accept, ""})->content_encoding;
    };
    CHECK(coding("") == "");
    CHECK(coding("gzip, deflate, br, zstd") == "br");
    CHECK(coding("br;q=0.5, gzip;q=0.8") == "gzip");
    CHECK(coding("br; q=0.8, gzip;q=0.8") == "br");
    CHECK(coding("br;q=0, gzip") == "gzip");
    CHECK(coding("x-gzip") == "gzip");
    CHECK(coding("*") == "br");
    CHECK(coding("br;q=0, *;q=0.1") == "gzip");
    CHECK(coding("*;q=0, gzip") == "gzip");
    CHECK(coding("br;q=, gzip;q=2, *;q=x") == "");
    CHECK(coding("brotli, gzipped") == "");
    std::set<std::string> etags;
    for (auto const* accept : {"", "br", "gzip"}) {
        auto const found = files.find({"/assets/plain.css", accept, ""});
        CHECK(found->vary == "Accept-Encoding");
        CHECK(files.find({"/assets/plain.css", accept, found->etag})->status == 304);
        etags.insert(found->etag);
    }
    CHECK(etags.size() == 3);
}

TEST_CASE("A file that the client has already is not sent again", "[net][http]") {
    auto const files = Built().load();
    auto const etag = files.find({"/", "", ""})->etag;
    CHECK(etag.front() == '"');
    for (auto const& match : {etag, "W/" + etag, "\"other\", " + etag, std::string("*")}) {
        auto const reply = files.find({"/", "", match});
        CHECK(reply->status == 304);
        CHECK(reply->body == nullptr);
        CHECK(reply->etag == etag);
    }
    CHECK(files.find({"/", "", "\"other\""})->status == 200);
    // The compressed form of the script has its own etag.
    auto const plain = files.find({"/assets/main-BxYz12_9.js", "", ""})->etag;
    CHECK(files.find({"/assets/main-BxYz12_9.js", "gzip", plain})->status == 200);
}

TEST_CASE("Without a built page there is one that says how to build it", "[net][http]") {
    WebFiles const none;
    auto const page = none.find({"/", "", ""});
    REQUIRE(page);
    CHECK(page->content_type == "text/html; charset=utf-8");
    CHECK(page->body->find("npm") != std::string::npos);
    CHECK_FALSE(none.find({"/index.html", "", ""}));
}

TEST_CASE("A directory without a page is refused", "[net][http]") {
    Built const built;
    fs::remove(built.path() / "index.html");
    CHECK_THROWS_AS(built.load(), std::runtime_error);
    CHECK_THROWS_AS(WebFiles(built.path() / "missing"), std::runtime_error);
}

TEST_CASE("A page with a preview is the page with tags in its head, escaped", "[net][http]") {
    Built const built;
    std::ofstream(built.path() / "index.html") << "<head><title>T</title></head><body>page";
    std::ofstream(built.path() / "fan.png") << "picture";
    auto const files = built.load();
    PagePreview const fan{"A \"<b>&", "two of three", "/fan.png"};
    auto const reply = files.page(fan, {"/room/K7QX2MNP?watch", "", "", "https://play.example"});
    auto const& html = *reply.body;
    CHECK(reply.status == 200);
    CHECK(reply.content_type == "text/html; charset=utf-8");
    CHECK(reply.cache_control == "no-cache");
    CHECK(html.starts_with("<head><title>T</title><meta name=\"description\" content=\"two of three\" />\n"));
    CHECK(html.ends_with("</head><body>page"));
    auto const has = [&](std::string const& tag) {
        return html.find("<meta property=\"og:" + tag + "\" />") != std::string::npos;
    };
    CHECK(has("title\" content=\"A &quot;&lt;b&gt;&amp;"));
    CHECK(has("description\" content=\"two of three"));
    CHECK(has("url\" content=\"https://play.example/room/K7QX2MNP"));
    CHECK(has("image\" content=\"https://play.example/fan.png"));
    // No address is better than a relative one; a picture that is not there is the icon.
    PagePreview const none{"A", "B", "/none.png"};
    auto const other = *files.page(none, {"/room/X", "", "", ""}).body;
    CHECK(other.find("og:url") == std::string::npos);
    CHECK(other.find("og:image") == std::string::npos);
    CHECK(files.page(none, {"/room/X", "", "", "http://h"}).body->find("http://h/icon-512.png") != std::string::npos);
}

TEST_CASE("A page with a preview is compressed for those who accept gzip", "[net][http]") {
    auto const files = Built().load();
    PagePreview const preview{"A", "B", ""};
    auto const plain = files.page(preview, {"/", "br", "", ""});
    CHECK(plain.content_encoding.empty());
    auto const packed = files.page(preview, {"/", "gzip, deflate, br", "", ""});
    CHECK(packed.content_encoding == "gzip");
    CHECK(packed.etag != plain.etag);
    CHECK(packed.body->starts_with("\x1f\x8b\x08"));
    // Its last eight bytes are the check (RFC 1952) and the length of the text.
    boost::crc_32_type check;
    check.process_bytes(plain.body->data(), plain.body->size());
    std::string end;
    for (auto number : {check.checksum(), static_cast<unsigned>(plain.body->size())})
        for (int byte = 0; byte < 4; ++byte, number >>= 8) end += static_cast<char>(number & 0xff);
    CHECK(packed.body->ends_with(end));
    CHECK(files.page(preview, {"/", "gzip", packed.etag, ""}).status == 304);
}

TEST_CASE("A page with a preview is kept by browsers for one language and one text", "[net][http]") {
    Built const built;
    std::ofstream(built.path() / "index.html") << "<head></head><body>page";
    auto const files = built.load();
    PagePreview preview{"A", "B", ""};
    auto const first = files.page(preview, {"/", "", "", ""});
    CHECK(first.vary == "Accept-Encoding, Accept-Language");
    CHECK(first.body->find("og:locale") == std::string::npos);
    CHECK(first.body->find("noindex") == std::string::npos);
    auto const again = files.page(preview, {"/", "", first.etag, ""});
    CHECK(again.status == 304);
    CHECK(again.body == nullptr);
    preview.locale = "ja_JP";
    preview.is_listed = false;
    auto const changed = files.page(preview, {"/", "", first.etag, ""});
    CHECK(changed.status == 200);
    CHECK(changed.body->find("<meta property=\"og:locale\" content=\"ja_JP\" />") != std::string::npos);
    CHECK(changed.body->find("<meta name=\"robots\" content=\"noindex\" />") != std::string::npos);
}
