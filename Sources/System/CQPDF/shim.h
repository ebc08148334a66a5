#ifndef REGALIA_CQPDF_H
#define REGALIA_CQPDF_H

#include <qpdf/qpdf-c.h>

#endif
