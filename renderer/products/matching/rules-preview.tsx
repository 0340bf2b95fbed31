import { Loader, SegmentedControl } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '../../../shared/base/number-words.ts'
import { shownPlace, wholePath } from '../../../shared/pictures/picture-place.ts'
import type { MatchPreview, PictureMatchKind } from '../../../shared/products/matching.ts'
import {
  callMatched,
  describeCodesLeft,
  describeMatchQuestion,
  describePreview,
  describeReason,
  describeUnknownInMapping,
  nameReason,
} from '../../../shared/products/matching-words.ts'
import { api } from '../../queries.ts'
import { ProblemNote } from '../../ui/problem-note.tsx'
import classes from './rules-dialog.module.css'

/** Rows shown of each kind. */
const shownRows = 30

const cellsOf = (
  { match }: MatchPreview['rows'][number],
  nameOf: (key: string) => string,
): readonly [product: string, why: string, inFull: string] => {
  switch (match.kind) {
    case 'matched':
      return [
        match.products.map(({ productKey, place }) => `${nameOf(productKey)}, ${place === 1 ? 'main' : formatCount(place)}`).join(' and '),
        [...new Set(match.products.map(({ why }) => nameReason(why)))].join(', '),
        [...new Set(match.products.map(({ why }) => describeReason(why)))].join(' '),
      ]
    case 'question':
      return [
        match.candidates.map(({ productKey }) => nameOf(productKey)).join(' or '),
        describeMatchQuestion(match.question),
        describeMatchQuestion(match.question),
      ]
    case 'unmatched':
      return ['–', 'No rule found a product', 'No rule found a product']
  }
}

const PreviewRows = ({ preview }: { readonly preview: MatchPreview }) => {
  const byKey = new Map(preview.products.map((one) => [one.key, callMatched(one)]))
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Picture</th>
          <th scope="col">Product</th>
          <th scope="col">Why</th>
        </tr>
      </thead>
      <tbody>
        {preview.rows.map((row) => {
          const [product, why, inFull] = cellsOf(row, (key) => byKey.get(key) ?? key)
          return (
            <tr key={row.imageId}>
              <td title={wholePath(row)}>{shownPlace(row)}</td>
              <td title={product}>{product}</td>
              <td title={inFull}>{why}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** What the rules would do with the pictures of the library: counts, and the first rows of each kind. */
export const RulesPreview = ({ isAnyUsed }: { readonly isAnyUsed: boolean }) => {
  const [kind, setKind] = useState<PictureMatchKind>('matched')
  const { data, error, isFetching } = useQuery({
    ...api.matching.preview.queryOptions({ input: { rules: null, kind, offset: 0, limit: shownRows } }),
    placeholderData: keepPreviousData,
    enabled: isAnyUsed,
  })
  if (!isAnyUsed)
    return (
      <section className={classes.preview} aria-label="Preview">
        <p className={classes.quiet}>Choose at least one rule to see what it finds.</p>
      </section>
    )
  return (
    <section className={classes.preview} aria-label="Preview" aria-busy={isFetching}>
      {error && <ProblemNote what="There is no preview." error={error} />}
      {!data && !error && <Loader size="sm" />}
      {data && (
        <>
          <div className={classes.counts}>
            <p role="status">{describePreview(data)}</p>
            {isFetching && <Loader size="xs" className={classes.again} />}
          </div>
          {data.barcodes &&
            describeCodesLeft(data.barcodes).map((said) => (
              <p key={said} className={classes.quiet}>
                {said}
              </p>
            ))}
          {data.unknownInMapping.total > 0 && <p className={classes.unknown}>{describeUnknownInMapping(data.unknownInMapping)}</p>}
          <SegmentedControl
            size="xs"
            aria-label="Rows to show"
            data={[
              { value: 'matched', label: `Matched (${formatCount(data.matched)})` },
              { value: 'question', label: `To decide (${formatCount(data.questions)})` },
              { value: 'unmatched', label: `No match (${formatCount(data.unmatched)})` },
            ]}
            value={kind}
            onChange={(value) => setKind(value as PictureMatchKind)}
          />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex lint/a11y/useSemanticElements: a scrolled part must be reachable by keyboard (WCAG 2.1.1) */}
          <div className={classes.rows} tabIndex={0} role="group" aria-label="First pictures">
            {data.rows.length > 0 ? <PreviewRows preview={data} /> : <p className={classes.none}>None</p>}
          </div>
        </>
      )}
    </section>
  )
}
