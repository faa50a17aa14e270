import CoreBluetoothMock
import Testing

@Suite("Definitions of mock attributes")
struct DefinitionTests {
    private let uuid = CBMUUID(string: "180F")

    @Test("A definition is equal only to itself, whatever its type")
    func identity() {
        let (one, other) = (CBMDescriptorMock(type: uuid), CBMDescriptorMock(type: uuid))
        #expect(one == one)
        #expect(one != other)
        #expect(Set([one, other, one]).count == 2)
    }

    @Test("Variadic and list forms define the same, and set the parents")
    func forms() {
        let level = CBMCharacteristicMock(
            type: uuid, properties: [.read, .notify], descriptors: CBMCCCDescriptorMock())
        let variadic = CBMServiceMock(type: uuid, primary: true, characteristics: level)
        let list = CBMServiceMock(
            type: uuid, primary: true, includedServices: [variadic], characteristics: [level])
        let bare = CBMServiceMock(type: uuid, primary: false)
        #expect(variadic.characteristics == [level])
        #expect(list.includedServices == [variadic])
        #expect(bare.characteristics == nil)
        #expect(level.service === list)
        #expect(level.descriptors?.first?.characteristic === level)
        #expect(list.contains(level))
    }
}
