import CoreBluetooth

/// The database that both stacks publish for these checks; `layout.py` has the same.
public enum Layout {
    public static var service: CBUUID { uuid(0x0001) }
    public static var short: CBUUID { uuid(0x0002) }
    public static var long: CBUUID { uuid(0x0003) }
    public static var failing: CBUUID { uuid(0x0004) }
    public static var echo: CBUUID { uuid(0x0005) }
    public static var stream: CBUUID { uuid(0x0006) }
    public static var notifying: CBUUID { uuid(0x0007) }
    public static var indicating: CBUUID { uuid(0x0008) }
    public static var encrypted: CBUUID { uuid(0x0009) }
    public static var authenticated: CBUUID { uuid(0x000A) }
    public static var refusing: CBUUID { uuid(0x000B) }
    public static var control: CBUUID { uuid(0x000C) }

    private static func uuid(_ number: Int) -> CBUUID {
        let digits = String(number, radix: 16, uppercase: true)
        return CBUUID(
            string: "FADA" + String(repeating: "0", count: 4 - digits.count) + digits
                + "-0F0F-4A4A-8B8B-C0FFEE000000")
    }

    /// A value of 400 bytes.
    public static let longValue = (0..<400).map { UInt8($0 % 251) }
    public static let notifications = 20
    public static let indications = 3
}
