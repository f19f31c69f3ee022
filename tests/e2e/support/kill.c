/* Preloaded into a server: kills it right before its n-th write to a file or a socket since n was put into the file that
   KILL_AT names. With 0 there it kills and counts nothing. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>

static atomic_long writes;

static void count(int fd) {
    struct stat is;
    /* Not the events by which threads wake each other. */
    if (fstat(fd, &is) || !(S_ISREG(is.st_mode) || S_ISSOCK(is.st_mode))) return;
    FILE* file = fopen(getenv("KILL_AT"), "r");
    long at = 0;
    if (file && fscanf(file, "%ld", &at) != 1) at = 0;
    if (file) fclose(file);
    if (at == 0) writes = 0;
    else if (atomic_fetch_add(&writes, 1) + 1 == at) raise(SIGKILL);
}

#define COUNTED(type, name, parameters, ...)                                    \
    type name parameters {                                                      \
        count(fd);                                                              \
        return ((type(*) parameters)dlsym(RTLD_NEXT, #name))(__VA_ARGS__);      \
    }

COUNTED(ssize_t, write, (int fd, void const* data, size_t size), fd, data, size)
COUNTED(ssize_t, writev, (int fd, struct iovec const* parts, int number), fd, parts, number)
COUNTED(ssize_t, pwrite, (int fd, void const* data, size_t size, off_t at), fd, data, size, at)
COUNTED(ssize_t, pwrite64, (int fd, void const* data, size_t size, off64_t at), fd, data, size, at)
COUNTED(ssize_t, send, (int fd, void const* data, size_t size, int flags), fd, data, size, flags)
COUNTED(ssize_t, sendmsg, (int fd, struct msghdr const* message, int flags), fd, message, flags)
