#ifndef REGALIA_CEXPAT_H
#define REGALIA_CEXPAT_H

// Declares what limits the growth by entities.
#define XML_DTD 1
#include <expat.h>

// Newer releases deprecate these names for others that older ones lack.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"

// The line at which the parser is, counted from 1.
static inline XML_Size regalia_current_line(XML_Parser parser) { return XML_GetCurrentLineNumber(parser); }

// The column at which the parser is, counted in bytes from 0.
static inline XML_Size regalia_current_column(XML_Parser parser) { return XML_GetCurrentColumnNumber(parser); }

#pragma clang diagnostic pop

#endif
