import Foundation

/// A mistake in the use of the simulation; its text explains what to do instead.
///
/// It is printed on standard error, and stored in `CBMCentralManagerMock.simulationErrors`. The call has no effect,
/// unless the text says otherwise.
public struct CBMSimulationError: Error, Equatable, CustomStringConvertible, LocalizedError, Sendable {
    /// Which rule was broken.
    public enum Kind: String, Sendable, CaseIterable {
        /// A connectable spec has no delegate.
        case missingDelegate
        /// One definition object is in two places, or the spec's identifier is already used.
        case sharedDefinition
        /// The peripherals were set while managers are powered on.
        case peripheralsSetWhilePoweredOn
        /// The peripheral does not have the attribute.
        case unknownAttribute
        /// The peripheral was not added to the simulation.
        case unknownPeripheral
        /// There is more advertising data than a set can hold.
        case advertisementTooLong
        /// An advertising key or value cannot be advertised.
        case invalidAdvertisement
        /// An interval, a delay or a timeout is outside the allowed range.
        case invalidTiming
        /// A manager waits for a connectable peripheral whose advertisements never say that it is connectable.
        case neverConnectable
        /// The app keeps no reference to a peripheral that it connects: a phone would release the peripheral and end
        /// the link.
        case peripheralNotKept
        /// `simulateCoreBluetooth()` was called when managers already existed.
        case behaviourSetWhileInUse
        /// A restored value does not have the type of its key, or names an unknown peripheral.
        case invalidRestoration
        /// The world has several phones, and the current code runs on none of them.
        case ambiguousPhone
        /// A device file is missing or wrong, or a device does not do what its file says.
        case deviceFile
    }

    /// Which rule was broken.
    public let kind: Kind
    /// The mistake, and what to do instead.
    public let description: String

    /// The same as `description`.
    public var errorDescription: String? { description }
}
