import BluetoothTypes
import RandomCases
import Testing

@testable import FaradaySimulation

/// Faults from their descriptions.
@Suite struct FaultParserTests {
    @Test("What a random plan prints is read as the same faults", arguments: 0..<10)
    func roundTrips(_ part: Int) throws {
        let surroundings = FaultSurroundings(
            devices: ["HR-1", "La\"mp \u{E9}\\"], characteristics: ["2A19", "2A37"])
        let vocabularies: [FaultVocabulary] = [.anything, .radio, .peripheral, .system(endingApps: true)]
        for seed in 0..<randomCases(100) {
            let vocabulary = vocabularies[seed % vocabularies.count]
            for fault in vocabulary.plan(seed: UInt64(part * 1_000_000 + seed), for: surroundings).faults {
                #expect(try FaultParser.fault(fault.description) == fault, "\(fault)")
            }
        }
    }

    @Test("Every operation and every effect is read as it is printed")
    func everyPart() throws {
        for operation in Fault.Operation.allCases {
            var point = FaultPoint(operation, peripheral: "HR-1", central: "phone")
            point.earliest = .milliseconds(1500)
            if operation != .time { point.latest = .hours(2) }
            let fault = point.isLost()
            #expect(try FaultParser.fault(fault.description) == fault)
        }
        let point = Fault.write("2A39", service: "180D", value: [0, 0xFF], of: "x").every(3).withChance(1e-5)
        let effects: [Fault] = [
            point.fails(.att(0x80)), point.fails(.local(14)), point.fails(.pairing(5)),
            point.fails(.channel(4)),
            point.fails(.insufficientEncryption), point.isDelayed(by: .nanoseconds(17)),
            point.isNeverAnswered(),
            point.isWedged(), point.isWedged(endingLinkAfter: .minutes(1)), point.hasMTU(185), point.isLost(),
            point.isDoubled(), point.isRepeated(20), point.isOvertaken(), point.isCorrupted(),
            point.isEmpty(),
            point.isCut(to: 3), point.hasValue([]), point.hasValue([1, 2]), point.isAsLongAsPossible(),
            point.breaks(.tooLong), point.dropsLink(), point.dropsLink(.peer, .after), point.turnsDeviceOff(),
            point.turnsDeviceOff(for: .zero), point.resetsDevice(), point.turnsRadioOff(for: .seconds(2)),
            point.restartsBluetooth(), point.suspendsApp(2, for: .seconds(3)), point.suspendsApp(),
            point.endsApp(), point.endsApp(1), point.losesBond(), point.losesCache(),
        ]
        for fault in effects { #expect(try FaultParser.fault(fault.description) == fault, "\(fault)") }
    }

    @Test("Every code of ATT is read as it is printed; 0x01 to 0x11 have Apple's names")
    func everyCode() throws {
        for code in UInt8(1)...0xFF {
            let fault = Fault.read("2A19").fails(.att(code))
            #expect(try FaultParser.fault(fault.description) == fault)
            #expect(fault.description.contains(".att(") == (code > 0x11), "\(fault)")
        }
    }

    @Test("The point before the first name may be missing, and spaces do not matter")
    func lenient() throws {
        let fault = Fault.read("2A19", of: "HR-1").dropsLink(.peer, .after)
        #expect(try FaultParser.fault("read( \"2A19\" ,of:\"HR-1\") .dropsLink( .peer,.after )") == fault)
    }

    @Test(
        "What is no fault is one line that says why",
        arguments: [
            ("", "fault needs a fault, such as .read("),
            (".read()", "a fault has an operation and an effect, as in .read("),
            (
                ".frob().isLost()",
                "a fault can't begin with 'frob'; it begins with one of: scanReport, connect, "
            ),
            (".read().frob()", "a fault can't end with 'frob'; it ends with one of: fails, isDelayed, "),
            (".read().fails(.nothing)", "there is no error 'nothing'; there are: invalidHandle, "),
            (".read().often().isLost()", "'often' narrows no fault; there are: on, between, after, "),
            (".read(\"2A\").isLost()", "'2A' is not a UUID"),
            (".read(2).isLost()", "the arguments of 'read' are not what it takes"),
            (".read(to: \"HR-1\").isLost()", "the arguments of 'read' are not what it takes"),
            (".read().isDelayed(by: 3)", "the arguments of 'isDelayed' are not what it takes"),
            (".read().isLost(", "a fault needs a value at its end"),
            (".read().isLost() x", "a fault needs '.' before 'x'"),
            (".read(\"2A19).isLost()", "a fault needs a quotation mark at its end"),
            (".read().hasValue([[[[[[[[[[1]]]]]]]]]])", "the fault is nested too deeply"),
            (".read().hasValue([256])", "the arguments of 'hasValue' are not what it takes"),
        ])
    func mistakes(text: String, beginning: String) {
        do throws(WorldCommand.Problem) {
            Issue.record("\(try FaultParser.fault(text))")
        } catch {
            #expect(error.description.hasPrefix(beginning), "\(error.description)")
        }
    }
}
