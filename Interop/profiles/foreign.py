"""Enters packages whose values are asked for, without what they need for radios and servers."""

import importlib.util
import sys
import types


def folder(package):
    return importlib.util.find_spec(package).submodule_search_locations[0]


def enter(package, *subpackages):
    """Lets modules of `package` be imported without running its `__init__`."""
    place = folder(package)
    for name in (package, *(f'{package}.{sub}' for sub in subpackages)):
        sys.modules[name] = types.ModuleType(name)
        sys.modules[name].__path__ = [place + name.removeprefix(package).replace('.', '/')]


def stand_in(module, *errors):
    """A module that has only exceptions."""
    sys.modules[module] = types.ModuleType(module)
    for error in errors:
        setattr(sys.modules[module], error, type(error, (Exception,), {}))


# Blatann's `__init__` needs the driver of a dongle.
enter('blatann', 'services', 'services.glucose', 'services.current_time', 'services.device_info')
# labmcp is a framework for servers. Of it, values need the errors.
stand_in('labmcp', 'InstrumentConnectionError', 'InstrumentError', 'InstrumentProtocolError', 'InstrumentTimeout')
