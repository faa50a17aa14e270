import BluetoothPort
import FaradaySimulation
import PortProtocol

/// The devices of a world that programs see beside those of real Bluetooth: each program is an app of one phone there.
package final class AddedDevices: Sendable {
    private let phone: Phone
    /// The numbers of the apps whose programs are here.
    private let numbers = Lock<[ObjectIdentifier: UInt32]>([:])

    /// `phone` is one of a world that goes with the clock.
    package init(of phone: Phone) { self.phone = phone }

    /// The phone of a program: with the devices that it has asked for, as the name of its phone.
    func phone(
        of program: ProgramSession, _ hello: PortFrame.Hello, beside real: any PortProvider
    ) -> Result<any PortProvider, ProgramRefusal> {
        let wanted = hello.phone.isEmpty ? .both : CombinedProvider.Devices(rawValue: hello.phone)
        guard let wanted else {
            let words = CombinedProvider.Devices.allCases.map(\.rawValue).joined(separator: ", ")
            return .failure(ProgramRefusal("there is no phone '\(hello.phone)' here, but \(words)"))
        }
        let app = phone.app(number(of: program))
        app.configure(AppManifest(backgroundModes: .init(rawValue: hello.backgroundModes & 3)))
        return .success(CombinedProvider(real: real, simulated: app).phone(seeing: wanted))
    }

    /// The smallest one that no other program has.
    private func number(of program: ProgramSession) -> UInt32 {
        numbers.withLock { numbers in
            let taken = Set(numbers.values)
            var number: UInt32 = 1
            while taken.contains(number) { number += 1 }
            numbers[ObjectIdentifier(program)] = number
            return number
        }
    }

    /// The program has gone.
    func left(_ program: ProgramSession) { numbers.withLock { $0[ObjectIdentifier(program)] = nil } }
}
