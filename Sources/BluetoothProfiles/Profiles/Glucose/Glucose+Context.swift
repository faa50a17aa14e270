import BluetoothWire

extension Glucose {
    /// The circumstances of a measurement.
    ///
    /// ```swift
    /// let context = Glucose.Context(sequenceNumber: 7, meal: .fasting)
    /// ```
    public struct Context: FlaggedValue {
        public var unknown = UnknownFields()
        /// The number of the record to which it belongs.
        public var sequenceNumber: UInt16
        /// Reserved; `nil` today.
        public var extendedFlags: UInt8?
        /// What was eaten.
        public var carbohydrate: Carbohydrate?
        /// The meal at that time.
        public var meal: Meal?
        /// Who measured.
        public var tester: Tester?
        /// The user's health; sent together with `tester`, so without one of them the other is *not available*.
        public var health: Health?
        /// Exercise before the measurement.
        public var exercise: Exercise?
        /// What medicine was taken.
        public var medication: Medication?
        /// HbA1c, in per cent.
        public var hbA1c: ShortFloat?

        public init(
            sequenceNumber: UInt16, extendedFlags: UInt8? = nil, carbohydrate: Carbohydrate? = nil,
            meal: Meal? = nil, tester: Tester? = nil, health: Health? = nil, exercise: Exercise? = nil,
            medication: Medication? = nil, hbA1c: ShortFloat? = nil
        ) {
            self.sequenceNumber = sequenceNumber
            self.extendedFlags = extendedFlags
            self.carbohydrate = carbohydrate
            self.meal = meal
            self.tester = tester
            self.health = health
            self.exercise = exercise
            self.medication = medication
            self.hbA1c = hbA1c
        }
    }

    /// What was eaten.
    public struct Carbohydrate: Hashable, Sendable {
        /// The occasion. A code that the specification does not have is an error.
        public enum Occasion: UInt8, CharacteristicValue, CaseIterable {
            /// At breakfast.
            case breakfast = 1
            /// At lunch.
            case lunch = 2
            /// At dinner.
            case dinner = 3
            /// A snack.
            case snack = 4
            /// A drink.
            case drink = 5
            /// At supper.
            case supper = 6
            /// At brunch.
            case brunch = 7
        }
        public var occasion: Occasion
        /// How much, in kilograms.
        public var kilograms: ShortFloat

        public init(_ occasion: Occasion, kilograms: ShortFloat) {
            self.occasion = occasion
            self.kilograms = kilograms
        }
    }

    /// The meal at the time of a measurement.
    public enum Meal: UInt8, CharacteristicValue, CaseIterable {
        /// Before a meal.
        case preprandial = 1
        /// After a meal.
        case postprandial = 2
        /// Without a meal before.
        case fasting = 3
        /// Snacks, drinks and so on.
        case casual = 4
        /// Before going to bed.
        case bedtime = 5
    }

    /// Who measured.
    public enum Tester: UInt8, Hashable, Sendable, CaseIterable {
        /// The user measured.
        case user = 1
        /// A nurse or a doctor measured.
        case healthCareProfessional = 2
        /// A laboratory measured.
        case laboratory = 3
        /// Not known who measured.
        case notAvailable = 15
    }

    /// The user's health.
    public enum Health: UInt8, Hashable, Sendable, CaseIterable {
        /// Minor health issues.
        case minorIssues = 1
        /// Major health issues.
        case majorIssues = 2
        /// During menses.
        case duringMenses = 3
        /// Under stress.
        case underStress = 4
        /// No health issues.
        case noIssues = 5
        /// Not known how the user is.
        case notAvailable = 15
    }

    /// Exercise before a measurement.
    public struct Exercise: Hashable, Sendable {
        /// How long, in seconds; 65,535 is more than can be said.
        public var seconds: UInt16
        /// How hard, in per cent, 0…100.
        public var intensity: UInt8

        public init(seconds: UInt16, intensity: UInt8) {
            self.seconds = seconds
            self.intensity = intensity
        }
    }

    /// What medicine was taken.
    public struct Medication: Hashable, Sendable {
        /// The medicine. A code that the specification does not have is an error.
        public enum Kind: UInt8, CharacteristicValue, CaseIterable {
            /// Insulin that acts rapidly.
            case rapidActingInsulin = 1
            /// Insulin that acts for a short time.
            case shortActingInsulin = 2
            /// Insulin that acts for some time.
            case intermediateActingInsulin = 3
            /// Insulin that acts for a long time.
            case longActingInsulin = 4
            /// Insulins that are mixed.
            case premixedInsulin = 5
        }
        /// The unit of the amount.
        public enum Unit: Hashable, Sendable {
            /// In kilograms.
            case kilograms
            /// In litres.
            case litres
        }
        /// The medicine.
        public var kind: Kind
        /// How much, in the unit.
        public var amount: ShortFloat
        public var unit: Unit

