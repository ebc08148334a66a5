// epoxy's functions are macros over function pointers, which Swift does not import: each one used is
// given back its ordinary name here. Swift sees `glClear`, C still calls through epoxy.

#ifndef REGALIA_CEPOXY_H
#define REGALIA_CEPOXY_H

#define EGL_NO_X11
#include <epoxy/egl.h>
#include <epoxy/gl.h>

#undef glGetError
static inline GLenum glGetError(void) { return epoxy_glGetError(); }

#undef glGetString
static inline const GLubyte *glGetString(GLenum name) { return epoxy_glGetString(name); }

#undef glGetStringi
static inline const GLubyte *glGetStringi(GLenum name, GLuint index) {
  return epoxy_glGetStringi(name, index);
}

#undef glGetIntegerv
static inline void glGetIntegerv(GLenum pname, GLint *data) { epoxy_glGetIntegerv(pname, data); }

#undef glGetGraphicsResetStatus
static inline GLenum glGetGraphicsResetStatus(void) { return epoxy_glGetGraphicsResetStatus(); }

#undef glEnable
static inline void glEnable(GLenum cap) { epoxy_glEnable(cap); }

#undef glDisable
static inline void glDisable(GLenum cap) { epoxy_glDisable(cap); }

#undef glDebugMessageCallback
static inline void glDebugMessageCallback(GLDEBUGPROC callback, const void *userParam) {
  epoxy_glDebugMessageCallback(callback, userParam);
}

#undef glDebugMessageControl
static inline void glDebugMessageControl(
  GLenum source, GLenum type, GLenum severity,
  GLsizei count, const GLuint *ids, GLboolean enabled) {
  epoxy_glDebugMessageControl(source, type, severity, count, ids, enabled);
}

#undef glPixelStorei
static inline void glPixelStorei(GLenum pname, GLint param) { epoxy_glPixelStorei(pname, param); }

#undef glViewport
static inline void glViewport(GLint x, GLint y, GLsizei width, GLsizei height) {
  epoxy_glViewport(x, y, width, height);
}

#undef glScissor
static inline void glScissor(GLint x, GLint y, GLsizei width, GLsizei height) {
  epoxy_glScissor(x, y, width, height);
}

#undef glClearColor
static inline void glClearColor(GLfloat red, GLfloat green, GLfloat blue, GLfloat alpha) {
  epoxy_glClearColor(red, green, blue, alpha);
}

#undef glClear
static inline void glClear(GLbitfield mask) { epoxy_glClear(mask); }

#undef glBlendFuncSeparate
static inline void glBlendFuncSeparate(
  GLenum sfactorRGB, GLenum dfactorRGB,
  GLenum sfactorAlpha, GLenum dfactorAlpha) {
  epoxy_glBlendFuncSeparate(sfactorRGB, dfactorRGB, sfactorAlpha, dfactorAlpha);
}

#undef glCreateShader
static inline GLuint glCreateShader(GLenum type) { return epoxy_glCreateShader(type); }

#undef glDeleteShader
static inline void glDeleteShader(GLuint shader) { epoxy_glDeleteShader(shader); }

#undef glShaderSource
static inline void glShaderSource(
  GLuint shader, GLsizei count,
  const GLchar *const* string, const GLint *length) {
  epoxy_glShaderSource(shader, count, string, length);
}

#undef glCompileShader
static inline void glCompileShader(GLuint shader) { epoxy_glCompileShader(shader); }

#undef glGetShaderiv
static inline void glGetShaderiv(GLuint shader, GLenum pname, GLint *params) {
  epoxy_glGetShaderiv(shader, pname, params);
}

#undef glGetShaderInfoLog
static inline void glGetShaderInfoLog(GLuint shader, GLsizei bufSize, GLsizei *length, GLchar *infoLog) {
  epoxy_glGetShaderInfoLog(shader, bufSize, length, infoLog);
}

#undef glIsShader
static inline GLboolean glIsShader(GLuint shader) { return epoxy_glIsShader(shader); }

#undef glCreateProgram
static inline GLuint glCreateProgram(void) { return epoxy_glCreateProgram(); }

