import BluetoothCryptography
import BluetoothWire

@testable import FaradayImport

/// What a sniffer writes of one device and one central, packet by packet; encrypted links are in the clear and marked.
struct HandMadeAir {
    private(set) var packets: [CapturedPacket] = []
    private var time: UInt64 = 1_700_000_000_000_000_000
    private var accessAddress: UInt32 = 0x5065_4A26
    private var numbers = [false, false]
    /// Whether what follows is encrypted.
    var isEncrypted = false

    static let central = DeviceAddress(0x4A11_2233_4455, .random)
    static let device = HandMadeCapture.device

    private mutating func add(_ frame: LinkLayerPacket) {
        time += 15_000_000
        packets.append(CapturedPacket(time: time, .linkLayer(frame)))
    }

    mutating func advertise(_ address: DeviceAddress, _ data: [UInt8] = []) {
        let pdu = LL.AdvertisingPDU.advInd(.init(advertiser: address, data: data))
        add(LinkLayerPacket(kind: .advertising, rfChannel: 0, pdu: pdu.bytes))
    }

    mutating func connect() {
        accessAddress += 1
        (isEncrypted, numbers) = (false, [false, false])
        let link = LL.LLData(
            accessAddress: accessAddress, crcInit: 0x55_5555, winSize: 1, winOffset: 0, interval: 24,
            latency: 0,
            timeout: 400, channelMap: .all, hop: 7, sca: .ppm0to20)
        let pdu = LL.AdvertisingPDU.connectInd(
            .init(initiator: Self.central, advertiser: Self.device, llData: link))
        add(LinkLayerPacket(kind: .advertising, rfChannel: 0, pdu: pdu.bytes))
    }

    mutating func data(_ payload: [UInt8], _ llid: LL.DataPDU.LLID, isFromCentral: Bool) {
        let place = isFromCentral ? 0 : 1
        let pdu = LL.DataPDU(llid: llid, nesn: numbers[1 - place], sn: numbers[place], payload: payload)
        numbers[place].toggle()
        var frame = LinkLayerPacket(
            kind: isFromCentral ? .centralToPeripheral : .peripheralToCentral, rfChannel: 10,
            accessAddress: accessAddress, pdu: pdu.bytes)
        frame.isDecrypted = isEncrypted
        add(frame)
    }

    mutating func control(_ pdu: LL.ControlPDU, isFromCentral: Bool) {
        data(pdu.bytes, .control, isFromCentral: isFromCentral)
    }

    mutating func security(_ pdu: SMP.PDU, isFromCentral: Bool) {
        data(L2CAP.BasicFrame(channel: .smp, payload: pdu.bytes).bytes, .start, isFromCentral: isFromCentral)
    }

    mutating func read(_ handle: ATT.Handle, _ value: [UInt8]) {
        let request = ATT.ClientPDU.request(.read(handle)).bytes
        data(L2CAP.BasicFrame(channel: .att, payload: request).bytes, .start, isFromCentral: true)
        let answer = ATT.ServerPDU.response(.read(value: value)).bytes
        data(L2CAP.BasicFrame(channel: .att, payload: answer).bytes, .start, isFromCentral: false)
    }

    /// The procedure that starts encryption; `seed` makes the halves of diversifier and vector.
    mutating func encrypt(_ seed: UInt32) {
        control(
            .encReq(.init(rand: 0, ediv: 0, skdC: UInt64(seed) << 7, ivC: seed &* 3)), isFromCentral: true)
        control(.encRsp(skdP: UInt64(seed) << 13, ivP: seed &* 5), isFromCentral: false)
        control(.startEncReq, isFromCentral: false)
        isEncrypted = true
        control(.startEncRsp, isFromCentral: true)
        control(.startEncRsp, isFromCentral: false)
    }

    /// The procedure that stops it, before a new key.
    mutating func pause() {
        control(.pauseEncReq, isFromCentral: true)
        control(.pauseEncRsp, isFromCentral: false)
        isEncrypted = false
        control(.pauseEncRsp, isFromCentral: true)
    }

    /// A pairing with LE Secure Connections, Just Works, up to the numbers; returns what both ends know.
    mutating func pair(centralKey: [UInt8], deviceKey: [UInt8], keySize: UInt8 = 16) -> [UInt8]? {
        let features = SMP.PairingFeatures(
            ioCapability: .noInputNoOutput, authentication: [.bonding, .secureConnections],
            maximumKeySize: keySize, initiatorKeys: [], responderKeys: [])
        guard let ours = P256.publicKey(of: centralKey), let theirs = P256.publicKey(of: deviceKey),
            let secret = P256.sharedSecret(centralKey, theirs)
        else { return nil }
        let (nonceA, nonceB) = ((0..<16).map { UInt8($0) }, (0..<16).map { UInt8(200 - $0) })
        security(.pairingRequest(features), isFromCentral: true)
        security(.pairingResponse(features), isFromCentral: false)
        security(.pairingPublicKey(x: ours.x.reversed(), y: ours.y.reversed()), isFromCentral: true)
        security(.pairingPublicKey(x: theirs.x.reversed(), y: theirs.y.reversed()), isFromCentral: false)
        security(.pairingConfirm([UInt8](repeating: 9, count: 16)), isFromCentral: false)
        security(.pairingRandom(nonceA), isFromCentral: true)
        security(.pairingRandom(nonceB), isFromCentral: false)
        var cipher = OwnCipher()
        func typed(_ address: DeviceAddress) -> [UInt8] { [1] + address.littleEndianBytes.reversed() }
        let keys = SecurityToolbox.f5(
            w: secret, n1: nonceA.reversed(), n2: nonceB.reversed(), a1: typed(Self.central),
            a2: typed(Self.device), using: &cipher)
        let zeros = 16 - Int(keySize)
        return [UInt8](repeating: 0, count: zeros) + keys.longTermKey.dropFirst(zeros)
    }
}
