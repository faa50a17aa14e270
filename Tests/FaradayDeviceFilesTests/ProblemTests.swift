#if os(macOS) || os(Linux)
import FaradaySimulation
import RandomCases
import Testing

@testable import FaradayDeviceFiles

@Suite("What is wrong in a device file is said with its line")
struct ProblemTests {
    /// The problems of a text, a line each.
    private static func problems(_ text: String) -> [String] {
        do {
            return try DeviceFile(text).warnings.map(\.description)
        } catch {
            return error.problems.map(\.description)
        }
    }

    private static func device(_ members: String) -> String {
        "{ \"faraday\": 1, \"name\": \"D\",\n\(members) }"
    }

    @Test(
        "Texts that are no JSON",
        arguments: [
            ("", "1:1: error: this is no JSON: the text ends where a value is expected"),
            ("{", "1:2: error: this is no JSON: a key between \" and \" is expected"),
            ("{ \"a\" 1 }", "1:7: error: this is no JSON: ':' is expected behind the key \"a\""),
            ("{ \"a\": 1,\n}", "2:1: error: this is no JSON: a comma stands before '}'"),
            ("[1 2]", "1:4: error: this is no JSON: ',' or ']' is expected"),
            ("{ \"a\": 'b' }", "1:8: error: this is no JSON: texts stand between \" and \""),
            ("// no\n{}", "1:1: error: this is no JSON: JSON has no comments; use the key \"note\""),
            (
                "{ \"a\": \"b\n\" }",
                "1:10: error: this is no JSON: a text has no line breaks and no control characters; write \\n"
            ),
            ("[\"a", "1:2: error: this is no JSON: this text has no end"),
            (
                "[0x10]",
                "1:2: error: this is no JSON: JSON has no hexadecimal numbers; write \"0x10\" as a text"
            ),
            ("[01]", "1:2: error: this is no JSON: this is no number of JSON"),
            ("[1.]", "1:2: error: this is no JSON: this is no number of JSON"),
            ("[\"\\x\"]", "1:3: error: this is no JSON: this is no escape of JSON"),
            ("{} {}", "1:4: error: this is no JSON: something stands behind the end of the value"),
            (
                "[treu]",
                "1:2: error: this is no JSON: a value is expected: a text between \" and \", a number, true, false, a list or an object"
            ),
            (
                String(repeating: "[", count: 100),
                "1:65: error: this is no JSON: lists and objects are nested more than 64 deep"
            ),
        ])
    func noJSON(_ text: String, _ problem: String) { #expect(Self.problems(text) == [problem]) }

    @Test(
        "Files that are JSON, and no device",
        arguments: [
            ("[]", "1:1: error: a device file is an object, not a list"),
            ("{}", "1:1: error: a device file begins with \"faraday\": 1"),
            (
                "{ \"faraday\": 2 }",
                "1:14: error: the file has version 2 of the format; this Faraday reads up to 1"
            ),
            ("{ \"faraday\": 1 }", "1:1: error: a device file needs the key \"name\""),
            (
                device("\"servces\": []"),
                "2:1: error: a device file has no key \"servces\"; did you mean \"services\"?"
            ),
            (device("\"mtu\": 600"), "2:8: error: \"mtu\" is 23 to 517, not 600"),
            (device("\"mtu\": \"high\""), "2:8: error: \"mtu\" is a whole number, not a text"),
            (device("\"mtu\": 23, \"mtu\": 23"), "2:12: error: the key \"mtu\" stands here twice"),
            (
                device("\"address\": \"C0:11\""),
                "2:12: error: \"C0:11\" is no address, such as \"C0:11:22:33:44:55\""
            ),
            (
                device("\"advertising\": [{ \"kind\": \"conectable\" }]"),
                "2:27: error: \"kind\" can't be \"conectable\"; did you mean \"connectable\"?"
            ),
            (
                device("\"advertising\": [{ \"interval\": \"fast\" }]"),
                "2:31: error: \"interval\" is a time such as \"100 ms\" or \"1.5 s\" (ns, us, ms, s, min, h), not \"fast\""
            ),
            (
                device("\"advertising\": [{ \"interval\": \"1 ms\" }]"),
                "2:17: error: an advertising interval is 20 ms to 10.24 s"
            ),
            (
                device(
                    "\"advertising\": [{ \"manufacturerData\": \"\(String(repeating: "00", count: 40))\" }]"),
                "2:17: error: advertising data of 45 bytes; legacy advertising holds 31"
            ),
            (
                device("\"advertising\": [{ \"data\": [{}] }]"),
                "2:28: error: a structure of advertising data is empty; it has \"flags\", \"services\", \"name\", \"type\" or the like"
            ),
            (device("\"services\": [{}]"), "2:14: error: a service needs the key \"uuid\""),
            (
                device("\"services\": [{ \"uuid\": \"18G0\" }]"),
                "2:24: error: \"18G0\" is no UUID: 4, 8 or 32 hexadecimal digits, the last with hyphens"
            ),
            (
                device("\"services\": [{ \"uuid\": \"180D\", \"includes\": [\"180F\"] }]"),
                "2:14: error: service 180D includes 180F, which is not in the file"
            ),
            (
                device("\"services\": [{ \"uuid\": \"180D\", \"includes\": [2] }]"),
                "2:45: error: there is no service 2; services count from 1"
            ),
            (
                device(
                    "\"services\": [{ \"uuid\": \"180D\", \"characteristics\": [{ \"uuid\": \"2A37\", \"value\": \"0\" }] }]"
                ),
                "2:79: error: \"0\" is not hexadecimal: two digits a byte, as \"0A FF\"; a text is { \"text\": \"...\" }"
            ),
            (
                device(
                    "\"services\": [{ \"uuid\": \"180D\", \"characteristics\": [{ \"uuid\": \"2A37\", \"value\": { \"number\": \"n\", \"as\": \"u8\" } }] }]"
                ),
                "2:79: error: \"value\" has to be the same each time, so it has no names"
            ),
            (
                device("\"rules\": [{ \"when\": \"conected\", \"then\": [] }]"),
                "2:21: error: \"when\" can't be \"conected\"; did you mean \"connected\"?"
            ),
            (device("\"rules\": [{ \"then\": [] }]"), "2:11: error: a rule needs the key \"when\""),
            (
                device("\"rules\": [{ \"when\": {}, \"then\": [] }]"),
                "2:21: error: what happens is empty; it has \"written\", \"read\", \"subscribed\", \"every\" or the like"
            ),
            (
                device("\"rules\": [{ \"when\": { \"writen\": \"2A37\" }, \"then\": [] }]"),
                "2:23: error: what happens has no key \"writen\"; did you mean \"written\"?"
            ),
            (
                device("\"rules\": [\n{ \"when\": { \"written\": \"2A37\" }, \"then\": [] }]"),
                "3:1: error: the device has no characteristic 2A37"
            ),
            (
                device("\"rules\": [{ \"when\": \"connected\", \"if\": \"1 +\", \"then\": [] }]"),
                "2:40: error: \"1 +\" is no expression: it ends where a value is expected"
            ),
            (
                device("\"rules\": [{ \"when\": \"connected\", \"then\": { \"refuse\": \"outOfRnage\" } }]"),
                "2:54: error: \"refuse\" can't be \"outOfRnage\"; did you mean \"outOfRange\"?"
            ),
            (
                device("\"variables\": { \"mtu\": 1 }"),
                "2:16: error: 'mtu' means something else in every rule"
            ),
            (device("\"states\": [\"a\", \"a\"]"), "2:17: error: there are two states 'a'"),
            (
                device(
                    "\"rules\": [{ \"when\": \"connected\", \"then\": [] },\n{ \"when\": \"connected\", \"then\": [] }]"
                ),
                "3:1: warning: it never counts: rule 1 takes everything before it"
            ),
        ])
    func noDevice(_ text: String, _ problem: String) { #expect(Self.problems(text) == [problem]) }

    @Test("All problems are said, in the order of the lines")
    func saysAll() {
        let text = "{ \"faraday\": 1,\n\"mtu\": 1,\n\"nmae\": \"D\",\n\"txPower\": 99 }"
        #expect(
            Self.problems(text) == [
                "1:1: error: a device file needs the key \"name\"", "2:8: error: \"mtu\" is 23 to 517, not 1",
                "3:1: error: a device file has no key \"nmae\"; did you mean \"name\"?",
                "4:12: error: \"txPower\" is -100 to 20, not 99",
            ])
    }

    @Test("Damaged files give problems or a device, and never end the process")
    func damaged() throws {
        let text = Array(try EverythingFile.text.utf8)
        var numbers = SeededNumbers(seed: 30)
        var refused = 0
        for _ in 0..<randomCases(700) {
            var bytes = text
            for _ in 0...numbers.below(3) {
                let place = numbers.below(bytes.count)
                switch numbers.below(4) {
                case 0: bytes[place] = UInt8(truncatingIfNeeded: numbers.next())
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(Array("\"{}[]0,:\\e".utf8)[numbers.below(10)], at: place)
                default: bytes.removeSubrange(place..<min(place + numbers.below(40), bytes.count))
                }
            }
            do {
                let file = try DeviceFile(bytes)
                #expect((try? DeviceFile(file.text).text) == file.text)
            } catch {
                refused += 1
            }
        }
        #expect(refused > 0)
    }

    @Test("A text in one line is read in time that grows with its length")
    func oneLine() {
        let list = "[" + String(repeating: "1,", count: 200_000) + "1]"
        #expect(Self.problems(list) == ["1:1: error: a device file is an object, not a list"])
    }
}
#endif
