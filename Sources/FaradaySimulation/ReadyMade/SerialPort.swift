import BluetoothProfiles
import BluetoothTypes
import BluetoothWire

extension DeviceDefinition {
    /// A board with the Nordic UART service, which sends back all that it receives, or what `answer` makes of it.
    ///
    /// An answer goes to the central that wrote, if that one is subscribed, in values of at most 20 bytes.
    ///
    /// ```swift
    /// let modem = world.add(.uart { device, bytes in bytes == Array("AT\r\n".utf8) ? Array("OK\r\n".utf8) : nil })
    /// modem.update(NordicUART.tx, Array("RING\r\n".utf8))
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name on air and in GAP.
    ///   - answer: Called with the bytes of each write; the bytes that it returns are sent.
    public static func uart(
        name: String = "UART",
        answer: @escaping @Sendable (Device, [UInt8]) -> [UInt8]? = { _, bytes in bytes }
    ) -> DeviceDefinition {
        // Long answers are whole.
        DeviceDefinition(name: name, updateQueueDepth: 4_096) {
            DeviceAdvertising(services: [NordicUART.service])
            DeviceService(NordicUART.service) {
                DeviceCharacteristic(NordicUART.rx, [.write, .writeWithoutResponse])
                    .onWrite(answering: { write, reply in
                        // The write is answered before the answer's bytes go out.
                        reply(.success(()))
                        var rest = (answer(write.device, write.value) ?? [])[...]
                        while !rest.isEmpty {
                            write.device.send(Array(rest.prefix(20)), of: NordicUART.tx, to: write.link)
                            rest = rest.dropFirst(20)
                        }
                    })
                DeviceCharacteristic(NordicUART.tx, .notify)
            }
        }
    }
}
