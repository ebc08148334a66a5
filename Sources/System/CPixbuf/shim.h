#ifndef REGALIA_CPIXBUF_H
#define REGALIA_CPIXBUF_H

#include <gdk-pixbuf/gdk-pixbuf.h>

#endif
