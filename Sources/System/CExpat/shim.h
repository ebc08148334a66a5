#ifndef REGALIA_CEXPAT_H
#define REGALIA_CEXPAT_H

// Declares what limits the growth by entities.
#define XML_DTD 1
#include <expat.h>

#endif
