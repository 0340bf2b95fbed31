import { create } from 'zustand'

/** Says which command is under way, if it is about so many things that it takes seconds. */
export const useUnderWay = create<{ readonly said: string | null }>(() => ({ said: null }))

/** The core answers nothing else while it works on more than this. */
const mostUnsaid = 10_000

/** Of a window that is not drawn, such as one behind another desktop. */
const longestUndrawnMs = 500

/** Until what was just rendered is on the screen: a frame has begun after the one that drew it. */
const drawn = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, longestUndrawnMs)
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        clearTimeout(timer)
        resolve()
      }),
    )
  })

/** Runs a command about `count` things. Of many, the window has drawn that it is under way before the core begins. */
export const sayUnderWay = async <T>(count: number, said: string, act: () => Promise<T>): Promise<T> => {
  if (count <= mostUnsaid) return act()
  useUnderWay.setState({ said })
  await drawn()
  try {
    return await act()
  } finally {
    useUnderWay.setState({ said: null })
  }
}
