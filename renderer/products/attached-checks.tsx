import { useMemo } from 'react'
import type { CurrentStatement } from '../../shared/jobs.ts'
import { uncheckedProductWords } from '../../shared/words/requirement-profiles.ts'
import { ProductChecks } from '../checks/product-checks.tsx'
import type { Standing } from './describe-list.ts'
import type { KnownPictures } from './known-pictures.ts'
import { useReadNames } from './use-list-items.ts'

const none: readonly string[] = []

type Now = {
  readonly isNew: boolean
  readonly standing: Standing
  readonly known: KnownPictures | null
  /** A person has to say what the product has now. */
  readonly mustSay: boolean
  readonly current: CurrentStatement | null
}

/** What the product has now; `null`: that is not known. */
const sourcesNow = ({ isNew, standing, known, mustSay, current }: Now): readonly string[] | null => {
  if (isNew) return none
  if (!mustSay) return standing.kind === 'certain' ? (known?.sourceIds ?? none) : null
  switch (current?.kind) {
    case 'nothing':
      return none
    case 'ids':
      return current.ids
    case 'as-known':
      return known?.sourceIds ?? none
    case 'appends':
    case undefined:
      return null
  }
}

type Props = Now & {
  /** Pictures that are added, in order; one that the product has keeps its place. */
  readonly imageIds: readonly string[]
}

/** What shops require of the product that these pictures make, before they are attached. */
export const AttachedChecks = ({ imageIds, ...now }: Props) => {
  const sources = sourcesNow(now)
  const { names, areRead, error } = useReadNames(sources ?? none)
  const pictures = useMemo(() => {
    if (sources === null || !areRead) return null
    const before = sources.map((id) => names.get(id)?.imageId ?? null)
    const has = new Set(before)
    return [...before, ...imageIds.filter((id) => !has.has(id))]
  }, [sources, areRead, names, imageIds])
  const unknown = now.mustSay ? uncheckedProductWords.said : uncheckedProductWords.known
  const lack = sources === null ? unknown : error && !areRead ? uncheckedProductWords.names : null
  return <ProductChecks label="Shop checks of the product" level={3} pictures={pictures} lack={lack} />
}
