import BluetoothPort
import BluetoothTypes
import PortProtocol
import RandomCases

/// Values of the port, drawn from a seed: the same seed draws the same values. Each function for a kind is a switch over all
/// kinds, so that a new case of the port can't be forgotten here.
package struct FrameDraws {
    var numbers: SeededNumbers

    package init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

    mutating func flag() -> Bool { numbers.below(2) == 1 }

    mutating func one<Element>(of elements: [Element]) -> Element { elements[numbers.below(elements.count)] }

    mutating func maybe<Value>(_ draw: (inout Self) -> Value) -> Value? { flag() ? draw(&self) : nil }

    mutating func list<Value>(_ draw: (inout Self) -> Value) -> [Value] {
        (0..<numbers.below(3)).map { _ in draw(&self) }
    }

    mutating func result<Value>(_ draw: (inout Self) -> Value) -> Result<Value, PortError> {
        flag() ? .success(draw(&self)) : .failure(error())
    }

    /// Small numbers often, large ones seldom.
    mutating func word() -> UInt64 { numbers.next() >> UInt64(numbers.below(64)) }
    mutating func count() -> Int { Int(truncatingIfNeeded: word()) &* (flag() ? 1 : -1) }
    mutating func options() -> UInt { UInt(truncatingIfNeeded: word()) }
    mutating func call() -> UInt32 { UInt32(truncatingIfNeeded: word()) }
    mutating func short() -> UInt16 { UInt16(truncatingIfNeeded: word()) }
    mutating func bytes() -> [UInt8] { numbers.bytes(numbers.below(8)) }
    mutating func double() -> Double {
        one(of: [0, -0.0, 1.5, -1, 1e300, .infinity, .nan, .leastNonzeroMagnitude, Double(count())])
    }

    mutating func text() -> String {
        one(of: ["", "a", "Strap", "Herz \u{2764}\u{FE0F}", "\u{0}", "e\u{301}", "\u{1F98A}", "180D"])
    }

    mutating func uuid() -> BluetoothUUID {
        switch numbers.below(4) {
        case 0: BluetoothUUID(short())
        case 1: BluetoothUUID(bits32: call())
        case 2: BluetoothUUID(high: numbers.next(), low: numbers.next())
        default: flag() ? "18G0" : "180D"
        }
    }

    mutating func peer() -> PeerIdentifier { PeerIdentifier(high: numbers.next(), low: numbers.next()) }
    mutating func attribute() -> AttributeIdentifier { AttributeIdentifier(rawValue: word()) }
    mutating func request() -> RequestIdentifier { RequestIdentifier(rawValue: word()) }
    mutating func channel() -> ChannelIdentifier { ChannelIdentifier(rawValue: word()) }

    mutating func error() -> PortError {
        flag() ? .local(code: count()) : .att(code: numbers.byte())
    }

    mutating func misuse(_ kind: Misuse.Kind? = nil) -> Misuse {
        Misuse(kind: kind ?? one(of: Misuse.Kind.allCases), call: text(), message: text())
    }

    mutating func managerOptions() -> ManagerOptions {
        ManagerOptions(
            restoreIdentifier: maybe { $0.text() }, showsPowerAlert: flag(), accessesMediaDevices: flag())
    }

    mutating func openChannel() -> Channel { Channel(identifier: channel(), psm: short()) }

    mutating func state() -> ManagerState { one(of: allCases(ManagerState.self)) }

    package mutating func channelCommand(_ kind: ChannelCommand.Kind) -> ChannelCommand {
        switch kind {
        case .send: .send(bytes())
        case .consume: .consume(count())
        case .close: .close
        }
    }

    package mutating func channelEvent(_ kind: ChannelEvent.Kind) -> ChannelEvent {
        switch kind {
        case .received: .received(bytes())
        case .sent: .sent(count())
        case .closed: .closed(maybe { $0.error() })
        }
    }

    mutating func channelCommand() -> ChannelCommand {
        channelCommand(one(of: ChannelCommand.Kind.allCases))
    }

    mutating func channelEvent() -> ChannelEvent { channelEvent(one(of: ChannelEvent.Kind.allCases)) }
}

/// The cases of an enum whose raw values are its numbers in frames.
package func allCases<Kind: RawRepresentable>(_ type: Kind.Type) -> [Kind]
where Kind.RawValue: FixedWidthInteger {
    (0...UInt8.max).compactMap { Kind(rawValue: Kind.RawValue(truncatingIfNeeded: $0)) }
}
