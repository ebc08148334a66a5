// Counts what the program's own code, and that of the Swift runtime, allocates on a thread that asks for it.
//
// Nothing stands between the program and its allocator until the first count begins. Then the slots through which
// the program itself and Swift's libraries call malloc and its kin are turned to functions that count and go on to
// where the slots led before. Other libraries, and other allocators that are loaded in place of the C library's,
// notice nothing of it.

#define _GNU_SOURCE
#include "AllocationCounter.h"

#include <fcntl.h>
#include <link.h>
#include <malloc.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static __thread bool is_counting;
static __thread uint64_t count;

// Volatile, or the compiler sees that each is set but once and calls the function by its name: through a turned slot.
static void *(*volatile next_malloc)(size_t);
static void *(*volatile next_calloc)(size_t, size_t);
static void *(*volatile next_realloc)(void *, size_t);
static void *(*volatile next_aligned_alloc)(size_t, size_t);
static int (*volatile next_posix_memalign)(void **, size_t, size_t);

static void *counting_malloc(size_t size) {
  count += is_counting;
  return next_malloc(size);
}

static void *counting_calloc(size_t number, size_t size) {
  count += is_counting;
  return next_calloc(number, size);
}

static void *counting_realloc(void *block, size_t size) {
  count += is_counting;
  return next_realloc(block, size);
}

static void *counting_aligned_alloc(size_t alignment, size_t size) {
  count += is_counting;
  return next_aligned_alloc(alignment, size);
}

static int counting_posix_memalign(void **block, size_t alignment, size_t size) {
  count += is_counting;
  return next_posix_memalign(block, alignment, size);
}

static const struct {
  const char *name;
  void *replacement;
} turned[] = {
    {"malloc", (void *)counting_malloc},
    {"calloc", (void *)counting_calloc},
    {"realloc", (void *)counting_realloc},
    {"aligned_alloc", (void *)counting_aligned_alloc},
    {"posix_memalign", (void *)counting_posix_memalign},
};

#if defined(__x86_64__)
enum { JUMP_SLOT = R_X86_64_JUMP_SLOT, GLOBAL_DATA = R_X86_64_GLOB_DAT };
#elif defined(__aarch64__)
enum { JUMP_SLOT = R_AARCH64_JUMP_SLOT, GLOBAL_DATA = R_AARCH64_GLOB_DAT };
#endif

#if defined(__x86_64__) || defined(__aarch64__)

// The parts of a loaded object that say which slots lead where.
struct object {
  uintptr_t base;
  const ElfW(Sym) *symbols;
  const char *names;
  const ElfW(Rela) *tables[2];
  size_t sizes[2];
  uintptr_t sealed_begin, sealed_end;
};

// The GNU loader has made addresses absolute, others leave them counted from the object's start.
static const void *absolute(const struct dl_phdr_info *info, uintptr_t address) {
  return (const void *)(address < info->dlpi_addr ? address + info->dlpi_addr : address);
}

static struct object describe(const struct dl_phdr_info *info) {
  struct object object = {.base = info->dlpi_addr};
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    uintptr_t begin = info->dlpi_addr + header->p_vaddr;
    if (header->p_type == PT_GNU_RELRO) {
      object.sealed_begin = begin;
      object.sealed_end = begin + header->p_memsz;
    }
    if (header->p_type != PT_DYNAMIC) continue;
    for (const ElfW(Dyn) *entry = (const ElfW(Dyn) *)begin; entry->d_tag != DT_NULL; entry++) {
      switch (entry->d_tag) {
        case DT_SYMTAB: object.symbols = absolute(info, entry->d_un.d_ptr); break;
        case DT_STRTAB: object.names = absolute(info, entry->d_un.d_ptr); break;
        case DT_JMPREL: object.tables[0] = absolute(info, entry->d_un.d_ptr); break;
        case DT_PLTRELSZ: object.sizes[0] = entry->d_un.d_val; break;
        case DT_RELA: object.tables[1] = absolute(info, entry->d_un.d_ptr); break;
        case DT_RELASZ: object.sizes[1] = entry->d_un.d_val; break;
      }
    }
  }
  return object;
}

