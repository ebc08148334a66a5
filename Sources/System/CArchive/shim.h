#ifndef REGALIA_CARCHIVE_H
#define REGALIA_CARCHIVE_H

#include <archive.h>
#include <archive_entry.h>

#endif
