import { create } from 'zustand'
import { goTo } from '../navigation.ts'

/** Whether the question box takes the focus once it is there. */
export const useAskFocus = create<{ readonly isWanted: boolean }>(() => ({ isWanted: false }))

/** Goes to ask about the chosen pictures, with the keyboard in the question: letters pressed elsewhere are commands. */
export const goToAsk = (): void => {
  useAskFocus.setState({ isWanted: true })
  goTo('questions')
}
