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
        /// What happens to an app, by its identifier or its number; `nil` means the first app.
        case app(String?, AppOrder)
        /// What the user does with what the phone will show.
        case user(PhoneUser)
        /// What the user does with what the phone shows now.
        case screen(ScreenOrder)
    }

    /// What the user of a phone does with what it shows.
    package enum ScreenOrder: Hashable, Sendable {
        /// Says what it shows.
        case look
        case alert(allows: Bool)
        case pairing(PairingOrder)
        case picker(PickerOrder)
    }

    /// What the user does with the alert of a pairing.
    package enum PairingOrder: Hashable, Sendable {
        case accept
        case reject
        case passkey(UInt32)
    }

    /// What the user does with the picker.
    package enum PickerOrder: Hashable, Sendable {
        /// Taps an accessory of the list; `nil` means the first one.
        case choose(String?)
        case accept
        case name(String)
        case cancel
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
