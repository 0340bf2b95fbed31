import { expect, it } from 'vitest'
import { createOutput } from '../../electron/cli/output.ts'

it('nothing that a file or a service named reaches a terminal as a command, whichever way it is printed', () => {
  const printed: string[] = []
  const stream = (text: string): void => void printed.push(text)
  const { result, line, note } = createOutput(false, { stdout: stream, stderr: stream })
  // Sets the window's title, clears the screen, turns the writing direction around, and goes back to the line's begin.
  const name = 'a\u001b]0;owned\u0007\u001b[2J\u202egpj\r\u009b31m.png'
  result(null, () => [`Tried again: ${name}`])
  line(null, name)
  note(`First line\n  second: ${name}`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not be there
  expect(printed.join('')).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
  expect(printed.at(-1)).toMatch(/^First line\n {2}second: a \]0;owned \[2J gpj 31m\.png\n$/)
})
