import BluetoothWire

/// What a device looks like: a category such as *watch*, and a kind of that category such as *sports watch*.
///
/// ```swift
/// let belt: Appearance = .heartRateBelt
/// assert(belt.category == 0x0D && belt.subcategory == 1 && belt.name == "Heart Rate Belt")
/// ```
///
/// Source: Assigned Numbers, 2.6.
public struct Appearance: RawRepresentable, CharacteristicValue {
    /// The category in the upper 10 bits, its kind in the lower 6.
    public var rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Creates an appearance of a category, 0…1,023, and a kind, 0…63, where 0 is the category as such.
    public init(category: UInt16, subcategory: UInt16 = 0) {
        rawValue = (category & 0x3FF) << 6 | subcategory & 0x3F
    }

    /// The category, 0…1,023.
    public var category: UInt16 { rawValue >> 6 }
    /// The kind, 0…63; 0 is the category as such.
    public var subcategory: UInt16 { rawValue & 0x3F }

    /// The device does not say.
    public static let unknown = Appearance(category: 0x00)
    /// A phone.
    public static let phone = Appearance(category: 0x01)
    /// A computer.
    public static let computer = Appearance(category: 0x02)
    /// A watch.
    public static let watch = Appearance(category: 0x03)
    /// A clock.
    public static let clock = Appearance(category: 0x04)
    /// A remote control.
    public static let remoteControl = Appearance(category: 0x06)
    /// A tag.
    public static let tag = Appearance(category: 0x08)
    /// A tag on keys.
    public static let keyring = Appearance(category: 0x09)
    /// A thermometer.
    public static let thermometer = Appearance(category: 0x0C)
    /// A thermometer in an ear.
    public static let earThermometer = Appearance(category: 0x0C, subcategory: 1)
    /// A heart rate sensor.
    public static let heartRateSensor = Appearance(category: 0x0D)
    /// A heart rate sensor on a belt.
    public static let heartRateBelt = Appearance(category: 0x0D, subcategory: 1)
    /// A blood pressure monitor.
    public static let bloodPressure = Appearance(category: 0x0E)
    /// A human interface device.
    public static let humanInterfaceDevice = Appearance(category: 0x0F)
    /// A keyboard.
    public static let keyboard = Appearance(category: 0x0F, subcategory: 1)
    /// A mouse.
    public static let mouse = Appearance(category: 0x0F, subcategory: 2)
    /// A gamepad.
    public static let gamepad = Appearance(category: 0x0F, subcategory: 4)
    /// A glucose meter.
    public static let glucoseMeter = Appearance(category: 0x10)
    /// A running or walking sensor.
    public static let runningWalkingSensor = Appearance(category: 0x11)
    /// A cycling sensor.
    public static let cycling = Appearance(category: 0x12)
    /// A sensor.
    public static let sensor = Appearance(category: 0x15)
    /// A pulse oximeter.
    public static let pulseOximeter = Appearance(category: 0x31)
    /// A weight scale.
    public static let weightScale = Appearance(category: 0x32)
    /// A continuous glucose monitor.
    public static let continuousGlucoseMonitor = Appearance(category: 0x34)
    /// An insulin pump.
    public static let insulinPump = Appearance(category: 0x35)
}

extension Appearance {
    /// The kind's name if it is known here, or else the category's: "Heart Rate Belt", "Watch"; `nil` for a category that
    /// is not known here.
    public var name: String? { Self.kinds[rawValue] ?? categoryName }

    /// The category's name, such as "Watch"; `nil` for a category that is not known here.
    public var categoryName: String? { Self.categories[category] }

    private static let categories: [UInt16: String] = [
        0x00: "Unknown", 0x01: "Phone", 0x02: "Computer", 0x03: "Watch", 0x04: "Clock", 0x05: "Display",
        0x06: "Remote Control", 0x07: "Eye-glasses", 0x08: "Tag", 0x09: "Keyring", 0x0A: "Media Player",
        0x0B: "Barcode Scanner", 0x0C: "Thermometer", 0x0D: "Heart Rate Sensor", 0x0E: "Blood Pressure",
        0x0F: "Human Interface Device", 0x10: "Glucose Meter", 0x11: "Running Walking Sensor",
        0x12: "Cycling",
        0x13: "Control Device", 0x14: "Network Device", 0x15: "Sensor", 0x16: "Light Fixtures", 0x17: "Fan",
        0x18: "HVAC", 0x19: "Air Conditioning", 0x1A: "Humidifier", 0x1B: "Heating", 0x1C: "Access Control",
        0x1D: "Motorized Device", 0x1E: "Power Device", 0x1F: "Light Source", 0x20: "Window Covering",
        0x21: "Audio Sink", 0x22: "Audio Source", 0x23: "Motorized Vehicle", 0x24: "Domestic Appliance",
        0x25: "Wearable Audio Device", 0x26: "Aircraft", 0x27: "AV Equipment", 0x28: "Display Equipment",
        0x29: "Hearing aid", 0x2A: "Gaming", 0x2B: "Signage", 0x31: "Pulse Oximeter", 0x32: "Weight Scale",
        0x33: "Personal Mobility Device", 0x34: "Continuous Glucose Monitor", 0x35: "Insulin Pump",
        0x36: "Medication Delivery", 0x37: "Spirometer", 0x51: "Outdoor Sports Activity",
    ]

    private static let kinds: [UInt16: String] = [
        0x0081: "Desktop Workstation", 0x0082: "Server-class Computer", 0x0083: "Laptop",
        0x0084: "Handheld PC/PDA (clamshell)", 0x0085: "Palm-size PC/PDA",
        0x0086: "Wearable computer (watch size)",
        0x0087: "Tablet", 0x0088: "Docking Station", 0x0089: "All in One", 0x008A: "Blade Server",
        0x008B: "Convertible", 0x008C: "Detachable", 0x008D: "IoT Gateway", 0x008E: "Mini PC",
        0x008F: "Stick PC",
        0x00C1: "Sports Watch", 0x00C2: "Smartwatch", 0x0301: "Ear Thermometer", 0x0341: "Heart Rate Belt",
        0x0381: "Arm Blood Pressure", 0x0382: "Wrist Blood Pressure", 0x03C1: "Keyboard", 0x03C2: "Mouse",
        0x03C3: "Joystick", 0x03C4: "Gamepad", 0x03C5: "Digitizer Tablet", 0x03C6: "Card Reader",
        0x03C7: "Digital Pen", 0x03C8: "Barcode Scanner", 0x03C9: "Touchpad", 0x03CA: "Presentation Remote",
        0x0441: "In-Shoe Running Walking Sensor", 0x0442: "On-Shoe Running Walking Sensor",
        0x0443: "On-Hip Running Walking Sensor", 0x0481: "Cycling Computer", 0x0482: "Speed Sensor",
        0x0483: "Cadence Sensor", 0x0484: "Power Sensor", 0x0485: "Speed and Cadence Sensor",
        0x0C41: "Fingertip Pulse Oximeter", 0x0C42: "Wrist Worn Pulse Oximeter",
        0x1441: "Location Display", 0x1442: "Location and Navigation Display", 0x1443: "Location Pod",
        0x1444: "Location and Navigation Pod",
    ]
}
