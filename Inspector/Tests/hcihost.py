"""A host of a few commands for a controller of `faraday serve`: it connects to a device, asks what a test wants, and ends the link."""

import socket

import packets


class Host:
    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.rest = b""
        self.command("030c")                                        # Reset
        self.command("010c", "ff" * 8)                              # Set Event Mask
        self.command("0120", "ff" * 8)                              # LE Set Event Mask

    def packet(self):
        """The next packet of H4, an event or data."""
        while True:
            head = {4: 3, 2: 5}.get(self.rest[0], 3) if self.rest else 3
            if len(self.rest) >= head:
                size = head + (self.rest[2] if self.rest[0] == 4 else int.from_bytes(self.rest[3:5], "little"))
                if len(self.rest) >= size:
                    found, self.rest = self.rest[:size], self.rest[size:]
                    return found.hex()
            more = self.socket.recv(4096)
            if not more:
                raise RuntimeError("the controller is gone")
            self.rest += more

    def until(self, test):
        while True:
            found = self.packet()
            if test(found):
                return found

    def command(self, code, parameters=""):
        self.socket.sendall(bytes.fromhex("01" + code + packets.little(len(parameters) // 2, 1) + parameters))
        self.until(lambda each: each.startswith("040e") and each[8:12] == code or each.startswith("040f") and each[10:14] == code)

    def connect(self, address):
        self.command("0d20", "60003000" + "00" + "01" + packets.address_bytes(address) + "00" + "1800" + "2800" + "0000" + "4800" + "0000" + "0000")
        found = self.until(lambda each: each.startswith("043e") and each[6:8] in ("01", "0a"))
        self.handle = int.from_bytes(bytes.fromhex(found[10:14]), "little")

    def ask(self, body):
        """A request of ATT, and its answer."""
        frame = packets.little(len(body) // 2, 2) + "0400" + body
        self.socket.sendall(bytes.fromhex("02" + packets.little(self.handle, 2) + packets.little(len(frame) // 2, 2) + frame))
        return self.until(lambda each: each.startswith("02") and each[14:18] == "0400" and each[18:20] != "1b")[18:]

    def notified(self):
        return self.until(lambda each: each.startswith("02") and each[14:20] == "04001b")[18:]

    def disconnect(self):
        self.command("0604", packets.little(self.handle, 2) + "13")
        self.until(lambda each: each.startswith("0405"))

    def close(self):
        self.socket.close()
