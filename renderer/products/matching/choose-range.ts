import { countOf } from '../../../shared/base/number-words.ts'
import type { TrayKind } from '../../../shared/products/matching.ts'
import { tell, tellProblem } from '../../ui/tell.tsx'
import { mostAtOnce, mostWords, readTrayIds } from './match-queries.ts'
import { choose, useMatchView } from './match-view.ts'

/** How many ranges were asked for; the last one counts. */
let ranges = 0

/** Selects everything in the tray from the row where the selection began to this one, unless a person selects something else meanwhile. */
export const chooseRange = (kind: TrayKind, index: number): void => {
  const { anchor, tray, chosen } = useMatchView.getState()
  const from = anchor ?? tray.index
  useMatchView.setState({ anchor: from })
  ranges += 1
  const range = ranges
  const isWanted = (): boolean => {
    const now = useMatchView.getState()
    return ranges === range && now.chosen === chosen && now.anchor === from && now.trayKind === kind
  }
  const [low, high] = [Math.min(from, index), Math.max(from, index)]
  readTrayIds(kind, low, high).then(
    (ids) => {
      if (!isWanted()) return
      choose('tray', ids)
      if (high - low >= mostAtOnce) tell(`The first ${countOf(mostAtOnce, 'picture')} are selected`, { text: mostWords })
    },
    (error: unknown) => {
      if (isWanted()) tellProblem('The pictures were not selected.', error)
    },
  )
}
