/* A disk that fails, preloaded between a program and its C library: SQLite's writes come through here as Python's do.

   Every call that changes something below a folder is counted. At one of them, or from one on, the disk says no, writes
   half, or loses its power: then all that was not flushed is as it was before, or some of it, and the program is dead. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { COUNT, FAILS, FULL, SHORT, REFUSES, KILLED, CUT, DROPS };
enum { OPEN = 1, WRITE = 2, SYNC = 4, TRUNCATE = 8, RENAME = 16, UNLINK = 32, LINK = 64, MAKE = 128 };

#define MOST 65536
#define FILES 4096

static int kind, lasting, drops, is_armed, log_to = -1;
static long wanted, seen;
static unsigned long chance;
static char root[4096], grave[4096];
static char *named[FILES];

#define REAL(type, name, ...)                                                                                          \
    static type (*real)(__VA_ARGS__);                                                                                  \
    if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

/* -- what was not flushed, so that it can be taken back -- */

struct change {
    int what, handle, is_flushed;
    dev_t device, device_2;
    ino_t node, node_2;
    off_t at, size;
    size_t length;
    char *old, *path, *path_2;
};
static struct change changes[MOST];
static int change_count, grave_count;
static struct { dev_t device; ino_t node; int handle; } held[FILES];
static int held_count;

/* A handle of our own on a file. It is never closed: that would drop the locks that SQLite has on it. */
static int handle_on(int fd, struct stat *about) {
    if (fstat(fd, about)) return -1;
    for (int i = 0; i < held_count; i++)
        if (held[i].device == about->st_dev && held[i].node == about->st_ino) return held[i].handle;
    char place[64];
    snprintf(place, sizeof place, "/proc/self/fd/%d", fd);
    REAL(int, "open", const char *, int, ...);
    int found = real(place, O_RDWR | O_CLOEXEC);
    if (held_count < FILES) {
        held[held_count].device = about->st_dev;
        held[held_count].node = about->st_ino;
        held[held_count++].handle = found;
    }
    return found;
}

static void note_bytes(int fd, off_t at, size_t length) {
    if (kind != CUT || change_count == MOST) return;
    struct stat about;
    int handle = handle_on(fd, &about);
    if (handle < 0) return;
    struct change *now = &changes[change_count++];
    memset(now, 0, sizeof *now);
    now->what = WRITE, now->handle = handle, now->device = about.st_dev, now->node = about.st_ino;
    now->at = at, now->size = about.st_size;
    if (at < about.st_size) {
        size_t there = about.st_size - at;
        now->old = malloc(there < length ? there : length);
        ssize_t got = pread(handle, now->old, there < length ? there : length, at);
        now->length = got > 0 ? got : 0;
    }
}

static void folder_of(const char *path, struct stat *about) {
    char above[4096];
    snprintf(above, sizeof above, "%s", path);
    char *slash = strrchr(above, '/');
    if (slash && slash != above) *slash = 0;
    memset(about, 0, sizeof *about);
    stat(above, about);
}

/* A second name for what is about to lose its only one. */
static char *buried(const char *path) {
    char place[4200];
    struct stat about;
    if (lstat(path, &about) || !S_ISREG(about.st_mode)) return NULL;
    snprintf(place, sizeof place, "%s/%d", grave, grave_count++);
    REAL(int, "link", const char *, const char *);
    return real(path, place) ? NULL : strdup(place);
}

static void note_name(int what, const char *path, const char *other, char *old) {
    if (kind != CUT || change_count == MOST) return;
    struct stat one, two;
    folder_of(path, &one);
    folder_of(other ? other : path, &two);
    struct change *now = &changes[change_count++];
    memset(now, 0, sizeof *now);
    now->what = what, now->device = one.st_dev, now->node = one.st_ino, now->device_2 = two.st_dev,
    now->node_2 = two.st_ino, now->path = strdup(path), now->path_2 = other ? strdup(other) : NULL, now->old = old;
}

static void note_flushed(int fd) {
    struct stat about;
    if (kind != CUT || fstat(fd, &about)) return;
    for (int i = 0; i < change_count; i++) {
        struct change *each = &changes[i];
        if ((each->device == about.st_dev && each->node == about.st_ino) ||
            (each->what != WRITE && each->device_2 == about.st_dev && each->node_2 == about.st_ino))
            each->is_flushed = 1;
    }
}

static int toss(void) {
    chance = chance * 6364136223846793005UL + 1442695040888963407UL;
    return (chance >> 33) & 1;
}

/* Names come back in order, as file systems keep them: from some moment on they are lost, or not. Bytes are lost as the
   disk likes. */
