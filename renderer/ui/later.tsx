import { type ReactNode, startTransition, useEffect, useState } from 'react'

type Props = {
  /** How many turns after what is around it. */
  readonly turns?: number
  readonly children: ReactNode
}

/**
 * Draws its children for the first time in a later turn of the page than what is around it, and makes way for other work meanwhile (a transition): a
 * screen that is drawn part by part holds up nothing.
 */
export const Later = ({ turns = 1, children }: Props) => {
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (turn < turns) startTransition(() => setTurn(turn + 1))
  }, [turn, turns])
  return turn < turns ? null : children
}
