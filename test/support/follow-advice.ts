import type { Ended } from './packshot-process.ts'
import type { PackshotUser } from './packshot-user.ts'

/** Everything that a person has read. */
export const saidBy = ({ stdout, stderr }: Pick<Ended, 'stdout' | 'stderr'>): string => `${stdout}\n${stderr}`

/** The commands that a message names in quotation marks, in order, without “packshot”. */
export const commandsIn = (message: string): readonly string[] =>
  [...message.matchAll(/“packshot ([^”]+)”/g)].map(([, command = '']) => command)

/** Words in capitals stand for facts that the person knows: HOST:PORT, JOB, FILE.packshot. Throws for one that they can't know. */
const fillIn = (command: string, known: Readonly<Record<string, string>>): string[] =>
  command.split(/ +/).map((word) => {
    if (!/^[A-Z]/.test(word)) return word
    const value = known[word]
    if (value === undefined) throw new Error(`The advice “packshot ${command}” asks for ${word}, which this person doesn’t know.`)
    return value
  })

type Hand = {
  /** The person's facts, by the word that stands for them. */
  readonly known?: Readonly<Record<string, string>>
  /** Typed where the command reads standard input. */
  readonly stdin?: string
}

/**
 * Types a command exactly as a message gives it: the first that `fits`, or the only one. Throws if the message names none, or several
 * without a way to choose.
 */
export const typeAdvice = (user: PackshotUser, message: string, fits: RegExp, { known = {}, stdin }: Hand = {}): Promise<Ended> => {
  const command = commandsIn(message).find((one) => fits.test(one))
  if (command === undefined) throw new Error(`The message names no command:\n${message}`)
  return user.runWith({ consent: 'allow', ...(stdin === undefined ? {} : { stdin }) }, ...fillIn(command, known))
}
