import BluetoothPort
import PortProtocol

/// Gives all programs the Bluetooth of one provider: the host's own, or a controller.
package final class LentBluetooth: ProgramDesk {
    package enum News: Hashable, Sendable {
        case joined(PortFrame.Hello)
        case refused(PortFrame.Hello, String)
        case left(PortFrame.Hello, problem: String?)
    }

    private let provider: any PortProvider
    private let token: String
    private let onNews: @Sendable (News) -> Void

    /// `token` is what programs have to say; empty if they need not say anything.
    package init(
        _ provider: any PortProvider, token: String = "",
        onNews: @escaping @Sendable (News) -> Void = { _ in }
    ) {
        (self.provider, self.token, self.onNews) = (provider, token, onNews)
    }

    package func admit(
        _ hello: PortFrame.Hello, _ program: ProgramSession
    ) -> Result<any PortProvider, ProgramRefusal> {
        guard ProgramToken.fits(hello.token, token) else {
            let refusal = ProgramRefusal("it does not know the token")
            onNews(.refused(hello, refusal.reason))
            return .failure(refusal)
        }
        onNews(.joined(hello))
        return .success(provider)
    }

    package func left(_ program: ProgramSession, _ problem: String?) {
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
