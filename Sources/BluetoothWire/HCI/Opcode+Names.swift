extension HCI.Opcode {
    /// The names of commands whose parameters this package does not read (Core 6.0, Vol 4, Part E, 7). Captures of phones
    /// and of controllers for Bluetooth Classic have them.
    static let furtherNames: [UInt16: String] = {
        var names: [UInt16: String] = [:]
        for (ogf, group) in furtherGroups {
            for (ocf, name) in group { names[HCI.Opcode(ogf: ogf, ocf: ocf).rawValue] = name }
        }
        return names
    }()

    private static var furtherGroups: [(UInt16, KeyValuePairs<UInt16, String>)] {
        [
            (1, linkControl), (1, linkControlOfBroadcasts), (2, linkPolicy), (3, baseband),
            (3, basebandFrom42),
            (3, basebandFrom6C), (4, informational), (5, status), (6, testing), (8, controller),
            (8, controllerFrom57), (8, controllerFrom7C),
        ]
    }

    private static let linkControl: KeyValuePairs<UInt16, String> = [
        0x01: "Inquiry", 0x02: "Inquiry Cancel", 0x03: "Periodic Inquiry Mode",
        0x04: "Exit Periodic Inquiry Mode",
        0x05: "Create Connection", 0x08: "Create Connection Cancel", 0x09: "Accept Connection Request",
        0x0A: "Reject Connection Request", 0x0B: "Link Key Request Reply",
        0x0C: "Link Key Request Negative Reply", 0x0D: "PIN Code Request Reply",
        0x0E: "PIN Code Request Negative Reply", 0x0F: "Change Connection Packet Type",
        0x11: "Authentication Requested", 0x13: "Set Connection Encryption",
        0x15: "Change Connection Link Key",
        0x17: "Link Key Selection", 0x19: "Remote Name Request", 0x1A: "Remote Name Request Cancel",
        0x1B: "Read Remote Supported Features", 0x1C: "Read Remote Extended Features",
        0x1F: "Read Clock Offset", 0x20: "Read LMP Handle", 0x28: "Setup Synchronous Connection",
        0x29: "Accept Synchronous Connection Request", 0x2A: "Reject Synchronous Connection Request",
        0x2B: "IO Capability Request Reply", 0x2C: "User Confirmation Request Reply",
        0x2D: "User Confirmation Request Negative Reply", 0x2E: "User Passkey Request Reply",
        0x2F: "User Passkey Request Negative Reply", 0x30: "Remote OOB Data Request Reply",
        0x33: "Remote OOB Data Request Negative Reply", 0x34: "IO Capability Request Negative Reply",
        0x3D: "Enhanced Setup Synchronous Connection",
        0x3E: "Enhanced Accept Synchronous Connection Request",
        0x45: "Remote OOB Extended Data Request Reply",
    ]
    private static let linkControlOfBroadcasts: KeyValuePairs<UInt16, String> = [
        0x3F: "Truncated Page", 0x40: "Truncated Page Cancel",
        0x41: "Set Connectionless Peripheral Broadcast",
        0x42: "Set Connectionless Peripheral Broadcast Receive", 0x43: "Start Synchronization Train",
        0x44: "Receive Synchronization Train",
    ]
    private static let linkPolicy: KeyValuePairs<UInt16, String> = [
        0x01: "Hold Mode", 0x03: "Sniff Mode", 0x04: "Exit Sniff Mode", 0x07: "QoS Setup",
        0x09: "Role Discovery",
        0x0B: "Switch Role", 0x0C: "Read Link Policy Settings", 0x0D: "Write Link Policy Settings",
        0x0E: "Read Default Link Policy Settings", 0x0F: "Write Default Link Policy Settings",
        0x10: "Flow Specification", 0x11: "Sniff Subrating",
    ]
    private static let baseband: KeyValuePairs<UInt16, String> = [
        0x05: "Set Event Filter", 0x08: "Flush", 0x09: "Read PIN Type", 0x0A: "Write PIN Type",
        0x0D: "Read Stored Link Key", 0x11: "Write Stored Link Key", 0x12: "Delete Stored Link Key",
        0x13: "Write Local Name", 0x14: "Read Local Name", 0x15: "Read Connection Accept Timeout",
        0x16: "Write Connection Accept Timeout", 0x17: "Read Page Timeout", 0x18: "Write Page Timeout",
        0x19: "Read Scan Enable", 0x1A: "Write Scan Enable", 0x1B: "Read Page Scan Activity",
        0x1C: "Write Page Scan Activity", 0x1D: "Read Inquiry Scan Activity",
        0x1E: "Write Inquiry Scan Activity", 0x1F: "Read Authentication Enable",
        0x20: "Write Authentication Enable", 0x23: "Read Class Of Device", 0x24: "Write Class Of Device",
        0x25: "Read Voice Setting", 0x26: "Write Voice Setting", 0x27: "Read Automatic Flush Timeout",
        0x28: "Write Automatic Flush Timeout", 0x29: "Read Num Broadcast Retransmissions",
        0x2A: "Write Num Broadcast Retransmissions", 0x2B: "Read Hold Mode Activity",
        0x2C: "Write Hold Mode Activity", 0x2E: "Read Synchronous Flow Control Enable",
        0x2F: "Write Synchronous Flow Control Enable", 0x36: "Read Link Supervision Timeout",
        0x37: "Write Link Supervision Timeout", 0x38: "Read Number Of Supported IAC",
        0x39: "Read Current IAC LAP", 0x3A: "Write Current IAC LAP",
        0x3F: "Set AFH Host Channel Classification",
    ]
    private static let basebandFrom42: KeyValuePairs<UInt16, String> = [
        0x42: "Read Inquiry Scan Type", 0x43: "Write Inquiry Scan Type", 0x44: "Read Inquiry Mode",
        0x45: "Write Inquiry Mode", 0x46: "Read Page Scan Type", 0x47: "Write Page Scan Type",
        0x48: "Read AFH Channel Assessment Mode", 0x49: "Write AFH Channel Assessment Mode",
        0x51: "Read Extended Inquiry Response", 0x52: "Write Extended Inquiry Response",
        0x53: "Refresh Encryption Key", 0x55: "Read Simple Pairing Mode", 0x56: "Write Simple Pairing Mode",
        0x57: "Read Local OOB Data", 0x58: "Read Inquiry Response Transmit Power Level",
        0x59: "Write Inquiry Transmit Power Level", 0x5A: "Read Default Erroneous Data Reporting",
        0x5B: "Write Default Erroneous Data Reporting", 0x5F: "Enhanced Flush",
        0x60: "Send Keypress Notification", 0x66: "Read Flow Control Mode", 0x67: "Write Flow Control Mode",
        0x68: "Read Enhanced Transmit Power Level",
    ]
    private static let basebandFrom6C: KeyValuePairs<UInt16, String> = [
        0x6C: "Read LE Host Support", 0x6E: "Set MWS Channel Parameters",
        0x6F: "Set External Frame Configuration", 0x70: "Set MWS Signaling", 0x71: "Set MWS Transport Layer",
        0x72: "Set MWS Scan Frequency Table", 0x73: "Set MWS Pattern Configuration",
        0x74: "Set Reserved LT_ADDR", 0x75: "Delete Reserved LT_ADDR",
        0x76: "Set Connectionless Peripheral Broadcast Data", 0x77: "Read Synchronization Train Parameters",
        0x78: "Write Synchronization Train Parameters", 0x79: "Read Secure Connections Host Support",
        0x7A: "Write Secure Connections Host Support", 0x7D: "Read Local OOB Extended Data",
        0x7E: "Read Extended Page Timeout", 0x7F: "Write Extended Page Timeout",
        0x80: "Read Extended Inquiry Length", 0x81: "Write Extended Inquiry Length",
        0x82: "Set Ecosystem Base Interval", 0x83: "Configure Data Path", 0x84: "Set Min Encryption Key Size",
    ]
    private static let informational: KeyValuePairs<UInt16, String> = [
        0x04: "Read Local Extended Features", 0x0A: "Read Data Block Size",
        0x0B: "Read Local Supported Codecs",
        0x0C: "Read Local Simple Pairing Options", 0x0D: "Read Local Supported Codecs [v2]",
        0x0E: "Read Local Supported Codec Capabilities", 0x0F: "Read Local Supported Controller Delay",
    ]
    private static let status: KeyValuePairs<UInt16, String> = [
        0x01: "Read Failed Contact Counter", 0x02: "Reset Failed Contact Counter", 0x03: "Read Link Quality",
        0x06: "Read AFH Channel Map", 0x07: "Read Clock", 0x08: "Read Encryption Key Size",
        0x0C: "Get MWS Transport Layer Configuration", 0x0D: "Set Triggered Clock Capture",
    ]
    private static let testing: KeyValuePairs<UInt16, String> = [
        0x01: "Read Loopback Mode", 0x02: "Write Loopback Mode",
        0x03: "Enable Implementation Under Test Mode",
        0x04: "Write Simple Pairing Debug Mode", 0x0A: "Write Secure Connections Test Mode",
    ]
    private static let controller: KeyValuePairs<UInt16, String> = [
        0x1D: "LE Receiver Test", 0x1E: "LE Transmitter Test", 0x1F: "LE Test End",
        0x33: "LE Receiver Test [v2]", 0x34: "LE Transmitter Test [v2]",
        0x3E: "LE Set Periodic Advertising Parameters", 0x3F: "LE Set Periodic Advertising Data",
        0x40: "LE Set Periodic Advertising Enable", 0x44: "LE Periodic Advertising Create Sync",
        0x45: "LE Periodic Advertising Create Sync Cancel", 0x46: "LE Periodic Advertising Terminate Sync",
        0x47: "LE Add Device To Periodic Advertiser List",
        0x48: "LE Remove Device From Periodic Advertiser List",
        0x49: "LE Clear Periodic Advertiser List", 0x4A: "LE Read Periodic Advertiser List Size",
        0x4C: "LE Read RF Path Compensation", 0x4D: "LE Write RF Path Compensation",
        0x4F: "LE Receiver Test [v3]", 0x50: "LE Transmitter Test [v3]",
        0x51: "LE Set Connectionless CTE Transmit Parameters",
        0x52: "LE Set Connectionless CTE Transmit Enable", 0x53: "LE Set Connectionless IQ Sampling Enable",
        0x54: "LE Set Connection CTE Receive Parameters",
        0x55: "LE Set Connection CTE Transmit Parameters", 0x56: "LE Connection CTE Request Enable",
    ]
    private static let controllerFrom57: KeyValuePairs<UInt16, String> = [
        0x57: "LE Connection CTE Response Enable", 0x58: "LE Read Antenna Information",
        0x59: "LE Set Periodic Advertising Receive Enable", 0x5A: "LE Periodic Advertising Sync Transfer",
        0x5B: "LE Periodic Advertising Set Info Transfer",
        0x5C: "LE Set Periodic Advertising Sync Transfer Parameters",
        0x5D: "LE Set Default Periodic Advertising Sync Transfer Parameters",
        0x5E: "LE Generate DHKey [v2]", 0x5F: "LE Modify Sleep Clock Accuracy",
        0x60: "LE Read Buffer Size [v2]", 0x61: "LE Read ISO TX Sync", 0x62: "LE Set CIG Parameters",
        0x63: "LE Set CIG Parameters Test", 0x64: "LE Create CIS", 0x65: "LE Remove CIG",
        0x66: "LE Accept CIS Request", 0x67: "LE Reject CIS Request", 0x68: "LE Create BIG",
        0x69: "LE Create BIG Test", 0x6A: "LE Terminate BIG", 0x6B: "LE BIG Create Sync",
        0x6C: "LE BIG Terminate Sync", 0x6D: "LE Request Peer SCA", 0x6E: "LE Setup ISO Data Path",
        0x6F: "LE Remove ISO Data Path", 0x70: "LE ISO Transmit Test", 0x71: "LE ISO Receive Test",
        0x72: "LE ISO Read Test Counters", 0x73: "LE ISO Test End", 0x75: "LE Read ISO Link Quality",
        0x76: "LE Enhanced Read Transmit Power Level", 0x77: "LE Read Remote Transmit Power Level",
        0x78: "LE Set Path Loss Reporting Parameters", 0x79: "LE Set Path Loss Reporting Enable",
        0x7A: "LE Set Transmit Power Reporting Enable", 0x7B: "LE Transmitter Test [v4]",
    ]
    private static let controllerFrom7C: KeyValuePairs<UInt16, String> = [
        0x7C: "LE Set Data Related Address Changes", 0x7D: "LE Set Default Subrate",
        0x7E: "LE Subrate Request", 0x7F: "LE Set Extended Advertising Parameters [v2]",
        0x80: "LE Set Decision Data", 0x81: "LE Set Decision Instructions",
        0x82: "LE Set Periodic Advertising Subevent Data", 0x83: "LE Set Periodic Advertising Response Data",
        0x84: "LE Set Periodic Sync Subevent", 0x85: "LE Extended Create Connection [v2]",
        0x86: "LE Set Periodic Advertising Parameters [v2]", 0x87: "LE Read All Local Supported Features",
        0x88: "LE Read All Remote Features", 0x97: "LE Set Host Feature [v2]",
        0x98: "LE Add Device To Monitored Advertisers List",
        0x99: "LE Remove Device From Monitored Advertisers List",
        0x9A: "LE Clear Monitored Advertisers List", 0x9B: "LE Read Monitored Advertisers List Size",
        0x9C: "LE Enable Monitoring Advertisers", 0x9D: "LE Frame Space Update",
    ]
}
