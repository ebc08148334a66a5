// Reading and writing JPEG row by row through libjpeg. Its errors are jumps (setjmp), which Swift cannot handle: each function here
// catches them and returns 0, with the library's message in `message`.

#ifndef REGALIA_CJPEG_H
#define REGALIA_CJPEG_H

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

/// Reads up to `count` bytes, and returns their number.
typedef size_t (*RegaliaJPEGRead)(void *_Nonnull context, void *_Nonnull bytes, size_t count);

typedef struct {
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_source_mgr source;
  struct jpeg_progress_mgr progress;
  jmp_buf jump;
  RegaliaJPEGRead _Nonnull read;
  void *_Nonnull context;
  /// The limit on scans; files with more are rejected.
  int mostScans;
  char message[JMSG_LENGTH_MAX];
  unsigned char buffer[1 << 15];
} RegaliaJPEG;

static inline void regalia_jpeg_fail(j_common_ptr jpeg) {
  RegaliaJPEG *self = jpeg->client_data;
  jpeg->err->format_message(jpeg, self->message);
  longjmp(self->jump, 1);
}

static inline void regalia_jpeg_stop(RegaliaJPEG *_Nonnull self, const char *_Nonnull words) {
  snprintf(self->message, sizeof self->message, "%s", words);
  longjmp(self->jump, 1);
}

static inline void regalia_jpeg_message(j_common_ptr jpeg, int level) {
  (void)jpeg;
  (void)level;
}

static inline void regalia_jpeg_output(j_common_ptr jpeg) { (void)jpeg; }

static inline void regalia_jpeg_nothing(j_decompress_ptr jpeg) { (void)jpeg; }

static inline boolean regalia_jpeg_fill(j_decompress_ptr jpeg) {
  RegaliaJPEG *self = jpeg->client_data;
  size_t count = self->read(self->context, self->buffer, sizeof self->buffer);
  if (!count) regalia_jpeg_stop(self, "the data ends too early");
  self->source.next_input_byte = self->buffer;
  self->source.bytes_in_buffer = count;
  return TRUE;
}

static inline void regalia_jpeg_skip(j_decompress_ptr jpeg, long count) {
  RegaliaJPEG *self = jpeg->client_data;
  while (count > (long)self->source.bytes_in_buffer) {
    count -= (long)self->source.bytes_in_buffer;
    regalia_jpeg_fill(jpeg);
  }
  if (count > 0) {
    self->source.next_input_byte += count;
    self->source.bytes_in_buffer -= (size_t)count;
  }
}

static inline void regalia_jpeg_count_scans(j_common_ptr jpeg) {
  RegaliaJPEG *self = jpeg->client_data;
  if (self->jpeg.input_scan_number > self->mostScans)
    regalia_jpeg_stop(self, "the scans repeat the pixels too often");
}

static inline RegaliaJPEG *_Nullable regalia_jpeg_create(
    RegaliaJPEGRead _Nonnull read, void *_Nonnull context, int mostScans) {
  RegaliaJPEG *self = calloc(1, sizeof *self);
  if (!self) return 0;
  self->read = read;
  self->context = context;
  self->mostScans = mostScans;
  self->jpeg.err = jpeg_std_error(&self->errors);
  self->errors.error_exit = regalia_jpeg_fail;
  self->errors.emit_message = regalia_jpeg_message;
  self->errors.output_message = regalia_jpeg_output;
  self->jpeg.client_data = self;
  if (setjmp(self->jump)) {
    free(self);
    return 0;
  }
  jpeg_create_decompress(&self->jpeg);
  self->jpeg.client_data = self;
  self->source.init_source = regalia_jpeg_nothing;
  self->source.fill_input_buffer = regalia_jpeg_fill;
  self->source.skip_input_data = regalia_jpeg_skip;
  self->source.resync_to_restart = jpeg_resync_to_restart;
  self->source.term_source = regalia_jpeg_nothing;
  self->jpeg.src = &self->source;
  self->progress.progress_monitor = regalia_jpeg_count_scans;
  self->jpeg.progress = &self->progress;
  return self;
}

static inline void regalia_jpeg_free(RegaliaJPEG *_Nonnull self) {
  if (!setjmp(self->jump)) jpeg_destroy_decompress(&self->jpeg);
  free(self);
}

/// Reads the header; pixels will be grey, RGB or CMYK.
static inline int regalia_jpeg_begin_reading(RegaliaJPEG *_Nonnull self) {
  if (setjmp(self->jump)) return 0;
  jpeg_read_header(&self->jpeg, TRUE);
  switch (self->jpeg.jpeg_color_space) {
    case JCS_GRAYSCALE: self->jpeg.out_color_space = JCS_GRAYSCALE; break;
    case JCS_CMYK:
    case JCS_YCCK: self->jpeg.out_color_space = JCS_CMYK; break;
    default: self->jpeg.out_color_space = JCS_RGB; break;
  }
  return 1;
}

/// Returns the size of the coefficients in bytes, which libjpeg keeps for files with several scans.
static inline size_t regalia_jpeg_kept_bytes(RegaliaJPEG *_Nonnull self) {
  if (!jpeg_has_multiple_scans(&self->jpeg)) return 0;
  size_t blocks = 0;
  for (int index = 0; index < self->jpeg.num_components; index++) {
    jpeg_component_info *part = &self->jpeg.comp_info[index];
    blocks += ((size_t)part->width_in_blocks + part->h_samp_factor)
        * ((size_t)part->height_in_blocks + part->v_samp_factor);
  }
  return blocks * DCTSIZE2 * sizeof(JCOEF);
}

