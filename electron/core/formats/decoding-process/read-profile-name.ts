/** Longer names are cut. */
const longest = 60
/** Tags of a profile that are looked at; usual ones have 20 at most. */
const mostTags = 100

/** Compact profiles have no room for their names. */
const shortNames: Readonly<Record<string, string>> = { sP3C: 'Display P3', nRGB: 'sRGB', uRGB: 'sRGB', c2: 'sRGB', c2ci: 'sRGB' }

const readText = (icc: Buffer, at: number, size: number): string => {
  const type = icc.toString('latin1', at, at + 4)
  const end = Math.min(at + size, icc.length)
  // A length in bytes, with a 0 at the end (ICC.1:2001, 6.5.17).
  if (type === 'desc') return icc.toString('latin1', at + 12, Math.min(end, at + 12 + icc.readUInt32BE(at + 8)))
  // The first of its languages: language, country, length, place (ICC.1:2010, 10.13).
  if (type === 'mluc') {
    const from = at + icc.readUInt32BE(at + 24)
    const bytes = Math.min(icc.readUInt32BE(at + 20), 4 * longest) & ~1
    const text = Buffer.from(icc.subarray(from, Math.min(from + bytes, end)))
    return text.length % 2 === 0 ? text.swap16().toString('utf16le') : ''
  }
  return ''
}

/** The description in an ICC profile, as it is shown: “Display P3”. `undefined`: it has none that can be read. */
export const readProfileName = (icc: Buffer): string | undefined => {
  try {
    const tags = Math.min(icc.readUInt32BE(128), mostTags)
    for (let tag = 0; tag < tags; tag++) {
      const entry = 132 + 12 * tag
      if (icc.toString('latin1', entry, entry + 4) !== 'desc') continue
      const text = readText(icc, icc.readUInt32BE(entry + 4), icc.readUInt32BE(entry + 8))
      const name = [...text.replace(/[\p{C}\s]+/gu, ' ').trim()].slice(0, longest).join('')
      return name === '' ? undefined : (shortNames[name] ?? name)
    }
  } catch {
    // It is cut off.
  }
  return undefined
}
