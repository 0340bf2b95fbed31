import type { MatchedProductRow } from '../../shared/matching.ts'
import { describeMatchChange } from '../../shared/words/matching.ts'
import { countOf } from '../../shared/words/numbers.ts'
import { callProduct } from '../../shared/words/product-names.ts'
import { client } from '../bridge.ts'
import { api, queryClient } from '../queries.ts'
import { tell, tellProblem } from '../ui/tell.tsx'
import { createTurns } from '../ui/turns.ts'
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

/** One change after another. The selection ends, unless it is another one by then. */
const change = (act: () => Promise<string>, problem: string): Promise<void> => {
  const { chosen } = useMatchView.getState()
  return turns.run(async () => {
    try {
      say(await act())
      if (useMatchView.getState().chosen === chosen) clearChosen()
      await queryClient.invalidateQueries({ queryKey: api.matching.key() })
    } catch (error) {
      tellProblem(problem, error)
    }
  })
}

/** The same about these pictures, if they aren't too many for one change. */
const changePictures = async (
  imageIds: readonly string[],
  act: (imageIds: string[]) => Promise<string>,
  problem: string,
): Promise<void> => {
  if (imageIds.length > mostAtOnce) return tell(problem, { text: mostWords })
  for (const id of imageIds) changing.add(id)
  await change(() => act([...imageIds]), problem)
  for (const id of imageIds) changing.delete(id)
}

/** Into a product: in front of one of its pictures, or at its end. */
export const movePictures = (imageIds: readonly string[], to: MatchedProductRow, before: string | null = null): Promise<void> =>
  changePictures(
    imageIds,
    async (imageIds) => {
      await client.matching.move({ imageIds, to, before })
      return `${countOf(imageIds.length, 'picture')} moved to ${callProduct(to)}`
    },
    'The pictures were not moved.',
  )

export const markNotAProduct = (imageIds: readonly string[]): Promise<void> =>
  changePictures(
    imageIds,
    async (imageIds) => {
      await client.matching.notAProduct({ imageIds })
      return `${countOf(imageIds.length, 'picture')} marked as not a product`
    },
    'The pictures were not marked.',
  )

/** Back to the pictures without a product. */
export const takeOut = (imageIds: readonly string[]): Promise<void> =>
  changePictures(
    imageIds,
    async (imageIds) => {
      await client.matching.takeOut({ imageIds })
      return `${countOf(imageIds.length, 'picture')} moved to “No product”`
    },
    'The pictures were not moved.',
  )

export const undo = (): Promise<void> =>
  change(async () => {
    const { undone } = await client.matching.undo()
    const said = undone ? `Undone: ${describeMatchChange(undone)}` : 'There is nothing to undo'
    tell(said, { kind: 'match' })
    return said
  }, 'The last change was not undone.')

const withUndo = { action: { label: 'Undo', run: () => void undo() }, kind: 'match' } as const

export const applyRules = async (): Promise<void> => {
  setApplying(true)
  await change(async () => {
    await rulesSaved()
    const { changed } = await client.matching.apply({ rules: null })
    closeRules()
    if (changed === 0) tell('Nothing has changed', { kind: 'match' })
    else tell(`Rules applied to ${countOf(changed, 'picture')}`, withUndo)
    return `Rules applied to ${countOf(changed, 'picture')}`
  }, 'The rules were not applied.')
  setApplying(false)
}

export const takeFolderNames = (): Promise<void> =>
  change(async () => {
    const { products, pictures } = await client.matching.useFolders()
    const said = `${countOf(pictures, 'picture')} matched to ${countOf(products, 'new product')}`
    tell(said, withUndo)
    return said
  }, 'The folder names were not used.')
