#include <gio/gio.h>

// Not in Swift's Glibc: tells when the clock was set.
#include <sys/timerfd.h>
