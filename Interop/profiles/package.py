"""What packages have in common."""

from text import fields


class Package:
    """Functions by characteristic. `decoders` give fields; `encoders` write what was read."""

    decoders = {}
    encoders = {}

    def reads(self, uuid):
        return uuid in self.decoders

    def decode(self, uuid, data):
        return fields(self.decoders[uuid](data))

    def encode(self, uuid, data):
        return self.encoders[uuid](data) if uuid in self.encoders else None
