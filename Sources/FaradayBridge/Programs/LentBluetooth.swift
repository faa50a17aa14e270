import BluetoothPort
import PortProtocol

/// Gives all programs the Bluetooth of one provider: the host's own, or a controller; and simulated devices beside it.
package final class LentBluetooth: ProgramDesk {
    package enum News: Hashable, Sendable {
        case joined(PortFrame.Hello)
        case refused(PortFrame.Hello, String)
        case left(PortFrame.Hello, problem: String?)
    }

    private let provider: any PortProvider
    private let devices: AddedDevices?
    private let token: String
    private let onNews: @Sendable (News) -> Void

    /// `token` is what programs have to say; empty if they need not say anything.
    package init(
        _ provider: any PortProvider, beside devices: AddedDevices? = nil, token: String = "",
        onNews: @escaping @Sendable (News) -> Void = { _ in }
    ) {
        (self.provider, self.devices, self.token, self.onNews) = (provider, devices, token, onNews)
    }

    package func admit(
        _ hello: PortFrame.Hello, _ program: ProgramSession
    ) -> Result<any PortProvider, ProgramRefusal> {
        let found = place(hello, program)
        switch found {
        case .success: onNews(.joined(hello))
        case .failure(let refusal): onNews(.refused(hello, refusal.reason))
        }
        return found
    }

    private func place(
        _ hello: PortFrame.Hello, _ program: ProgramSession
    ) -> Result<any PortProvider, ProgramRefusal> {
        guard ProgramToken.fits(hello.token, token) else {
            return .failure(ProgramRefusal("it does not know the token"))
        }
        if let devices { return devices.phone(of: program, hello, beside: provider) }
        guard hello.phone != CombinedProvider.Devices.simulated.rawValue else {
            return .failure(ProgramRefusal("there are no simulated devices here"))
        }
        return .success(provider)
    }

    package func left(_ program: ProgramSession, _ problem: String?) {
        devices?.left(program)
        if let hello = program.hello {
            onNews(.left(hello, problem: problem))
        } else if let problem {
            onNews(.refused(.nobody, problem))
        }
    }
}

/// The word that a server may demand of programs.
enum ProgramToken {
    /// Whether a program said the right one; compares without telling by its time where the first difference is.
    static func fits(_ said: String, _ wanted: String) -> Bool {
        guard !wanted.isEmpty else { return true }
        let (a, b) = (Array(said.utf8), Array(wanted.utf8))
        return a.count == b.count && zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
