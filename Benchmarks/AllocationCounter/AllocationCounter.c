// Takes the place of malloc and its kin in programs that link it, and counts who calls them.

#define _GNU_SOURCE
#include "AllocationCounter.h"

#include <errno.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static __thread bool is_counting;
static __thread uint64_t count;

struct span {
  uintptr_t begin, end;
};

static struct span ours[8];
static int our_count;

// The program comes first; of the libraries only Swift's own count as its code.
static int note_object(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size;
  bool *is_first = data;
  bool is_ours = *is_first || strstr(info->dlpi_name, "libswift") != NULL;
  *is_first = false;
  for (int i = 0; is_ours && i < info->dlpi_phnum && our_count < 8; i++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    if (header->p_type != PT_LOAD || !(header->p_flags & PF_X)) continue;
    uintptr_t begin = info->dlpi_addr + header->p_vaddr;
    ours[our_count++] = (struct span){begin, begin + header->p_memsz};
  }
  return 0;
}

static void count_call(const void *caller) {
  if (!is_counting) return;
  uintptr_t place = (uintptr_t)caller;
  for (int i = 0; i < our_count; i++) {
    if (place >= ours[i].begin && place < ours[i].end) {
      count++;
      return;
    }
  }
}

void allocation_counter_start(void) {
  if (our_count == 0) {
    bool is_first = true;
    dl_iterate_phdr(note_object, &is_first);
  }
  count = 0;
  is_counting = true;
}

uint64_t allocation_counter_stop(void) {
  is_counting = false;
  return count;
}

void *malloc(size_t size) {
  count_call(__builtin_return_address(0));
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count_call(__builtin_return_address(0));
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  count_call(__builtin_return_address(0));
  return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count_call(__builtin_return_address(0));
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  count_call(__builtin_return_address(0));
  void *made = __libc_memalign(alignment, size);
  if (made == NULL) return ENOMEM;
  *block = made;
  return 0;
}
