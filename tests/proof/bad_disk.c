/* A disk that is slow, full or broken, for one folder of one program.
 *
 * Preloaded (LD_PRELOAD), it stands between a program and the system calls that
 * write: those of Python and those of SQLite alike. Only files below one folder
 * are meant. What is to go wrong stands in a file that all processes share
 * (BAD_DISK names it), so a test can hurt a program that runs and heal it again:
 * see bad_disk.py, which has the same fields in the same order.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

enum { WRITE, SYNC, RENAME, OPEN, TRUNCATE, UNLINK };
enum { SHORT = -1 };
#define NAMED 48
#define LISTED 4096

struct call {
    int32_t kind;
    int32_t size; /* of a write: its length; of an open: whether it is to write */
    char name[NAMED];
};

struct control {
    int64_t paused;   /* nothing counts and nothing goes wrong */
    int64_t sync_us;  /* each sync takes so long */
    int64_t dry;      /* and is not made: nobody pulls a plug here */
    int64_t kinds;    /* which calls count, a bit for each */
    int64_t nth;      /* which of those that count goes wrong; 0: none */
    int64_t lasting;  /* and so does every later one */
    int64_t error;    /* an errno, or SHORT: half a write */
    int64_t limited;  /* the disk is nearly full */
    int64_t room;     /* and has so many bytes left */
    int64_t counted;  /* calls so far */
    int64_t hurt;     /* calls that went wrong so far */
    int64_t synced;   /* syncs that are done */
    char folder[1024];
    struct call calls[LISTED]; /* the first of those that counted */
};

static struct control *control;

__attribute__((constructor)) static void begin(void)
{
    const char *path = getenv("BAD_DISK");
    int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (fd < 0)
        return;
    void *shared = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (shared != MAP_FAILED)
        control = shared;
    close(fd);
}

#define REAL(name) ((__typeof__(&name))real(#name))
static void *real(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

/* The folder itself is meant too: its names are synced. */
static int is_ours(const char *path)
{
    size_t length = strlen(control->folder);
    if (!length || strncmp(path, control->folder, length))
        return 0;
    return path[length] == '/' || !path[length];
}

static void note(int64_t place, int kind, const char *path, int size)
{
    if (place > LISTED)
        return;
    struct call *call = &control->calls[place - 1];
    const char *name = path + strlen(control->folder);
    call->kind = kind;
    call->size = size;
    snprintf(call->name, NAMED, "%s", *name ? name + 1 : ".");
}

/* What goes wrong with this call: 0, an errno or SHORT. */
static int wrong(int kind, const char *path, int size)
{
    if (!is_ours(path) || !(control->kinds >> kind & 1))
        return 0;
    int64_t place = __atomic_add_fetch(&control->counted, 1, __ATOMIC_SEQ_CST);
    note(place, kind, path, size);
    int64_t nth = control->nth;
    if (!nth || place < nth || (place > nth && !control->lasting))
        return 0;
    if (kind == OPEN && !size && control->error != EIO && control->error != EINTR)
        return 0; /* a disk that cannot be written can still be read */
    return (int)control->error;
}

static int refuse(int error)
{
    __atomic_add_fetch(&control->hurt, 1, __ATOMIC_SEQ_CST);
    errno = error;
    return -1;
}

/* The path behind a descriptor; "" when there is none, or nobody asks. */
static const char *path_of(int fd, char path[PATH_MAX])
{
    char link[40];
    ssize_t length = -1;
    if (control && !control->paused) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
        length = readlink(link, path, PATH_MAX - 1);
    }
    path[length < 0 ? 0 : length] = 0;
    return path;
}

/* Names in the working folder are never ours: programs use whole paths. */
static int wrong_named(int kind, int folder, const char *path, int size)
{
    char above[PATH_MAX], whole[2 * PATH_MAX];
    if (!control || control->paused || !path)
        return 0;
    if (path[0] == '/' || folder == AT_FDCWD)
        return wrong(kind, path, size);
    snprintf(whole, sizeof whole, "%s/%s", path_of(folder, above), path);
    return wrong(kind, whole, size);
}

/* How much of a write still has room; what lies inside the file needs none. */
static ssize_t fitting(int fd, size_t length, off_t at)
{
    struct stat file;
    if (fstat(fd, &file) || !S_ISREG(file.st_mode))
        return (ssize_t)length;
    if (fcntl(fd, F_GETFL) & O_APPEND)
        at = file.st_size;
    off_t grows = at + (off_t)length - (at > file.st_size ? at : file.st_size);
    if (grows <= 0)
        return (ssize_t)length;
    int64_t missing = grows - control->room;
    if (missing <= 0) {
        control->room -= grows;
        return (ssize_t)length;
    }
    if (missing >= (int64_t)length)
        return refuse(ENOSPC);
    __atomic_add_fetch(&control->hurt, 1, __ATOMIC_SEQ_CST);
    control->room = 0;
    return (ssize_t)length - missing;
}

/* How much of a write the disk takes; -1 when it takes nothing. */
static ssize_t taken(int fd, size_t length, off_t at)
{
    char path[PATH_MAX];
    if (!*path_of(fd, path) || !is_ours(path))
        return (ssize_t)length;
    int error = wrong(WRITE, path, (int)length);
    if (error > 0)
        return refuse(error);
    if (error == SHORT && length > 1) {
        __atomic_add_fetch(&control->hurt, 1, __ATOMIC_SEQ_CST);
        return (ssize_t)length / 2;
    }
    return control->limited ? fitting(fd, length, at) : (ssize_t)length;
}

