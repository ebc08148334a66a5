#ifndef REGALIA_CSQLITE_H
#define REGALIA_CSQLITE_H

#include <sqlite3.h>

// Swift cannot call a function of so many arguments as one likes.
static inline int regalia_sqlite3_set(sqlite3 *database, int option, int isOn) {
  return sqlite3_db_config(database, option, isOn, (int *)0);
}

#endif
