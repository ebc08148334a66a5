// Stands before malloc and its kin in programs that link it, and counts who calls them while a thread asks for it.
//
// Each call is handed on to whatever the next library in line has, so that other allocators and tools that are
// loaded before the C library go on working. While nobody counts that costs a look at one variable of the thread.

#define _GNU_SOURCE
#include "AllocationCounter.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static __thread bool is_counting;
static __thread bool is_resolving;
static __thread uint64_t count;

static struct {
  void *(*malloc)(size_t);
  void *(*calloc)(size_t, size_t);
  void *(*realloc)(void *, size_t);
  void *(*aligned_alloc)(size_t, size_t);
  int (*posix_memalign)(void **, size_t, size_t);
} next;

struct span {
  uintptr_t begin, end;
};

static struct span ours[8];
static int our_count;

// Finds what was called before this file stood in between. Two threads at once find the same; looking needs no
// memory, but if it did, there would be none rather than an endless regress.
static void *resolve(void **place, const char *name) {
  void *found = __atomic_load_n(place, __ATOMIC_ACQUIRE);
  if (found != NULL || is_resolving) return found;
  is_resolving = true;
  found = dlsym(RTLD_NEXT, name);
  is_resolving = false;
  __atomic_store_n(place, found, __ATOMIC_RELEASE);
  return found;
}

#define NEXT(name) ((typeof(next.name))resolve((void **)&next.name, #name))

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

static void __attribute__((noinline)) count_call(const void *caller) {
  uintptr_t place = (uintptr_t)caller;
  for (int i = 0; i < our_count; i++) {
    if (place >= ours[i].begin && place < ours[i].end) {
      count++;
      return;
    }
  }
}

#define NOTE_CALL() \
  if (__builtin_expect(is_counting, 0)) count_call(__builtin_return_address(0))

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
  NOTE_CALL();
  void *(*function)(size_t) = NEXT(malloc);
  return function ? function(size) : NULL;
}

void *calloc(size_t number, size_t size) {
  NOTE_CALL();
  void *(*function)(size_t, size_t) = NEXT(calloc);
  return function ? function(number, size) : NULL;
}

void *realloc(void *block, size_t size) {
  NOTE_CALL();
  void *(*function)(void *, size_t) = NEXT(realloc);
  return function ? function(block, size) : NULL;
}

void *aligned_alloc(size_t alignment, size_t size) {
  NOTE_CALL();
  void *(*function)(size_t, size_t) = NEXT(aligned_alloc);
  return function ? function(alignment, size) : NULL;
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  NOTE_CALL();
  int (*function)(void **, size_t, size_t) = NEXT(posix_memalign);
  return function ? function(block, alignment, size) : ENOMEM;
}
