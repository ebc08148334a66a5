#ifndef REGALIA_CLCMS2_H
#define REGALIA_CLCMS2_H

#include <lcms2.h>

// Formats are macros that Swift cannot read.
static const cmsUInt32Number regalia_GRAY_8 = TYPE_GRAY_8;
static const cmsUInt32Number regalia_RGB_8 = TYPE_RGB_8;
static const cmsUInt32Number regalia_RGBA_8 = TYPE_RGBA_8;
static const cmsUInt32Number regalia_RGB_DBL = TYPE_RGB_DBL;
static const cmsUInt32Number regalia_CMYK_8 = TYPE_CMYK_8;
static const cmsUInt32Number regalia_CMYK_16 = TYPE_CMYK_16;
static const cmsUInt32Number regalia_CMYK_DBL = TYPE_CMYK_DBL;
static const cmsUInt32Number regalia_Lab_DBL = TYPE_Lab_DBL;

#endif
