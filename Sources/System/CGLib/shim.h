#ifndef REGALIA_CGLIB_H
#define REGALIA_CGLIB_H

#include <glib.h>

#endif
