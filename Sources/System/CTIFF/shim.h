// The required functions of libtiff, as its headers declare them. The library is not linked: loading it with its
// dependencies takes longer than a short command, and only TIFF needs it.

#ifndef REGALIA_CTIFF_H
#define REGALIA_CTIFF_H

#include <dlfcn.h>
#include <tiffio.h>

#define REGALIA_TIFF_FUNCTIONS(each)                                                                       \
  each(ClientOpen) each(Close) each(GetField) each(GetFieldDefaulted) each(SetField) each(IsTiled)         \
  each(RGBAImageOK) each(ReadRGBAStrip) each(ReadRGBATile) each(SetErrorHandler) each(SetWarningHandler)

typedef struct {
#define each(name) __typeof__(TIFF##name) *_Nonnull name;
  REGALIA_TIFF_FUNCTIONS(each)
#undef each
} TIFFFunctions;

/// Finds all functions in the loaded library. Returns the name of the first missing one, otherwise null.
static inline const char *_Nullable regalia_find_tiff(
    void *_Nonnull library, TIFFFunctions *_Nonnull functions) {
#define each(name)                                                                                         \
  functions->name = (__typeof__(TIFF##name) *)dlsym(library, "TIFF" #name);                                \
  if (!functions->name) return "TIFF" #name;
  REGALIA_TIFF_FUNCTIONS(each)
#undef each
  return 0;
}

/// Reads up to `count` bytes at an offset, and returns their number.
typedef size_t (*RegaliaTIFFRead)(void *_Nonnull context, void *_Nonnull bytes, size_t count, size_t offset);

typedef struct {
  TIFF *_Nullable tiff;
  TIFFFunctions functions;
  RegaliaTIFFRead _Nonnull read;
  void *_Nonnull context;
  size_t count, offset;
  uint32_t width, height, tileWidth, tileHeight;
  int isTiled;
  /// The number of bits of a stored pixel.
  uint32_t bits;
} RegaliaTIFF;

static inline tmsize_t regalia_tiff_read(thandle_t handle, void *bytes, tmsize_t count) {
  RegaliaTIFF *self = (RegaliaTIFF *)handle;
  size_t done = self->read(self->context, bytes, (size_t)count, self->offset);
  self->offset += done;
  return (tmsize_t)done;
}

static inline tmsize_t regalia_tiff_write(thandle_t handle, void *bytes, tmsize_t count) {
  (void)handle;
  (void)bytes;
  (void)count;
  return 0;
}

static inline toff_t regalia_tiff_seek(thandle_t handle, toff_t offset, int origin) {
  RegaliaTIFF *self = (RegaliaTIFF *)handle;
  self->offset = (size_t)offset + (origin == SEEK_CUR ? self->offset : origin == SEEK_END ? self->count : 0);
  return self->offset;
}

static inline int regalia_tiff_close(thandle_t handle) {
  (void)handle;
  return 0;
}

static inline toff_t regalia_tiff_size(thandle_t handle) { return ((RegaliaTIFF *)handle)->count; }

/// Reads the header of the first picture. The fields `read`, `context`, `count` and `functions` must be set. Returns 0
/// if the picture cannot be converted to RGB, with libtiff's message if available.
static inline int regalia_tiff_open(RegaliaTIFF *_Nonnull self, char *_Nonnull message) {
  // libtiff would write errors to standard error.
  self->functions.SetErrorHandler(0);
  self->functions.SetWarningHandler(0);
  self->tiff = self->functions.ClientOpen(
      "picture", "rm", self, regalia_tiff_read, regalia_tiff_write, regalia_tiff_seek, regalia_tiff_close,
      regalia_tiff_size, 0, 0);
  if (!self->tiff || !self->functions.RGBAImageOK(self->tiff, message)) return 0;
  // Pixels are decoded as stored; the caller turns them.
  self->functions.SetField(self->tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
  if (!self->functions.GetField(self->tiff, TIFFTAG_IMAGEWIDTH, &self->width)
      || !self->functions.GetField(self->tiff, TIFFTAG_IMAGELENGTH, &self->height))
    return 0;
  uint16_t bits = 1, samples = 1;
  self->functions.GetFieldDefaulted(self->tiff, TIFFTAG_BITSPERSAMPLE, &bits);
  self->functions.GetFieldDefaulted(self->tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
  self->bits = (uint32_t)bits * samples;
  self->isTiled = self->functions.IsTiled(self->tiff);
  if (self->isTiled)
    return self->functions.GetField(self->tiff, TIFFTAG_TILEWIDTH, &self->tileWidth)
        && self->functions.GetField(self->tiff, TIFFTAG_TILELENGTH, &self->tileHeight);
  self->tileWidth = self->width;
  self->functions.GetFieldDefaulted(self->tiff, TIFFTAG_ROWSPERSTRIP, &self->tileHeight);
  if (self->tileHeight > self->height) self->tileHeight = self->height;
  return 1;
}

/// Reads the strip or tile at a position, bottom row first, in RGBA with premultiplied alpha.
static inline int regalia_tiff_read_part(
    RegaliaTIFF *_Nonnull self, uint32_t x, uint32_t y, uint32_t *_Nonnull pixels) {
  return self->isTiled ? self->functions.ReadRGBATile(self->tiff, x, y, pixels)
                       : self->functions.ReadRGBAStrip(self->tiff, y, pixels);
}

static inline void regalia_tiff_end(RegaliaTIFF *_Nonnull self) {
  if (self->tiff) self->functions.Close(self->tiff);
  self->tiff = 0;
}

#endif
