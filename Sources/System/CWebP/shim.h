// The required functions of libwebp, as its headers declare them. The library is loaded on first use.

#ifndef REGALIA_CWEBP_H
#define REGALIA_CWEBP_H

#include <dlfcn.h>
#include <webp/decode.h>

#define REGALIA_WEBP_FUNCTIONS(each)                                                                       \
  each(GetFeaturesInternal) each(InitDecoderConfigInternal) each(Decode)

typedef struct {
#define each(name) __typeof__(WebP##name) *_Nonnull name;
  REGALIA_WEBP_FUNCTIONS(each)
#undef each
} WebPFunctions;

/// Finds all functions in the loaded library. Returns the name of the first missing one, otherwise null.
static inline const char *_Nullable regalia_find_webp(
    void *_Nonnull library, WebPFunctions *_Nonnull functions) {
#define each(name)                                                                                         \
  functions->name = (__typeof__(WebP##name) *)dlsym(library, "WebP" #name);                                \
  if (!functions->name) return "WebP" #name;
  REGALIA_WEBP_FUNCTIONS(each)
#undef each
  return 0;
}

typedef struct {
  int width, height, hasAlpha, isLossless;
} RegaliaWebPHead;

/// Reads the header of a still picture; returns whether it is valid and still.
static inline int regalia_webp_head(
    const WebPFunctions *_Nonnull functions, const unsigned char *_Nonnull bytes, size_t count,
    RegaliaWebPHead *_Nonnull head) {
  WebPBitstreamFeatures features;
  if (functions->GetFeaturesInternal(bytes, count, &features, WEBP_DECODER_ABI_VERSION) != VP8_STATUS_OK)
    return 0;
  head->width = features.width;
  head->height = features.height;
  head->hasAlpha = features.has_alpha;
  head->isLossless = features.format == 2;
  return !features.has_animation;
}

/// Decodes a picture to a size, into three bytes per pixel, or four with alpha. Returns whether it succeeded.
static inline int regalia_webp_decode(
    const WebPFunctions *_Nonnull functions, const unsigned char *_Nonnull bytes, size_t count,
    const RegaliaWebPHead *_Nonnull head, int width, int height, unsigned char *_Nonnull pixels) {
  WebPDecoderConfig config;
  if (!functions->InitDecoderConfigInternal(&config, WEBP_DECODER_ABI_VERSION)) return 0;
  config.options.use_scaling = width != head->width || height != head->height;
  config.options.scaled_width = width;
  config.options.scaled_height = height;
  config.output.colorspace = head->hasAlpha ? MODE_RGBA : MODE_RGB;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = pixels;
  config.output.u.RGBA.stride = width * (head->hasAlpha ? 4 : 3);
  config.output.u.RGBA.size = (size_t)config.output.u.RGBA.stride * (size_t)height;
  return functions->Decode(bytes, count, &config) == VP8_STATUS_OK;
}

#endif