#undef glDeleteProgram
static inline void glDeleteProgram(GLuint program) { epoxy_glDeleteProgram(program); }

#undef glAttachShader
static inline void glAttachShader(GLuint program, GLuint shader) { epoxy_glAttachShader(program, shader); }

#undef glDetachShader
static inline void glDetachShader(GLuint program, GLuint shader) { epoxy_glDetachShader(program, shader); }

#undef glLinkProgram
static inline void glLinkProgram(GLuint program) { epoxy_glLinkProgram(program); }

#undef glGetProgramiv
static inline void glGetProgramiv(GLuint program, GLenum pname, GLint *params) {
  epoxy_glGetProgramiv(program, pname, params);
}

#undef glGetProgramInfoLog
static inline void glGetProgramInfoLog(GLuint program, GLsizei bufSize, GLsizei *length, GLchar *infoLog) {
  epoxy_glGetProgramInfoLog(program, bufSize, length, infoLog);
}

#undef glIsProgram
static inline GLboolean glIsProgram(GLuint program) { return epoxy_glIsProgram(program); }

#undef glProgramParameteri
static inline void glProgramParameteri(GLuint program, GLenum pname, GLint value) {
  epoxy_glProgramParameteri(program, pname, value);
}

#undef glGetProgramBinary
static inline void glGetProgramBinary(
  GLuint program, GLsizei bufSize,
  GLsizei *length, GLenum *binaryFormat, void *binary) {
  epoxy_glGetProgramBinary(program, bufSize, length, binaryFormat, binary);
}

#undef glProgramBinary
static inline void glProgramBinary(GLuint program, GLenum binaryFormat, const void *binary, GLsizei length) {
  epoxy_glProgramBinary(program, binaryFormat, binary, length);
}

#undef glUseProgram
static inline void glUseProgram(GLuint program) { epoxy_glUseProgram(program); }

#undef glGetActiveUniform
static inline void glGetActiveUniform(
    GLuint program, GLuint index, GLsizei capacity, GLsizei *length, GLint *size, GLenum *type,
    GLchar *name) {
  epoxy_glGetActiveUniform(program, index, capacity, length, size, type, name);
}

#undef glGetUniformLocation
static inline GLint glGetUniformLocation(GLuint program, const GLchar *name) {
  return epoxy_glGetUniformLocation(program, name);
}

#undef glUniform1f
static inline void glUniform1f(GLint location, GLfloat v0) { epoxy_glUniform1f(location, v0); }

#undef glUniform2f
static inline void glUniform2f(GLint location, GLfloat v0, GLfloat v1) {
  epoxy_glUniform2f(location, v0, v1);
}

#undef glUniform3f
static inline void glUniform3f(GLint location, GLfloat v0, GLfloat v1, GLfloat v2) {
  epoxy_glUniform3f(location, v0, v1, v2);
}

#undef glUniform4f
static inline void glUniform4f(GLint location, GLfloat v0, GLfloat v1, GLfloat v2, GLfloat v3) {
  epoxy_glUniform4f(location, v0, v1, v2, v3);
}

#undef glUniform1i
static inline void glUniform1i(GLint location, GLint v0) { epoxy_glUniform1i(location, v0); }

#undef glUniform1fv
static inline void glUniform1fv(GLint location, GLsizei count, const GLfloat *value) {
  epoxy_glUniform1fv(location, count, value);
}

#undef glUniform4fv
static inline void glUniform4fv(GLint location, GLsizei count, const GLfloat *value) {
  epoxy_glUniform4fv(location, count, value);
}

#undef glUniformMatrix3fv
static inline void glUniformMatrix3fv(
  GLint location, GLsizei count,
  GLboolean transpose, const GLfloat *value) {
  epoxy_glUniformMatrix3fv(location, count, transpose, value);
}

#undef glBindRenderbuffer
static inline void glBindRenderbuffer(
  GLenum target, GLuint renderbuffer) {
  epoxy_glBindRenderbuffer(target, renderbuffer);
}

#undef glBlendEquation
static inline void glBlendEquation(GLenum mode) { epoxy_glBlendEquation(mode); }

