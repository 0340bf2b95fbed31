import { create } from 'zustand'
import { goTo } from '../../navigation.ts'

/** Whether the question field takes the focus once it is shown. */
export const useAskFocus = create<{ readonly isWanted: boolean }>(() => ({ isWanted: false }))

/** Opens Ask for the selected pictures with the focus in the question, because letters pressed elsewhere are commands. */
export const goToAsk = (): void => {
  useAskFocus.setState({ isWanted: true })
  goTo('questions')
}
