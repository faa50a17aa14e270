import BluetoothPort
import PortProtocol

/// Who gives phones to programs that join.
package protocol ProgramDesk: AnyObject, Sendable {
    /// The phone of a program, or why it gets none. `program` can be ended later.
    func admit(_ hello: PortFrame.Hello, _ program: ProgramSession) -> Result<
        any PortProvider, ProgramRefusal
    >
    /// The program's connection has ended, by itself or because of `problem`.
    func left(_ program: ProgramSession, _ problem: String?)
}

/// Why a program gets no phone, for a person.
package struct ProgramRefusal: Error, Hashable, Sendable {
    package let reason: String
    package init(_ reason: String) { self.reason = reason }
}
