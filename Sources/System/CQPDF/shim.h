// The functions of libqpdf that are used, as its header declares them. The library is not linked: with all that it needs
// it takes longer to load than a short command to run, and only PDF files need it.

#ifndef REGALIA_CQPDF_H
#define REGALIA_CQPDF_H

#include <dlfcn.h>
#include <qpdf/qpdf-c.h>

#define REGALIA_QPDF_FUNCTIONS(each)                                                                       \
  each(init) each(cleanup) each(silence_errors) each(set_suppress_warnings) each(get_error)                \
  each(get_error_code) each(get_error_message_detail) each(set_attempt_recovery) each(is_encrypted)         \
  each(check_pdf) each(read_memory) each(init_write_memory) each(force_pdf_version)                        \
  each(set_deterministic_ID) each(write) each(get_buffer_length) each(get_buffer) each(set_info_key)       \
  each(get_root) each(get_trailer) each(get_num_pages) each(get_page_n) each(get_object_by_id)             \
  each(push_inherited_attributes_to_page) each(add_page) each(remove_page) each(oh_remove_key)             \
  each(oh_get_object_id) each(oh_is_stream) each(oh_is_dictionary) each(oh_is_array) each(oh_is_name)      \
  each(oh_has_key) each(oh_get_key) each(oh_replace_key) each(oh_get_dict) each(oh_get_name)               \
  each(oh_get_int_value_as_int) each(oh_get_numeric_value) each(oh_get_bool_value) each(oh_get_array_n_items) \
  each(oh_get_array_item) each(oh_set_array_item) each(oh_append_item) each(oh_begin_dict_key_iter)        \
  each(oh_dict_more_keys) each(oh_dict_next_key) each(oh_get_stream_data) each(oh_get_page_content_data)   \
  each(oh_replace_stream_data) each(oh_parse) each(oh_new_null) each(oh_new_name) each(oh_new_integer)     \
  each(oh_new_real_from_double) each(oh_new_unicode_string) each(oh_new_array) each(oh_new_dictionary)     \
  each(oh_new_stream)

typedef struct {
#define each(name) __typeof__(qpdf_##name) *_Nonnull name;
  REGALIA_QPDF_FUNCTIONS(each)
#undef each
} QPDFFunctions;

/// Finds all functions in the loaded library; returns the name of the first one that it lacks, otherwise null.
static inline const char *_Nullable regalia_find_qpdf(
    void *_Nonnull library, QPDFFunctions *_Nonnull functions) {
#define each(name)                                                                             \
  functions->name = (__typeof__(qpdf_##name) *)dlsym(library, "qpdf_" #name);                  \
  if (!functions->name) return "qpdf_" #name;
  REGALIA_QPDF_FUNCTIONS(each)
#undef each
  return 0;
}

#endif