        public init(_ kind: Kind, amount: ShortFloat, _ unit: Unit) {
            self.kind = kind
            self.amount = amount
            self.unit = unit
        }
    }
}

extension Glucose.Context {
    private struct Flags: OptionSet {
        var rawValue: UInt8
        static let carbohydrate = Flags(rawValue: 0x01)
        static let meal = Flags(rawValue: 0x02)
        static let testerAndHealth = Flags(rawValue: 0x04)
        static let exercise = Flags(rawValue: 0x08)
        static let medication = Flags(rawValue: 0x10)
        static let litres = Flags(rawValue: 0x20)
        static let hbA1c = Flags(rawValue: 0x40)
        static let extended = Flags(rawValue: 0x80)
    }

    public static var flagsLength: Int { 1 }
    public static var knownFlags: UInt32 { 0xFF }

    /// Reads flags and number, then what the flags announce.
    public init(known reader: inout ByteReader) throws(DecodeError) {
        let flags = Flags(rawValue: try reader.uint8())
        sequenceNumber = try reader.uint16()
        extendedFlags = flags.contains(.extended) ? try reader.uint8() : nil
        if flags.contains(.carbohydrate) {
            let occasion = try Glucose.Carbohydrate.Occasion(decoding: &reader)
            carbohydrate = Glucose.Carbohydrate(occasion, kilograms: try ShortFloat(decoding: &reader))
        }
        meal = flags.contains(.meal) ? try Glucose.Meal(decoding: &reader) : nil
        if flags.contains(.testerAndHealth) {
            let byte = try reader.uint8()
            tester = Glucose.Tester(rawValue: byte & 0x0F)
            health = Glucose.Health(rawValue: byte >> 4)
            guard tester != nil else { throw reader.invalid("tester", Int(byte & 0x0F)) }
            guard health != nil else { throw reader.invalid("health", Int(byte >> 4)) }
        }
        if flags.contains(.exercise) {
            let seconds = try reader.uint16()
            exercise = Glucose.Exercise(seconds: seconds, intensity: try reader.uint8(upTo: 100, "intensity"))
        }
        if flags.contains(.medication) {
            let kind = try Glucose.Medication.Kind(decoding: &reader)
            let amount = try ShortFloat(decoding: &reader)
            medication = Glucose.Medication(
                kind, amount: amount, flags.contains(.litres) ? .litres : .kilograms)
        }
        hbA1c = flags.contains(.hbA1c) ? try ShortFloat(decoding: &reader) : nil
    }

    /// Appends flags and number, then what the flags announce.
    public func encodeKnown(into bytes: inout [UInt8]) {
        bytes.append(flags.rawValue)
        bytes.append(littleEndian: sequenceNumber)
        if let extendedFlags { bytes.append(extendedFlags) }
        if let carbohydrate {
            bytes.append(carbohydrate.occasion.rawValue)
            carbohydrate.kilograms.encode(into: &bytes)
        }
        if let meal { bytes.append(meal.rawValue) }
        if tester != nil || health != nil {
            let (tester, health) = (tester ?? .notAvailable, health ?? .notAvailable)
            bytes.append(tester.rawValue | health.rawValue << 4)
        }
        if let exercise {
            bytes.append(littleEndian: exercise.seconds)
            bytes.append(min(exercise.intensity, 100))
        }
        if let medication {
            bytes.append(medication.kind.rawValue)
            medication.amount.encode(into: &bytes)
        }
        if let hbA1c { hbA1c.encode(into: &bytes) }
    }

    private var flags: Flags {
        var flags: Flags = []
        if extendedFlags != nil { flags.insert(.extended) }
        if carbohydrate != nil { flags.insert(.carbohydrate) }
        if meal != nil { flags.insert(.meal) }
        if tester != nil || health != nil { flags.insert(.testerAndHealth) }
        if exercise != nil { flags.insert(.exercise) }
        if medication != nil { flags.insert(.medication) }
        if medication?.unit == .litres { flags.insert(.litres) }
        if hbA1c != nil { flags.insert(.hbA1c) }
        return flags
    }
}
