// Reading and writing PNG row by row through libpng. Its errors are jumps (setjmp), which Swift cannot handle: each
// function here catches them and returns 0, with the library's message in `message`.

#ifndef REGALIA_CPNG_H
#define REGALIA_CPNG_H

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

/// Reads up to `count` bytes, or writes all of them, and returns their number.
typedef size_t (*RegaliaPNGTransfer)(void *_Nonnull context, void *_Nonnull bytes, size_t count);

typedef struct {
  png_structp _Nullable png;
  png_infop _Nullable info;
  RegaliaPNGTransfer _Nonnull transfer;
  void *_Nonnull context;
  unsigned width, height;
  /// Grey, grey and alpha, RGB, or RGBA, eight bits each.
  unsigned channels;
  /// The number of passes; more than one if the file is interlaced.
  int passes;
  int isWriter;
  char message[160];
} RegaliaPNG;

static inline void regalia_png_fail(png_structp png, png_const_charp words) {
  RegaliaPNG *self = png_get_error_ptr(png);
  snprintf(self->message, sizeof self->message, "%s", words);
  png_longjmp(png, 1);
}

static inline void regalia_png_warn(png_structp png, png_const_charp words) {
  (void)png;
  (void)words;
}

static inline void regalia_png_read(png_structp png, png_bytep bytes, size_t count) {
  RegaliaPNG *self = png_get_io_ptr(png);
  if (self->transfer(self->context, bytes, count) != count) png_error(png, "the data ends too early");
}

static inline void regalia_png_write(png_structp png, png_bytep bytes, size_t count) {
  RegaliaPNG *self = png_get_io_ptr(png);
  if (self->transfer(self->context, bytes, count) != count) png_error(png, "there is no room for it");
}

static inline void regalia_png_flush(png_structp png) { (void)png; }

static inline RegaliaPNG *_Nullable regalia_png_create(
    int isWriter, RegaliaPNGTransfer _Nonnull transfer, void *_Nonnull context) {
  RegaliaPNG *self = calloc(1, sizeof *self);
  if (!self) return 0;
  self->transfer = transfer;
  self->context = context;
  self->isWriter = isWriter;
  self->png = isWriter
      ? png_create_write_struct(PNG_LIBPNG_VER_STRING, self, regalia_png_fail, regalia_png_warn)
      : png_create_read_struct(PNG_LIBPNG_VER_STRING, self, regalia_png_fail, regalia_png_warn);
  self->info = self->png ? png_create_info_struct(self->png) : 0;
  if (self->info) return self;
  free(self);
  return 0;
}

static inline void regalia_png_free(RegaliaPNG *_Nonnull self) {
  if (self->isWriter) {
    png_destroy_write_struct(&self->png, &self->info);
  } else {
    png_destroy_read_struct(&self->png, &self->info, 0);
  }
  free(self);
}

/// Reads the header; pixels will have eight bits per channel and no palette.
static inline int regalia_png_begin_reading(RegaliaPNG *_Nonnull self) {
  png_structp png = self->png;
  if (setjmp(png_jmpbuf(png))) return 0;
  png_set_read_fn(png, self, regalia_png_read);
  png_set_user_limits(png, 1000000, 1000000);
  // Other chunks are skipped, so that nothing in them is decompressed.
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, 0, -1);
  png_read_info(png, self->info);
  png_set_expand(png);
  png_set_scale_16(png);
  self->passes = png_set_interlace_handling(png);
  png_read_update_info(png, self->info);
  self->width = png_get_image_width(png, self->info);
  self->height = png_get_image_height(png, self->info);
  self->channels = png_get_channels(png, self->info);
  return 1;
}

static inline int regalia_png_read_row(RegaliaPNG *_Nonnull self, unsigned char *_Nonnull row) {
  if (setjmp(png_jmpbuf(self->png))) return 0;
  png_read_row(self->png, row, 0);
  return 1;
}

/// Reads the rest of the file up to its end marker.
static inline int regalia_png_end_reading(RegaliaPNG *_Nonnull self) {
  if (setjmp(png_jmpbuf(self->png))) return 0;
  png_read_end(self->png, 0);
  return 1;
}

/// Writes a whole picture of three or four channels; a resolution of 0 is omitted.
static inline int regalia_png_encode(
    RegaliaPNG *_Nonnull self, const unsigned char *_Nonnull pixels, unsigned width, unsigned height,
    unsigned channels, int level, unsigned pixelsPerMetre) {
  png_structp png = self->png;
  if (setjmp(png_jmpbuf(png))) return 0;
  png_set_write_fn(png, self, regalia_png_write, regalia_png_flush);
  png_set_compression_level(png, level);
  png_set_user_limits(png, 1000000, 1000000);
  png_set_IHDR(
      png, self->info, width, height, 8, channels == 4 ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB,
      PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (pixelsPerMetre)
    png_set_pHYs(png, self->info, pixelsPerMetre, pixelsPerMetre, PNG_RESOLUTION_METER);
  png_write_info(png, self->info);
  for (unsigned y = 0; y < height; y++) png_write_row(png, pixels + (size_t)y * width * channels);
  png_write_end(png, self->info);
  return 1;
}

#endif
