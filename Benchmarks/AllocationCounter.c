// Counts what the program's own code, and that of the Swift runtime, allocates on a thread that asks for it. It is preloaded:
//
//   cc -O2 -shared -fPIC -o counter.so Benchmarks/AllocationCounter.c
//   LD_PRELOAD=$PWD/counter.so regalia bench picker-drag --offscreen
//
// Allocations of other libraries, such as the graphics driver, are not counted.

#define _GNU_SOURCE
#include <errno.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t number, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static __thread bool is_counting __attribute__((tls_model("initial-exec")));
static __thread uint64_t count __attribute__((tls_model("initial-exec")));

enum { MOST_RANGES = 64 };

// The code that counts.
static struct {
  uintptr_t begin, end;
} ranges[MOST_RANGES];
static int range_count;

// The program comes first; of the libraries only Swift's own count as its code.
static int visit(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size;
  bool is_first = (*(int *)data)++ == 0;
  if (!is_first && strstr(info->dlpi_name, "libswift") == NULL) return 0;
  for (int i = 0; i < info->dlpi_phnum && range_count < MOST_RANGES; i++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    if (header->p_type != PT_LOAD || !(header->p_flags & PF_X)) continue;
    ranges[range_count].begin = info->dlpi_addr + header->p_vaddr;
    ranges[range_count].end = ranges[range_count].begin + header->p_memsz;
    range_count++;
  }
  return 0;
}

static inline void note(const void *caller) {
  if (!is_counting) return;
  for (int i = 0; i < range_count; i++) {
    if ((uintptr_t)caller >= ranges[i].begin && (uintptr_t)caller < ranges[i].end) {
      count++;
      return;
    }
  }
}

void *malloc(size_t size) {
  note(__builtin_return_address(0));
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  note(__builtin_return_address(0));
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  note(__builtin_return_address(0));
  return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  note(__builtin_return_address(0));
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  note(__builtin_return_address(0));
  void *made = __libc_memalign(alignment, size);
  if (made == NULL) return ENOMEM;
  *block = made;
  return 0;
}

// Begins to count what this thread allocates.
void allocation_counter_start(void) {
  int visited = 0;
  if (range_count == 0) dl_iterate_phdr(visit, &visited);
  count = 0;
  is_counting = true;
}

// Ends counting and returns how many allocations there were.
uint64_t allocation_counter_stop(void) {
  is_counting = false;
  return count;
}
