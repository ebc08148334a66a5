// The required functions of libwebp, as its headers declare them. The library is loaded on first use.

#ifndef REGALIA_CWEBP_H
#define REGALIA_CWEBP_H

#include <dlfcn.h>
#include <webp/decode.h>
#include <webp/encode.h>

#define REGALIA_WEBP_FUNCTIONS(each)                                                                       \
  each(GetFeaturesInternal) each(InitDecoderConfigInternal) each(Decode) each(ConfigInitInternal)            \
      each(ConfigLosslessPreset) each(PictureInitInternal) each(PictureAlloc) each(PictureFree) each(Encode)

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

// Writing.

/// Takes all of `count` bytes; returns 0 to stop.
typedef int (*RegaliaWebPTake)(void *_Nonnull context, const unsigned char *_Nonnull bytes, size_t count);
/// Returns 0 to stop encoding.
typedef int (*RegaliaWebPGoesOn)(void *_Nonnull context);

typedef struct {
  WebPPicture picture;
  RegaliaWebPTake _Nullable take;
  RegaliaWebPGoesOn _Nullable goesOn;
  void *_Nullable context;
} RegaliaWebPWriter;

static inline int regalia_webp_taken(
    const unsigned char *_Nonnull bytes, size_t count, const WebPPicture *_Nonnull picture) {
  RegaliaWebPWriter *self = picture->user_data;
  return self->take(self->context, bytes, count);
}

static inline int regalia_webp_progress(int percent, const WebPPicture *_Nonnull picture) {
  (void)percent;
  RegaliaWebPWriter *self = picture->user_data;
  return self->goesOn(self->context);
}

/// Makes an empty picture; returns whether there is memory for it.
static inline int regalia_webp_begin(
    const WebPFunctions *_Nonnull functions, RegaliaWebPWriter *_Nonnull self, int width, int height) {
  if (!functions->PictureInitInternal(&self->picture, WEBP_ENCODER_ABI_VERSION)) return 0;
  self->picture.width = width;
  self->picture.height = height;
  self->picture.use_argb = 1;
  return functions->PictureAlloc(&self->picture);
}

/// Sets a row from four bytes per pixel, the last of which is left out.
static inline void regalia_webp_set_row(
    RegaliaWebPWriter *_Nonnull self, int row, const unsigned char *_Nonnull pixels) {
  uint32_t *target = self->picture.argb + (size_t)row * (size_t)self->picture.argb_stride;
  for (int x = 0; x < self->picture.width; x++, pixels += 4)
    target[x] = 0xff000000u | (uint32_t)pixels[0] << 16 | (uint32_t)pixels[1] << 8 | pixels[2];
}

/// Encodes the picture; a quality of 100 is lossless. Returns whether it succeeded.
static inline int regalia_webp_encode(
    const WebPFunctions *_Nonnull functions, RegaliaWebPWriter *_Nonnull self, int quality,
    RegaliaWebPTake _Nonnull take, RegaliaWebPGoesOn _Nonnull goesOn, void *_Nonnull context) {
  WebPConfig config;
  if (!functions->ConfigInitInternal(&config, WEBP_PRESET_DEFAULT, (float)quality, WEBP_ENCODER_ABI_VERSION))
    return 0;
  if (quality >= 100) {
    if (!functions->ConfigLosslessPreset(&config, 4)) return 0;
  } else {
    // Colours have half the resolution; this keeps edges of coloured letters as they look.
    config.use_sharp_yuv = 1;
  }
  self->take = take;
  self->goesOn = goesOn;
  self->context = context;
  self->picture.writer = regalia_webp_taken;
  self->picture.progress_hook = regalia_webp_progress;
  self->picture.user_data = self;
  return functions->Encode(&config, &self->picture);
}

#endif
