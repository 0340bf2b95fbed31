const ending = '.packshot-handover'

/** Whether a file is opened as a hand-over, by its name; what it is, its content says. */
export const isHandoverFileName = (name: string): boolean => name.toLowerCase().endsWith(ending)

/** The name that is proposed for a file made now. */
export const nameHandover = (at: Date): string => {
  const two = (number: number): string => String(number).padStart(2, '0')
  return `Packshot ${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}${ending}`
}
