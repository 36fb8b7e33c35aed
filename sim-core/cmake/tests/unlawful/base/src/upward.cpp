// Breaks the import laws on purpose: the test `import_laws_refuse` must see it refused.
#include "orrery/transport/channel.hpp"
