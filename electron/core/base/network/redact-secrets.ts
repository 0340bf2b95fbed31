/**
 * Text of a service, with a map back to each character's original position. Escapes are undone: JSON's “\/” and “\u002b”, also written twice
 * over, and an address's “%2B”.
 */
type Plain = { readonly text: string; readonly starts: Int32Array | null; readonly ends: Int32Array | null }

const hexDigits = (text: string, from: number, count: number): number => {
  let value = 0
  for (let index = from; index < from + count; index++) {
    const digit = '0123456789abcdef'.indexOf((text[index] ?? '?').toLowerCase())
    if (digit < 0) return -1
    value = value * 16 + digit
  }
  return value
}

/** Each character is read once: a run of backslashes is read as a whole. */
const undoEscapes = (text: string): Plain => {
  if (!text.includes('\\') && !text.includes('%')) return { text, starts: null, ends: null }
  const [starts, ends] = [new Int32Array(text.length), new Int32Array(text.length)]
  const units = new Uint16Array(text.length)
  let count = 0
  for (let at = 0; at < text.length; count++) {
    starts[count] = at
    while (text[at] === '\\' && at < text.length - 1) at++
    const isEscaped = text[at] === 'u' && at > (starts[count] ?? at)
    const code = isEscaped ? hexDigits(text, at + 1, 4) : text[at] === '%' ? hexDigits(text, at + 1, 2) : -1
    units[count] = code < 0 ? text.charCodeAt(at) : code
    at += code < 0 ? 1 : isEscaped ? 5 : 3
    ends[count] = at
  }
  return { text: Buffer.from(units.buffer, 0, count * 2).toString('utf16le'), starts, ends }
}

/** Positions of `secret` in `plain`, as [begin, end) of the original text. */
const findAll = ({ text, starts, ends }: Plain, secret: string): readonly (readonly [number, number])[] => {
  const found: (readonly [number, number])[] = []
  for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + secret.length)) {
    const last = at + secret.length - 1
    found.push([starts?.[at] ?? at, ends?.[last] ?? last + 1])
  }
  return found
}

/** Leaves out `spans`, which may overlap. */
const leaveOut = (text: string, spans: readonly (readonly [number, number])[]): string => {
  if (spans.length === 0) return text
  const kept: string[] = []
  let from = 0
  for (const [begin, end] of [...spans].sort(([a], [b]) => a - b)) {
    if (begin >= from) kept.push(text.slice(from, begin), '…')
    from = Math.max(from, end)
  }
  return kept.join('') + text.slice(from)
}

const leaveOutKnown = (text: string, secret: string): string => {
  const forms = [{ text, starts: null, ends: null }, undoEscapes(text)]
  const names = new Set([secret, undoEscapes(secret).text])
  return leaveOut(
    text,
    forms.flatMap((form) => [...names].flatMap((name) => findAll(form, name))),
  )
}

/** The words before a secret, and the secret's form. */
export type Announced = {
  /** A global expression without repetitions, so that every name is found in one pass. */
  readonly name: RegExp
  /** A character of the value; the value itself is parsed by hand, since V8 would start over at every position. */
  readonly value: RegExp
  /** Shorter values do not count as secrets. */
  readonly least: number
  /** True if “=” or “:” must be between the two. */
  readonly isAssigned: boolean
}

const announced: readonly Announced[] = [
  { name: /\b(?:bearer|basic)(?=\s)/gi, value: /[\w\-.~+/=]/, least: 16, isAssigned: false },
  {
    name: /(?:access_?token|refresh_?token|id_?token|client_?secret|password|x-api-key|api[_-]?key|code_verifier|(?<=["'])(?:token|secret|authorization))/gi,
    value: /[\w\-.~+/%]/,
    least: 8,
    isAssigned: true,
  },
]

const skip = (text: string, from: number, what: RegExp): number => {
  let at = from
  while (at < text.length && what.test(text[at] ?? '')) at++
  return at
}

/** Index after the separator between a name and its value: `": "`, `\":\"`, ` = `; -1: none. */
const skipAssignment = (text: string, from: number): number => {
  let at = skip(text, from, /\\/)
  at = skip(text, text[at] === '"' || text[at] === "'" ? at + 1 : at, /\s/)
  if (text[at] !== '=' && text[at] !== ':') return -1
  at = skip(text, skip(text, at + 1, /\s/), /\\/)
  return text[at] === '"' || text[at] === "'" ? at + 1 : at
}

/** The text without the values that `announced` describes. */
export const leaveOutAnnounced = (text: string, announced: readonly Announced[]): string => {
  let rest = text
  for (const { name, value, least, isAssigned } of announced) {
    const spans: (readonly [number, number])[] = []
    name.lastIndex = 0
    while (name.exec(rest) !== null) {
      const begin = isAssigned ? skipAssignment(rest, name.lastIndex) : skip(rest, name.lastIndex, /\s/)
      if (begin < 0) continue
      const end = skip(rest, begin, value)
      if (end - begin < least) continue
      spans.push([begin, end])
      name.lastIndex = end
    }
    rest = leaveOut(rest, spans)
  }
  return rest
}

/** True for the first part of a JSON web token (RFC 7519): “eyJ” and ten signs or more. */
const beginsToken = (part: string): boolean => {
  const begin = part.indexOf('eyJ')
  return begin >= 0 && part.length - begin >= 13
}

/** Three parts separated by dots; each part is read once. */
const leaveOutWebTokens = (text: string): string => {
  if (!text.includes('eyJ')) return text
  return text.replace(/[\w.-]+/g, (run) => {
    const parts = run.split('.')
    const kept: string[] = []
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index] ?? ''
      const isToken = index + 2 < parts.length && beginsToken(part) && (parts[index + 1]?.length ?? 0) >= 10
      kept.push(isToken ? `${part.slice(0, part.indexOf('eyJ'))}…` : part)
      if (isToken) index += 2
    }
    return kept.join('.')
  })
}

const inAddresses: readonly (readonly [RegExp, string])[] = [
  [/\bdata:([\w/+.-]*);base64,[\w+/=-]*/gi, 'data:$1;…'],
  [/([?&](?:code|sig|signature|token|key|x-amz-[\w-]+)=)[\w\-.~+/%]+/gi, '$1…'],
]

/**
 * The text without any of `secrets` (those that were sent: token, header values) and without anything that looks like one; lines stay. Takes time
 * in proportion to the text: a service may answer megabytes.
 */
export const redactSecrets = (text: string, secrets: readonly string[]): string => {
  let rest = text
  for (const secret of secrets) if (secret.length >= 4) rest = leaveOutKnown(rest, secret)
  for (const [pattern, replacement] of inAddresses) rest = rest.replace(pattern, replacement)
  return leaveOutWebTokens(leaveOutAnnounced(rest, announced))
}