#undef glClearDepth
static inline void glClearDepth(GLdouble depth) { epoxy_glClearDepth(depth); }

#undef glClearDepthf
static inline void glClearDepthf(GLfloat depth) { epoxy_glClearDepthf(depth); }

#undef glColorMask
static inline void glColorMask(
  GLboolean red, GLboolean green, GLboolean blue, GLboolean alpha) {
  epoxy_glColorMask(red, green, blue, alpha);
}

#undef glDeleteRenderbuffers
static inline void glDeleteRenderbuffers(
  GLsizei n, const GLuint *renderbuffers) {
  epoxy_glDeleteRenderbuffers(n, renderbuffers);
}

#undef glDepthFunc
static inline void glDepthFunc(GLenum func) { epoxy_glDepthFunc(func); }

#undef glDepthMask
static inline void glDepthMask(GLboolean flag) { epoxy_glDepthMask(flag); }

#undef glDepthRange
static inline void glDepthRange(GLdouble near, GLdouble far) { epoxy_glDepthRange(near, far); }

#undef glDepthRangef
static inline void glDepthRangef(GLfloat near, GLfloat far) { epoxy_glDepthRangef(near, far); }

#undef glFramebufferRenderbuffer
static inline void glFramebufferRenderbuffer(
  GLenum target, GLenum attachment, GLenum kind, GLuint renderbuffer) {
  epoxy_glFramebufferRenderbuffer(target, attachment, kind, renderbuffer);
}

#undef glGenRenderbuffers
static inline void glGenRenderbuffers(
  GLsizei n, GLuint *renderbuffers) {
  epoxy_glGenRenderbuffers(n, renderbuffers);
}

#undef glIsEnabled
static inline GLboolean glIsEnabled(GLenum cap) { return epoxy_glIsEnabled(cap); }

#undef glIsRenderbuffer
static inline GLboolean glIsRenderbuffer(GLuint renderbuffer) { return epoxy_glIsRenderbuffer(renderbuffer); }

#undef glRenderbufferStorageMultisample
static inline void glRenderbufferStorageMultisample(
  GLenum target, GLsizei samples, GLenum format, GLsizei width, GLsizei height) {
  epoxy_glRenderbufferStorageMultisample(target, samples, format, width, height);
}

#undef glUniform1iv
static inline void glUniform1iv(
  GLint location, GLsizei count, const GLint *value) {
  epoxy_glUniform1iv(location, count, value);
}

#undef glUniform2iv
static inline void glUniform2iv(
  GLint location, GLsizei count, const GLint *value) {
  epoxy_glUniform2iv(location, count, value);
}

#undef glUniform3iv
static inline void glUniform3iv(
  GLint location, GLsizei count, const GLint *value) {
  epoxy_glUniform3iv(location, count, value);
}

#undef glUniform4iv
static inline void glUniform4iv(
  GLint location, GLsizei count, const GLint *value) {
  epoxy_glUniform4iv(location, count, value);
}

#undef glUniform2fv
static inline void glUniform2fv(
  GLint location, GLsizei count, const GLfloat *value) {
  epoxy_glUniform2fv(location, count, value);
}

#undef glUniform2i
static inline void glUniform2i(GLint location, GLint v0, GLint v1) { epoxy_glUniform2i(location, v0, v1); }

#undef glUniform3fv
static inline void glUniform3fv(
  GLint location, GLsizei count, const GLfloat *value) {
  epoxy_glUniform3fv(location, count, value);
}

#undef glUniform3i
static inline void glUniform3i(
  GLint location, GLint v0, GLint v1, GLint v2) {
  epoxy_glUniform3i(location, v0, v1, v2);
}

#undef glUniform4i
static inline void glUniform4i(
  GLint location, GLint v0, GLint v1, GLint v2, GLint v3) {
  epoxy_glUniform4i(location, v0, v1, v2, v3);
}

#undef glUniformMatrix4fv
static inline void glUniformMatrix4fv(
  GLint location, GLsizei count,
  GLboolean transpose, const GLfloat *value) {
  epoxy_glUniformMatrix4fv(location, count, transpose, value);
}

