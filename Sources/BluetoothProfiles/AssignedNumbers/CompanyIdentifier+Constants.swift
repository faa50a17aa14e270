// Generated from Tests/HouseTests/AssignedNumbers. Do not edit: AssignedNumbersTests writes it.

import BluetoothTypes

extension CompanyIdentifier {
    /// *Ericsson AB*: 0000.
    public static var ericsson: CompanyIdentifier { CompanyIdentifier(0x0000) }
    /// *Nokia Mobile Phones*: 0001.
    public static var nokia: CompanyIdentifier { CompanyIdentifier(0x0001) }
    /// *Intel Corp.*: 0002.
    public static var intel: CompanyIdentifier { CompanyIdentifier(0x0002) }
    /// *IBM Corp.*: 0003.
    public static var ibm: CompanyIdentifier { CompanyIdentifier(0x0003) }
    /// *Microsoft*: 0006.
    public static var microsoft: CompanyIdentifier { CompanyIdentifier(0x0006) }
    /// *Motorola*: 0008.
    public static var motorola: CompanyIdentifier { CompanyIdentifier(0x0008) }
    /// *Infineon Technologies AG*: 0009.
    public static var infineon: CompanyIdentifier { CompanyIdentifier(0x0009) }
    /// *Qualcomm Technologies International, Ltd. (QTIL)*: 000A.
    public static var qualcommTechnologiesInternational: CompanyIdentifier { CompanyIdentifier(0x000A) }
    /// *Texas Instruments Inc.*: 000D.
    public static var texasInstruments: CompanyIdentifier { CompanyIdentifier(0x000D) }
    /// *Broadcom Corporation*: 000F.
    public static var broadcom: CompanyIdentifier { CompanyIdentifier(0x000F) }
    /// *Qualcomm*: 001D.
    public static var qualcomm: CompanyIdentifier { CompanyIdentifier(0x001D) }
    /// *NXP B.V.*: 0025.
    public static var nxp: CompanyIdentifier { CompanyIdentifier(0x0025) }
    /// *Renesas Electronics Corporation*: 0036.
    public static var renesas: CompanyIdentifier { CompanyIdentifier(0x0036) }
    /// *Bluetooth SIG, Inc*: 003F.
    public static var bluetoothSIG: CompanyIdentifier { CompanyIdentifier(0x003F) }
    /// *MediaTek, Inc.*: 0046.
    public static var mediaTek: CompanyIdentifier { CompanyIdentifier(0x0046) }
    /// *Bluegiga*: 0047.
    public static var bluegiga: CompanyIdentifier { CompanyIdentifier(0x0047) }
    /// *Apple, Inc.*: 004C.
    public static var apple: CompanyIdentifier { CompanyIdentifier(0x004C) }
    /// *Plantronics, Inc.*: 0055.
    public static var plantronics: CompanyIdentifier { CompanyIdentifier(0x0055) }
    /// *Harman International Industries, Inc.*: 0057.
    public static var harman: CompanyIdentifier { CompanyIdentifier(0x0057) }
    /// *Nordic Semiconductor ASA*: 0059.
    public static var nordicSemiconductor: CompanyIdentifier { CompanyIdentifier(0x0059) }
    /// *Realtek Semiconductor Corporation*: 005D.
    public static var realtek: CompanyIdentifier { CompanyIdentifier(0x005D) }
    /// *HP, Inc.*: 0065.
    public static var hp: CompanyIdentifier { CompanyIdentifier(0x0065) }
    /// *Polar Electro OY*: 006B.
    public static var polar: CompanyIdentifier { CompanyIdentifier(0x006B) }
    /// *Samsung Electronics Co. Ltd.*: 0075.
    public static var samsung: CompanyIdentifier { CompanyIdentifier(0x0075) }
    /// *Nike, Inc.*: 0078.
    public static var nike: CompanyIdentifier { CompanyIdentifier(0x0078) }
    /// *Garmin International, Inc.*: 0087.
    public static var garmin: CompanyIdentifier { CompanyIdentifier(0x0087) }
    /// *GN Hearing A/S*: 0089.
    public static var gnHearing: CompanyIdentifier { CompanyIdentifier(0x0089) }
    /// *Bose Corporation*: 009E.
    public static var bose: CompanyIdentifier { CompanyIdentifier(0x009E) }
    /// *Suunto Oy*: 009F.
    public static var suunto: CompanyIdentifier { CompanyIdentifier(0x009F) }
    /// *LG Electronics*: 00C4.
    public static var lgElectronics: CompanyIdentifier { CompanyIdentifier(0x00C4) }
    /// *Beats Electronics*: 00CC.
    public static var beats: CompanyIdentifier { CompanyIdentifier(0x00CC) }
    /// *Microchip Technology Inc.*: 00CD.
    public static var microchip: CompanyIdentifier { CompanyIdentifier(0x00CD) }
    /// *Dexcom, Inc.*: 00D0.
    public static var dexcom: CompanyIdentifier { CompanyIdentifier(0x00D0) }
    /// *Google*: 00E0.
    public static var google: CompanyIdentifier { CompanyIdentifier(0x00E0) }
    /// *Bang & Olufsen A/S*: 0103.
    public static var bangAndOlufsen: CompanyIdentifier { CompanyIdentifier(0x0103) }
    /// *Demant A/S*: 0107.
    public static var demant: CompanyIdentifier { CompanyIdentifier(0x0107) }
    /// *Radius Networks, Inc.*: 0118.
    public static var radiusNetworks: CompanyIdentifier { CompanyIdentifier(0x0118) }
    /// *Sony Corporation*: 012D.
    public static var sony: CompanyIdentifier { CompanyIdentifier(0x012D) }
    /// *Cypress Semiconductor*: 0131.
    public static var cypress: CompanyIdentifier { CompanyIdentifier(0x0131) }
    /// *Anhui Huami Information Technology Co., Ltd.*: 0157.
    public static var huami: CompanyIdentifier { CompanyIdentifier(0x0157) }
    /// *Estimote, Inc.*: 015D.
    public static var estimote: CompanyIdentifier { CompanyIdentifier(0x015D) }
    /// *Ascensia Diabetes Care US Inc.*: 0167.
    public static var ascensia: CompanyIdentifier { CompanyIdentifier(0x0167) }
    /// *LifeScan Inc*: 016D.
    public static var lifeScan: CompanyIdentifier { CompanyIdentifier(0x016D) }
    /// *Roche Diabetes Care AG*: 0170.
    public static var roche: CompanyIdentifier { CompanyIdentifier(0x0170) }
    /// *Amazon.com Services LLC*: 0171.
    public static var amazon: CompanyIdentifier { CompanyIdentifier(0x0171) }
    /// *Meta Platforms, Inc.*: 01AB.
    public static var meta: CompanyIdentifier { CompanyIdentifier(0x01AB) }
    /// *Logitech International SA*: 01DA.
    public static var logitech: CompanyIdentifier { CompanyIdentifier(0x01DA) }
    /// *Koninklijke Philips N.V.*: 01DD.
    public static var philips: CompanyIdentifier { CompanyIdentifier(0x01DD) }
    /// *Medtronic Inc.*: 01F9.
    public static var medtronic: CompanyIdentifier { CompanyIdentifier(0x01F9) }
    /// *Wahoo Fitness, LLC*: 01FC.
    public static var wahoo: CompanyIdentifier { CompanyIdentifier(0x01FC) }
    /// *Kontakt Micro-Location Sp. z o.o.*: 01FD.
    public static var kontakt: CompanyIdentifier { CompanyIdentifier(0x01FD) }
    /// *Omron Healthcare Co., LTD*: 020E.
    public static var omronHealthcare: CompanyIdentifier { CompanyIdentifier(0x020E) }
    /// *Telink Semiconductor Co. Ltd*: 0211.
    public static var telink: CompanyIdentifier { CompanyIdentifier(0x0211) }
    /// *Tesla, Inc.*: 022B.
    public static var tesla: CompanyIdentifier { CompanyIdentifier(0x022B) }
    /// *Masimo Corp*: 0243.
    public static var masimo: CompanyIdentifier { CompanyIdentifier(0x0243) }
    /// *Technogym SPA*: 026D.
    public static var technogym: CompanyIdentifier { CompanyIdentifier(0x026D) }
    /// *HUAWEI Technologies Co., Ltd.*: 027D.
    public static var huawei: CompanyIdentifier { CompanyIdentifier(0x027D) }
    /// *Sonova AG*: 0282.
    public static var sonova: CompanyIdentifier { CompanyIdentifier(0x0282) }
    /// *Robert Bosch GmbH*: 02A6.
    public static var bosch: CompanyIdentifier { CompanyIdentifier(0x02A6) }
    /// *Oura Health Oy*: 02B2.
    public static var oura: CompanyIdentifier { CompanyIdentifier(0x02B2) }
    /// *Victron Energy BV*: 02E1.
    public static var victronEnergy: CompanyIdentifier { CompanyIdentifier(0x02E1) }
    /// *Espressif Systems (Shanghai) Co., Ltd.*: 02E5.
    public static var espressif: CompanyIdentifier { CompanyIdentifier(0x02E5) }
    /// *Silicon Laboratories*: 02FF.
    public static var siliconLaboratories: CompanyIdentifier { CompanyIdentifier(0x02FF) }
    /// *Airthings ASA*: 0334.
    public static var airthings: CompanyIdentifier { CompanyIdentifier(0x0334) }
    /// *Insulet Corporation*: 0360.
    public static var insulet: CompanyIdentifier { CompanyIdentifier(0x0360) }
    /// *Xiaomi Inc.*: 038F.
    public static var xiaomi: CompanyIdentifier { CompanyIdentifier(0x038F) }
    /// *LEGO System A/S*: 0397.
    public static var lego: CompanyIdentifier { CompanyIdentifier(0x0397) }
    /// *Abbott*: 03BB.
    public static var abbott: CompanyIdentifier { CompanyIdentifier(0x03BB) }
    /// *Withings*: 03FF.
    public static var withings: CompanyIdentifier { CompanyIdentifier(0x03FF) }
    /// *SHIMANO INC.*: 044A.
    public static var shimano: CompanyIdentifier { CompanyIdentifier(0x044A) }
    /// *SENNHEISER electronic GmbH & Co. KG*: 0494.
    public static var sennheiser: CompanyIdentifier { CompanyIdentifier(0x0494) }
    /// *Ruuvi Innovations Ltd.*: 0499.
    public static var ruuvi: CompanyIdentifier { CompanyIdentifier(0x0499) }
    /// *Analog Devices, Inc.*: 04B7.
    public static var analogDevices: CompanyIdentifier { CompanyIdentifier(0x04B7) }
    /// *Nintendo Co., Ltd.*: 0553.
    public static var nintendo: CompanyIdentifier { CompanyIdentifier(0x0553) }
    /// *Tandem Diabetes Care*: 059D.
    public static var tandemDiabetesCare: CompanyIdentifier { CompanyIdentifier(0x059D) }
    /// *Sonos Inc*: 05A7.
    public static var sonos: CompanyIdentifier { CompanyIdentifier(0x05A7) }
    /// *The Linux Foundation*: 05F1.
    public static var linuxFoundation: CompanyIdentifier { CompanyIdentifier(0x05F1) }
    /// *Signify Netherlands B.V.*: 060F.
    public static var signify: CompanyIdentifier { CompanyIdentifier(0x060F) }
    /// *Beurer GmbH*: 0611.
    public static var beurer: CompanyIdentifier { CompanyIdentifier(0x0611) }
    /// *Tile, Inc.*: 067C.
    public static var tile: CompanyIdentifier { CompanyIdentifier(0x067C) }
    /// *Tacx b.v.*: 0689.
    public static var tacx: CompanyIdentifier { CompanyIdentifier(0x0689) }
    /// *Sensirion AG*: 06D5.
    public static var sensirion: CompanyIdentifier { CompanyIdentifier(0x06D5) }
    /// *Peloton Interactive Inc.*: 0768.
    public static var peloton: CompanyIdentifier { CompanyIdentifier(0x0768) }
    /// *Hangzhou Tuya Information Technology Co., Ltd*: 07D0.
    public static var tuya: CompanyIdentifier { CompanyIdentifier(0x07D0) }
    /// *adafruit industries*: 0822.
    public static var adafruit: CompanyIdentifier { CompanyIdentifier(0x0822) }
    /// *CHIPOLO d.o.o.*: 08C3.
    public static var chipolo: CompanyIdentifier { CompanyIdentifier(0x08C3) }
    /// *SRAM*: 0933.
    public static var sram: CompanyIdentifier { CompanyIdentifier(0x0933) }
    /// *Zwift, Inc.*: 094A.
    public static var zwift: CompanyIdentifier { CompanyIdentifier(0x094A) }
    /// *Woan Technology (Shenzhen) Co., Ltd.*: 0969.
    public static var woan: CompanyIdentifier { CompanyIdentifier(0x0969) }
    /// *ARDUINO SA*: 09A3.
    public static var arduino: CompanyIdentifier { CompanyIdentifier(0x09A3) }
    /// *Allterco Robotics ltd*: 0BA9.
    public static var allterco: CompanyIdentifier { CompanyIdentifier(0x0BA9) }
    /// *Raspberry Pi*: 1040.
    public static var raspberryPi: CompanyIdentifier { CompanyIdentifier(0x1040) }
}