// What the loader has sealed after linking is opened for the moment of the change.
static bool set(const struct object *object, void **slot, void *value) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t place = (uintptr_t)slot;
  bool is_sealed = place >= object->sealed_begin && place < object->sealed_end;
  void *start = (void *)(place & ~(page - 1));
  if (is_sealed && mprotect(start, page, PROT_READ | PROT_WRITE) != 0) return false;
  __atomic_store_n(slot, value, __ATOMIC_RELEASE);
  if (is_sealed) mprotect(start, page, PROT_READ);
  return true;
}

static int turn_slots(const struct object *object) {
  int changed = 0;
  if (object->symbols == NULL || object->names == NULL) return 0;
  for (int table = 0; table < 2; table++) {
    if (object->tables[table] == NULL) continue;
    size_t length = object->sizes[table] / sizeof(ElfW(Rela));
    for (size_t i = 0; i < length; i++) {
      const ElfW(Rela) *entry = &object->tables[table][i];
      unsigned type = ELF64_R_TYPE(entry->r_info);
      if (type != JUMP_SLOT && type != GLOBAL_DATA) continue;
      const char *name = object->names + object->symbols[ELF64_R_SYM(entry->r_info)].st_name;
      for (size_t k = 0; k < sizeof turned / sizeof turned[0]; k++) {
        if (strcmp(name, turned[k].name) != 0) continue;
        changed += set(object, (void **)(object->base + entry->r_offset), turned[k].replacement);
      }
    }
  }
  return changed;
}

// The program comes first; of the libraries only Swift's own count as its code.
static int visit(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size;
  int *state = data;
  bool is_first = state[0]++ == 0;
  if (is_first || strstr(info->dlpi_name, "libswift") != NULL) {
    struct object object = describe(info);
    state[1] += turn_slots(&object);
  }
  return 0;
}

static int turn_all(void) {
  int state[2] = {0, 0};
  dl_iterate_phdr(visit, state);
  return state[1];
}

#else

static int turn_all(void) { return 0; }

#endif

bool allocation_counter_prepare(void) {
  static int slots = -1;
  if (slots >= 0) return slots > 0;
  next_malloc = malloc;
  next_calloc = calloc;
  next_realloc = realloc;
  next_aligned_alloc = aligned_alloc;
  next_posix_memalign = posix_memalign;
  slots = turn_all();
  return slots > 0;
}

void allocation_counter_start(void) {
  allocation_counter_prepare();
  count = 0;
  is_counting = true;
}

uint64_t allocation_counter_stop(void) {
  is_counting = false;
  return count;
}

void allocation_keep_apart(bool apart) { mallopt(M_MMAP_THRESHOLD, apart ? 32 << 10 : 1 << 20); }

void allocation_configure(void) {
  // glibc moves its threshold up to the largest block that was freed. From then on blocks of a window's size lie in the
  // heap among small ones, and what is freed below one of those never goes back.
  allocation_keep_apart(false);
  // What one frame frees the next one asks for again: where it went back meanwhile, the kernel clears it page by page.
  mallopt(M_TRIM_THRESHOLD, 8 << 20);
  // Threads would have heaps of their own, as many as eight for each processor, and what is free at the end of one does not
  // even go back where that is asked for. So they share that of the first thread; small blocks are kept for each thread.
  mallopt(M_ARENA_MAX, 1);
  // Small blocks that are freed are joined with their neighbours at once; else the first large one waits for all of them.
  mallopt(M_MXFAST, 0);
}

void allocation_return_freed(void) { malloc_trim(0); }

size_t allocation_resident_bytes(void) {
  static int file = -1;
  // Opened once: it is read often. Nothing is lost when two threads open it.
  if (file < 0) file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  char text[128];
  ssize_t length = file < 0 ? -1 : pread(file, text, sizeof text - 1, 0);
  if (length <= 0) return 0;
  text[length] = 0;
  unsigned long pages = 0;
  return sscanf(text, "%*u %lu", &pages) == 1 ? pages * (size_t)sysconf(_SC_PAGESIZE) : 0;
}

size_t allocation_heap_bytes(void) { return mallinfo2().arena; }
