import { countOf } from '../../../shared/base/number-words.ts'
import type { MatchedProductRow } from '../../../shared/products/matching.ts'
import { describeMatchChange } from '../../../shared/products/matching-words.ts'
import { callProduct } from '../../../shared/products/product-names-words.ts'
import { client } from '../../bridge.ts'
import { api, queryClient } from '../../queries.ts'
import { tell, tellProblem } from '../../ui/tell.tsx'
import { createTurns } from '../../ui/turns.ts'
import { doNow, forgetUndo, isOver, keepUndo } from '../../ui/undo.ts'
import { mostAtOnce, mostWords } from './match-queries.ts'
import { clearChosen, closeRules, say, setApplying, useMatchView } from './match-view.ts'
import { rulesSaved } from './use-rules.ts'

const turns = createTurns()

/** Pictures of changes that the lists don't show yet. */
const changing = new Set<string>()

/** For keys: one about a picture whose change isn't shown yet was meant for the picture that takes its place. */
export const unlessChanging = (imageIds: readonly string[], act: () => unknown) => (): void => {
  if (!imageIds.some((id) => changing.has(id))) act()
}

const keyOf = (change: number): string => `match ${change}`

/** What to say about a change, and its number, if it can be undone. `isTold`: a note says it, too. */
type Made = { readonly said: string; readonly change?: number | null; readonly isTold?: boolean }

/** One change after another. The selection ends, unless it is another one by then. */
const change = (act: () => Promise<Made>, problem: string): Promise<boolean> => {
  const { chosen } = useMatchView.getState()
  return turns.run(async () => {
    try {
      const { said, change, isTold = false } = await act()
      say(said)
      if (change == null) {
        if (isTold) tell(said, { kind: 'match' })
      } else {
        const undo = { run: () => undoChange(change), key: keyOf(change) }
        if (isTold) tell(said, { undo, kind: 'match' })
        else keepUndo(said, undo.run, { key: undo.key })
      }
      if (useMatchView.getState().chosen === chosen) clearChosen()
      await queryClient.invalidateQueries({ queryKey: api.matching.key() })
      return true
    } catch (error) {
      tellProblem(problem, error)
      return isOver(error)
    }
  })
}

/** The same for what can be undone. */
const doChange: typeof change = (act, problem) => doNow(change(act, problem))

/** The same about these pictures, if they aren't too many for one change. */
const changePictures = async (imageIds: readonly string[], act: (imageIds: string[]) => Promise<Made>, problem: string): Promise<void> => {
  if (imageIds.length > mostAtOnce) return tell(problem, { text: mostWords })
  for (const id of imageIds) changing.add(id)
  await doChange(() => act([...imageIds]), problem)
  for (const id of imageIds) changing.delete(id)
}

/** `from`: the key of the product that they leave; `also`: they leave none. */
type How = { readonly before?: string | null; readonly from?: string | null; readonly also?: boolean }

/** Into a product: in front of one of its pictures, or at its end. */
export const movePictures = (imageIds: readonly string[], to: MatchedProductRow, how: How = {}): Promise<void> =>
  changePictures(
    imageIds,
    async (imageIds) => {
      const { change } = await client.matching.move({ imageIds, to, ...how })
      return { said: `${countOf(imageIds.length, 'picture')} ${how.also ? 'also added' : 'moved'} to ${callProduct(to)}`, change }
    },
    how.also ? 'The pictures were not added.' : 'The pictures were not moved.',
  )

export const markNotAProduct = (imageIds: readonly string[]): Promise<void> =>
  changePictures(
    imageIds,
    async (imageIds) => {
      const { change } = await client.matching.notAProduct({ imageIds })
      return { said: `${countOf(imageIds.length, 'picture')} left out`, change }
    },
    'The pictures were not left out.',
  )

/** Out of this product (its key), or out of all: back to the pictures without a product, unless they are in others. */
export const takeOut = (imageIds: readonly string[], from: string | null = null): Promise<void> =>
  changePictures(
    imageIds,
    async (imageIds) => {
      const { change } = await client.matching.takeOut({ imageIds, from })
      return { said: `${countOf(imageIds.length, 'picture')} taken out`, change }
    },
    'The pictures were not moved.',
  )

const undoBy = (of: { readonly change: number } | undefined): Promise<boolean> =>
  change(async () => {
    const { undone } = await client.matching.undo(of)
    if (undone) forgetUndo(keyOf(undone.change))
    return { said: undone ? `Undone: ${describeMatchChange(undone)}` : 'There is nothing to undo', isTold: true }
  }, 'The change was not undone.')

/** Exactly this change. */
const undoChange = (change: number): Promise<boolean> => undoBy({ change })

/** The newest change, also one of an earlier start. */
export const undo = (): Promise<boolean> => undoBy(undefined)

export const applyRules = async (): Promise<void> => {
  setApplying(true)
  await doChange(async () => {
    await rulesSaved()
    const { changed, change, left } = await client.matching.apply({ rules: null })
    closeRules()
    const said = changed === 0 ? 'Nothing has changed' : `Rules applied to ${countOf(changed, 'picture')}`
    return {
      said: left === 0 ? said : `${said}. ${countOf(left, 'picture')} changed meanwhile and stayed as they are.`,
      change,
      isTold: true,
    }
  }, 'The rules were not applied.')
  setApplying(false)
}

export const takeFolderNames = (): Promise<unknown> =>
  doChange(async () => {
    const { products, pictures, change } = await client.matching.useFolders()
    return { said: `${countOf(pictures, 'picture')} matched to ${countOf(products, 'new product')}`, change, isTold: true }
  }, 'The folder names were not used.')
