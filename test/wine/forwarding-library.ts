/**
 * A Windows library (DLL, x64) without code: each of its functions forwards to another library. Debian's Wine lacks one that Rust
 * programs need at their start, and has the same function elsewhere.
 * @param forwards name → "library.function"
 */
export const makeForwardingLibrary = (name: string, forwards: Readonly<Record<string, string>>): Buffer => {
  // Windows looks names up by binary search, so they are sorted by their bytes.
  const functions = Object.entries(forwards).sort(([a], [b]) => (a < b ? -1 : 1))
  const section = Buffer.alloc(fileAlignment)
  const addresses = 40
  const names = addresses + 4 * functions.length
  const ordinals = names + 4 * functions.length
  let end = ordinals + 2 * functions.length
  const put = (text: string): number => {
    const address = sectionAddress + end
    end += section.write(`${text}\0`, end, 'latin1')
    return address
  }
  const directory = [0, 0, 0, put(name), 1, functions.length, functions.length, addresses, names, ordinals]
  directory.forEach((value, index) => {
    section.writeUInt32LE(index < 7 ? value : sectionAddress + value, 4 * index)
  })
  functions.forEach(([own, target], index) => {
    section.writeUInt32LE(put(target), addresses + 4 * index)
    section.writeUInt32LE(put(own), names + 4 * index)
    section.writeUInt16LE(index, ordinals + 2 * index)
  })
  return Buffer.concat([makeHeader(end), section])
}

const fileAlignment = 0x200
const sectionAddress = 0x1000

/** PE32+ with one section; numbers and offsets are those of Microsoft's “PE Format”. */
const makeHeader = (sectionSize: number): Buffer => {
  const header = Buffer.alloc(fileAlignment)
  const put16 = (at: number, ...values: readonly number[]) =>
    values.forEach((value, index) => void header.writeUInt16LE(value, at + 2 * index))
  const put32 = (at: number, ...values: readonly number[]) =>
    values.forEach((value, index) => void header.writeUInt32LE(value, at + 4 * index))
  header.write('MZ')
  put32(0x3c, 0x40)
  header.write('PE\0\0', 0x40)
  // x64, one section, the size of the optional header, a library for large addresses.
  put16(0x44, 0x8664, 1)
  put16(0x54, 240, 0x2022)
  const optional = 0x58
  put16(optional, 0x20b)
  header.writeBigUInt64LE(0x180000000n, optional + 24)
  put32(optional + 32, sectionAddress, fileAlignment)
  // Windows 6.0 and later; memory size, header size, a GUI program, and address-space flags.
  put16(optional + 40, 6)
  put16(optional + 48, 6)
  put32(optional + 56, 0x2000, fileAlignment)
  put16(optional + 68, 2, 0x160)
  put32(optional + 108, 16, sectionAddress, sectionSize)
  header.write('.rdata', optional + 240)
  put32(optional + 248, sectionSize, sectionAddress, fileAlignment, fileAlignment)
  put32(optional + 276, 0x40000040)
  return header
}
