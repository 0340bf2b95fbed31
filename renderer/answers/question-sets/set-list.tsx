import { ActionIcon, Button, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { setFileEnding } from '../../../shared/answers/question-set-file-name.ts'
import type { QuestionSet } from '../../../shared/answers/question-sets.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import { client } from '../../bridge.ts'
import { api } from '../../queries.ts'
import { EmptyNote } from '../../ui/empty-note.tsx'
import { Icon } from '../../ui/icon.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { tell, tellProblem } from '../../ui/tell.tsx'
import { UnreadNote } from '../../ui/unread-note.tsx'
import { chooseSet } from '../questions/set-choice.ts'
import { offerSetFile, useSetsPanel } from './offered-file.ts'
import { openNewSet, openSet } from './set-draft.ts'
import classes from './sets.module.css'

const removeSet = (id: string): void => {
  client.questionSets.remove({ id }).then(
    ({ set, place }) =>
      tell(`“${set.name}” removed`, {
        text: 'Its answers stay.',
        kind: 'set-removed',
        undo: {
          run: () =>
            client.questionSets.save({ ...set, place }).then(
              () => tell(`“${set.name}” is back`),
              (error: unknown) => {
                tellProblem('The set was not put back.', error)
                return false
              },
            ),
        },
      }),
    (error: unknown) => tellProblem('The set was not removed.', error),
  )
}

const exportSets = (ids: readonly string[]): void => {
  client.questionSets.export({ ids: [...ids] }).then(
    ({ text, fileName }) => saveFile(fileName, 'application/json', text),
    (error: unknown) => tellProblem('The question sets were not exported.', error),
  )
}

type ItemProps = { readonly set: QuestionSet; readonly at: number; readonly sets: readonly QuestionSet[] }

const SetItem = ({ set, at, sets }: ItemProps) => {
  const { id, name, questions, runsOnDrop } = set
  const move = (by: number): void => {
    const ids = sets.map((one) => one.id)
    client.questionSets
      .order({ ids: ids.toSpliced(at, 1).toSpliced(at + by, 0, id) })
      .catch((error: unknown) => tellProblem('The order was not changed.', error))
  }
  const use = (): void => {
    chooseSet(id)
    useSetsPanel.setState({ isOpen: false })
  }
  return (
    <li className={classes.set}>
      <div className={classes.words}>
        <p className={classes.name}>{name}</p>
        <p className={classes.quiet}>
          {countOf(questions.length, 'question')}
          {runsOnDrop && ' · asked about each dropped picture'}
        </p>
      </div>
      <Button size="xs" variant="default" aria-label={`Ask ${name}`} onClick={use}>
        Ask…
      </Button>
      <Button size="xs" variant="subtle" color="gray" aria-label={`Edit ${name}`} onClick={() => openSet(set)}>
        Edit
      </Button>
      <ActionIcon size={28} aria-label={`Move ${name} up`} disabled={at === 0} onClick={() => move(-1)}>
        <Icon name="up" size={14} />
      </ActionIcon>
      <ActionIcon size={28} aria-label={`Move ${name} down`} disabled={at === sets.length - 1} onClick={() => move(1)}>
        <Icon name="down" size={14} />
      </ActionIcon>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={28} aria-label={`More about ${name}`}>
            <Icon name="more" size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => exportSets([id])}>Export…</Menu.Item>
          <Menu.Item onClick={() => removeSet(id)}>Remove</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}

/** All question sets, to ask, edit, order, share and remove. */
export const SetList = () => {
  const { data: sets, error } = useQuery(api.questionSets.list.queryOptions())
  const input = useRef<HTMLInputElement>(null)
  if (error) return <UnreadNote what="The question sets cannot be shown." error={error} />
  return (
    <>
      <div className={classes.bar}>
        <Button size="xs" leftSection={<Icon name="add" size={14} />} onClick={() => openNewSet()}>
          New set
        </Button>
        <Button size="xs" variant="default" onClick={() => input.current?.click()}>
          Import…
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept={`${setFileEnding},application/json`}
          aria-label="File of question sets"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            if (file) void offerSetFile(file)
            currentTarget.value = ''
          }}
        />
        <Button size="xs" variant="default" disabled={!sets || sets.length === 0} onClick={() => exportSets([])}>
          Export all…
        </Button>
      </div>
      {sets?.length === 0 && (
        <EmptyNote icon="questions" title="No question sets yet">
          A set is a list of questions that you ask together, each with a column in the sheet. Make one, or import a colleague’s file.
        </EmptyNote>
      )}
      <ul className={classes.list} aria-label="Question sets">
        {sets?.map((set, at) => (
          <SetItem key={set.id} set={set} at={at} sets={sets} />
        ))}
      </ul>
    </>
  )
}