/// Starts decoding, reduced to `eighths` eighths on both sides.
static inline int regalia_jpeg_begin_rows(RegaliaJPEG *_Nonnull self, unsigned eighths) {
  if (setjmp(self->jump)) return 0;
  self->jpeg.scale_num = eighths;
  self->jpeg.scale_denom = 8;
  jpeg_start_decompress(&self->jpeg);
  return 1;
}

static inline int regalia_jpeg_read_row(RegaliaJPEG *_Nonnull self, unsigned char *_Nonnull row) {
  if (setjmp(self->jump)) return 0;
  return jpeg_read_scanlines(&self->jpeg, &row, 1) == 1;
}

/// Reads the rest of the file up to its end marker.
static inline int regalia_jpeg_end_reading(RegaliaJPEG *_Nonnull self) {
  if (setjmp(self->jump)) return 0;
  jpeg_finish_decompress(&self->jpeg);
  return 1;
}

// Writing.

/// Takes all of `count` bytes.
typedef void (*RegaliaJPEGTake)(void *_Nonnull context, const void *_Nonnull bytes, size_t count);

typedef struct {
  struct jpeg_compress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_destination_mgr destination;
  jmp_buf jump;
  RegaliaJPEGTake _Nonnull take;
  void *_Nonnull context;
  char message[JMSG_LENGTH_MAX];
  unsigned char buffer[1 << 15];
} RegaliaJPEGWriter;

static inline void regalia_jpeg_writer_fail(j_common_ptr jpeg) {
  RegaliaJPEGWriter *self = jpeg->client_data;
  jpeg->err->format_message(jpeg, self->message);
  longjmp(self->jump, 1);
}

static inline void regalia_jpeg_begin_buffer(j_compress_ptr jpeg) {
  RegaliaJPEGWriter *self = jpeg->client_data;
  self->destination.next_output_byte = self->buffer;
  self->destination.free_in_buffer = sizeof self->buffer;
}

static inline boolean regalia_jpeg_empty_buffer(j_compress_ptr jpeg) {
  RegaliaJPEGWriter *self = jpeg->client_data;
  self->take(self->context, self->buffer, sizeof self->buffer);
  regalia_jpeg_begin_buffer(jpeg);
  return TRUE;
}

static inline void regalia_jpeg_end_buffer(j_compress_ptr jpeg) {
  RegaliaJPEGWriter *self = jpeg->client_data;
  self->take(self->context, self->buffer, sizeof self->buffer - self->destination.free_in_buffer);
}

static inline RegaliaJPEGWriter *_Nullable regalia_jpeg_writer_create(
    RegaliaJPEGTake _Nonnull take, void *_Nonnull context) {
  RegaliaJPEGWriter *self = calloc(1, sizeof *self);
  if (!self) return 0;
  self->take = take;
  self->context = context;
  self->jpeg.err = jpeg_std_error(&self->errors);
  self->errors.error_exit = regalia_jpeg_writer_fail;
  self->errors.emit_message = regalia_jpeg_message;
  self->errors.output_message = regalia_jpeg_output;
  self->jpeg.client_data = self;
  if (setjmp(self->jump)) {
    free(self);
    return 0;
  }
  jpeg_create_compress(&self->jpeg);
  self->jpeg.client_data = self;
  self->destination.init_destination = regalia_jpeg_begin_buffer;
  self->destination.empty_output_buffer = regalia_jpeg_empty_buffer;
  self->destination.term_destination = regalia_jpeg_end_buffer;
  self->jpeg.dest = &self->destination;
  return self;
}

static inline void regalia_jpeg_writer_free(RegaliaJPEGWriter *_Nonnull self) {
  if (!setjmp(self->jump)) jpeg_destroy_compress(&self->jpeg);
  free(self);
}

/// Writes the header of an RGB picture, with colours at full resolution; `dotsPerInch` 0 leaves the resolution out.
static inline int regalia_jpeg_begin_writing(
    RegaliaJPEGWriter *_Nonnull self, unsigned width, unsigned height, int quality, unsigned dotsPerInch,
    const unsigned char *_Nonnull profile, unsigned profileCount) {
  if (setjmp(self->jump)) return 0;
  self->jpeg.image_width = width;
  self->jpeg.image_height = height;
  self->jpeg.input_components = 3;
  self->jpeg.in_color_space = JCS_RGB;
  jpeg_set_defaults(&self->jpeg);
  jpeg_set_quality(&self->jpeg, quality, TRUE);
  for (int index = 0; index < self->jpeg.num_components; index++) {
    self->jpeg.comp_info[index].h_samp_factor = 1;
    self->jpeg.comp_info[index].v_samp_factor = 1;
  }
  if (dotsPerInch) {
    self->jpeg.density_unit = 1;
    self->jpeg.X_density = (UINT16)dotsPerInch;
    self->jpeg.Y_density = (UINT16)dotsPerInch;
  }
  jpeg_start_compress(&self->jpeg, TRUE);
  jpeg_write_marker(&self->jpeg, JPEG_APP0 + 2, profile, profileCount);
  return 1;
}

static inline int regalia_jpeg_write_row(RegaliaJPEGWriter *_Nonnull self, unsigned char *_Nonnull row) {
  if (setjmp(self->jump)) return 0;
  return jpeg_write_scanlines(&self->jpeg, &row, 1) == 1;
}

static inline int regalia_jpeg_end_writing(RegaliaJPEGWriter *_Nonnull self) {
  if (setjmp(self->jump)) return 0;
  jpeg_finish_compress(&self->jpeg);
  return 1;
}

#endif
