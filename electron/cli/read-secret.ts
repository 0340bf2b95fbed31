import { AppError } from '../../shared/base/errors.ts'
import type { PipedSecret } from '../../shared/command/command-failures.ts'

const longest = 16_384

/** A secret from standard input, with surrounding white space removed. Errors: `usage` if it is empty. */
export const readSecret = async (stdin: NodeJS.ReadableStream, what: PipedSecret): Promise<string> => {
  let text = ''
  stdin.setEncoding('utf8')
  for await (const piece of stdin) {
    text += piece
    if (text.length > longest) throw new AppError('usage', { kind: 'input-secret-too-long', secret: what })
  }
  const secret = text.trim()
  if (secret === '') throw new AppError('usage', { kind: 'input-secret-missing', secret: what })
  return secret
}