static void power_cut(void) {
    is_armed = 0;
    REAL(int, "rename", const char *, const char *);
    int how = wanted ? (chance >> 3) % 3 : 0, is_lost = 1; /* all, some, or nothing; at the end all */
    for (int i = change_count - 1; i >= 0; i--) {
        struct change *each = &changes[i];
        if (each->is_flushed) continue;
        if (each->what == WRITE) {
            if (how == 2 || (how == 1 && toss())) continue;
            if (each->length) (void)!pwrite(each->handle, each->old, each->length, each->at);
            (void)!ftruncate(each->handle, each->size);
            continue;
        }
        if (how == 1 && toss()) is_lost = 0;
        if (how == 2 || !is_lost) continue;
        if (each->what == OPEN || each->what == LINK) unlink(each->path);
        if (each->what == MAKE) rmdir(each->path);
        if (each->what == UNLINK && each->old) (void)!link(each->old, each->path);
        if (each->what == RENAME) {
            real(each->path_2, each->path);
            if (each->old) (void)!link(each->old, each->path_2);
        }
    }
}

/* -- when it strikes -- */

static void die(void) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

/* Count a call; whether it is to fail. */
static int strikes(int what, const char *path) {
    static const char *const names[] = {"open", "write", "fsync", "truncate", "rename", "unlink", "link", "mkdir"};
    if (!is_armed || strncmp(path, root, strlen(root)) || path[strlen(root)] != '/') return 0;
    if (kind == REFUSES && what != SYNC) return 0;
    seen++;
    int hit = kind != COUNT && (seen == wanted || (lasting && seen > wanted));
    if (hit && kind == FULL && what == UNLINK) return 0; /* a full disk lets go */
    if (log_to >= 0 && (hit || kind == COUNT)) {
        int number = 0;
        while (what >> (number + 1)) number++;
        char line[4200];
        int length = snprintf(line, sizeof line, "%ld %s %s\n", seen, names[number], path + strlen(root) + 1);
        REAL(ssize_t, "write", int, const void *, size_t);
        (void)!real(log_to, line, length);
    }
    if (hit && kind == CUT) power_cut();
    if (hit && (kind == CUT || (kind == KILLED && what != WRITE))) die();
    return hit;
}

static int refused(void) {
    errno = kind == FULL || kind == SHORT ? ENOSPC : EIO;
    return -1;
}

static const char *whole(int folder, const char *path, char *room) {
    if (path[0] == '/') return path;
    char place[64], above[2048];
    ssize_t length = -1;
    if (folder == AT_FDCWD) {
        if (getcwd(above, sizeof above)) length = strlen(above);
    } else {
        snprintf(place, sizeof place, "/proc/self/fd/%d", folder);
        length = readlink(place, above, sizeof above - 1);
    }
    if (length < 0) return path;
    above[length] = 0;
    snprintf(room, 4096, "%s/%s", above, path[0] == '.' && path[1] == '/' ? path + 2 : path);
    return room;
}

static const char *name_of(int fd) {
    return fd >= 0 && fd < FILES && named[fd] ? named[fd] : "";
}

/* -- what a program calls -- */

static int opened(int folder, const char *path, int flags, mode_t mode) {
    REAL(int, "openat", int, const char *, int, ...);
    char room[4096];
    const char *where = whole(folder, path, room);
    int writes = is_armed && flags & (O_WRONLY | O_RDWR | O_CREAT);
    int is_new = writes && flags & O_CREAT && faccessat(AT_FDCWD, where, F_OK, 0);
    if (writes && strikes(OPEN, where)) return refused();
    int fd = real(folder, path, flags, mode);
    if (fd >= 0 && fd < FILES) {
        free(named[fd]);
        named[fd] = is_armed ? strdup(where) : NULL;
        if (is_new) note_name(OPEN, where, NULL, NULL);
    }
    return fd;
}

#define MODE(flags)                                                                                                    \
    mode_t mode = 0;                                                                                                   \
    if ((flags) & (O_CREAT | __O_TMPFILE)) {                                                                           \
        va_list more;                                                                                                  \
        va_start(more, flags);                                                                                         \
        mode = va_arg(more, mode_t);                                                                                   \
        va_end(more);                                                                                                  \
    }

int open(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode); }
int openat(int folder, const char *path, int flags, ...) { MODE(flags) return opened(folder, path, flags, mode); }
int openat64(int folder, const char *path, int flags, ...) { MODE(flags) return opened(folder, path, flags, mode); }

int close(int fd) {
    REAL(int, "close", int);
    if (fd >= 0 && fd < FILES) {
        free(named[fd]);
        named[fd] = NULL;
    }
    return real(fd);
}

