#include <gio/gio.h>

// Declared by headers of GIO for Unix alone, which stand elsewhere.
GUnixFDList *g_unix_fd_list_new_from_array(const gint *fds, gint n_fds);

// Not in Swift's Glibc: tells when the clock was set.
#include <sys/timerfd.h>
