// crypt_r(3), which Swift's module of the C library leaves out.
#include <crypt.h>
