// System calls for sandboxing a process. Swift imports neither these calls nor their macros.

#ifndef REGALIA_CSANDBOX_H
#define REGALIA_CSANDBOX_H

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define REGALIA_AUDIT_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define REGALIA_AUDIT_ARCH AUDIT_ARCH_AARCH64
#endif

#define REGALIA_LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define REGALIA_RETURN(action) BPF_STMT(BPF_RET | BPF_K, action)
#define REGALIA_ALLOW(number)                                                                              \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), REGALIA_RETURN(SECCOMP_RET_ALLOW)
/// Allows a call unless its third argument requests executable memory.
#define REGALIA_ALLOW_DATA(number)                                                                         \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 4), REGALIA_LOAD(args[2]),                                \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0), REGALIA_RETURN(SECCOMP_RET_ALLOW),            \
      REGALIA_RETURN(SECCOMP_RET_ERRNO | 1)

/// Restricts the process to computing, allocating memory, and reading and writing open files; all other calls fail with
/// EPERM. Returns 0 if the kernel has no filters.
static inline int regalia_filter_calls(void) {
#ifdef REGALIA_AUDIT_ARCH
  struct sock_filter filter[] = {
      REGALIA_LOAD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, REGALIA_AUDIT_ARCH, 1, 0),
      REGALIA_RETURN(SECCOMP_RET_KILL_PROCESS),
      REGALIA_LOAD(nr),
      REGALIA_ALLOW(SYS_read),
      REGALIA_ALLOW(SYS_write),
      REGALIA_ALLOW(SYS_pread64),
      REGALIA_ALLOW(SYS_munmap),
      REGALIA_ALLOW(SYS_mremap),
      REGALIA_ALLOW(SYS_brk),
      REGALIA_ALLOW(SYS_madvise),
      REGALIA_ALLOW(SYS_futex),
      REGALIA_ALLOW(SYS_rt_sigreturn),
      REGALIA_ALLOW(SYS_rt_sigprocmask),
      REGALIA_ALLOW(SYS_clock_gettime),
      REGALIA_ALLOW(SYS_getrandom),
      REGALIA_ALLOW(SYS_restart_syscall),
      REGALIA_ALLOW(SYS_exit),
      REGALIA_ALLOW(SYS_exit_group),
      REGALIA_ALLOW_DATA(SYS_mmap),
      REGALIA_LOAD(nr),
      REGALIA_ALLOW_DATA(SYS_mprotect),
      REGALIA_RETURN(SECCOMP_RET_ERRNO | 1),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
#else
  return 0;
#endif
}

/// Prevents the process and its children from gaining rights and from writing core dumps.
static inline void regalia_give_up_rights(void) {
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

/// Closes all descriptors from `first` on.
static inline void regalia_close_from(unsigned first) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, first, ~0u, 0) == 0) return;
#endif
  for (unsigned file = first; file < 4096; file++) close((int)file);
}

/// Sets the limits of a process, or of this one for 0; `kind` is one of RLIMIT_….
static inline int regalia_limit(int process, int kind, unsigned long long soft, unsigned long long hard) {
  unsigned long long limits[2] = {soft, hard};
  return (int)syscall(SYS_prlimit64, process, kind, limits, 0);
}

static const int regalia_limit_memory = RLIMIT_AS;
static const int regalia_limit_time = RLIMIT_CPU;
static const int regalia_limit_files = RLIMIT_NOFILE;
static const int regalia_limit_file_size = RLIMIT_FSIZE;
static const int regalia_limit_core = RLIMIT_CORE;

/// Creates a memory file that is closed on exec. Returns a negative number on failure.
static inline int regalia_memory_file(void) { return (int)syscall(SYS_memfd_create, "picture", 1u); }

#endif
