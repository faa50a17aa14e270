// Layouts above HCI and on the air: L2CAP signalling (Core 6.0, Vol 3, Part A, 4), ATT (Part F, 3.4), SMP (Part H, 3),
// LL control (Vol 6, Part B, 2.4.2) and advertising PDUs (2.3). The notation is that of layouts.js; besides:
//   uuid (all that is left: 2 or 16 bytes)  uuid16  att (ATT error)  attr (attribute handle)  val (a value, all that is left)
//   part(c) (as bytes(c), but a PDU of full length may end inside it: 3.4.4.12)
(function () {
  "use strict";
  const layouts = Faraday.layouts;

  Object.assign(layouts.tables, {
    channel: { 4: "ATT", 5: "LE signalling", 6: "Security Manager" },
    reject: { 0: "command not understood", 1: "signalling MTU exceeded", 2: "invalid CID in request" },
    accepted: { 0: "accepted", 1: "rejected" },
    connection: { 0: "successful", 2: "SPSM not supported", 4: "no resources", 5: "insufficient authentication", 6: "insufficient authorization",
      7: "encryption key size too short", 8: "insufficient encryption", 9: "invalid source CID", 10: "source CID already allocated", 11: "unacceptable parameters",
      12: "invalid parameters" },
    reconfigured: { 0: "successful", 1: "MTU may not shrink", 2: "MPS may not shrink here", 3: "invalid destination CID", 4: "unacceptable parameters" },
    io: { 0: "DisplayOnly", 1: "DisplayYesNo", 2: "KeyboardOnly", 3: "NoInputNoOutput", 4: "KeyboardDisplay" },
    oob: { 0: "not present", 1: "present" },
    smpReason: { 1: "Passkey Entry Failed", 2: "OOB Not Available", 3: "Authentication Requirements", 4: "Confirm Value Failed", 5: "Pairing Not Supported",
      6: "Encryption Key Size", 7: "Command Not Supported", 8: "Unspecified Reason", 9: "Repeated Attempts", 10: "Invalid Parameters", 11: "DHKey Check Failed",
      12: "Numeric Comparison Failed", 13: "BR/EDR pairing in progress", 14: "Cross-transport Key Derivation not allowed", 15: "Key Rejected", 16: "Busy" },
    keypress: { 0: "entry started", 1: "digit entered", 2: "digit erased", 3: "cleared", 4: "entry completed" },
    execute: { 0: "cancel all prepared writes", 1: "write all prepared values" },
    format: { 1: "UUIDs of 16 bits", 2: "UUIDs of 128 bits" },
  });
  Object.assign(layouts.bits, {
    auth: ["bonding", null, "MITM", "Secure Connections", "keypress", "CT2"],
    keys: ["EncKey", "IdKey", "SignKey", "LinkKey"],
    adFlags: ["LE Limited Discoverable", "LE General Discoverable", "BR/EDR Not Supported", "LE and BR/EDR Controller"],
    cccd: ["notifications", "indications"],
  });

  layouts.signals = {
    0x01: ["Command Reject", "Reason u16=reject;Data rest"],
    0x06: ["Disconnection Request", "Destination CID u16;Source CID u16"],
    0x07: ["Disconnection Response", "Destination CID u16;Source CID u16"],
    0x12: ["Connection Parameter Update Request", "Interval Min u16*1.25ms;Interval Max u16*1.25ms;Latency u16;Timeout u16*10ms"],
    0x13: ["Connection Parameter Update Response", "Result u16=accepted"],
    0x14: ["LE Credit Based Connection Request", "SPSM u16;Source CID u16;MTU u16;MPS u16;Initial Credits u16"],
    0x15: ["LE Credit Based Connection Response", "Destination CID u16;MTU u16;MPS u16;Initial Credits u16;Result u16=connection"],
    0x16: ["Flow Control Credit Indication", "CID u16;Credits u16"],
    0x17: ["Credit Based Connection Request", "SPSM u16;MTU u16;MPS u16;Initial Credits u16;@*;Source CID u16"],
    0x18: ["Credit Based Connection Response", "MTU u16;MPS u16;Initial Credits u16;Result u16=connection;@*;Destination CID u16"],
    0x19: ["Credit Based Reconfigure Request", "MTU u16;MPS u16;@*;Destination CID u16"],
    0x1A: ["Credit Based Reconfigure Response", "Result u16=reconfigured"],
  };

  const range = "Starting Handle attr;Ending Handle attr;";
  layouts.att = {
    0x01: ["ERROR_RSP", "Request Opcode attop;Attribute Handle attr;Error Code att"],
    0x02: ["EXCHANGE_MTU_REQ", "Client Rx MTU u16"],
    0x03: ["EXCHANGE_MTU_RSP", "Server Rx MTU u16"],
    0x04: ["FIND_INFORMATION_REQ", range],
    0x05: ["FIND_INFORMATION_RSP", "Format u8=format;@*;Handle attr;UUID uuidformat"],
    0x06: ["FIND_BY_TYPE_VALUE_REQ", range + "Attribute Type uuid16;Attribute Value val"],
    0x07: ["FIND_BY_TYPE_VALUE_RSP", "@*;Found Handle attr;Group End Handle attr"],
    0x08: ["READ_BY_TYPE_REQ", range + "Attribute Type uuid"],
    0x09: ["READ_BY_TYPE_RSP", "Length u8l;@*;Handle attr;Value item(2)"],
    0x0A: ["READ_REQ", "Attribute Handle attr"],
    0x0B: ["READ_RSP", "Attribute Value val"],
    0x0C: ["READ_BLOB_REQ", "Attribute Handle attr;Value Offset u16"],
    0x0D: ["READ_BLOB_RSP", "Part Attribute Value val"],
    0x0E: ["READ_MULTIPLE_REQ", "@*;Attribute Handle attr"],
    0x0F: ["READ_MULTIPLE_RSP", "Set Of Values val"],
    0x10: ["READ_BY_GROUP_TYPE_REQ", range + "Attribute Group Type uuid"],
    0x11: ["READ_BY_GROUP_TYPE_RSP", "Length u8l;@*;Attribute Handle attr;End Group Handle attr;Attribute Value item(4)"],
    0x12: ["WRITE_REQ", "Attribute Handle attr;Attribute Value val"],
    0x13: ["WRITE_RSP", ""],
    0x16: ["PREPARE_WRITE_REQ", "Attribute Handle attr;Value Offset u16;Part Attribute Value val"],
    0x17: ["PREPARE_WRITE_RSP", "Attribute Handle attr;Value Offset u16;Part Attribute Value val"],
    0x18: ["EXECUTE_WRITE_REQ", "Flags u8=execute"],
    0x19: ["EXECUTE_WRITE_RSP", ""],
    0x1B: ["HANDLE_VALUE_NTF", "Attribute Handle attr;Attribute Value val"],
    0x1D: ["HANDLE_VALUE_IND", "Attribute Handle attr;Attribute Value val"],
    0x1E: ["HANDLE_VALUE_CFM", ""],
    0x20: ["READ_MULTIPLE_VARIABLE_REQ", "@*;Attribute Handle attr"],
    0x21: ["READ_MULTIPLE_VARIABLE_RSP", "@*;Length u16c;Value part(c)"],
    0x23: ["MULTIPLE_HANDLE_VALUE_NTF", "@*;Attribute Handle attr;Length u16c;Value bytes(c)"],
    0x52: ["WRITE_CMD", "Attribute Handle attr;Attribute Value val"],
    0xD2: ["SIGNED_WRITE_CMD", "Attribute Handle attr;Value and Signature val"],
  };

  const pairing = "IO Capability u8=io;OOB Data Flag u8=oob;AuthReq u8#auth;Maximum Encryption Key Size u8;Initiator Key Distribution u8#keys;Responder Key Distribution u8#keys";
  layouts.smp = {
    0x01: ["Pairing Request", pairing], 0x02: ["Pairing Response", pairing],
    0x03: ["Pairing Confirm", "Confirm Value b16"], 0x04: ["Pairing Random", "Random Value b16"], 0x05: ["Pairing Failed", "Reason u8=smpReason"],
    0x06: ["Encryption Information", "Long Term Key b16"], 0x07: ["Central Identification", "EDIV u16;Rand b8"],
    0x08: ["Identity Information", "Identity Resolving Key b16"], 0x09: ["Identity Address Information", "Address Type u8=addrType;BD_ADDR addr"],
    0x0A: ["Signing Information", "Signature Key b16"], 0x0B: ["Security Request", "AuthReq u8#auth"],
    0x0C: ["Pairing Public Key", "Public Key X b32;Public Key Y b32"], 0x0D: ["Pairing DHKey Check", "DHKey Check b16"],
    0x0E: ["Pairing Keypress Notification", "Notification Type u8=keypress"],
  };

  const length = "Max RX Octets u16;Max RX Time u16*1us;Max TX Octets u16;Max TX Time u16*1us";
  const wish = "Interval Min u16*1.25ms;Interval Max u16*1.25ms;Latency u16;Timeout u16*10ms;Preferred Periodicity u8*1.25ms;Reference Event Count u16;"
    + "Offset 0 u16;Offset 1 u16;Offset 2 u16;Offset 3 u16;Offset 4 u16;Offset 5 u16";
  const timing = "Event Interval u16;Subevents Per Event u8;Subevent Interval u16*0.625ms;Subevent Length u24*1us;";
  const signal = "Antenna Config u8;PHY u8;Power Delta i8*1dB;";
  // Core 6.3 has added them.
  const csAdditions = "Inline T_IP2 Times u16;Inline T_SW u8*1us;RTT 2M AA Only N u8;RTT 2M Sounding N u8;RTT 2M Random Payload N u8";
  const csCapabilities = "Mode Types u8;RTT Capability u8;RTT AA Only N u8;RTT Sounding N u8;RTT Random Sequence N u8;NADM Sounding u16;NADM Random u16;CS Sync PHYs u8;"
    + "Antennas and Paths u8;Roles and Features u8;Number of Configs u8;Max Procedures u16;T_SW u8*1us;T_IP1 Times u16;T_IP2 Times u16;T_FCS Times u16;T_PM Times u16;TX SNR u8;@*;" + csAdditions;
  const csEnd = "Config ID u8;Procedure Count u16;Error Code err";
  layouts.control = {
    0x00: ["LL_CONNECTION_UPDATE_IND", "Window Size u8*1.25ms;Window Offset u16*1.25ms;Interval u16*1.25ms;Latency u16;Timeout u16*10ms;Instant u16"],
    0x01: ["LL_CHANNEL_MAP_IND", "Channel Map map;Instant u16"],
    0x02: ["LL_TERMINATE_IND", "Error Code err"],
    0x03: ["LL_ENC_REQ", "Rand b8;EDIV u16;SKD_C b8;IV_C b4"],
    0x04: ["LL_ENC_RSP", "SKD_P b8;IV_P b4"],
    0x05: ["LL_START_ENC_REQ", ""], 0x06: ["LL_START_ENC_RSP", ""],
    0x07: ["LL_UNKNOWN_RSP", "Unknown Type u8"],
    0x08: ["LL_FEATURE_REQ", "Features u64#features"], 0x09: ["LL_FEATURE_RSP", "Features u64#features"],
    0x0A: ["LL_PAUSE_ENC_REQ", ""], 0x0B: ["LL_PAUSE_ENC_RSP", ""],
    0x0C: ["LL_VERSION_IND", "Version u8=version;Company u16;Subversion u16"],
    0x0D: ["LL_REJECT_IND", "Error Code err"],
    0x0E: ["LL_PERIPHERAL_FEATURE_REQ", "Features u64#features"],
    0x0F: ["LL_CONNECTION_PARAM_REQ", wish], 0x10: ["LL_CONNECTION_PARAM_RSP", wish],
    0x11: ["LL_REJECT_EXT_IND", "Reject Opcode u8;Error Code err"],
    0x12: ["LL_PING_REQ", ""], 0x13: ["LL_PING_RSP", ""],
    0x14: ["LL_LENGTH_REQ", length], 0x15: ["LL_LENGTH_RSP", length],
    0x16: ["LL_PHY_REQ", "TX PHYs u8#phys;RX PHYs u8#phys"], 0x17: ["LL_PHY_RSP", "TX PHYs u8#phys;RX PHYs u8#phys"],
    0x18: ["LL_PHY_UPDATE_IND", "PHY Central to Peripheral u8#phys;PHY Peripheral to Central u8#phys;Instant u16"],
    0x19: ["LL_MIN_USED_CHANNELS_IND", "PHYs u8#phys;Min Used Channels u8"],
    0x2D: ["LL_CS_SEC_RSP", "CS_IV_P b8;CS_IN_P b4;CS_PV_P b8"],
    0x2E: ["LL_CS_CAPABILITIES_REQ", csCapabilities], 0x2F: ["LL_CS_CAPABILITIES_RSP", csCapabilities],
    0x30: ["LL_CS_CONFIG_REQ", "Config ID and Action u8;Channel Map b10;Channel Map Repetition u8;Main Mode u8;Sub-Mode u8;Min Main Mode Steps u8;Max Main Mode Steps u8;"
      + "Main Mode Repetition u8;Mode 0 Steps u8;CS Sync PHY u8;RTT Type and Role u8;Channel Selection and Shape u8;Ch3c Jump u8;T_IP1 u8;T_IP2 u8;T_FCS u8;T_PM u8;Enhancements u8"],
    0x31: ["LL_CS_CONFIG_RSP", "Config ID u8"],
    0x32: ["LL_CS_REQ", "Config ID u8;Connection Event Count u16;Offset Min u24*1us;Offset Max u24*1us;Max Procedure Length u16*0.625ms;" + timing
      + "Procedure Interval u16;Procedure Count u16;Antenna Config u8;Preferred Peer Antenna u8;PHY u8;Power Delta i8*1dB;TX SNR u8"],
    0x33: ["LL_CS_RSP", "Config ID u8;Connection Event Count u16;Offset Min u24*1us;Offset Max u24*1us;" + timing + signal + "Reserved u8"],
    0x34: ["LL_CS_IND", "Config ID u8;Connection Event Count u16;Offset u24*1us;" + timing + signal + "Reserved u8"],
    0x35: ["LL_CS_TERMINATE_REQ", csEnd],
    0x36: ["LL_CS_FAE_REQ", ""], 0x37: ["LL_CS_FAE_RSP", "FAE Table b72"],
    0x38: ["LL_CS_CHANNEL_MAP_IND", "Channel Map b10;Instant u16"],
    0x39: ["LL_CS_SEC_REQ", "CS_IV_C b8;CS_IN_C b4;CS_PV_C b8"],
    0x3A: ["LL_CS_TERMINATE_RSP", csEnd],
  };

  layouts.advertising = {
    0: ["ADV_IND", "Advertiser Address addr;Advertising Data adrest"],
    1: ["ADV_DIRECT_IND", "Advertiser Address addr;Target Address addr"],
    2: ["ADV_NONCONN_IND", "Advertiser Address addr;Advertising Data adrest"],
    3: ["SCAN_REQ", "Scanner Address addr;Advertiser Address addr"],
    4: ["SCAN_RSP", "Advertiser Address addr;Scan Response Data adrest"],
    5: ["CONNECT_IND", "Initiator Address addr;Advertiser Address addr;Access Address x32;CRC Init x24;Window Size u8*1.25ms;Window Offset u16*1.25ms;"
      + "Interval u16*1.25ms;Latency u16;Timeout u16*10ms;Channel Map map;Hop and Clock Accuracy hop"],
    6: ["ADV_SCAN_IND", "Advertiser Address addr;Advertising Data adrest"],
  };

  // AD structures by type (Supplement to the Core Specification; Assigned Numbers 2.3): [name, layout].
  layouts.ad = {
    0x01: ["Flags", "Flags u8#adFlags"], 0x02: ["Incomplete list of 16-bit services", "@*;Service uuid16"], 0x03: ["Complete list of 16-bit services", "@*;Service uuid16"],
    0x04: ["Incomplete list of 32-bit services", "@*;Service x32"], 0x05: ["Complete list of 32-bit services", "@*;Service x32"],
    0x06: ["Incomplete list of 128-bit services", "@*;Service uuid128"], 0x07: ["Complete list of 128-bit services", "@*;Service uuid128"],
    0x08: ["Shortened local name", "Name text"], 0x09: ["Complete local name", "Name text"], 0x0A: ["TX power level", "TX Power i8*1dBm"],
    0x12: ["Peripheral connection interval range", "Interval Min u16*1.25ms;Interval Max u16*1.25ms"],
    0x14: ["Solicited 16-bit services", "@*;Service uuid16"], 0x15: ["Solicited 128-bit services", "@*;Service uuid128"],
    0x16: ["Service data, 16-bit UUID", "Service uuid16;Data rest"], 0x17: ["Public target address", "Address addr"], 0x18: ["Random target address", "Address addr"],
    0x19: ["Appearance", "Appearance x16"], 0x1A: ["Advertising interval", "Interval u16*0.625ms"], 0x1B: ["LE device address", "Address addr;Type u8=addrType"],
    0x1C: ["LE role", "Role u8"], 0x20: ["Service data, 32-bit UUID", "Service x32;Data rest"], 0x21: ["Service data, 128-bit UUID", "Service uuid128;Data rest"],
    0x24: ["URI", "URI text"], 0x27: ["LE supported features", "Features rest"], 0xFF: ["Manufacturer specific data", "Company x16;Data rest"],
  };
})();
