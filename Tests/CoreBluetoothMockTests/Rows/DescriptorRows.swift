import CoreBluetoothMock
import FaradayTesting
import Testing

/// The descriptor that subscriptions are made with is the stack's.
@Suite struct DescriptorRows {
    private func configuration(_ app: CentralApp, _ board: TestBoard) throws -> CBMDescriptor {
        let descriptors = app.characteristic(board.button).descriptors ?? []
        return try #require(descriptors.first { $0.uuid == CBMUUID(string: "2902") })
    }

    @Test("With the line: reading descriptor 2902", .simulated(seed: 1), .coreBluetooth)
    func reading() async throws {
        let board = TestBoard()
        let app = try await CentralApp.ready(with: board.spec())
        let descriptor = try configuration(app, board)
        for isOn in [false, true, false] {
            if app.characteristic(board.button).isNotifying != isOn {
                try await app.answer {
                    app.peripheral?.setNotifyValue(isOn, for: app.characteristic(board.button))
                }
            }
            try await app.answer { app.peripheral?.readValue(for: descriptor) }
            #expect(descriptor.value as? NSNumber == (isOn ? 1 : 0))
        }
        #expect(app.errors.isEmpty)
        #expect(board.calls == ["connect"])
    }

    @Test("With the line: writing to descriptor 2902", .simulated(seed: 2), .coreBluetooth)
    func writing() async throws {
        let board = TestBoard()
        let app = try await CentralApp.ready(with: board.spec())
        let descriptor = try configuration(app, board)
        let reports = try await World.current.expectMisuse(.clientConfigurationWritten) {
            app.peripheral?.writeValue(Data([1, 0]), for: descriptor)
            try await World.current.run(for: .seconds(1))
        }
        #expect(reports.count == 1)
        #expect(reports.first.map { "\($0)".contains("setNotifyValue") } == true)
        #expect(app.lines == ["connected"] && !app.characteristic(board.button).isNotifying)
        #expect(try await app.answer { app.subscribe(board.button) } == "notify 1524")
        #expect(app.characteristic(board.button).isNotifying)
        #expect(board.calls == ["connect"])
    }
}
