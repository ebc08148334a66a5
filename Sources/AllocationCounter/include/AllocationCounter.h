#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Makes counting possible, and returns whether it is: not for every processor. From then on the program's own
/// allocations take about a nanosecond longer; before, nothing is different.
bool allocation_counter_prepare(void);

/// Begins to count what this thread allocates from code of the program itself and of the Swift runtime;
/// what other libraries, such as the graphics driver, allocate is not counted.
void allocation_counter_start(void);

/// Ends counting and returns how many allocations there were.
uint64_t allocation_counter_stop(void);

/// Has blocks of a mebibyte and more go back to the system as soon as they are freed, so that a window which was large
/// once, or changed its size often, does not keep the memory for it; and has all threads share one heap, which is the one that
/// gives everything back. It is called before there are others.
void allocation_configure(void);

/// Has blocks of 32 KiB and more, too, lie apart, where the heap has no room for them, and go back to the system as soon as they
/// are freed: each then takes only the memory that is used of it, and some microseconds.
void allocation_keep_apart(bool apart);

/// Gives the system back what was freed between blocks that are still in use: some milliseconds of work.
void allocation_return_freed(void);

/// Returns the bytes of memory that the process has at present, its part of files included; 0 where the system does not tell.
size_t allocation_resident_bytes(void);

/// Returns the bytes of the heap that small blocks share, those that are free among them.
size_t allocation_heap_bytes(void);
