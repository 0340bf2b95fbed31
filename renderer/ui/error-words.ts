import { useEffect } from 'react'
import { create } from 'zustand'
import type { allErrorWords } from './all-error-words.ts'

/** The first sight seldom needs them, and would wait for them. */
export type ErrorWords = typeof allErrorWords

const useWords = create<{ readonly words: ErrorWords | null }>(() => ({ words: null }))

const takeErrorWords = (words: ErrorWords): void => useWords.setState({ words })

/** Loads them, if they are not there yet. */
export const loadErrorWords = async (): Promise<ErrorWords> => {
  const { allErrorWords } = await import('./all-error-words.ts')
  if (!useWords.getState().words) takeErrorWords(allErrorWords)
  return allErrorWords
}

/** `null` until they are loaded. What is shown after the first sight comes with them. */
export const errorWords = (): ErrorWords | null => useWords.getState().words

/** For what the first sight may show: has them loaded, and draws again when they are. */
export const useErrorWords = (): ErrorWords | null => {
  const words = useWords((state) => state.words)
  useEffect(() => {
    if (!words) void loadErrorWords().catch(() => {})
  }, [words])
  return words
}
