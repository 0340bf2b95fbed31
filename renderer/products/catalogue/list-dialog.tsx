import { Button, Group, Loader, Modal, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { countOf, formatCount } from '../../../shared/base/number-words.ts'
import type { ImportResult, ListColumns, OpenedList, SaidRow } from '../../../shared/products/catalogue.ts'
import { describeSaid, importedWords, listNotes } from '../../../shared/products/catalogue-words.ts'
import type { ListReading } from '../../../shared/products/list-form.ts'
import { describeSum } from '../../../shared/products/list-form-words.ts'
import { describeMissingVariants, describeSwitched, describeTargets, describeTree } from '../../../shared/products/variant-words.ts'
import { client } from '../../bridge.ts'
import { goTo } from '../../navigation.ts'
import { api, queryClient } from '../../queries.ts'
import { copyText } from '../../ui/copy-text.ts'
import foot from '../../ui/dialog-foot.module.css'
import { Note } from '../../ui/note.tsx'
import { describeProblem } from '../../ui/read-problem.ts'
import { tell, tellProblem } from '../../ui/tell.tsx'
import { FollowImported } from '../../watching/followed-list.tsx'
import { ListColumnsForm, takeFocus } from './list-columns.tsx'
import classes from './list-dialog.module.css'
import type { ChosenTargets } from './list-targets.tsx'

/** Rows shown of those that were refused or need a look; all of them can be copied. */
const shownRows = 200

/** Rows read at a time to be copied. */
const copiedRows = 500

const readAgain = (): Promise<unknown> => queryClient.invalidateQueries({ queryKey: api.catalogue.opened.key() })

const useActions = (id: string) => {
  const send = useMutation({
    mutationFn: (asked: { readonly columns: ListColumns; readonly targets: Partial<ChosenTargets>; readonly forgetIds: boolean }) =>
      client.catalogue.import({ id, ...asked }),
    // The list's own state says why.
    onSettled: readAgain,
  })
  const close = useMutation({
    mutationFn: () => client.catalogue.close({ id }),
    onError: (error) => tellProblem('The list is still open.', error),
    onSettled: readAgain,
  })
  const read = useMutation({
    mutationFn: (reading: ListReading) => client.catalogue.readAs({ id, reading }),
    onError: (error) => tellProblem('The list was not read again.', error),
    onSettled: readAgain,
  })
  return {
    readAs: (reading: ListReading): void => read.mutate(reading),
    send: (columns: ListColumns, targets: Partial<ChosenTargets>, forgetIds: boolean): void => send.mutate({ columns, targets, forgetIds }),
    close: (): void => close.mutate(),
  }
}

type Actions = ReturnType<typeof useActions>

const lineOf = (one: SaidRow): string => `Row ${formatCount(one.row)}: ${describeSaid(one)}`

const copyAll = async (number: number): Promise<void> => {
  try {
    const lines: string[] = []
    for (;;) {
      const { rows } = await client.catalogue.said({ import: number, offset: lines.length, limit: copiedRows })
      lines.push(...rows.map(lineOf))
      if (rows.length < copiedRows) break
    }
    await copyText(lines.join('\n'), countOf(lines.length, 'line'))
  } catch (error) {
    tellProblem('Nothing was copied.', error)
  }
}

/** Rows of an import that were refused, or of which something is said. */
export const SaidRows = ({ number }: { readonly number: number }) => {
  const { data } = useQuery(api.catalogue.said.queryOptions({ input: { import: number, offset: 0, limit: shownRows } }))
  if (!data || data.total === 0) return null
  const lines = data.rows.map(lineOf)
  return (
    <>
      <Group justify="space-between" gap={16}>
        <Text size="sm" fw={500}>
          {countOf(data.total, 'row')} to check
        </Text>
        <Button variant="default" size="xs" onClick={() => void copyAll(number)}>
          Copy list
        </Button>
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled part must be reachable by keyboard (WCAG 2.1.1) */}
      <section className={classes.said} tabIndex={0} aria-label="Rows to check">
        <ul>
          {data.rows.map((one, at) => (
            <li key={lines[at]} data-refused={!one.isIn}>
              {one.isIn ? '' : 'Refused. '}
              {lines[at]}
            </li>
          ))}
        </ul>
        {data.total > lines.length && <Text size="sm">and {formatCount(data.total - lines.length)} more</Text>}
      </section>
    </>
  )
}

