import BluetoothWire

/// Exchange MTU (Core 6.0, Vol 3, Part G, 4.3.1): ends with the smaller value of both ends, at least 23.
struct MTUExchange: Sendable {
    let receiveMTU: UInt16

    func advance(_ input: ClientProcedure.Input) -> ClientProcedure.Step {
        switch input {
        case .begin: .request(.exchangeMTU(clientRxMTU: receiveMTU))
        case .response(.exchangeMTU(let serverMTU)):
            .end(.mtu(max(ATT.defaultMTU, min(receiveMTU, serverMTU))))
        case .response: .invalid
        case .refused(let code): .failed(code)
        }
    }
}
