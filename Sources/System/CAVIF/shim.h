// The required functions of libavif, as its headers declare them. The library is loaded on first use.

#ifndef REGALIA_CAVIF_H
#define REGALIA_CAVIF_H

#include <dlfcn.h>
#include <stdlib.h>

#include <avif/avif.h>

#define REGALIA_AVIF_FUNCTIONS(each)                                                                       \
  each(CodecName) each(ImageCreate) each(ImageDestroy) each(ImageSetMetadataExif) each(RGBImageSetDefaults)  \
      each(ImageRGBToYUV) each(EncoderCreate) each(EncoderDestroy) each(EncoderWrite) each(RWDataFree)       \
          each(ResultToString)

typedef struct {
#define each(name) __typeof__(avif##name) *_Nonnull name;
  REGALIA_AVIF_FUNCTIONS(each)
#undef each
} AVIFFunctions;

/// Finds all functions in the loaded library. Returns the name of the first missing one, otherwise null.
static inline const char *_Nullable regalia_find_avif(
    void *_Nonnull library, AVIFFunctions *_Nonnull functions) {
#define each(name)                                                                                         \
  functions->name = (__typeof__(avif##name) *)dlsym(library, "avif" #name);                                \
  if (!functions->name) return "avif" #name;
  REGALIA_AVIF_FUNCTIONS(each)
#undef each
  return 0;
}

/// The file of the library whose structures these headers describe.
static inline const char *_Nonnull regalia_avif_file(void) {
#if AVIF_VERSION_MAJOR >= 1
  return "libavif.so.16";
#elif AVIF_VERSION_MINOR >= 11
  return "libavif.so.15";
#else
  return "libavif.so.14";
#endif
}

/// Returns whether the library has an encoder.
static inline int regalia_avif_encodes(const AVIFFunctions *_Nonnull functions) {
  return functions->CodecName(AVIF_CODEC_CHOICE_AUTO, AVIF_CODEC_FLAG_CAN_ENCODE) != 0;
}

/// Encodes pixels in sRGB, four bytes each, of which the last is left out; a quality of 100 is lossless. Returns null, or
/// the library's message. `output` is freed with `RWDataFree`.
static inline const char *_Nullable regalia_avif_encode(
    const AVIFFunctions *_Nonnull functions, unsigned char *_Nonnull pixels, unsigned width, unsigned height,
    int quality, const unsigned char *_Nonnull exif, size_t exifCount, avifRWData *_Nonnull output) {
  // Colours have the full resolution: letters and grounds of posters are often saturated.
  avifImage *image = functions->ImageCreate(width, height, 8, AVIF_PIXEL_FORMAT_YUV444);
  avifEncoder *encoder = functions->EncoderCreate();
  const char *fault = "there is not enough memory for it";
  if (image && encoder) {
    // BT.709 primaries with the curve of sRGB (ITU-T H.273).
    image->colorPrimaries = 1;
    image->transferCharacteristics = 13;
    image->matrixCoefficients = quality >= 100 ? 0 : 6;
    image->yuvRange = AVIF_RANGE_FULL;
    (void)functions->ImageSetMetadataExif(image, exif, exifCount);
    avifRGBImage colors;
    functions->RGBImageSetDefaults(&colors, image);
    colors.format = AVIF_RGB_FORMAT_RGBA;
    colors.ignoreAlpha = AVIF_TRUE;
    colors.pixels = pixels;
    colors.rowBytes = width * 4;
    avifResult result = functions->ImageRGBToYUV(image, &colors);
    if (result == AVIF_RESULT_OK) {
      // 0 is lossless and 63 the worst.
      int quantizer = (100 - quality) * 63 / 100;
      encoder->minQuantizer = quantizer;
      encoder->maxQuantizer = quantizer;
      encoder->minQuantizerAlpha = 0;
      encoder->maxQuantizerAlpha = 0;
      encoder->speed = 8;
      // One thread: equal pictures give equal bytes.
      encoder->maxThreads = 1;
      result = functions->EncoderWrite(encoder, image, output);
    }
    fault = result == AVIF_RESULT_OK ? 0 : functions->ResultToString(result);
  }
  if (encoder) functions->EncoderDestroy(encoder);
  if (image) functions->ImageDestroy(image);
  return fault;
}

#endif