/** Products that the list lacks stay until a person says otherwise: it may be a part of the products only. */
const MissingNote = ({ number }: { readonly number: number }) => {
  const forget = useMutation({
    mutationFn: () => client.catalogue.forgetMissing({ import: number }),
    onSuccess: ({ removed }) => tell(`${countOf(removed, 'product')} removed from the list`),
    onError: (error) => tellProblem('Not all products were removed from the list.', error),
  })
  return (
    <Group justify="space-between" gap={16} wrap="nowrap">
      <Text size="sm" c="dimmed">
        Products missing in this list are kept and marked. Removing them changes nothing in the workspace.
      </Text>
      <Button
        variant="default"
        size="xs"
        flex="none"
        loading={forget.isPending}
        disabled={forget.isSuccess}
        onClick={() => forget.mutate()}
      >
        Remove missing products
      </Button>
    </Group>
  )
}

const Imported = ({ list, result, close }: { readonly list: OpenedList; readonly result: ImportResult; readonly close: () => void }) => (
  <>
    <Text size="sm" role="status">
      {importedWords(result)}
    </Text>
    <Text size="sm" c="dimmed">
      {describeSum(result.sum)}
    </Text>
    {result.tree.variants > 0 && (
      <Text size="sm">
        {describeTree(result.tree)} {describeTargets(result.productIs, result.sharedPictures)}
      </Text>
    )}
    {result.switched && <Text size="sm">{describeSwitched(result.switched)}</Text>}
    {result.missingVariants > 0 && <Text size="sm">{describeMissingVariants(result.missingVariants)}</Text>}
    {listNotes(null, result.merged).map((note) => (
      <Text key={note} size="sm">
        {note}
      </Text>
    ))}
    {result.missing + result.missingVariants > 0 && <MissingNote number={result.import} />}
    {list.from && <FollowImported id={list.id} from={list.from} />}
    <SaidRows number={result.import} />
    <Group justify="flex-end" gap={8} className={foot.foot}>
      <Button
        ref={takeFocus}
        onClick={() => {
          close()
          goTo('products')
        }}
      >
        Show products
      </Button>
    </Group>
  </>
)

const Body = ({ list, actions }: { readonly list: OpenedList; readonly actions: Actions }) => {
  const { state } = list
  switch (state.kind) {
    case 'reading':
      return (
        <Group gap={12}>
          <Loader size="sm" />
          <Text size="sm">Reading the list…</Text>
        </Group>
      )
    case 'ready':
      return <ListColumnsForm preview={state.preview} readAs={actions.readAs} send={actions.send} cancel={actions.close} />
    case 'importing':
      return (
        <Group gap={12}>
          <Loader size="sm" />
          <Text size="sm" role="status">
            {countOf(state.rows, 'row')} imported…
          </Text>
        </Group>
      )
    case 'imported':
      return <Imported list={list} result={state.result} close={actions.close} />
    case 'failed': {
      const { message, action } = describeProblem(state.problem)
      return (
        <>
          <Note tone="bad" isAlert>
            {message} {action}
          </Note>
          {state.preview ? (
            <ListColumnsForm preview={state.preview} readAs={actions.readAs} send={actions.send} cancel={actions.close} />
          ) : (
            <Group justify="flex-end" className={foot.foot}>
              <Button ref={takeFocus} onClick={actions.close}>
                Close
              </Button>
            </Group>
          )}
        </>
      )
    }
  }
}

const titleOf = ({ name, state }: OpenedList): string => {
  const called = name === '' ? 'pasted cells' : `“${name}”`
  switch (state.kind) {
    case 'imported':
      return `Imported ${called}`
    case 'failed':
      return state.preview ? `Import ${called}` : `${name === '' ? 'The pasted cells' : called} can’t be imported`
    default:
      return `Import ${called}`
  }
}

/** A list that is read in another way has other columns to choose. */
const keyOf = ({ id, state }: OpenedList): string => {
  const preview = state.kind === 'ready' || state.kind === 'failed' ? state.preview : null
  return JSON.stringify([id, state.kind, preview && [preview.reading, preview.headers]])
}

const OpenDialog = ({ list }: { readonly list: OpenedList }) => {
  const actions = useActions(list.id)
  const canClose = list.state.kind !== 'importing'
  return (
    <Modal
      opened
      onClose={() => canClose && actions.close()}
      size={860}
      title={titleOf(list)}
      closeOnClickOutside={false}
      withCloseButton={canClose}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div key={keyOf(list)} className={classes.body}>
        <Body list={list} actions={actions} />
      </div>
    </Modal>
  )
}

/** A product list that was dropped, chosen or pasted: its columns, its import, and what to check afterwards. */
export const ListDialog = () => {
  const { data: list } = useQuery(api.catalogue.opened.queryOptions())
  return list ? <OpenDialog list={list} /> : null
}