static ssize_t put(int fd, const void *bytes, size_t length, off_t at, int is_placed) {
    REAL(ssize_t, "pwrite", int, const void *, size_t, off_t);
    static ssize_t (*plain)(int, const void *, size_t);
    if (!plain) plain = (ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    const char *where = is_armed ? name_of(fd) : "";
    if (where[0]) {
        int hit = strikes(WRITE, where);
        if (hit && (kind == SHORT || kind == KILLED) && length > 1) {
            length /= 2;
            ssize_t done = is_placed ? real(fd, bytes, length, at) : plain(fd, bytes, length);
            if (kind == KILLED) die();
            lasting = 1; /* whoever goes on with the rest finds no room */
            return done;
        }
        if (hit) return refused();
        note_bytes(fd, is_placed ? at : fcntl(fd, F_GETFL) & O_APPEND ? lseek(fd, 0, SEEK_END) : lseek(fd, 0, SEEK_CUR),
                   length);
    }
    return is_placed ? real(fd, bytes, length, at) : plain(fd, bytes, length);
}

ssize_t write(int fd, const void *bytes, size_t length) { return put(fd, bytes, length, 0, 0); }
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) { return put(fd, bytes, length, at, 1); }
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at) { return put(fd, bytes, length, at, 1); }

static int flushed(int fd, const char *name) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    if (is_armed && strikes(SYNC, name_of(fd))) return refused();
    int done = real(fd);
    if (is_armed && !done && !drops) note_flushed(fd);
    return done;
}

int fsync(int fd) { return flushed(fd, "fsync"); }
int fdatasync(int fd) { return flushed(fd, "fdatasync"); }

static int cut_off(int fd, off_t size) {
    REAL(int, "ftruncate", int, off_t);
    struct stat about;
    if (is_armed && strikes(TRUNCATE, name_of(fd))) return refused();
    if (is_armed && name_of(fd)[0] && !fstat(fd, &about))
        note_bytes(fd, size, about.st_size > size ? about.st_size - size : 0);
    return real(fd, size);
}

int ftruncate(int fd, off_t size) { return cut_off(fd, size); }
int ftruncate64(int fd, off64_t size) { return cut_off(fd, size); }

static int is_ours(const char *path) {
    return is_armed && !strncmp(path, root, strlen(root)) && path[strlen(root)] == '/';
}

int renameat(int from, const char *path, int to, const char *other) {
    REAL(int, "renameat", int, const char *, int, const char *);
    char room[4096], room_2[4096];
    const char *one = whole(from, path, room), *two = whole(to, other, room_2);
    if (strikes(RENAME, two)) return refused();
    char *old = is_ours(two) && kind == CUT ? buried(two) : NULL;
    int done = real(from, path, to, other);
    if (!done && is_ours(two)) note_name(RENAME, one, two, old);
    return done;
}
int rename(const char *path, const char *other) { return renameat(AT_FDCWD, path, AT_FDCWD, other); }

int unlinkat(int folder, const char *path, int flags) {
    REAL(int, "unlinkat", int, const char *, int);
    char room[4096];
    const char *where = whole(folder, path, room);
    if (strikes(UNLINK, where)) return refused();
    char *old = is_ours(where) && kind == CUT && !flags ? buried(where) : NULL;
    int done = real(folder, path, flags);
    if (!done && old) note_name(UNLINK, where, NULL, old);
    return done;
}
int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

int linkat(int from, const char *path, int to, const char *other, int flags) {
    REAL(int, "linkat", int, const char *, int, const char *, int);
    char room[4096];
    const char *where = whole(to, other, room);
    if (strikes(LINK, where)) return refused();
    int done = real(from, path, to, other, flags);
    if (!done && is_ours(where)) note_name(LINK, where, NULL, NULL);
    return done;
}
int link(const char *path, const char *other) { return linkat(AT_FDCWD, path, AT_FDCWD, other, 0); }

int mkdirat(int folder, const char *path, mode_t mode) {
    REAL(int, "mkdirat", int, const char *, mode_t);
    char room[4096];
    const char *where = whole(folder, path, room);
    if (strikes(MAKE, where)) return refused();
    int done = real(folder, path, mode);
    if (!done && is_ours(where)) note_name(MAKE, where, NULL, NULL);
    return done;
}
int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

/* -- how a test speaks to it -- */

void disk_arm(const char *below, const char *graveyard, int how, long at, int stays, unsigned long seed, int to) {
    snprintf(root, sizeof root, "%s", below);
    snprintf(grave, sizeof grave, "%s", graveyard);
    /* a disk that says it flushed and did not, and then loses its power */
    drops = how == DROPS;
    kind = drops ? CUT : how, wanted = at, lasting = stays, chance = seed * 2654435761UL + 1, log_to = to, seen = 0;
    is_armed = 1;
}

/* The program is at its end: what is a power cut now? */
void disk_end(void) {
    if (is_armed && kind == CUT) {
        power_cut();
        die();
    }
    is_armed = 0;
}

long disk_seen(void) { return seen; }
