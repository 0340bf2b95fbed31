import { Button, Checkbox, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { SetQuestion } from '../../../shared/answers/question-sets.ts'
import { sheetView } from '../../../shared/answers/sheet.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import { findRoles } from '../../../shared/exchange/export-presets.ts'
import type { PlannedText, TextsToSend } from '../../../shared/products/product-texts.ts'
import {
  countAsked,
  countToSend,
  describeMainPicture,
  describeTextNow,
  describeTextPicture,
  describeTexts,
  textsWords,
} from '../../../shared/products/product-texts-words.ts'
import { proposeAttributes } from '../../../shared/products/propose-attributes.ts'
import { client } from '../../bridge.ts'
import { type ExportedSheet, isPartOf } from '../../exchange/exports/exported-view.ts'
import { type Scope, ScopeFields, viewOf } from '../../exchange/exports/scope-fields.tsx'
import { goTo } from '../../navigation.ts'
import { api, queryClient } from '../../queries.ts'
import foot from '../../ui/dialog-foot.module.css'
import { Note } from '../../ui/note.tsx'
import { describeProblem, readProblem } from '../../ui/read-problem.ts'
import { tell } from '../../ui/tell.tsx'
import { UnreadNote } from '../../ui/unread-note.tsx'
import { rowsPerPage, usePages } from '../../ui/use-pages.ts'
import { VirtualRows } from '../../ui/virtual-rows.tsx'
import { WithheldButton } from '../../ui/withheld-button.tsx'
import { useWithheld } from '../../workspaces/settings/use-scope.ts'
import classes from './send-texts-dialog.module.css'
import { closeSendTexts, useTextsView } from './texts-view.ts'

const sendKey = ['send-texts']

const PlannedRow = ({ row }: { readonly row: PlannedText | undefined }) => {
  if (!row) return <div className={classes.row} />
  const trouble = row.problem && describeProblem(row.problem)
  const picture = describeTextPicture(row)
  return (
    <div className={classes.row} data-same={row.isSame || undefined}>
      <span className={classes.name}>
        {row.product === '' ? 'A product' : row.product}
        <span className={classes.quiet}> · {row.attribute}</span>
      </span>
      {trouble ? (
        <span className={classes.problem}>
          {trouble.message} {trouble.action}
        </span>
      ) : (
        <>
          <span className={classes.quiet} title={row.now.text ?? undefined}>
            Now: {describeTextNow(row)}
          </span>
          <span className={classes.after} title={row.after}>
            {row.isSame ? 'There already' : row.after}
          </span>
          {picture !== null && (
            <span className={classes.quiet} title={picture}>
              {picture}
            </span>
          )}
        </>
      )}
    </div>
  )
}

const PlannedRows = ({ what, workspace }: { readonly what: TextsToSend; readonly workspace: string | null }) => {
  const { total, rowAt, onRange } = usePages<PlannedText>((offset) =>
    api.texts.preview.queryOptions({ input: { what, workspace, offset, limit: rowsPerPage }, placeholderData: keepPreviousData }),
  )
  return (
    <div className={classes.rows}>
      <VirtualRows label="Texts" count={total} estimate={72} onRange={onRange} render={(index) => <PlannedRow row={rowAt(index)} />} />
    </div>
  )
}

const knownAttributes = 'known-attributes'

type Chosen = { readonly isUsed: boolean; readonly attribute: string }

type ColumnsProps = {
  readonly columns: readonly SetQuestion[]
  /** Attributes to choose from; any other may be entered. */
  readonly known: readonly string[]
  readonly chosen: readonly Chosen[]
  readonly change: (chosen: readonly Chosen[]) => void
}

const Columns = ({ columns, known, chosen, change }: ColumnsProps) => (
  <fieldset className={classes.columns}>
    <legend>Which column goes to which attribute?</legend>
    <datalist id={knownAttributes}>
      {known.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
    <div className={classes.pairs}>
      {columns.map(({ question, column }, at) => {
        const one = chosen[at] ?? { isUsed: false, attribute: '' }
        const set = (part: Partial<Chosen>): void => change(chosen.with(at, { ...one, ...part }))
        return (
          <div key={question} className={classes.column}>
            <Checkbox
              label={column}
              title={question}
              checked={one.isUsed}
              onChange={(event) => set({ isUsed: event.currentTarget.checked })}
            />
            <TextInput
              aria-label={`Attribute for ${column}`}
              value={one.attribute}
              placeholder="Attribute name"
              list={knownAttributes}
              disabled={!one.isUsed}
              onChange={(event) => set({ attribute: event.currentTarget.value })}
            />
          </div>
        )
      })}
    </div>
  </fieldset>
)

/** At first those shown whose attributes' names say that products have them, such as “Alt text”; else all shown that have a name. */
const proposeColumns = ({ set, shown }: ExportedSheet, known: readonly string[]): readonly Chosen[] => {
  const names = proposeAttributes(set.questions, known)
  const isShown = new Set(shown.map(({ question }) => question))
  const named = set.questions.flatMap(({ question }, at) => {
    const column = names[at] ?? ''
    return isShown.has(question) && column !== '' ? [{ question, column }] : []
  })
  const roles = Object.values(findRoles(named))
  const used = new Set((roles.length > 0 ? roles : named.length > 0 ? named : shown).map(({ question }) => question))
  return set.questions.map(({ question }, at) => ({ isUsed: used.has(question), attribute: names[at] ?? '' }))
}

/** Why the chosen columns can't be sent; `null`: they can. */
const lackOf = (used: readonly Chosen[]): string | null => {
  const names = used.map(({ attribute }) => attribute.trim().toLowerCase())
  if (names.length === 0) return 'Choose at least one column.'
  if (names.includes('')) return 'Enter the attribute of each column.'
  return new Set(names).size < names.length ? 'Choose a different attribute for each column.' : null
}

type TextsForm = {
  readonly sheet: ExportedSheet
  readonly chosen: readonly Chosen[]
  readonly scope: Scope
}

const toSend = ({ sheet, chosen, scope }: TextsForm): TextsToSend => ({
  kind: 'cells',
  columns: sheet.set.questions.flatMap(({ question }, at) =>
    chosen[at]?.isUsed ? [{ question, attribute: chosen[at].attribute.trim() }] : [],
  ),
  onlyApproved: scope.which === 'approved',
  view: scope.isAll || !isPartOf(sheet.view) ? null : sheetView.parse(viewOf(sheet, scope, 'products')),
})

const Texts = ({ sheet }: { readonly sheet: ExportedSheet }) => {
  const { workspace } = sheet
  const { data: known } = useQuery(api.texts.attributes.queryOptions({ input: { workspace } }))
  const [changed, setChosen] = useState<readonly Chosen[] | null>(null)
  const proposed = useMemo(() => proposeColumns(sheet, known ?? []), [sheet, known])
  const chosen = changed ?? proposed
  const [scope, setScope] = useState<Scope>({ isAll: false, which: 'approved' })
  const [unknown, setUnknown] = useState<'ask' | 'replace'>('ask')
  const onlyApproved = scope.which === 'approved'
  const lack = lackOf(chosen.filter(({ isUsed }) => isUsed))
  const asked = useMemo(() => toSend({ sheet, chosen, scope }), [sheet, chosen, scope])
  const [what] = useDebouncedValue(asked, 200)
  const { data, error } = useQuery({
    ...api.texts.preview.queryOptions({ input: { what, workspace, offset: 0, limit: rowsPerPage }, placeholderData: keepPreviousData }),
    enabled: lack === null,
  })
  const withheld = useWithheld()
  const send = useMutation({
    mutationKey: sendKey,
    mutationFn: () => client.texts.send({ what: asked, workspace, unknown }),
    onSuccess: ({ queued }) => {
      closeSendTexts()
      tell(textsWords.queued(queued), { action: { label: 'Show in Activity', run: () => goTo('activity') } })
    },
  })
  // What is shown while something is missing is of an earlier choice.
  const plan = lack === null && !error ? data : undefined
  const count = plan ? countToSend(plan) : 0
  const unsure = plan ? countAsked(plan) : 0
  const missing =
    withheld ?? lack ?? (plan && count === 0 ? (onlyApproved ? 'No approved text is left to send.' : 'No text is left to send.') : null)
  const trouble = send.error ? readProblem(send.error) : null
  return (
    <form
      className={classes.body}
      onSubmit={(event) => {
        event.preventDefault()
        // Asks the client, because a second press may come before the next render.
        if (missing === null && plan && queryClient.isMutating({ mutationKey: sendKey }) === 0) send.mutate()
      }}
    >
      <Columns columns={sheet.set.questions} known={known ?? []} chosen={chosen} change={setChosen} />
      <ScopeFields sheet={sheet} rows="products" label="Products" scope={scope} change={setScope} describe={null} />
      {unsure > 0 && (
        <Radio.Group label={textsWords.askedQuestion(unsure)} value={unknown} onChange={(value) => setUnknown(value as 'ask' | 'replace')}>
          <Group gap={24} mt={6}>
            <Radio value="ask" label={textsWords.ask} />
            <Radio value="replace" label={textsWords.replace} />
          </Group>
        </Radio.Group>
      )}
      {error && lack === null && <UnreadNote what="The texts cannot be shown." error={error} />}
      {plan && (
        <Stack gap={8}>
          <Text size="sm" role="status">
            {describeTexts(plan, onlyApproved)}
          </Text>
          {describeMainPicture(plan, onlyApproved).map((sentence) => (
            <Text key={sentence} size="sm">
              {sentence}
            </Text>
          ))}
          <PlannedRows what={what} workspace={workspace} />
        </Stack>
      )}
      {trouble && (
        <Note tone="bad" title="Nothing was sent." isAlert>
          {trouble.message} {trouble.action}
        </Note>
      )}
      <Group gap={8} wrap="nowrap" className={foot.foot}>
        <Text size="sm" c="dimmed" flex={1} role="status">
          {missing}
        </Text>
        <Button variant="default" onClick={closeSendTexts}>
          Cancel
        </Button>
        <WithheldButton type="submit" withheld={missing} loading={send.isPending}>
          {count === 0 ? 'Send texts' : `Send ${countOf(count, 'text')}`}
        </WithheldButton>
      </Group>
    </form>
  )
}

/** Sends the texts of a sheet's columns to attributes of their products: what is there now, what will be, one confirmation. */
export const SendTextsDialog = () => {
  const { sheet } = useTextsView()
  return (
    <Modal
      opened={sheet !== null}
      onClose={closeSendTexts}
      size={760}
      title="Send texts to products"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {sheet !== null && <Texts sheet={sheet} />}
    </Modal>
  )
}
