// Generated from Tests/HouseTests/AssignedNumbers. Do not edit: AssignedNumbersTests writes it.

import BluetoothTypes

extension BluetoothUUID {
    /// *Generic Access*, a service: 1800.
    public static var genericAccess: BluetoothUUID { BluetoothUUID(0x1800) }
    /// *Generic Attribute*, a service: 1801.
    public static var genericAttribute: BluetoothUUID { BluetoothUUID(0x1801) }
    /// *Immediate Alert*, a service: 1802.
    public static var immediateAlert: BluetoothUUID { BluetoothUUID(0x1802) }
    /// *Link Loss*, a service: 1803.
    public static var linkLoss: BluetoothUUID { BluetoothUUID(0x1803) }
    /// *Tx Power*, a service: 1804.
    public static var txPower: BluetoothUUID { BluetoothUUID(0x1804) }
    /// *Current Time*, a service: 1805.
    public static var currentTime: BluetoothUUID { BluetoothUUID(0x1805) }
    /// *Reference Time Update*, a service: 1806.
    public static var referenceTimeUpdate: BluetoothUUID { BluetoothUUID(0x1806) }
    /// *Next DST Change*, a service: 1807.
    public static var nextDSTChange: BluetoothUUID { BluetoothUUID(0x1807) }
    /// *Glucose*, a service: 1808.
    public static var glucose: BluetoothUUID { BluetoothUUID(0x1808) }
    /// *Health Thermometer*, a service: 1809.
    public static var healthThermometer: BluetoothUUID { BluetoothUUID(0x1809) }
    /// *Device Information*, a service: 180A.
    public static var deviceInformation: BluetoothUUID { BluetoothUUID(0x180A) }
    /// *Heart Rate*, a service: 180D.
    public static var heartRate: BluetoothUUID { BluetoothUUID(0x180D) }
    /// *Phone Alert Status*, a service: 180E.
    public static var phoneAlertStatus: BluetoothUUID { BluetoothUUID(0x180E) }
    /// *Battery*, a service: 180F.
    public static var battery: BluetoothUUID { BluetoothUUID(0x180F) }
    /// *Blood Pressure*, a service: 1810.
    public static var bloodPressure: BluetoothUUID { BluetoothUUID(0x1810) }
    /// *Alert Notification*, a service: 1811.
    public static var alertNotification: BluetoothUUID { BluetoothUUID(0x1811) }
    /// *Human Interface Device*, a service: 1812.
    public static var humanInterfaceDevice: BluetoothUUID { BluetoothUUID(0x1812) }
    /// *Scan Parameters*, a service: 1813.
    public static var scanParameters: BluetoothUUID { BluetoothUUID(0x1813) }
    /// *Running Speed and Cadence*, a service: 1814.
    public static var runningSpeedAndCadence: BluetoothUUID { BluetoothUUID(0x1814) }
    /// *Automation IO*, a service: 1815.
    public static var automationIO: BluetoothUUID { BluetoothUUID(0x1815) }
    /// *Cycling Speed and Cadence*, a service: 1816.
    public static var cyclingSpeedAndCadence: BluetoothUUID { BluetoothUUID(0x1816) }
    /// *Cycling Power*, a service: 1818.
    public static var cyclingPower: BluetoothUUID { BluetoothUUID(0x1818) }
    /// *Location and Navigation*, a service: 1819.
    public static var locationAndNavigation: BluetoothUUID { BluetoothUUID(0x1819) }
    /// *Environmental Sensing*, a service: 181A.
    public static var environmentalSensing: BluetoothUUID { BluetoothUUID(0x181A) }
    /// *Body Composition*, a service: 181B.
    public static var bodyComposition: BluetoothUUID { BluetoothUUID(0x181B) }
    /// *User Data*, a service: 181C.
    public static var userData: BluetoothUUID { BluetoothUUID(0x181C) }
    /// *Weight Scale*, a service: 181D.
    public static var weightScale: BluetoothUUID { BluetoothUUID(0x181D) }
    /// *Bond Management*, a service: 181E.
    public static var bondManagement: BluetoothUUID { BluetoothUUID(0x181E) }
    /// *Continuous Glucose Monitoring*, a service: 181F.
    public static var continuousGlucoseMonitoring: BluetoothUUID { BluetoothUUID(0x181F) }
    /// *Internet Protocol Support*, a service: 1820.
    public static var internetProtocolSupport: BluetoothUUID { BluetoothUUID(0x1820) }
    /// *Indoor Positioning*, a service: 1821.
    public static var indoorPositioning: BluetoothUUID { BluetoothUUID(0x1821) }
    /// *Pulse Oximeter*, a service: 1822.
    public static var pulseOximeter: BluetoothUUID { BluetoothUUID(0x1822) }
    /// *HTTP Proxy*, a service: 1823.
    public static var httpProxy: BluetoothUUID { BluetoothUUID(0x1823) }
    /// *Transport Discovery*, a service: 1824.
    public static var transportDiscovery: BluetoothUUID { BluetoothUUID(0x1824) }
    /// *Object Transfer*, a service: 1825.
    public static var objectTransfer: BluetoothUUID { BluetoothUUID(0x1825) }
    /// *Fitness Machine*, a service: 1826.
    public static var fitnessMachine: BluetoothUUID { BluetoothUUID(0x1826) }
    /// *Mesh Provisioning*, a service: 1827.
    public static var meshProvisioning: BluetoothUUID { BluetoothUUID(0x1827) }
    /// *Mesh Proxy*, a service: 1828.
    public static var meshProxy: BluetoothUUID { BluetoothUUID(0x1828) }
    /// *Reconnection Configuration*, a service: 1829.
    public static var reconnectionConfiguration: BluetoothUUID { BluetoothUUID(0x1829) }
    /// *Insulin Delivery*, a service: 183A.
    public static var insulinDelivery: BluetoothUUID { BluetoothUUID(0x183A) }
    /// *Binary Sensor*, a service: 183B.
    public static var binarySensor: BluetoothUUID { BluetoothUUID(0x183B) }
    /// *Emergency Configuration*, a service: 183C.
    public static var emergencyConfiguration: BluetoothUUID { BluetoothUUID(0x183C) }
    /// *Authorization Control*, a service: 183D.
    public static var authorizationControl: BluetoothUUID { BluetoothUUID(0x183D) }
    /// *Physical Activity Monitor*, a service: 183E.
    public static var physicalActivityMonitor: BluetoothUUID { BluetoothUUID(0x183E) }
    /// *Elapsed Time*, a service: 183F.
    public static var elapsedTime: BluetoothUUID { BluetoothUUID(0x183F) }
    /// *Generic Health Sensor*, a service: 1840.
    public static var genericHealthSensor: BluetoothUUID { BluetoothUUID(0x1840) }
    /// *Audio Input Control*, a service: 1843.
    public static var audioInputControl: BluetoothUUID { BluetoothUUID(0x1843) }
    /// *Volume Control*, a service: 1844.
    public static var volumeControl: BluetoothUUID { BluetoothUUID(0x1844) }
    /// *Volume Offset Control*, a service: 1845.
    public static var volumeOffsetControl: BluetoothUUID { BluetoothUUID(0x1845) }
    /// *Coordinated Set Identification*, a service: 1846.
    public static var coordinatedSetIdentification: BluetoothUUID { BluetoothUUID(0x1846) }
    /// *Device Time*, a service: 1847.
    public static var deviceTime: BluetoothUUID { BluetoothUUID(0x1847) }
    /// *Media Control*, a service: 1848.
    public static var mediaControl: BluetoothUUID { BluetoothUUID(0x1848) }
    /// *Generic Media Control*, a service: 1849.
    public static var genericMediaControl: BluetoothUUID { BluetoothUUID(0x1849) }
    /// *Constant Tone Extension*, a service: 184A.
    public static var constantToneExtension: BluetoothUUID { BluetoothUUID(0x184A) }
    /// *Telephone Bearer*, a service: 184B.
    public static var telephoneBearer: BluetoothUUID { BluetoothUUID(0x184B) }
    /// *Generic Telephone Bearer*, a service: 184C.
    public static var genericTelephoneBearer: BluetoothUUID { BluetoothUUID(0x184C) }
    /// *Microphone Control*, a service: 184D.
    public static var microphoneControl: BluetoothUUID { BluetoothUUID(0x184D) }
    /// *Audio Stream Control*, a service: 184E.
    public static var audioStreamControl: BluetoothUUID { BluetoothUUID(0x184E) }
    /// *Broadcast Audio Scan*, a service: 184F.
    public static var broadcastAudioScan: BluetoothUUID { BluetoothUUID(0x184F) }
    /// *Published Audio Capabilities*, a service: 1850.
    public static var publishedAudioCapabilities: BluetoothUUID { BluetoothUUID(0x1850) }
    /// *Basic Audio Announcement*, a service: 1851.
    public static var basicAudioAnnouncement: BluetoothUUID { BluetoothUUID(0x1851) }
    /// *Broadcast Audio Announcement*, a service: 1852.
    public static var broadcastAudioAnnouncement: BluetoothUUID { BluetoothUUID(0x1852) }
    /// *Common Audio*, a service: 1853.
    public static var commonAudio: BluetoothUUID { BluetoothUUID(0x1853) }
    /// *Hearing Access*, a service: 1854.
    public static var hearingAccess: BluetoothUUID { BluetoothUUID(0x1854) }
    /// *Telephony and Media Audio*, a service: 1855.
    public static var telephonyAndMediaAudio: BluetoothUUID { BluetoothUUID(0x1855) }
    /// *Public Broadcast Announcement*, a service: 1856.
    public static var publicBroadcastAnnouncement: BluetoothUUID { BluetoothUUID(0x1856) }
    /// *Electronic Shelf Label*, a service: 1857.
    public static var electronicShelfLabel: BluetoothUUID { BluetoothUUID(0x1857) }
    /// *Gaming Audio*, a service: 1858.
    public static var gamingAudio: BluetoothUUID { BluetoothUUID(0x1858) }
    /// *Mesh Proxy Solicitation*, a service: 1859.
    public static var meshProxySolicitation: BluetoothUUID { BluetoothUUID(0x1859) }
    /// *Industrial Measurement Device*, a service: 185A.
    public static var industrialMeasurementDevice: BluetoothUUID { BluetoothUUID(0x185A) }
    /// *Ranging*, a service: 185B.
    public static var ranging: BluetoothUUID { BluetoothUUID(0x185B) }
    /// *HID ISO*, a service: 185C.
    public static var hidISO: BluetoothUUID { BluetoothUUID(0x185C) }
    /// *Cookware*, a service: 185D.
    public static var cookware: BluetoothUUID { BluetoothUUID(0x185D) }
    /// *Voice Assistant*, a service: 185E.
    public static var voiceAssistant: BluetoothUUID { BluetoothUUID(0x185E) }
    /// *Generic Voice Assistant*, a service: 185F.
    public static var genericVoiceAssistant: BluetoothUUID { BluetoothUUID(0x185F) }
}
