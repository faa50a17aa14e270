import BluetoothTypes

// What goes wrong there. Each method makes a fault.
extension FaultPoint {
    /// The operation fails with this error.
    public func fails(_ error: FaultError) -> Fault { Fault(self, .failure(error)) }
    /// The operation takes longer by this time; what follows it on the same link waits behind it.
    public func isDelayed(by time: Nanoseconds) -> Fault { Fault(self, .delay(time)) }
    /// The request arrives and is executed, and no response comes back.
    public func isNeverAnswered() -> Fault { Fault(self, .silence) }
    /// The request, or the value, does not arrive.
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

    /// The device is off for this long, without a goodbye; `nil` means from now on.
    public func turnsDeviceOff(for time: Nanoseconds? = nil) -> Fault { Fault(self, .deviceOff(time)) }
    /// The device restarts, as after a watchdog's reset.
    public func resetsDevice() -> Fault { Fault(self, .deviceReset) }
    /// The user switches the phone's Bluetooth off, and on again after this time.
    public func turnsRadioOff(for time: Nanoseconds = .seconds(1)) -> Fault { Fault(self, .radioOff(time)) }
    /// The phone's Bluetooth process restarts (`Phone.restartBluetooth`).
    public func restartsBluetooth() -> Fault { Fault(self, .bluetoothRestart) }
    /// The phone's first app is suspended, and comes back to the foreground after this time.
    public func suspendsApp(for time: Nanoseconds = .seconds(10)) -> Fault {
        Fault(self, .appSuspension(time))
    }
    /// The system ends the phone's first app because it needs the memory.
    public func endsApp() -> Fault { Fault(self, .appEnd) }
    /// The phone deletes its bond with the device, which keeps its own.
    public func losesBond() -> Fault { Fault(self, .bondLoss) }
    /// The phone forgets what it remembers of the device's services.
    public func losesCache() -> Fault { Fault(self, .cacheLoss) }
}