/* Room that a file gives back when it goes, or is cut to a length. */
static void give_back(const struct stat *file, off_t length)
{
    if (control && control->limited && S_ISREG(file->st_mode) && file->st_size > length)
        control->room += file->st_size - length;
}

static int size_of(const char *path, struct stat *file)
{
    return control && !control->paused && control->limited && is_ours(path) && !stat(path, file);
}

ssize_t write(int fd, const void *bytes, size_t length)
{
    off_t at = control && control->limited ? lseek(fd, 0, SEEK_CUR) : 0;
    ssize_t some = taken(fd, length, at);
    return some < 0 ? -1 : REAL(write)(fd, bytes, (size_t)some);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at)
{
    ssize_t some = taken(fd, length, at);
    return some < 0 ? -1 : REAL(pwrite)(fd, bytes, (size_t)some, at);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at)
{
    ssize_t some = taken(fd, length, at);
    return some < 0 ? -1 : REAL(pwrite64)(fd, bytes, (size_t)some, at);
}

static int sync_file(int fd, int (*really)(int))
{
    char path[PATH_MAX];
    if (!*path_of(fd, path) || !is_ours(path))
        return really(fd);
    int error = wrong(SYNC, path, 0);
    int64_t us = control->sync_us;
    struct timespec wait = {us / 1000000, us % 1000000 * 1000};
    while (nanosleep(&wait, &wait) && errno == EINTR)
        ;
    if (error > 0)
        return refuse(error);
    int done = control->dry ? 0 : really(fd);
    __atomic_add_fetch(&control->synced, 1, __ATOMIC_SEQ_CST);
    return done;
}

int fsync(int fd)
{
    return sync_file(fd, REAL(fsync));
}

int fdatasync(int fd)
{
    return sync_file(fd, REAL(fdatasync));
}

static int cut(int fd, off64_t length, int (*really)(int, off64_t))
{
    char path[PATH_MAX];
    struct stat file;
    if (!*path_of(fd, path) || !is_ours(path))
        return really(fd, length);
    int error = wrong(TRUNCATE, path, 0);
    if (error > 0)
        return refuse(error);
    if (!fstat(fd, &file))
        give_back(&file, length);
    return really(fd, length);
}

int ftruncate(int fd, off_t length)
{
    return cut(fd, length, REAL(ftruncate64));
}

int ftruncate64(int fd, off64_t length)
{
    return cut(fd, length, REAL(ftruncate64));
}

int rename(const char *from, const char *to)
{
    struct stat file;
    int error = wrong_named(RENAME, AT_FDCWD, to, 0);
    if (error > 0)
        return refuse(error);
    if (size_of(to, &file))
        give_back(&file, 0);
    return REAL(rename)(from, to);
}

int unlink(const char *path)
{
    struct stat file;
    int error = wrong_named(UNLINK, AT_FDCWD, path, 0);
    if (error > 0)
        return refuse(error);
    if (size_of(path, &file))
        give_back(&file, 0);
    return REAL(unlink)(path);
}

int unlinkat(int folder, const char *path, int flags)
{
    int error = wrong_named(UNLINK, folder, path, 0);
    return error > 0 ? refuse(error) : REAL(unlinkat)(folder, path, flags);
}

static int look(int done, const char *path, struct statvfs64 *disk)
{
    if (!done && control && !control->paused && control->limited && is_ours(path))
        disk->f_bfree = disk->f_bavail = control->room / disk->f_frsize;
    return done;
}

int statvfs64(const char *path, struct statvfs64 *disk)
{
    return look(REAL(statvfs64)(path, disk), path, disk);
}

int fstatvfs64(int fd, struct statvfs64 *disk)
{
    char path[PATH_MAX];
    return look(REAL(fstatvfs64)(fd, disk), path_of(fd, path), disk);
}

#define MODE(flags)                                                            \
    mode_t mode = 0;                                                           \
    if (flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE) {                 \
        va_list more;                                                          \
        va_start(more, flags);                                                 \
        mode = va_arg(more, mode_t);                                           \
        va_end(more);                                                          \
    }

static int for_writing(int flags)
{
    return (flags & O_ACCMODE) != O_RDONLY || flags & (O_CREAT | O_TRUNC);
}

/* What goes wrong with an open; the room of a file that it empties is free. */
static int wrong_open(int folder, const char *path, int flags)
{
    struct stat file;
    int error = wrong_named(OPEN, folder, path, for_writing(flags));
    if (!error && flags & O_TRUNC && size_of(path, &file))
        give_back(&file, 0);
    return error;
}

int open(const char *path, int flags, ...)
{
    MODE(flags)
    int error = wrong_open(AT_FDCWD, path, flags);
    return error > 0 ? refuse(error) : REAL(open)(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    MODE(flags)
    int error = wrong_open(AT_FDCWD, path, flags);
    return error > 0 ? refuse(error) : REAL(open64)(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...)
{
    MODE(flags)
    int error = wrong_open(folder, path, flags);
    return error > 0 ? refuse(error) : REAL(openat)(folder, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...)
{
    MODE(flags)
    int error = wrong_open(folder, path, flags);
    return error > 0 ? refuse(error) : REAL(openat64)(folder, path, flags, mode);
}
