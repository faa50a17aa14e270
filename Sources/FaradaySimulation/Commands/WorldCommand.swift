import BluetoothTypes
import FaradayEngine

/// One line of text that acts on a world: `device HR-1 move 30m`.
///
/// The browser page, `faraday tell` and UI tests send the same lines. `Seeing.md` lists them.
package enum WorldCommand: Hashable, Sendable {
    case device(String, DeviceOrder)
    case phone(String, PhoneOrder)
    /// A controller whose host is elsewhere is moved.
    case controller(String, Position)
    case fault(Fault)
    case note(String)
    case clock(ClockOrder)

    /// What a device is told.
    package enum DeviceOrder: Hashable, Sendable {
        case move(Position)
        case off
        case on
        case reset
        case set(BluetoothUUID, [UInt8])
        /// The same with the bytes of a text.
        case setText(BluetoothUUID, String)
        case button(isPressed: Bool)
        case disconnect
        case advertise(Bool)
    }

    /// What a phone, or the app on it, is told.
    package enum PhoneOrder: Hashable, Sendable {
        case move(Position)
        case bluetooth(Bool)
        case app(AppOrder)
        /// What the user does with what the phone shows.
        case user(PhoneUser)
    }

    /// What happens to the app on a phone.
    package enum AppOrder: String, Hashable, Sendable, CaseIterable {
        case background
        case foreground
        case suspended
        case ended
        case started
    }

    /// What the clock is told. Whoever drives the world carries it out: a test that waits, or a pacer.
    package enum ClockOrder: Hashable, Sendable {
        case pause
        case resume
        case run(Nanoseconds)
        case goOn
        case pace(Double)
    }

    /// Why a command was not performed, in one line.
    package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String

        package init(_ description: String) { self.description = description }
    }

    /// What a command did.
    package struct Answer: Hashable, Sendable {
        /// A sentence without a full stop: `HR-1 is at 30 m`.
        package var text: String
        /// The line of Swift that a test would write for it, if there is one: `hr1.move(to: .meters(30))`.
        package var swift: String?

        package init(_ text: String, swift: String? = nil) {
            self.text = text
            self.swift = swift
        }
    }
}
