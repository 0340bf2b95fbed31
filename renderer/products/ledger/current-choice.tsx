import { Radio, Stack, Text, Textarea } from '@mantine/core'
import { useLayoutEffect, useMemo, useState } from 'react'
import { currentWords, describeOrigin } from '../../../shared/products/attached-lists-words.ts'
import { findLeftOut, unknownList } from '../../../shared/products/statements.ts'
import type { CurrentStatement } from '../../../shared/queue/jobs.ts'
import { formatAgo } from '../../ui/format.ts'
import classes from './current-choice.module.css'
import { type CurrentDraft, emptyDraft, readDraft, toSaid } from './current-draft.ts'
import type { KnownPictures } from './known-pictures.ts'
import { LeftOut } from './left-out.tsx'
import { PictureStrip } from './picture-strip.tsx'
import { useListItems } from './use-list-items.ts'

type FieldsProps = {
  readonly known: KnownPictures | null
  readonly draft: CurrentDraft
  readonly change: (draft: CurrentDraft) => void
  /** The whole list is replaced, which a service that only appends cannot do. */
  readonly isReplacement?: boolean
  /** One of many: its subject, as the question and the pictures are already shown. */
  readonly row?: string
}

/** A person's statement of a product's current pictures, with an answer for each known picture. */
export const CurrentFields = ({ known, draft, change, isReplacement = false, row }: FieldsProps) => {
  const items = useListItems({
    sourceIds: useMemo(() => [...(known?.sourceIds ?? []), ...(known?.maybeIds ?? [])], [known]),
    imageIds: known?.imageIds ?? [],
  })
  const leftOut = new Set(findLeftOut(toSaid(draft), known ?? unknownList))
  const ago = known?.knownAt == null ? null : formatAgo(known.knownAt, Date.now())
  const canBeAsKnown = known?.isWhole === true && known.sourceIds.length > 0
  return (
    <Stack gap={8}>
      <Radio.Group
        label={row === undefined ? currentWords.question : undefined}
        description={row === undefined ? currentWords.why : undefined}
        aria-label={row === undefined ? undefined : `${row}: ${currentWords.question}`}
        value={draft.kind}
        onChange={(kind) => change({ ...draft, kind: kind as CurrentDraft['kind'] })}
      >
        <div className={row === undefined ? classes.stack : classes.row}>
          {canBeAsKnown && (
            <Radio
              value="as-known"
              label={currentWords.asKnown}
              description={row === undefined ? describeOrigin(known.origin, ago) : undefined}
            />
          )}
          {canBeAsKnown && row === undefined && (
            <div className={classes.below}>
              <PictureStrip label="Pictures Packshot knows of" items={items.slice(0, known.sourceIds.length)} />
            </div>
          )}
          <Radio
            value="nothing"
            label={currentWords.nothing}
            description={draft.kind === 'nothing' && leftOut.size === 0 ? currentWords.nothingMeans : undefined}
          />
          <Radio value="ids" label={currentWords.ids} />
          {!isReplacement && <Radio value="appends" label={row === undefined ? currentWords.appends : currentWords.appendsShort} />}
        </div>
      </Radio.Group>
      {draft.kind === 'ids' && (
        <Textarea
          aria-label="Source IDs to keep"
          placeholder="Source IDs in their order, one to a line"
          autosize
          minRows={2}
          maxRows={5}
          spellCheck={false}
          value={draft.text}
          onChange={({ currentTarget }) => change({ ...draft, text: currentTarget.value })}
        />
      )}
      {[false, true].map((isMaybe) => {
        const asked = items.filter(({ key }) => leftOut.has(key) && known?.sourceIds.includes(key) !== isMaybe)
        const say = (fates: CurrentDraft['fates']) => change({ ...draft, fates })
        return asked.length > 0 && <LeftOut key={String(isMaybe)} items={asked} ago={ago} isMaybe={isMaybe} fates={draft.fates} say={say} />
      })}
    </Stack>
  )
}

type Props = Pick<FieldsProps, 'known' | 'isReplacement'> & { readonly choose: (statement: CurrentStatement | null) => void }

/** Asks for the product's current pictures: the service can't report them, and attaching replaces the whole list. */
export const CurrentChoice = ({ known, isReplacement = false, choose }: Props) => {
  const [draft, change] = useState(emptyDraft)
  // An answer about another product or list does not count here: nothing is stated until something is chosen.
  useLayoutEffect(() => choose(readDraft(draft, known)), [choose, draft, known])
  return (
    <Stack gap={8}>
      <CurrentFields known={known} draft={draft} change={change} isReplacement={isReplacement} />
      <Text size="sm" c="dimmed">
        {currentWords.limit}
      </Text>
    </Stack>
  )
}
