import BluetoothWire

/// The pending packet of a link as it is on air.
extension LinkEnd {
    /// The pending PDU with its flags.
    var pdu: LL.DataPDU {
        switch pending {
        case .none: .empty(nesn: nesn, sn: sn, md: hasMore)
        case .control(let control):
            LL.DataPDU(llid: .control, nesn: nesn, sn: sn, md: hasMore, payload: control.bytes)
        case .data(let starts, _, let payload):
            LL.DataPDU(
                llid: starts ? .start : .continuation, nesn: nesn, sn: sn, md: hasMore, payload: payload)
        }
    }

    /// The pending PDU as fault layers see it.
    var frameKind: MediumFrame.Kind {
        switch pending {
        case .none: .empty
        case .control(let control): .control(control.opcode)
        case .data(_, _, let payload): .data(payload.count)
        }
    }

    /// The length of the longest PDU that may be sent next.
    var longestNext: Int { hasMore ? longestData : Int(pendingLength) }

    /// The length of the longest data PDU.
    var longestData: Int {
        lengths.effectiveTxOctets(link.phy(from: self)) + (seals ? Int(Self.integrityCodeLength) : 0)
    }
}
