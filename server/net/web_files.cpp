#include "server/net/web_files.hpp"

#include "server/net/accept.hpp"
#include "server/net/web_origin.hpp"

#include <zlib.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <new>
#include <stdexcept>
#include <vector>

namespace tefuda::server {

namespace {

constexpr std::string_view not_built = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Tefuda</title>
</head>
<h1>Tefuda is running</h1>
<p>Bots and other clients can connect to <code>/ws</code>; the games are listed at <a href="/api/games">/api/games</a>.</p>
<p>The page to play in a browser is not built. To build it, run <code>npm ci &amp;&amp; npm run build</code> in
<code>clients/web</code> and start the server again.</p>
</html>
)";

constexpr std::string_view cache_forever = "public, max-age=31536000, immutable";
constexpr std::string_view revalidate_each_time = "no-cache";
constexpr std::string_view page_icon = "/icon-512.png";

std::string_view content_type_of(std::filesystem::path const& path) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 17> types{{
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".mjs", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".json", "application/json"},
        {".map", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".jpg", "image/jpeg"},
        {".webp", "image/webp"},
        {".ico", "image/x-icon"},
        {".woff2", "font/woff2"},
        {".mp3", "audio/mpeg"},
        {".ogg", "audio/ogg"},
        {".wasm", "application/wasm"},
        {".txt", "text/plain; charset=utf-8"},
    }};
    for (auto const& [extension, type] : types)
        if (path.extension() == extension) return type;
    return "application/octet-stream";
}

/// Whether the name has a hash of the content, as Vite gives it: /assets/name-8CharsOr.js. Such a file never changes.
bool has_hashed_name(std::string_view path) {
    if (!path.starts_with("/assets/")) return false;
    auto const name = path.substr(path.rfind('/') + 1);
    auto const stem = name.substr(0, name.find('.'));
    // The hash itself may contain a dash, so the last dash is not always the one before the hash.
    return stem.size() > 9 && stem.size() < name.size() && stem[stem.size() - 9] == '-';
}

std::string read_file(std::filesystem::path const& path) {
    std::ifstream file(path, std::ios::binary);
    std::string bytes(std::istreambuf_iterator<char>(file), {});
    if (!file) throw std::runtime_error("can't read " + path.string() + ": " + std::strerror(errno));
    return bytes;
}

/// FNV-1a. It need not be secure: it only distinguishes one build from the next.
std::uint64_t hash(std::string_view bytes) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (unsigned char const byte : bytes) hash = (hash ^ byte) * 0x100000001b3;
    return hash;
}

bool names(std::string_view if_none_match, std::string_view etag) {
    bool found = false;
    for_each_list_element(if_none_match, [&](std::string_view element) {
        if (element.starts_with("W/")) element.remove_prefix(2);
        if (element == etag || element == "*") found = true;
    });
    return found;
}

/// The content coding of a file with this extension; empty for a file that is not compressed.
std::string_view coding_of(std::string_view extension) {
    if (extension == ".br") return "br";
    if (extension == ".gz") return "gzip";
    return {};
}

std::string escaped(std::string_view text) {
    std::string html;
    for (auto const c : text) {
        switch (c) {
        case '&':
            html += "&amp;";
            break;
        case '<':
            html += "&lt;";
            break;
        case '>':
            html += "&gt;";
            break;
        case '"':
            html += "&quot;";
            break;
        default:
            html += c;
        }
    }
    return html;
}

std::string named(std::string_view attribute, std::string_view name, std::string_view content) {
    return "<meta " + std::string(attribute) + "=\"" + std::string(name) + "\" content=\"" + escaped(content) +
           "\" />\n";
}

std::string property(std::string_view name, std::string_view content) {
    return named("property", "og:" + std::string(name), content);
}

