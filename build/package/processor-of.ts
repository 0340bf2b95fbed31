import { readFileSync } from 'node:fs'

/** Where a kind of native file names its processor, and by which numbers: ELF (e_machine), 64-bit Mach-O (cputype), PE (Machine). */
const kinds = [
  { magic: '7f454c46', place: () => 18, bytes: 2, processors: { 62: 'x64', 183: 'arm64' } },
  { magic: 'cffaedfe', place: () => 4, bytes: 4, processors: { 16777223: 'x64', 16777228: 'arm64' } },
  { magic: '4d5a', place: (file: Buffer) => file.readUInt32LE(0x3c) + 4, bytes: 2, processors: { 34404: 'x64', 43620: 'arm64' } },
] as const

/** The processor that a native file is for, in Node's words; undefined: none that Packshot is packaged for. */
export const processorOf = (path: string): string | undefined => {
  const file = readFileSync(path)
  const kind = kinds.find(({ magic }) => file.toString('hex', 0, 4).startsWith(magic))
  if (!kind) return undefined
  const processors: Readonly<Record<number, string>> = kind.processors
  return processors[file.readUIntLE(kind.place(file), kind.bytes)]
}
