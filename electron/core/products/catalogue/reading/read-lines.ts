/** A line, and what ended it: `\r\n`, `\n`, `\r`, or nothing at the end of the text. */
export type Line = { readonly text: string; readonly end: string }

/** The lines of a text that comes in pieces. */
export const createLineSplitter = () => {
  /** The beginning of a line. */
  let parts: string[] = []
  /** The last piece ended with a carriage return, after which a line feed may come. */
  let isCut = false
  const take = (piece: string, isLast: boolean): Line[] => {
    const lines: Line[] = []
    const text = isCut ? `\r${piece}` : piece
    isCut = !isLast && text.endsWith('\r')
    const whole = isCut ? text.slice(0, -1) : text
    const ends = /\r\n|\n|\r/g
    let begin = 0
    for (let end = ends.exec(whole); end; end = ends.exec(whole)) {
      parts.push(whole.slice(begin, end.index))
      lines.push({ text: parts.length === 1 ? (parts[0] ?? '') : parts.join(''), end: end[0] })
      parts = []
      begin = ends.lastIndex
    }
    if (begin < whole.length) parts.push(whole.slice(begin))
    if (isLast && parts.length > 0) {
      lines.push({ text: parts.join(''), end: '' })
      parts = []
    }
    return lines
  }
  return { take, /** Letters of the line that is not over. */ waiting: (): number => parts.reduce((sum, { length }) => sum + length, 0) }
}
