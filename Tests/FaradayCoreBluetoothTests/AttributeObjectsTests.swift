import BluetoothPort
import RandomCases
import Testing

@testable import FaradayCoreBluetooth

@Suite struct AttributeObjectsTests {
    @Test("The table finds, replaces and removes objects as a dictionary does")
    func likeDictionary() {
        var table = AttributeObjects<CBAttribute>()
        var reference: [UInt64: CBAttribute] = [:]
        var numbers = SeededNumbers(seed: 1)
        for _ in 0..<2000 {
            let state = numbers.next()
            let identifier = AttributeIdentifier(rawValue: state >> 33 % 40)
            if state >> 60 < 6 {
                let removed = table.remove(identifier)
                #expect(removed === reference.removeValue(forKey: identifier.rawValue))
            } else {
                let object = CBAttribute(uuid: CBUUID(string: "180F"), identifier: identifier)
                table[identifier] = object
                reference[identifier.rawValue] = object
            }
            #expect(table.objects.count == reference.count)
            #expect(table[identifier] === reference[identifier.rawValue])
        }
        let all = table.objects.map(\.identifier.rawValue)
        #expect(all == reference.keys.sorted())
    }
}
