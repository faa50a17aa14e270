import CoreBluetoothMock
import Testing

/// CoreBluetooth's behaviour for the mocks of a test's world; behind `.simulated`.
struct CoreBluetoothTrait: TestTrait, SuiteTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        CBMCentralManagerMock.simulateCoreBluetooth()
        try await function()
    }
}

extension Trait where Self == CoreBluetoothTrait {
    static var coreBluetooth: Self { CoreBluetoothTrait() }
}
