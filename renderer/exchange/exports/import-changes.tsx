import { Button, FileButton, Group, Loader, Modal, SegmentedControl, Select, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { countOf, formatCount } from '../../../shared/base/number-words.ts'
import {
  type ComparedTable,
  type Difference,
  type DifferenceKind,
  differenceKinds,
  type OutChoice,
} from '../../../shared/exchange/exports.ts'
import { describeApplied, describeCompared, describeUnknown } from '../../../shared/exchange/exports-words.ts'
import { client } from '../../bridge.ts'
import foot from '../../ui/dialog-foot.module.css'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { tell } from '../../ui/tell.tsx'
import { cellKey, Differences } from './differences.tsx'
import classes from './exports.module.css'
import { closeImport, openTable, showTable, useImportView } from './import-view.ts'

const kindWords: Readonly<Record<DifferenceKind, string>> = {
  changed: 'Changes',
  conflict: 'Conflicts',
  rewritten: 'Changed by the spreadsheet',
}

const UnknownColumns = ({
  table,
  choose,
  isBusy,
}: {
  readonly table: ComparedTable
  readonly choose: (columns: Record<string, string | null>) => void
  readonly isBusy: boolean
}) => {
  const free = table.columns.filter(({ question }) => question === null).map(({ header }) => header)
  const headers = [...new Set(free)]
  if (table.missing.length === 0 || headers.length === 0) return null
  const known = Object.fromEntries(table.columns.flatMap(({ header, question }) => (question === null ? [] : [[header, question]])))
  return (
    <div className={classes.fields}>
      {table.missing.map(({ question, column }) => (
        <Select
          key={question}
          label={`Which column has “${column}”?`}
          placeholder="None"
          disabled={isBusy}
          data={headers}
          value={null}
          onChange={(header) => header !== null && choose({ ...known, [header]: question })}
        />
      ))}
    </div>
  )
}

type ComparedProps = {
  readonly table: ComparedTable
  readonly close: () => void
  readonly choose: (columns: Record<string, string | null>) => void
  readonly isBusy: boolean
}

const Compared = ({ table, close, choose, isBusy }: ComparedProps) => {
  const kinds = differenceKinds.filter((kind) => table.counts[kind] > 0)
  const [kind, setKind] = useState<DifferenceKind>(table.counts.conflict > 0 ? 'conflict' : (kinds[0] ?? 'changed'))
  const [conflicts, setConflicts] = useState<OutChoice | null>(null)
  const [choices, setChoices] = useState<ReadonlyMap<string, readonly [Difference, OutChoice]>>(new Map())
  const apply = useMutation({
    mutationFn: () =>
      client.exports.apply({
        id: table.id,
        conflicts: conflicts ?? 'packshot',
        rewritten: 'packshot',
        cells: [...choices.values()].map(([{ imageId, question }, use]) => ({ imageId, question, use })),
      }),
    onSuccess: ({ changed, kept, left }) => {
      const [title = '', ...more] = describeApplied({ changed, kept: kept.length, left })
      tell(title, { text: [...more, 'Undo takes all of it back.'].join(' ') })
      close()
    },
  })
  const decided = [...choices.values()].filter(([one]) => one.kind === 'conflict').length
  const open = conflicts === null ? table.counts.conflict - decided : 0
  const total = table.counts.changed + table.counts.conflict + table.counts.rewritten
  const usual: Readonly<Record<DifferenceKind, OutChoice | null>> = { changed: 'file', conflict: conflicts, rewritten: 'packshot' }
  const lacks = total === 0 ? 'There is nothing to apply' : open > 0 ? `Decide ${countOf(open, 'conflict')} first` : undefined
  return (
    <div className={classes.form}>
      <div role="status">
        {describeCompared(table).map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
      </div>
      <UnknownColumns table={table} choose={choose} isBusy={isBusy} />
      {table.unknown.length > 0 && (
        <details>
          <summary>Rows that are ignored ({formatCount(table.unknownRows)})</summary>
          <ul className={classes.notes}>
            {table.unknown.map((one) => (
              <li key={one.row}>{describeUnknown(one)}</li>
            ))}
          </ul>
        </details>
      )}
      {kinds.length > 1 && (
        <SegmentedControl
          aria-label="Differences shown"
          data={kinds.map((one) => ({ value: one, label: `${kindWords[one]} (${formatCount(table.counts[one])})` }))}
          value={kind}
          onChange={(value) => setKind(value as DifferenceKind)}
        />
      )}
      {kind === 'conflict' && table.counts.conflict > 0 && (
        <Group gap={8}>
          <Text size="sm" flex={1}>
            Choose for each conflict, or for all:
          </Text>
          <Button
            variant={conflicts === 'packshot' ? 'light' : 'default'}
            size="xs"
            aria-pressed={conflicts === 'packshot'}
            onClick={() => setConflicts('packshot')}
          >
            Keep all of Packshot’s
          </Button>
          <Button
            variant={conflicts === 'file' ? 'light' : 'default'}
            size="xs"
            aria-pressed={conflicts === 'file'}
            onClick={() => setConflicts('file')}
          >
            Use all of the file’s
          </Button>
        </Group>
      )}
      {total > 0 && (
        <Differences
          id={table.id}
          kind={kind}
          usual={usual[kind]}
          choices={new Map([...choices].map(([key, [, use]]) => [key, use]))}
          choose={(one, use) => setChoices(new Map([...choices, [cellKey(one), [one, use]]]))}
        />
      )}
      {apply.error && <ProblemNote what="Nothing was changed." error={apply.error} />}
      <Group justify="flex-end" gap={8} className={foot.foot}>
        {lacks !== undefined && open > 0 && (
          <Text size="sm" c="dimmed">
            {lacks}
          </Text>
        )}
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button loading={apply.isPending} disabled={lacks !== undefined} title={lacks} onClick={() => apply.mutate()}>
          Apply changes
        </Button>
      </Group>
    </div>
  )
}

/** A table that was exported and edited outside comes back: what changed is shown, then applied as one change. */
export const ImportChangesDialog = () => {
  const { isOpen, table } = useImportView()
  const read = useMutation({ mutationFn: openTable })
  const columns = useMutation({
    mutationFn: (chosen: Record<string, string | null>) => client.exports.columns({ id: table?.id ?? '', columns: chosen }),
  })
  const end = (): void => {
    closeImport()
    read.reset()
    columns.reset()
  }
  return (
    <Modal opened={isOpen} onClose={end} title="Import changes" size={720} closeButtonProps={{ 'aria-label': 'Close' }}>
      {table && !read.isPending ? (
        <>
          {columns.error && <ProblemNote what="The columns were not changed." error={columns.error} />}
          <Compared
            key={table.id}
            table={table}
            close={end}
            choose={(chosen) => columns.mutate(chosen, { onSuccess: showTable })}
            isBusy={columns.isPending}
          />
        </>
      ) : (
        <div className={classes.form}>
          <Text size="sm">
            Choose a CSV or XLSX file that you exported with “Can be imported again”, or drop it on the sheet. Rows may be deleted or
            sorted, columns renamed or moved. You see what changed before anything is applied.
          </Text>
          {read.error && <ProblemNote what="The file was not read." error={read.error} />}
          {read.isPending ? (
            <Group gap={12}>
              <Loader size="sm" />
              <Text size="sm">Comparing…</Text>
            </Group>
          ) : (
            <Group justify="flex-end" gap={8}>
              <Button variant="default" onClick={end}>
                Cancel
              </Button>
              <FileButton accept=".csv,.tsv,.txt,.xlsx" onChange={(file) => file && read.mutate(file, { onSuccess: showTable })}>
                {(props) => (
                  <Button {...props} data-autofocus>
                    Choose file…
                  </Button>
                )}
              </FileButton>
            </Group>
          )}
        </div>
      )}
    </Modal>
  )
}
