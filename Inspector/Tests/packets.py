"""Bytes and texts of the packets that the made-up worlds of these tests exchange (Core 6.0)."""


def little(number, size):
    """A number in hexadecimal, least significant byte first."""
    return number.to_bytes(size, "little").hex()


class Attribute:
    """A PDU of ATT: its text as the trace writes it, its bytes, and what the feed's further keys say."""

    def __init__(self, name, hexadecimal, detail="", **facts):
        self.name = name
        self.text = f"ATT {name}" + (f" {detail}" if detail else "")
        self.hexadecimal = hexadecimal
        self.facts = {"att": name, **facts}

    def frame(self):
        """The PDU in a frame of L2CAP on the fixed channel 4 (Vol 3, Part A, 3.1)."""
        return little(len(self.hexadecimal) // 2, 2) + "0400" + self.hexadecimal


def hex4(handle):
    return f"0x{handle:04X}"


def exchange_mtu_request(size=185):
    return Attribute("EXCHANGE_MTU_REQ", "02" + little(size, 2), f"clientRxMTU={size}")


def exchange_mtu_response(size=247):
    return Attribute("EXCHANGE_MTU_RSP", "03" + little(size, 2), f"serverRxMTU={size}")


def find_service(uuid):
    value = uuid_bytes(uuid)
    return Attribute("FIND_BY_TYPE_VALUE_REQ", "060100ffff0028" + value, f"0x0001...0xFFFF type=10240 value={value}")


def found_service(first, last):
    return Attribute("FIND_BY_TYPE_VALUE_RSP", "07" + little(first, 2) + little(last, 2), f"[{{found={first} groupEnd={last}}}]")


def read_declarations(first, last):
    return Attribute("READ_BY_TYPE_REQ", "08" + little(first, 2) + little(last, 2) + "0328", f"{hex4(first)}...{hex4(last)} type=2803")


def declarations(list_of):
    """The answer with a declaration for each (handle, properties, uuid); all uuids have the same length."""
    values = [(handle, little(properties, 1) + little(handle + 1, 2) + uuid_bytes(uuid)) for handle, properties, uuid in list_of]
    size = 2 + len(values[0][1]) // 2
    text = ", ".join(f"{{handle={hex4(handle)} value={value}}}" for handle, value in values)
    return Attribute("READ_BY_TYPE_RSP", "09" + little(size, 1) + "".join(little(h, 2) + v for h, v in values), f"[{text}]")


def read(handle, uuid):
    return Attribute("READ_REQ", "0a" + little(handle, 2), hex4(handle), handle=handle, uuid=uuid, characteristic=uuid)


def read_answer(uuid, value, meaning):
    return Attribute("READ_RSP", "0b" + value, f"value={value}", uuid=uuid, characteristic=uuid, value=value, meaning=meaning)


def write(handle, uuid, characteristic, value):
    return Attribute("WRITE_REQ", "12" + little(handle, 2) + value, f"{hex4(handle)} value={value}", handle=handle, uuid=uuid,
                     characteristic=characteristic, value=value)


def written():
    return Attribute("WRITE_RSP", "13")


def notification(handle, uuid, value, meaning):
    return Attribute("HANDLE_VALUE_NTF", "1b" + little(handle, 2) + value, f"{hex4(handle)} value={value}", handle=handle, uuid=uuid,
                     characteristic=uuid, value=value, meaning=meaning)


def uuid_bytes(uuid):
    return bytes.fromhex(uuid.replace("-", ""))[::-1].hex()


def acl(handle, attribute, is_sent):
    """An HCI ACL packet (Vol 4, Part E, 5.4.2); the host sends its first fragment with the flag 00, and gets it with 10."""
    frame = attribute.frame()
    return "02" + little(handle | (0 if is_sent else 0x2000), 2) + little(len(frame) // 2, 2) + frame


def data_header(kind, length, acknowledged, sequence, more):
    """The header of a data channel PDU (Vol 6, Part B, 2.4)."""
    return little(kind | acknowledged << 2 | sequence << 3 | more << 4, 1) + little(length, 1)


def address_bytes(address):
    return bytes.fromhex(address.replace(":", ""))[::-1].hex()


def advertising(address, data):
    """ADV_IND with ChSel, from a random address (Vol 6, Part B, 2.3.1.1)."""
    return "60" + little(6 + len(data) // 2, 1) + address_bytes(address) + data


def connect_request(initiator, advertiser, access, interval):
    """CONNECT_IND (Vol 6, Part B, 2.3.3.1)."""
    link = little(access, 4) + "2063cd" + "01" + "0000" + little(interval, 2) + "0000" + "4800" + "ffffffff1f" + "29"
    return "e522" + address_bytes(initiator) + address_bytes(advertiser) + link


def connection_complete(handle, role, address, interval):
    """LE Enhanced Connection Complete (Vol 4, Part E, 7.7.65.10)."""
    parameters = ("0a00" + little(handle, 2) + little(role, 1) + "01" + address_bytes(address) + "00" * 12
                  + little(interval, 2) + "0000" + "4800" + "01")
    return "043e" + little(len(parameters) // 2, 1) + parameters


def disconnection(handle, reason):
    return "040504" + "00" + little(handle, 2) + little(reason, 1)


def completed_packets(handle, count):
    return "04130501" + little(handle, 2) + little(count, 2)
