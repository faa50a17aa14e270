import BluetoothTypes

// What goes wrong there. Each method makes a fault.
extension FaultPoint {
    /// The operation fails with this error.
    public func fails(_ error: FaultError) -> Fault { Fault(self, .failure(error)) }
    /// The operation takes longer by this time; what follows it on the same link waits behind it.
    public func isDelayed(by time: Nanoseconds) -> Fault { Fault(self, .delay(time)) }
    /// The request arrives and is executed, and no response comes back.
    public func isNeverAnswered() -> Fault { Fault(self, .silence) }
    /// The phone no longer answers discoveries of this device's services, from this one on until the phone restarts
    /// (`Phone.terminate(.reboot)`). Systems before iOS 11.2 had such a defect (behaviour 4.25).
    ///
    /// What the phone remembers of the device is still reported. The device gets no request.
    ///
    /// - Parameter patience: How long after each of these discoveries the link ends, with `CBError.unknown`; with `nil`
    ///   it stays up.
    public func isWedged(endingLinkAfter patience: Nanoseconds? = nil) -> Fault {
        Fault(self, .wedge(patience))
    }
    /// The device answers the exchange with this MTU, 23...517 in the specification (Core 6.0, Vol 3, Part F, 3.4.2.2).
    ///
    /// Both sides use the smaller one of theirs, so a large one changes nothing.
    public func hasMTU(_ mtu: UInt16) -> Fault { Fault(self, .mtu(mtu)) }
    /// The request, or the value, does not arrive.
    ///
    /// What follows depends on what is lost:
    /// - A notification or a write without response is discarded by the host that gets it, because it has no buffer (Core
    ///   6.0, Vol 3, Part F, 3.3.2). The next ones arrive.
    /// - The link layer repeats everything else until it arrives. If it can't, nothing that follows in that direction
    ///   arrives either: the link ends when 30 seconds without a response are over, and at data of a channel, on which
    ///   nobody waits for a response, by its supervision timeout.
    /// - A request to connect that is lost on the air fails the attempt.
    /// - A scan report that is lost is one that the phone has dropped for an app. Without
    ///   `CBCentralManagerScanOptionAllowDuplicatesKey` it does not come again. What is lost on the air needs no fault:
    ///   the next advertisement makes the report.
    public func isLost() -> Fault { Fault(self, .loss) }
    /// The value arrives twice.
    public func isDoubled() -> Fault { Fault(self, .repetition(2)) }
    /// The value arrives this often, 2…1000.
    public func isRepeated(_ times: Int) -> Fault { Fault(self, .repetition(times)) }
    /// The next one of the same kind overtakes this one.
    public func isOvertaken() -> Fault { Fault(self, .overtaking) }
    /// One bit of the bytes is wrong; the world's seed says which one.
    public func isCorrupted() -> Fault { Fault(self, .corruption) }
    /// Only the first `count` bytes of the value arrive, 0…512.
    public func isCut(to count: Int) -> Fault { Fault(self, .cut(count)) }
    /// No byte of the value arrives: it is empty.
    public func isEmpty() -> Fault { Fault(self, .cut(0)) }
    /// The value is this one instead.
    public func hasValue(_ value: [UInt8]) -> Fault { Fault(self, .value(value)) }
    /// The value is as long as a packet of the link allows; the bytes that are missing are 0.
    public func isAsLongAsPossible() -> Fault { Fault(self, .longestValue) }
    /// The device breaks the specification.
    public func breaks(_ rule: Fault.Breach) -> Fault { Fault(self, .breach(rule)) }

    /// The link ends.
    public func dropsLink(_ end: Fault.LinkEnd = .timeout, _ moment: Fault.Moment = .before) -> Fault {
        Fault(self, .linkDrop(end, moment))
    }

    /// The device is off for this long, without a goodbye; `nil` means from now on. If it is a phone, its user switches
    /// Bluetooth off.
    public func turnsDeviceOff(for time: Nanoseconds? = nil) -> Fault { Fault(self, .deviceOff(time)) }
    /// The device restarts, as after a watchdog's reset. If it is a phone, its Bluetooth process restarts.
    public func resetsDevice() -> Fault { Fault(self, .deviceReset) }
    /// The user switches the phone's Bluetooth off, and on again after this time.
    public func turnsRadioOff(for time: Nanoseconds = .seconds(1)) -> Fault { Fault(self, .radioOff(time)) }
    /// The phone's Bluetooth process restarts (`Phone.restartBluetooth`).
    public func restartsBluetooth() -> Fault { Fault(self, .bluetoothRestart) }
    /// An app is suspended, and comes back to the foreground after this time, if it has not ended by then.
    ///
    /// - Parameters:
    ///   - app: The number of the app on its phone, as in `Phone.app(_:)`. With `nil` it is the app that the operation
    ///     belongs to, if the phone knows it (scan report, connect, RSSI, advertising, publishing, `CBError`s); else
    ///     all apps of the phone.
    ///   - time: How long.
    public func suspendsApp(_ app: UInt32? = nil, for time: Nanoseconds = .seconds(10)) -> Fault {
        Fault(self, .appSuspension(time, app: app))
    }
    /// The system ends an app because it needs the memory. The app's objects still exist, but get no callbacks:
    /// `Phone.onLaunch(_:)` makes new ones.
    ///
    /// - Parameter app: As in `suspendsApp(_:for:)`.
    public func endsApp(_ app: UInt32? = nil) -> Fault { Fault(self, .appEnd(app: app)) }
    /// The phone deletes its bond with the device, which keeps its own.
    public func losesBond() -> Fault { Fault(self, .bondLoss) }
    /// The phone forgets what it remembers of the services of devices, as when it restarts. Links that are up keep what
    /// they have; on the next one, discovery goes over the air.
    public func losesCache() -> Fault { Fault(self, .cacheLoss) }
}
