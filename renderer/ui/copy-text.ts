import { tell, tellProblem } from './tell.tsx'

export const copyText = async (text: string, what: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
    tell(`${what} copied`)
  } catch (error) {
    tellProblem('Nothing was copied.', error)
  }
}
