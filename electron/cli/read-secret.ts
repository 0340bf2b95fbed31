import { AppError } from '../../shared/errors.ts'

const longest = 16_384

/** A secret from standard input, surrounding white space left out. Errors: `usage` if there is none. */
export const readSecret = async (stdin: NodeJS.ReadableStream, what: string): Promise<string> => {
  let text = ''
  stdin.setEncoding('utf8')
  for await (const piece of stdin) {
    text += piece
    if (text.length > longest) throw new AppError('usage', `The ${what} on standard input is too long.`)
  }
  const secret = text.trim()
  if (secret === '')
    throw new AppError('usage', `The ${what} is expected on standard input, and there was none.`, {
      action: 'Pipe it in; a secret on the command line could be seen by others.',
    })
  return secret
}
