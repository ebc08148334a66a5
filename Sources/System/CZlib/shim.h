#ifndef REGALIA_CZLIB_H
#define REGALIA_CZLIB_H

#include <zlib.h>

#endif
