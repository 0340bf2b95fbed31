// How Windows shells read a line, as far as our README's examples need it: documented rules, since none of them runs here.

/** The arguments of a command line as programs on Windows split it (Microsoft's C runtime: 2n backslashes and a quote are n and an end). */
export const splitArguments = (line: string): string[] => {
  const found: string[] = []
  let current: string | null = null
  let isQuoted = false
  for (let at = 0; at < line.length; ) {
    const backslashes = /^\\*/.exec(line.slice(at))?.[0].length ?? 0
    const next = line[at + backslashes]
    if (next === '"') {
      current = (current ?? '') + '\\'.repeat(Math.floor(backslashes / 2))
      if (backslashes % 2 === 1) current += '"'
      else isQuoted = !isQuoted
      at += backslashes + 1
    } else if (backslashes > 0) {
      current = (current ?? '') + '\\'.repeat(backslashes)
      at += backslashes
    } else if (!isQuoted && (next === ' ' || next === '\t')) {
      if (current !== null) found.push(current)
      current = null
      at++
    } else {
      current = (current ?? '') + next
      at++
    }
  }
  return current === null ? found : [...found, current]
}

/** The first command of a line in cmd: `&` and `|` end it outside of double quotes, where `^` escapes the next character. */
const firstCommand = (line: string): string => {
  let text = ''
  let isQuoted = false
  for (let at = 0; at < line.length; at++) {
    const one = line[at]
    if (one === '"') isQuoted = !isQuoted
    if (!isQuoted && one === '^') text += line[++at] ?? ''
    else if (!isQuoted && (one === '&' || one === '|')) return text
    else text += one
  }
  return text
}

/** A program's name first; `packshot` and `npm` are batch files there, whose `%*` cmd parses a second time. */
export const readCmd = (line: string): readonly string[] => splitArguments(firstCommand(firstCommand(line))).slice(1)

type Token = { readonly text: string; readonly isQuoted: boolean }

/** The words of a PowerShell line. Throws on anything that it would run, replace or refuse. */
const readWords = (line: string): readonly Token[] =>
  [...line.matchAll(/'((?:[^']|'')*)'|"([^"]*)"|([^\s'"]+)/g)].map(([, single, double, bare]) => {
    if (single !== undefined) return { text: single.replaceAll("''", "'"), isQuoted: true }
    if (double !== undefined) {
      if (/[$`]/.test(double)) throw new Error(`PowerShell replaces what begins with $ in ${double}`)
      return { text: double, isQuoted: true }
    }
    if (/[&|;]/.test(bare ?? '')) throw new Error(`PowerShell takes & in ${bare} for an operator`)
    return { text: bare ?? '', isQuoted: false }
  })

/** As `.NET` escapes an argument: backslashes before a quote are doubled. */
const escapeExactly = (text: string): string =>
  text !== '' && !/[\s"]/.test(text) ? text : `"${text.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`

/** Quotes around arguments with blanks, and nothing more: quotes inside stay unescaped. */
const escapeAsBefore = (text: string): string => (/\s/.test(text) ? `"${text}"` : text)

/**
 * A PowerShell line as the program receives it. Without `.cmd` a script (`packshot.ps1`, `npm.ps1`) is called first: PowerShell consumes the
 * first `--` that is not in quotes. `exact`: 7.3 and newer; `legacy`: before. A batch file gets its arguments the legacy way.
 */
export const readPowerShell = (line: string, passing: 'exact' | 'legacy'): readonly string[] => {
  const [program, ...words] = readWords(line)
  const isBatch = program?.text.endsWith('.cmd') === true
  const own = isBatch ? -1 : words.findIndex(({ text, isQuoted }) => text === '--' && !isQuoted)
  const escapeOne = passing === 'exact' && !isBatch ? escapeExactly : escapeAsBefore
  const typed = words.filter((_, index) => index !== own).map(({ text }) => escapeOne(text))
  const commandLine = [program?.text ?? '', ...typed].join(' ')
  return isBatch ? readCmd(commandLine) : splitArguments(commandLine).slice(1)
}