/// The format gzip (RFC 1952). \param text at most some ten thousand bytes: it is done at once, on the thread that asks
std::string gzip(std::string& text) {
    // 16 more bits of the window ask for gzip's header.
    constexpr int window_bits = 15 + 16, memory_level = 8;
    z_stream stream{};
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, window_bits, memory_level, Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::bad_alloc();
    std::string packed(deflateBound(&stream, text.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(text.data());
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

bool is_hidden(std::filesystem::path const& relative) {
    for (auto const& part : relative)
        if (part.string().starts_with('.')) return true;
    return false;
}

} // namespace

// `data:` because the build puts small pictures into the style sheet; inline styles because the client moves cards with
// them.
std::array<std::pair<std::string_view, std::string_view>, 3> const web_security_fields{{
    {"Content-Security-Policy",
     "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
     "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
}};

WebFiles::WebFiles() {
    add("/", std::string(not_built));
}

WebFiles::WebFiles(std::filesystem::path const& directory) {
    struct Packed {
        std::string path;
        std::string_view coding;
        std::string bytes;
    };
    std::vector<Packed> packed;
    for (auto const& entry : std::filesystem::recursive_directory_iterator(directory)) {
        auto const relative = entry.path().lexically_relative(directory);
        if (entry.is_symlink() || !entry.is_regular_file() || is_hidden(relative)) continue;
        auto const path = "/" + relative.generic_string();
        auto const coding = coding_of(relative.extension().string());
        if (coding.empty())
            add(path, read_file(entry.path()));
        else
            packed.push_back({path.substr(0, path.rfind('.')), coding, read_file(entry.path())});
    }
    for (auto& [path, coding, bytes] : packed)
        if (auto const file = files_.find(path); file != files_.end())
            file->second.packed.emplace(coding, body_of(std::move(bytes)));
    auto const index = files_.find("/index.html");
    if (index == files_.end()) throw std::runtime_error("there is no index.html in " + directory.string());
    files_.emplace("/", index->second);
}

WebFiles::Body WebFiles::body_of(std::string bytes) {
    std::array<char, 40> etag{};
    std::snprintf(etag.data(), etag.size(), "\"%016llx-%zx\"", static_cast<unsigned long long>(hash(bytes)),
                  bytes.size());
    return {std::make_shared<std::string const>(std::move(bytes)), etag.data()};
}

void WebFiles::add(std::string const& path, std::string bytes) {
    File file;
    file.content_type = content_type_of(path == "/" ? "/index.html" : path);
    file.cache_control = has_hashed_name(path) ? cache_forever : revalidate_each_time;
    file.plain = body_of(std::move(bytes));
    files_.insert_or_assign(path, std::move(file));
}

std::optional<WebFiles::Reply> WebFiles::find(Request const& request) const {
    auto const found = files_.find(request.target.substr(0, request.target.find('?')));
    if (found == files_.end()) return std::nullopt;
    auto const& file = found->second;
    Reply reply;
    reply.content_type = file.content_type;
    reply.cache_control = file.cache_control;
    if (!file.packed.empty()) reply.vary = "Accept-Encoding";
    auto const* body = &file.plain;
    double most = 0;
    for (auto const& [coding, form] : file.packed) {
        // `br` comes before `gzip`, and is smaller.
        auto const weight = wanted_coding(request.accept_encoding, coding);
        if (weight <= most) continue;
        most = weight;
        body = &form;
        reply.content_encoding = coding;
    }
    reply.etag = body->etag;
    if (names(request.if_none_match, body->etag))
        reply.status = 304;
    else
        reply.body = body->bytes;
    return reply;
}

WebFiles::Reply WebFiles::page(PagePreview const& preview, PageRequest const& request) const {
    auto const& page = files_.find("/")->second;
    auto const picture = files_.contains(preview.picture) ? preview.picture : std::string(page_icon);
    auto tags = named("name", "description", preview.description) + property("site_name", "Tefuda") +
                property("type", "website") + property("title", preview.title) +
                property("description", preview.description);
    if (!preview.locale.empty()) tags += property("locale", preview.locale);
    if (!preview.is_listed) tags += named("name", "robots", "noindex");
    // Relative addresses are not allowed there.
    if (!request.origin.empty()) {
        auto const path = request.target.substr(0, request.target.find('?'));
        tags += property("url", std::string(request.origin).append(path));
        tags += property("image", std::string(request.origin).append(picture));
        tags += named("name", "twitter:card", picture == page_icon ? "summary" : "summary_large_image");
    }
    auto html = *page.plain.bytes;
    if (auto const end = html.find("</head>"); end != std::string::npos) html.insert(end, tags);
    Reply reply;
    if (wanted_coding(request.accept_encoding, "gzip") > 0) {
        html = gzip(html);
        reply.content_encoding = "gzip";
    }
    auto body = body_of(std::move(html));
    reply.content_type = page.content_type;
    reply.cache_control = revalidate_each_time;
    reply.etag = std::move(body.etag);
    reply.vary = "Accept-Encoding, Accept-Language";
    if (names(request.if_none_match, reply.etag))
        reply.status = 304;
    else
        reply.body = std::move(body.bytes);
    return reply;
}

} // namespace tefuda::server
