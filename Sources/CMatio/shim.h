#include <matio.h>
