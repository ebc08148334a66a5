// Makes a call of the C library fail, or the wall's clock stand elsewhere: loaded into the program by Scripts/faults.
//
//   FAULT_AT=N      the N-th of the calls below fails, counted from 1 over the whole process
//   FAULT_ERROR=E   with this error number (28 is ENOSPC, 5 EIO, 4 EINTR)
//   FAULT_EVERY=1   all that follow fail as well, as on a disk that stays full
//   FAULT_MARK=F    the file F is made when a call has failed
//   CLOCK_SHIFT=S   the time of day is S seconds off
//
// Counted are calls that change files: write, pwrite64, fsync, fdatasync, ftruncate64, rename, and those that open a file
// to write it. Standard output and error are left alone.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static atomic_long calls;

static long number(const char *name) {
  const char *text = getenv(name);
  return text ? atol(text) : 0;
}

static int fails(void) {
  long at = number("FAULT_AT");
  if (at <= 0) return 0;
  long call = atomic_fetch_add(&calls, 1) + 1;
  if (call != at && !(call > at && number("FAULT_EVERY"))) return 0;
  const char *mark = getenv("FAULT_MARK");
  if (mark) {
    int file = syscall(SYS_openat, AT_FDCWD, mark, O_WRONLY | O_CREAT, 0666);
    if (file >= 0) syscall(SYS_close, file);
  }
  errno = number("FAULT_ERROR");
  return 1;
}

static int is_file(int descriptor) {
  struct stat status;
  return descriptor > 2 && fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  return is_file(descriptor) && fails() ? -1 : syscall(SYS_write, descriptor, bytes, count);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
  return is_file(descriptor) && fails() ? -1 : syscall(SYS_pwrite64, descriptor, bytes, count, offset);
}

int fsync(int descriptor) { return fails() ? -1 : syscall(SYS_fsync, descriptor); }

int fdatasync(int descriptor) { return fails() ? -1 : syscall(SYS_fdatasync, descriptor); }

int ftruncate64(int descriptor, off64_t length) {
  return fails() ? -1 : syscall(SYS_ftruncate, descriptor, length);
}

int rename(const char *from, const char *to) { return fails() ? -1 : syscall(SYS_rename, from, to); }

static int opened(const char *path, int flags, mode_t mode) {
  if ((flags & O_ACCMODE) != O_RDONLY && (flags & O_CREAT) && fails()) return -1;
  return syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return opened(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return opened(path, flags | O_LARGEFILE, mode);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  int result = syscall(SYS_clock_gettime, clock, time);
  if (result == 0 && clock == CLOCK_REALTIME) time->tv_sec += number("CLOCK_SHIFT");
  return result;
}