#undef glGenBuffers
static inline void glGenBuffers(GLsizei n, GLuint *buffers) { epoxy_glGenBuffers(n, buffers); }

#undef glDeleteBuffers
static inline void glDeleteBuffers(GLsizei n, const GLuint *buffers) { epoxy_glDeleteBuffers(n, buffers); }

#undef glIsBuffer
static inline GLboolean glIsBuffer(GLuint buffer) { return epoxy_glIsBuffer(buffer); }

#undef glBindBuffer
static inline void glBindBuffer(GLenum target, GLuint buffer) { epoxy_glBindBuffer(target, buffer); }

#undef glBufferData
static inline void glBufferData(GLenum target, GLsizeiptr size, const void *data, GLenum usage) {
  epoxy_glBufferData(target, size, data, usage);
}

#undef glGenerateMipmap
static inline void glGenerateMipmap(GLenum target) { epoxy_glGenerateMipmap(target); }

#undef glBufferSubData
static inline void glBufferSubData(GLenum target, GLintptr offset, GLsizeiptr size, const void *data) {
  epoxy_glBufferSubData(target, offset, size, data);
}

#undef glGenTextures
static inline void glGenTextures(GLsizei n, GLuint *textures) { epoxy_glGenTextures(n, textures); }

#undef glDeleteTextures
static inline void glDeleteTextures(GLsizei n, const GLuint *textures) {
  epoxy_glDeleteTextures(n, textures);
}

#undef glIsTexture
static inline GLboolean glIsTexture(GLuint texture) { return epoxy_glIsTexture(texture); }

#undef glActiveTexture
static inline void glActiveTexture(GLenum texture) { epoxy_glActiveTexture(texture); }

#undef glBindTexture
static inline void glBindTexture(GLenum target, GLuint texture) { epoxy_glBindTexture(target, texture); }

#undef glGenSamplers
static inline void glGenSamplers(GLsizei n, GLuint *samplers) { epoxy_glGenSamplers(n, samplers); }

#undef glBindSampler
static inline void glBindSampler(GLuint unit, GLuint sampler) { epoxy_glBindSampler(unit, sampler); }

#undef glSamplerParameteri
static inline void glSamplerParameteri(GLuint sampler, GLenum pname, GLint param) {
  epoxy_glSamplerParameteri(sampler, pname, param);
}

#undef glTexParameteri
static inline void glTexParameteri(GLenum target, GLenum pname, GLint param) {
  epoxy_glTexParameteri(target, pname, param);
}

#undef glTexImage2D
static inline void glTexImage2D(
  GLenum target, GLint level, GLint internalformat, GLsizei width,
  GLsizei height, GLint border, GLenum format, GLenum type, const void *pixels) {
  epoxy_glTexImage2D(target, level, internalformat, width, height, border, format, type, pixels);
}

#undef glTexSubImage2D
static inline void glTexSubImage2D(
  GLenum target, GLint level, GLint xoffset, GLint yoffset,
  GLsizei width, GLsizei height, GLenum format, GLenum type, const void *pixels) {
  epoxy_glTexSubImage2D(target, level, xoffset, yoffset, width, height, format, type, pixels);
}

#undef glGenFramebuffers
static inline void glGenFramebuffers(GLsizei n, GLuint *framebuffers) {
  epoxy_glGenFramebuffers(n, framebuffers);
}

#undef glDeleteFramebuffers
static inline void glDeleteFramebuffers(GLsizei n, const GLuint *framebuffers) {
  epoxy_glDeleteFramebuffers(n, framebuffers);
}

#undef glIsFramebuffer
static inline GLboolean glIsFramebuffer(GLuint framebuffer) { return epoxy_glIsFramebuffer(framebuffer); }

#undef glBindFramebuffer
static inline void glBindFramebuffer(GLenum target, GLuint framebuffer) {
  epoxy_glBindFramebuffer(target, framebuffer);
}

