// Layouts of HCI commands and events, in the order of the bytes (Core 6.0, Vol 4, Part E, 7).
// A layout is a text: fields divided by ";", each a name and a type. Types:
//   u8 u16 u24 u32 u64 i8   little-endian numbers; u16*1.25ms has a unit, u8=role a table, u16#bits a table of bits
//   err (HCI error)  conn (connection handle)  addr (device address)  op (HCI opcode)  map (channel map, 5 bytes)
//   u8n  how often what follows "@" is repeated;  u8c  how many bytes "ad(c)" or "bytes(c)" has
//   b16  that many bytes;  ad31  advertising data in 31 bytes of which u8c count;  rest  all that is left
(function () {
  "use strict";

  const tables = {
    role: { 0: "Central", 1: "Peripheral" },
    onoff: { 0: "off", 1: "on" },
    addrType: { 0: "public", 1: "random", 2: "public identity", 3: "random identity", 254: "random, not resolved", 255: "anonymous" },
    ownType: { 0: "public", 1: "random", 2: "resolvable, else public", 3: "resolvable, else random" },
    advType: { 0: "ADV_IND", 1: "ADV_DIRECT_IND, high duty cycle", 2: "ADV_SCAN_IND", 3: "ADV_NONCONN_IND", 4: "ADV_DIRECT_IND, low duty cycle" },
    report: { 0: "ADV_IND", 1: "ADV_DIRECT_IND", 2: "ADV_SCAN_IND", 3: "ADV_NONCONN_IND", 4: "SCAN_RSP" },
    scanType: { 0: "passive", 1: "active" },
    scanPolicy: { 0: "all", 1: "filter accept list", 2: "all, directed to resolvable too", 3: "filter accept list, directed to resolvable too" },
    advPolicy: { 0: "all may scan and connect", 1: "list may scan, all may connect", 2: "all may scan, list may connect", 3: "list may scan and connect" },
    initPolicy: { 0: "the peer given here", 1: "any of the filter accept list" },
    duplicates: { 0: "reported", 1: "filtered", 2: "filtered for each period" },
    phy: { 1: "LE 1M", 2: "LE 2M", 3: "LE Coded" }, aux: { 0: "none", 1: "LE 1M", 2: "LE 2M", 3: "LE Coded" },
    sca: { 0: "500 ppm", 1: "250 ppm", 2: "150 ppm", 3: "100 ppm", 4: "75 ppm", 5: "50 ppm", 6: "30 ppm", 7: "20 ppm" },
    encryption: { 0: "off", 1: "on (AES-CCM)", 2: "on (AES-CCM)" },
    operation: { 0: "intermediate fragment", 1: "first fragment", 2: "last fragment", 3: "complete", 4: "unchanged, new DID" },
    fragment: { 0: "may be fragmented", 1: "should not be fragmented" },
    privacy: { 0: "network", 1: "device" },
    algorithm: { 0: "#1", 1: "#2" },
    power: { 0: "current", 1: "maximum" },
    flow: { 0: "off", 1: "ACL", 2: "synchronous", 3: "ACL and synchronous" },
    options: { 0: "no preference", 1: "S=2", 2: "S=8" },
    version: { 6: "4.0", 7: "4.1", 8: "4.2", 9: "5.0", 10: "5.1", 11: "5.2", 12: "5.3", 13: "5.4", 14: "6.0" },
    csRole: { 0: "initiator", 1: "reflector" },
    csMode: { 1: "mode 1 (round trip)", 2: "mode 2 (phase)", 3: "mode 3 (both)", 255: "none" },
    rtt: { 0: "access address only", 1: "sounding 32 bits", 2: "sounding 96 bits", 3: "random 32", 4: "random 64", 5: "random 96", 6: "random 128" },
    csDone: { 0: "all results", 1: "more to come", 15: "aborted" },
  };

  const bits = {
    advProps: ["connectable", "scannable", "directed", "high duty cycle", "legacy PDUs", "anonymous", "with TX power"],
    extType: ["connectable", "scannable", "directed", "scan response", "legacy PDU", "more to come", "truncated"],
    channels: ["37", "38", "39"],
    phys: ["LE 1M", "LE 2M", "LE Coded"],
    noPref: ["no preference for TX", "no preference for RX"],
    scanPhys: ["LE 1M", null, "LE Coded"],
    csRoles: ["initiator", "reflector"],
    leMask: ["Connection Complete", "Advertising Report", "Connection Update Complete", "Read Remote Features Complete", "Long Term Key Request",
      "Remote Connection Parameter Request", "Data Length Change", "Read Local P-256 Public Key Complete", "Generate DHKey Complete",
      "Enhanced Connection Complete", "Directed Advertising Report", "PHY Update Complete", "Extended Advertising Report",
      "Periodic Advertising Sync Established", "Periodic Advertising Report", "Periodic Advertising Sync Lost", "Scan Timeout",
      "Advertising Set Terminated", "Scan Request Received", "Channel Selection Algorithm"],
    features: ["LE Encryption", "Connection Parameters Request", "Extended Reject Indication", "Peripheral-initiated Features Exchange", "LE Ping",
      "LE Data Packet Length Extension", "LL Privacy", "Extended Scanning Filter Policies", "LE 2M PHY", "Stable Modulation Index - TX",
      "Stable Modulation Index - RX", "LE Coded PHY", "LE Extended Advertising", "LE Periodic Advertising", "Channel Selection Algorithm #2",
      "LE Power Class 1", "Minimum Number of Used Channels", "Connection CTE Request", "Connection CTE Response", "Connectionless CTE Transmitter",
      "Connectionless CTE Receiver", "Antenna Switching AoD", "Antenna Switching AoA", "Receiving Constant Tone Extensions",
      "PAST Sender", "PAST Recipient", "Sleep Clock Accuracy Updates", "Remote Public Key Validation", "CIS Central", "CIS Peripheral",
      "Isochronous Broadcaster", "Synchronized Receiver", "CIS Host Support", "LE Power Control Request", "LE Power Control Request", "Path Loss Monitoring",
      "Periodic Advertising ADI", "Connection Subrating", "Connection Subrating Host Support", "Channel Classification",
      "Advertising Coding Selection", "Advertising Coding Selection Host Support", "Decision-Based Advertising Filtering", "PAwR Advertiser", "PAwR Scanner",
      "Unsegmented Framed Mode", "Channel Sounding", "Channel Sounding Host Support", "Channel Sounding Tone Quality"],
  };

  const interval = "Connection Interval Min u16*1.25ms;Connection Interval Max u16*1.25ms;Max Latency u16;Supervision Timeout u16*10ms;";
  const ceLength = "Min CE Length u16*0.625ms;Max CE Length u16*0.625ms";
  const csConfig = "Main Mode u8=csMode;Sub-Mode u8=csMode;Min Main Mode Steps u8;Max Main Mode Steps u8;Main Mode Repetition u8;Mode 0 Steps u8;"
    + "Role u8=csRole;RTT Type u8=rtt;CS Sync PHY u8=phy;Channel Map b10;Channel Map Repetition u8;Channel Selection Type u8;Ch3c Shape u8;Ch3c Jump u8;Enhancements u8";
  const csCapabilities = "Number of Configs u8;Max Consecutive Procedures u16;Number of Antennas u8;Max Antenna Paths u8;Roles u8#csRoles;Modes u8;"
    + "RTT Capability u8;RTT AA Only N u8;RTT Sounding N u8;RTT Random Payload N u8;NADM Sounding u16;NADM Random u16;CS Sync PHYs u8;"
    + "Subfeatures u16;T_IP1 Times u16;T_IP2 Times u16;T_FCS Times u16;T_PM Times u16;T_SW Time u8*1us;TX SNR u8";

  const csAdditions = ";Inline T_IP2 Times u16;Inline T_SW u8*1us;RTT 2M AA Only N u8;RTT 2M Sounding N u8;RTT 2M Random Payload N u8";

  // Opcode → [name, parameters, return parameters after the status]
  const commands = {
    0x0406: ["Disconnect", "Connection Handle conn;Reason err"],
    0x041D: ["Read Remote Version Information", "Connection Handle conn"],
    0x0C01: ["Set Event Mask", "Event Mask u64"],
    0x0C03: ["Reset", ""],
    0x0C2D: ["Read Transmit Power Level", "Connection Handle conn;Type u8=power", "Connection Handle conn;TX Power Level i8*1dBm"],
    0x0C31: ["Set Controller To Host Flow Control", "Flow Control u8=flow"],
    0x0C33: ["Host Buffer Size", "ACL Data Packet Length u16;Synchronous Data Packet Length u8;Total ACL Data Packets u16;Total Synchronous Data Packets u16"],
    0x0C35: ["Host Number Of Completed Packets", "Number of Handles u8n;@;Connection Handle conn;Completed Packets u16"],
    0x0C63: ["Set Event Mask Page 2", "Event Mask Page 2 u64"],
    0x0C6D: ["Write LE Host Support", "LE Supported Host u8=onoff;Unused u8"],
    0x0C7B: ["Read Authenticated Payload Timeout", "Connection Handle conn", "Connection Handle conn;Timeout u16*10ms"],
    0x0C7C: ["Write Authenticated Payload Timeout", "Connection Handle conn;Timeout u16*10ms", "Connection Handle conn"],
    0x1001: ["Read Local Version Information", "", "HCI Version u8=version;HCI Subversion u16;LMP Version u8=version;Company u16;LMP Subversion u16"],
    0x1002: ["Read Local Supported Commands", "", "Supported Commands b64"],
    0x1003: ["Read Local Supported Features", "", "LMP Features u64"],
    0x1005: ["Read Buffer Size", "", "ACL Data Packet Length u16;Synchronous Data Packet Length u8;Total ACL Data Packets u16;Total Synchronous Data Packets u16"],
    0x1009: ["Read BD_ADDR", "", "BD_ADDR addr"],
    0x1405: ["Read RSSI", "Connection Handle conn", "Connection Handle conn;RSSI i8*1dBm"],
    0x2001: ["LE Set Event Mask", "LE Event Mask u64#leMask"],
    0x2002: ["LE Read Buffer Size", "", "LE ACL Data Packet Length u16;Total LE ACL Data Packets u8"],
    0x2003: ["LE Read Local Supported Features", "", "LE Features u64#features"],
    0x2005: ["LE Set Random Address", "Random Address addr"],
    0x2006: ["LE Set Advertising Parameters", "Interval Min u16*0.625ms;Interval Max u16*0.625ms;Advertising Type u8=advType;Own Address Type u8=ownType;"
      + "Peer Address Type u8=addrType;Peer Address addr;Channel Map u8#channels;Filter Policy u8=advPolicy"],
    0x2007: ["LE Read Advertising Physical Channel Tx Power", "", "TX Power Level i8*1dBm"],
    0x2008: ["LE Set Advertising Data", "Data Length u8c;Advertising Data ad31"],
    0x2009: ["LE Set Scan Response Data", "Data Length u8c;Scan Response Data ad31"],
    0x200A: ["LE Set Advertising Enable", "Advertising u8=onoff"],
    0x200B: ["LE Set Scan Parameters", "Scan Type u8=scanType;Scan Interval u16*0.625ms;Scan Window u16*0.625ms;Own Address Type u8=ownType;Filter Policy u8=scanPolicy"],
    0x200C: ["LE Set Scan Enable", "Scanning u8=onoff;Duplicates u8=duplicates"],
    0x200D: ["LE Create Connection", "Scan Interval u16*0.625ms;Scan Window u16*0.625ms;Initiator Filter Policy u8=initPolicy;Peer Address Type u8=addrType;"
      + "Peer Address addr;Own Address Type u8=ownType;" + interval + ceLength],
    0x200E: ["LE Create Connection Cancel", ""],
    0x200F: ["LE Read Filter Accept List Size", "", "Filter Accept List Size u8"],
    0x2010: ["LE Clear Filter Accept List", ""],
    0x2011: ["LE Add Device To Filter Accept List", "Address Type u8=addrType;Address addr"],
    0x2012: ["LE Remove Device From Filter Accept List", "Address Type u8=addrType;Address addr"],
    0x2013: ["LE Connection Update", "Connection Handle conn;" + interval + ceLength],
    0x2014: ["LE Set Host Channel Classification", "Channel Map map"],
    0x2015: ["LE Read Channel Map", "Connection Handle conn", "Connection Handle conn;Channel Map map"],
    0x2016: ["LE Read Remote Features", "Connection Handle conn"],
    0x2017: ["LE Encrypt", "Key b16;Plaintext b16", "Encrypted b16"],
    0x2018: ["LE Rand", "", "Random Number b8"],
    0x2019: ["LE Enable Encryption", "Connection Handle conn;Random Number b8;Encrypted Diversifier u16;Long Term Key b16"],
    0x201A: ["LE Long Term Key Request Reply", "Connection Handle conn;Long Term Key b16", "Connection Handle conn"],
    0x201B: ["LE Long Term Key Request Negative Reply", "Connection Handle conn", "Connection Handle conn"],
    0x201C: ["LE Read Supported States", "", "LE States u64"],
    0x2020: ["LE Remote Connection Parameter Request Reply", "Connection Handle conn;" + interval + ceLength, "Connection Handle conn"],
    0x2021: ["LE Remote Connection Parameter Request Negative Reply", "Connection Handle conn;Reason err", "Connection Handle conn"],
    0x2022: ["LE Set Data Length", "Connection Handle conn;TX Octets u16;TX Time u16*1us", "Connection Handle conn"],
    0x2023: ["LE Read Suggested Default Data Length", "", "TX Octets u16;TX Time u16*1us"],
    0x2024: ["LE Write Suggested Default Data Length", "TX Octets u16;TX Time u16*1us"],
    0x2025: ["LE Read Local P-256 Public Key", ""],
    0x2026: ["LE Generate DHKey", "Remote Public Key X b32;Remote Public Key Y b32"],
    0x2027: ["LE Add Device To Resolving List", "Peer Identity Address Type u8=addrType;Peer Identity Address addr;Peer IRK b16;Local IRK b16"],
    0x2028: ["LE Remove Device From Resolving List", "Peer Identity Address Type u8=addrType;Peer Identity Address addr"],
    0x2029: ["LE Clear Resolving List", ""],
    0x202A: ["LE Read Resolving List Size", "", "Resolving List Size u8"],
    0x202B: ["LE Read Peer Resolvable Address", "Peer Identity Address Type u8=addrType;Peer Identity Address addr", "Peer Resolvable Address addr"],
    0x202C: ["LE Read Local Resolvable Address", "Peer Identity Address Type u8=addrType;Peer Identity Address addr", "Local Resolvable Address addr"],
    0x202D: ["LE Set Address Resolution Enable", "Address Resolution u8=onoff"],
    0x202E: ["LE Set Resolvable Private Address Timeout", "Timeout u16*1s"],
    0x202F: ["LE Read Maximum Data Length", "", "Max TX Octets u16;Max TX Time u16*1us;Max RX Octets u16;Max RX Time u16*1us"],
    0x2030: ["LE Read PHY", "Connection Handle conn", "Connection Handle conn;TX PHY u8=phy;RX PHY u8=phy"],
    0x2031: ["LE Set Default PHY", "All PHYs u8#noPref;TX PHYs u8#phys;RX PHYs u8#phys"],
    0x2032: ["LE Set PHY", "Connection Handle conn;All PHYs u8#noPref;TX PHYs u8#phys;RX PHYs u8#phys;PHY Options u16=options"],
    0x2035: ["LE Set Advertising Set Random Address", "Advertising Handle u8;Random Address addr"],
    0x2036: ["LE Set Extended Advertising Parameters", "Advertising Handle u8;Event Properties u16#advProps;Primary Interval Min u24*0.625ms;"
      + "Primary Interval Max u24*0.625ms;Primary Channel Map u8#channels;Own Address Type u8=ownType;Peer Address Type u8=addrType;Peer Address addr;"
      + "Filter Policy u8=advPolicy;TX Power i8*1dBm;Primary PHY u8=phy;Secondary Max Skip u8;Secondary PHY u8=phy;Advertising SID u8;"
      + "Scan Request Notification u8=onoff", "Selected TX Power i8*1dBm"],
    0x2037: ["LE Set Extended Advertising Data", "Advertising Handle u8;Operation u8=operation;Fragment Preference u8=fragment;Data Length u8c;Advertising Data ad(c)"],
    0x2038: ["LE Set Extended Scan Response Data", "Advertising Handle u8;Operation u8=operation;Fragment Preference u8=fragment;Data Length u8c;Scan Response Data ad(c)"],
    0x2039: ["LE Set Extended Advertising Enable", "Advertising u8=onoff;Number of Sets u8n;@;Advertising Handle u8;Duration u16*10ms;Max Events u8"],
    0x203A: ["LE Read Maximum Advertising Data Length", "", "Max Advertising Data Length u16"],
    0x203B: ["LE Read Number Of Supported Advertising Sets", "", "Supported Advertising Sets u8"],
    0x203C: ["LE Remove Advertising Set", "Advertising Handle u8"],
    0x203D: ["LE Clear Advertising Sets", ""],
    0x2041: ["LE Set Extended Scan Parameters", "Own Address Type u8=ownType;Filter Policy u8=scanPolicy;Scanning PHYs u8#scanPhys;@@;Scan Type u8=scanType;"
      + "Scan Interval u16*0.625ms;Scan Window u16*0.625ms"],
    0x2042: ["LE Set Extended Scan Enable", "Scanning u8=onoff;Duplicates u8=duplicates;Duration u16*10ms;Period u16*1.28s"],
    0x2043: ["LE Extended Create Connection", "Initiator Filter Policy u8=initPolicy;Own Address Type u8=ownType;Peer Address Type u8=addrType;Peer Address addr;"
      + "Initiating PHYs u8#phys;@@;Scan Interval u16*0.625ms;Scan Window u16*0.625ms;" + interval + ceLength],
    0x204B: ["LE Read Transmit Power", "", "Min TX Power i8*1dBm;Max TX Power i8*1dBm"],
    0x204E: ["LE Set Privacy Mode", "Peer Identity Address Type u8=addrType;Peer Identity Address addr;Privacy Mode u8=privacy"],
    0x2074: ["LE Set Host Feature", "Bit Number u8;Bit Value u8=onoff"],
    0x2089: ["LE CS Read Local Supported Capabilities", "", csCapabilities],
    0x208A: ["LE CS Read Remote Supported Capabilities", "Connection Handle conn"],
    0x208B: ["LE CS Write Cached Remote Supported Capabilities", "Connection Handle conn;" + csCapabilities, "Connection Handle conn"],
    0x208C: ["LE CS Security Enable", "Connection Handle conn"],
    0x208D: ["LE CS Set Default Settings", "Connection Handle conn;Roles u8#csRoles;CS Sync Antenna u8;Max TX Power i8*1dBm", "Connection Handle conn"],
    0x208E: ["LE CS Read Remote FAE Table", "Connection Handle conn"],
    0x208F: ["LE CS Write Cached Remote FAE Table", "Connection Handle conn;Remote FAE Table b72", "Connection Handle conn"],
    0x2090: ["LE CS Create Config", "Connection Handle conn;Config ID u8;Create Context u8=onoff;" + csConfig],
    0x2091: ["LE CS Remove Config", "Connection Handle conn;Config ID u8"],
    0x2092: ["LE CS Set Channel Classification", "Channel Classification b10"],
    0x2093: ["LE CS Set Procedure Parameters", "Connection Handle conn;Config ID u8;Max Procedure Length u16*0.625ms;Min Procedure Interval u16;"
      + "Max Procedure Interval u16;Max Procedure Count u16;Min Subevent Length u24*1us;Max Subevent Length u24*1us;Tone Antenna Config u8;PHY u8=phy;"
      + "TX Power Delta i8*1dB;Preferred Peer Antenna u8;SNR Control Initiator u8;SNR Control Reflector u8", "Connection Handle conn"],
    0x2094: ["LE CS Procedure Enable", "Connection Handle conn;Config ID u8;Enable u8=onoff"],
    0x2095: ["LE CS Test", "Main Mode u8=csMode;Sub-Mode u8=csMode;Main Mode Repetition u8;Mode 0 Steps u8;Role u8=csRole;RTT Type u8=rtt;CS Sync PHY u8=phy;"
      + "CS Sync Antenna u8;Subevent Length u24*1us;Subevent Interval u16*0.625ms;Max Subevents u8;TX Power i8*1dBm;T_IP1 u8*1us;T_IP2 u8*1us;T_FCS u8*1us;"
      + "T_PM u8*1us;T_SW u8*1us;Tone Antenna Config u8;Companion Signal u8;SNR Control Initiator u8;SNR Control Reflector u8;DRBG Nonce u16;"
      + "Channel Map Repetition u8;Override Config u16;Override Length u8c;Override Parameters bytes(c)"],
    0x2096: ["LE CS Test End", ""],
    0x20A5: ["LE CS Read Local Supported Capabilities [v2]", "", csCapabilities + csAdditions],
    0x20A6: ["LE CS Write Cached Remote Supported Capabilities [v2]", "Connection Handle conn;" + csCapabilities + csAdditions, "Connection Handle conn"],
  };

  const events = {
    0x05: ["Disconnection Complete", "Status err;Connection Handle conn;Reason err"],
    0x08: ["Encryption Change", "Status err;Connection Handle conn;Encryption u8=encryption"],
    0x0C: ["Read Remote Version Information Complete", "Status err;Connection Handle conn;Version u8=version;Company u16;Subversion u16"],
    0x0F: ["Command Status", "Status err;Number of Command Packets u8;Command Opcode op"],
    0x10: ["Hardware Error", "Hardware Code u8"],
    0x13: ["Number Of Completed Packets", "Number of Handles u8n;@;Connection Handle conn;Completed Packets u16"],
    0x1A: ["Data Buffer Overflow", "Link Type u8"],
    0x30: ["Encryption Key Refresh Complete", "Status err;Connection Handle conn"],
    0x57: ["Authenticated Payload Timeout Expired", "Connection Handle conn"],
  };

  const connected = "Status err;Connection Handle conn;Role u8=role;Peer Address Type u8=addrType;Peer Address addr;";
  const parameters = "Connection Interval u16*1.25ms;Peripheral Latency u16;Supervision Timeout u16*10ms";
  const leEvents = {
    0x01: ["LE Connection Complete", connected + parameters + ";Central Clock Accuracy u8=sca"],
    0x02: ["LE Advertising Report", "Number of Reports u8n;@;Event Type u8=report;Address Type u8=addrType;Address addr;Data Length u8c;Data ad(c);RSSI i8*1dBm"],
    0x03: ["LE Connection Update Complete", "Status err;Connection Handle conn;" + parameters],
    0x04: ["LE Read Remote Features Complete", "Status err;Connection Handle conn;LE Features u64#features"],
    0x05: ["LE Long Term Key Request", "Connection Handle conn;Random Number b8;Encrypted Diversifier u16"],
    0x06: ["LE Remote Connection Parameter Request", "Connection Handle conn;Interval Min u16*1.25ms;Interval Max u16*1.25ms;Latency u16;Timeout u16*10ms"],
    0x07: ["LE Data Length Change", "Connection Handle conn;Max TX Octets u16;Max TX Time u16*1us;Max RX Octets u16;Max RX Time u16*1us"],
    0x08: ["LE Read Local P-256 Public Key Complete", "Status err;Public Key X b32;Public Key Y b32"],
    0x09: ["LE Generate DHKey Complete", "Status err;DHKey b32"],
    0x0A: ["LE Enhanced Connection Complete", connected + "Local Resolvable Private Address addr;Peer Resolvable Private Address addr;" + parameters + ";Central Clock Accuracy u8=sca"],
    0x0B: ["LE Directed Advertising Report", "Number of Reports u8n;@;Event Type u8=report;Address Type u8=addrType;Address addr;Direct Address Type u8=addrType;Direct Address addr;RSSI i8*1dBm"],
    0x0C: ["LE PHY Update Complete", "Status err;Connection Handle conn;TX PHY u8=phy;RX PHY u8=phy"],
    0x0D: ["LE Extended Advertising Report", "Number of Reports u8n;@;Event Type u16#extType;Address Type u8=addrType;Address addr;Primary PHY u8=phy;Secondary PHY u8=aux;"
      + "Advertising SID u8;TX Power i8*1dBm;RSSI i8*1dBm;Periodic Advertising Interval u16*1.25ms;Direct Address Type u8=addrType;Direct Address addr;Data Length u8c;Data ad(c)"],
    0x11: ["LE Scan Timeout", ""],
    0x12: ["LE Advertising Set Terminated", "Status err;Advertising Handle u8;Connection Handle conn;Completed Events u8"],
    0x13: ["LE Scan Request Received", "Advertising Handle u8;Scanner Address Type u8=addrType;Scanner Address addr"],
    0x14: ["LE Channel Selection Algorithm", "Connection Handle conn;Algorithm u8=algorithm"],
    0x29: ["LE Enhanced Connection Complete [v2]", connected + "Local Resolvable Private Address addr;Peer Resolvable Private Address addr;" + parameters
      + ";Central Clock Accuracy u8=sca;Advertising Handle u8;Sync Handle u16"],
    0x2C: ["LE CS Read Remote Supported Capabilities Complete", "Status err;Connection Handle conn;" + csCapabilities],
    0x2D: ["LE CS Read Remote FAE Table Complete", "Status err;Connection Handle conn;Remote FAE Table b72"],
    0x2E: ["LE CS Security Enable Complete", "Status err;Connection Handle conn"],
    0x2F: ["LE CS Config Complete", "Status err;Connection Handle conn;Config ID u8;Action u8=onoff;" + csConfig + ";T_IP1 u8*1us;T_IP2 u8*1us;T_FCS u8*1us;T_PM u8*1us"],
    0x30: ["LE CS Procedure Enable Complete", "Status err;Connection Handle conn;Config ID u8;State u8=onoff;Tone Antenna Config u8;Selected TX Power i8*1dBm;"
      + "Subevent Length u24*1us;Subevents Per Event u8;Subevent Interval u16*0.625ms;Event Interval u16;Procedure Interval u16;Procedure Count u16;Max Procedure Length u16*0.625ms"],
    0x31: ["LE CS Subevent Result", "Connection Handle conn;Config ID u8;Start ACL Conn Event u16;Procedure Counter u16;Frequency Compensation u16;"
      + "Reference Power Level i8*1dBm;Procedure Done Status u8=csDone;Subevent Done Status u8=csDone;Abort Reason u8;Antenna Paths u8;Steps u8n;@;"
      + "Step Mode u8;Step Channel u8;Step Data Length u8c;Step Data bytes(c)"],
    0x32: ["LE CS Subevent Result Continue", "Connection Handle conn;Config ID u8;Procedure Done Status u8=csDone;Subevent Done Status u8=csDone;Abort Reason u8;"
      + "Antenna Paths u8;Steps u8n;@;Step Mode u8;Step Channel u8;Step Data Length u8c;Step Data bytes(c)"],
    0x33: ["LE CS Test End Complete", "Status err"],
    0x38: ["LE CS Read Remote Supported Capabilities Complete [v2]", "Status err;Connection Handle conn;" + csCapabilities + csAdditions],
  };

  Faraday.layouts = { tables: tables, bits: bits, commands: commands, events: events, leEvents: leEvents };
})();
