import BluetoothPort
import CoreBluetoothModel
import Testing

@testable import FaradayLive

/// What `FARADAY_PAIRING` may be.
@Suite struct LiveUserTests {
    @Test(arguments: [
        ("", PairingReply.accept), ("accept", .accept), ("reject", .reject), ("ignore", .ignore),
        ("123456", .passkey(123_456)), ("000012", .passkey(12)),
    ])
    func anAnswerIsAWordOrSixDigits(text: String, reply: PairingReply) {
        let lines = Lock<[String]>([])
        _ = LiveUser.agent(text) { line in lines.withLock { $0.append(line) } }
        #expect(LiveUser.reply(text) == reply)
        #expect(lines.withLock { $0 } == [])
    }

    @Test(arguments: ["12", "1234567", "12345x", "+12345", "-12345", "yes", "Accept"])
    func anythingElseIsLoggedBeforeAnyAlert(text: String) {
        let lines = Lock<[String]>([])
        _ = LiveUser.agent(text) { line in lines.withLock { $0.append(line) } }
        let expected =
            "Faraday: FARADAY_PAIRING must be accept, reject, ignore or the six digits of a passkey, not '\(text)'; "
            + "pairing alerts are ignored"
        #expect(lines.withLock { $0 } == [expected])
        #expect(LiveUser.reply(text) == nil)
    }
}
