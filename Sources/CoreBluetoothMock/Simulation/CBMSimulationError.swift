import Foundation

/// A mistake in the use of the simulation; its text says what to do instead.
///
/// Printed on standard error, and kept in `CBMCentralManagerMock.simulationErrors`. What was asked for is not done,
/// except for what the text says.
public struct CBMSimulationError: Error, Equatable, CustomStringConvertible, LocalizedError, Sendable {
    /// Which rule was broken.
    public enum Kind: String, Sendable, CaseIterable {
        /// A connectable spec has no delegate.
        case missingDelegate
        /// One definition object stands in two places.
        case sharedDefinition
        /// The peripherals were set while managers are powered on.
        case peripheralsSetWhilePoweredOn
        /// An attribute that the peripheral does not have.
        case unknownAttribute
        /// A peripheral that is not among those that there are.
        case unknownPeripheral
        /// More advertising data than a set holds.
        case advertisementTooLong
        /// An advertising key or value that can't be advertised.
        case invalidAdvertisement
        /// An interval, a delay or a timeout that can't be.
        case invalidTiming
        /// A manager waits for a peripheral that takes connections, and whose advertisements never say so.
        case neverConnectable
        /// The app keeps no reference to a peripheral that it connects: a phone would let go of it, and of the link.
        case peripheralNotKept
        /// CoreBluetooth's behaviour was asked for when there were managers already.
        case behaviourSetWhileInUse
        /// Something to restore that is of another type than its key has.
        case invalidRestoration
        /// The world has several phones, and none of them runs here.
        case ambiguousPhone
    }

    /// Which rule was broken.
    public let kind: Kind
    /// What is wrong, and what to do.
    public let description: String

    /// The same as `description`.
    public var errorDescription: String? { description }
}
