import { create } from 'zustand'
import { goTo } from '../../navigation.ts'
import { tellProblem } from '../../ui/tell.tsx'

/** A file of question sets that a person chose or dropped, shown before anything is kept. */
export const useOfferedFile = create<{ readonly text: string | null }>(() => ({ text: null }))

export const closeOfferedFile = (): void => useOfferedFile.setState({ text: null })

/** Whether the panel of question sets is open. */
export const useSetsPanel = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }))

/** No file of question sets is that large; it is not read to find out. */
const largestBytes = 16_000_000

/** Shows what is in a file of question sets, in their panel. */
export const offerSetFile = async (file: File): Promise<void> => {
  try {
    // The core says how large it may be.
    const text = file.size > largestBytes ? ' '.repeat(4_000_001) : await file.text()
    useOfferedFile.setState({ text })
    useSetsPanel.setState({ isOpen: true })
    goTo('questions')
  } catch (error) {
    tellProblem('The question sets were not imported.', error)
  }
}