#undef glBlitFramebuffer
static inline void glBlitFramebuffer(
  GLint srcX0, GLint srcY0, GLint srcX1, GLint srcY1, GLint dstX0, GLint dstY0, GLint dstX1, GLint dstY1,
  GLbitfield mask, GLenum filter) {
  epoxy_glBlitFramebuffer(srcX0, srcY0, srcX1, srcY1, dstX0, dstY0, dstX1, dstY1, mask, filter);
}

#undef glFramebufferParameteriMESA
static inline void glFramebufferParameteriMESA(GLenum target, GLenum name, GLint value) {
  epoxy_glFramebufferParameteriMESA(target, name, value);
}

#undef glFramebufferTexture2D
static inline void glFramebufferTexture2D(
  GLenum target, GLenum attachment,
  GLenum textarget, GLuint texture, GLint level) {
  epoxy_glFramebufferTexture2D(target, attachment, textarget, texture, level);
}

#undef glCheckFramebufferStatus
static inline GLenum glCheckFramebufferStatus(GLenum target) {
  return epoxy_glCheckFramebufferStatus(target);
}

#undef glReadPixels
static inline void glReadPixels(
  GLint x, GLint y, GLsizei width,
  GLsizei height, GLenum format, GLenum type, void *pixels) {
  epoxy_glReadPixels(x, y, width, height, format, type, pixels);
}

#undef glGenVertexArrays
static inline void glGenVertexArrays(GLsizei n, GLuint *arrays) { epoxy_glGenVertexArrays(n, arrays); }

#undef glDeleteVertexArrays
static inline void glDeleteVertexArrays(GLsizei n, const GLuint *arrays) {
  epoxy_glDeleteVertexArrays(n, arrays);
}

#undef glIsVertexArray
static inline GLboolean glIsVertexArray(GLuint array) { return epoxy_glIsVertexArray(array); }

#undef glBindVertexArray
static inline void glBindVertexArray(GLuint array) { epoxy_glBindVertexArray(array); }

#undef glEnableVertexAttribArray
static inline void glEnableVertexAttribArray(GLuint index) { epoxy_glEnableVertexAttribArray(index); }

#undef glVertexAttribPointer
static inline void glVertexAttribPointer(
  GLuint index, GLint size, GLenum type,
  GLboolean normalized, GLsizei stride, const void *pointer) {
  epoxy_glVertexAttribPointer(index, size, type, normalized, stride, pointer);
}

#undef glVertexAttribDivisor
static inline void glVertexAttribDivisor(GLuint index, GLuint divisor) {
  epoxy_glVertexAttribDivisor(index, divisor);
}

#undef glDrawArraysInstanced
static inline void glDrawArraysInstanced(GLenum mode, GLint first, GLsizei count, GLsizei instancecount) {
  epoxy_glDrawArraysInstanced(mode, first, count, instancecount);
}

#undef glDrawElementsInstanced
static inline void glDrawElementsInstanced(
  GLenum mode, GLsizei count,
  GLenum type, const void *indices, GLsizei instancecount) {
  epoxy_glDrawElementsInstanced(mode, count, type, indices, instancecount);
}

#undef glFenceSync
static inline GLsync glFenceSync(GLenum condition, GLbitfield flags) {
  return epoxy_glFenceSync(condition, flags);
}

#undef glDeleteSync
static inline void glDeleteSync(GLsync sync) { epoxy_glDeleteSync(sync); }

#undef glClientWaitSync
static inline GLenum glClientWaitSync(GLsync sync, GLbitfield flags, GLuint64 timeout) {
  return epoxy_glClientWaitSync(sync, flags, timeout);
}

#undef glFlush
static inline void glFlush(void) { epoxy_glFlush(); }

#undef glFinish
static inline void glFinish(void) { epoxy_glFinish(); }

#undef glReleaseShaderCompiler
static inline void glReleaseShaderCompiler(void) { epoxy_glReleaseShaderCompiler(); }

#undef glGenQueries
static inline void glGenQueries(GLsizei n, GLuint *ids) { epoxy_glGenQueries(n, ids); }

#undef glDeleteQueries
static inline void glDeleteQueries(GLsizei n, const GLuint *ids) { epoxy_glDeleteQueries(n, ids); }

