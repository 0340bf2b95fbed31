import type { TrayKind } from '../../shared/matching.ts'
import { tellProblem } from '../ui/tell.tsx'
import { readTrayIds } from './match-queries.ts'
import { choose, useMatchView } from './match-view.ts'

/** Selects everything in the tray from the row where the selection began to this one. */
export const chooseRange = (kind: TrayKind, index: number): void => {
  const { anchor, tray } = useMatchView.getState()
  const from = anchor ?? tray.index
  useMatchView.setState({ anchor: from })
  readTrayIds(kind, Math.min(from, index), Math.max(from, index)).then(
    (ids) => choose('tray', ids),
    (error: unknown) => tellProblem('The pictures were not selected.', error),
  )
}