#undef glIsQuery
static inline GLboolean glIsQuery(GLuint id) { return epoxy_glIsQuery(id); }

#undef glBeginQuery
static inline void glBeginQuery(GLenum target, GLuint id) { epoxy_glBeginQuery(target, id); }

#undef glEndQuery
static inline void glEndQuery(GLenum target) { epoxy_glEndQuery(target); }

#undef glGetQueryObjectuiv
static inline void glGetQueryObjectuiv(GLuint id, GLenum pname, GLuint *params) {
  epoxy_glGetQueryObjectuiv(id, pname, params);
}

#undef glGetQueryObjectui64v
static inline void glGetQueryObjectui64v(GLuint id, GLenum pname, GLuint64 *params) {
  epoxy_glGetQueryObjectui64v(id, pname, params);
}

#undef eglGetError
static inline EGLint eglGetError(void) { return epoxy_eglGetError(); }

#undef eglQueryString
static inline const char *eglQueryString(EGLDisplay dpy, EGLint name) {
  return epoxy_eglQueryString(dpy, name);
}

#undef eglGetPlatformDisplayEXT
static inline EGLDisplay eglGetPlatformDisplayEXT(
  EGLenum platform,
  void *native_display, const EGLint *attrib_list) {
  return epoxy_eglGetPlatformDisplayEXT(platform, native_display, attrib_list);
}

#undef eglQueryDevicesEXT
static inline EGLBoolean eglQueryDevicesEXT(EGLint max_devices, EGLDeviceEXT *devices, EGLint *num_devices) {
  return epoxy_eglQueryDevicesEXT(max_devices, devices, num_devices);
}

#undef eglInitialize
static inline EGLBoolean eglInitialize(EGLDisplay dpy, EGLint *major, EGLint *minor) {
  return epoxy_eglInitialize(dpy, major, minor);
}

#undef eglBindAPI
static inline EGLBoolean eglBindAPI(EGLenum api) { return epoxy_eglBindAPI(api); }

#undef eglChooseConfig
static inline EGLBoolean eglChooseConfig(
  EGLDisplay dpy, const EGLint *attrib_list,
  EGLConfig *configs, EGLint config_size, EGLint *num_config) {
  return epoxy_eglChooseConfig(dpy, attrib_list, configs, config_size, num_config);
}

#undef eglCreateContext
static inline EGLContext eglCreateContext(
  EGLDisplay dpy, EGLConfig config,
  EGLContext share_context, const EGLint *attrib_list) {
  return epoxy_eglCreateContext(dpy, config, share_context, attrib_list);
}

#undef eglDestroyContext
static inline EGLBoolean eglDestroyContext(EGLDisplay dpy, EGLContext ctx) {
  return epoxy_eglDestroyContext(dpy, ctx);
}

#undef eglMakeCurrent
static inline EGLBoolean eglMakeCurrent(EGLDisplay dpy, EGLSurface draw, EGLSurface read, EGLContext ctx) {
  return epoxy_eglMakeCurrent(dpy, draw, read, ctx);
}

#undef eglGetCurrentDisplay
static inline EGLDisplay eglGetCurrentDisplay(void) { return epoxy_eglGetCurrentDisplay(); }

#undef eglGetCurrentSurface
static inline EGLSurface eglGetCurrentSurface(EGLint readdraw) { return epoxy_eglGetCurrentSurface(readdraw); }

#undef eglSurfaceAttrib
static inline EGLBoolean eglSurfaceAttrib(EGLDisplay dpy, EGLSurface surface, EGLint attribute, EGLint value) {
  return epoxy_eglSurfaceAttrib(dpy, surface, attribute, value);
}

#undef eglQuerySurface
static inline EGLBoolean eglQuerySurface(EGLDisplay dpy, EGLSurface surface, EGLint attribute, EGLint *value) {
  return epoxy_eglQuerySurface(dpy, surface, attribute, value);
}

#undef eglGetCurrentContext
static inline EGLContext eglGetCurrentContext(void) { return epoxy_eglGetCurrentContext(); }

#endif
