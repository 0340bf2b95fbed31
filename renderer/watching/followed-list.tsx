import { ActionIcon, Button, Checkbox, Group, Menu, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError } from '../../shared/base/describe-error.ts'
import { formatCount } from '../../shared/base/number-words.ts'
import { importedWords } from '../../shared/products/catalogue-words.ts'
import type { FollowedList, ListRhythm, WaitingVersion } from '../../shared/watching/followed-lists.ts'
import {
  changesWords,
  exampleWords,
  matchedWords,
  moreWords,
  rhythmsOf,
  rhythmWords,
  followWords as words,
} from '../../shared/watching/followed-lists-words.ts'
import { client } from '../bridge.ts'
import { api, queryClient } from '../queries.ts'
import foot from '../ui/dialog-foot.module.css'
import { Icon } from '../ui/icon.tsx'
import { ProblemNote } from '../ui/problem-note.tsx'
import { SaveFoot } from '../ui/save-foot.tsx'
import { tell, tellProblem } from '../ui/tell.tsx'
import classes from './followed-list.module.css'

type WaitingProps = { readonly list: FollowedList; readonly waiting: WaitingVersion; readonly close: () => void }

/** What a new version would change, with examples, before it counts. */
const Changes = ({ list, waiting, close }: WaitingProps) => {
  const { changes, version } = waiting
  const { id } = list
  const accept = useMutation({
    mutationFn: () => client.followedLists.accept({ id, version }),
    onSuccess: ({ result }) => {
      close()
      tell(importedWords(result))
    },
    onError: (error) => tellProblem('The changes were not imported.', error),
  })
  const leave = useMutation({
    mutationFn: () => client.followedLists.leave({ id, version }),
    onSuccess: close,
    onError: (error) => tellProblem('Nothing was changed.', error),
  })
  return (
    <Stack gap={12}>
      <Text size="sm" role="status">
        {changesWords(changes)}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled part must be reachable by keyboard (WCAG 2.1.1) */}
      <section className={classes.examples} tabIndex={0} aria-label="What changes">
        {exampleWords(changes).map(([title, examples, count]) => (
          <div key={title}>
            <h3>
              {title} ({formatCount(count)})
            </h3>
            <ul>
              {examples.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
            {count > examples.length && <Text size="sm">{moreWords(count - examples.length)}</Text>}
          </div>
        ))}
      </section>
      {matchedWords(changes.matched).map((one) => (
        <Text key={one} size="sm" c="dimmed">
          {one}
        </Text>
      ))}
      <Group justify="flex-end" gap={8} className={foot.foot}>
        <Button variant="default" loading={leave.isPending} onClick={() => leave.mutate()}>
          {words.leave}
        </Button>
        <Button loading={accept.isPending} onClick={() => accept.mutate()} data-autofocus>
          {words.accept}
        </Button>
      </Group>
    </Stack>
  )
}

const RulesForm = ({ list, close }: { readonly list: FollowedList; readonly close: () => void }) => {
  const [rhythm, setRhythm] = useState<ListRhythm>(list.rhythm)
  const [accepts, setAccepts] = useState(list.accepts)
  const save = useMutation({
    mutationFn: () => client.followedLists.change({ id: list.id, rhythm, accepts }),
    onSuccess: close,
    onError: (error) => tellProblem('Nothing was changed.', error),
  })
  return (
    <Stack gap={16}>
      <Radio.Group label="Check" value={rhythm} onChange={(value) => setRhythm(value as ListRhythm)}>
        <Stack gap={8} mt={8}>
          {rhythmsOf(list.kind).map((one) => (
            <Radio key={one} value={one} label={rhythmWords[one]} />
          ))}
        </Stack>
      </Radio.Group>
      <Checkbox
        label={words.accepts}
        description={words.acceptsNote}
        checked={accepts}
        onChange={(event) => setAccepts(event.currentTarget.checked)}
      />
      <SaveFoot isSaving={save.isPending} save={() => save.mutate()} close={close} />
    </Stack>
  )
}

/** A line for the followed list: when it was checked, what is wrong, or that it has changed. */
const Line = ({ list }: { readonly list: FollowedList }) => {
  const { id, name, problem, waiting, checkedAt, rhythm } = list
  const [open, setOpen] = useState<'changes' | 'rules' | null>(null)
  const close = (): void => setOpen(null)
  const check = useMutation({
    mutationFn: () => client.followedLists.check({ id }),
    onSuccess: (after) => {
      if (!after.problem && !after.waiting) tell(`“${name}” has not changed`)
    },
    onError: (error) => tellProblem('The list was not checked.', error),
  })
  const unfollow = useMutation({
    mutationFn: () => client.followedLists.unfollow({ id }),
    onSuccess: () => tell(words.unfollowed),
    onError: (error) => tellProblem('The list is still followed.', error),
  })
  const said = problem && describeError(problem)
  const when = checkedAt === null ? 'not checked yet' : `checked ${new Date(checkedAt).toLocaleString()}`
  return (
    <section className={classes.note} data-asks={problem !== null || waiting !== null} aria-label="Followed list">
      <Icon name={problem ? 'warn' : 'list'} size={18} />
      <p className={classes.words}>
        {said ? (
          <>
            {said.message} {said.action}
          </>
        ) : waiting ? (
          <>
            <b>“{name}” has changed.</b> {changesWords(waiting.changes)}
          </>
        ) : (
          <span className={classes.quiet} title={list.place}>
            Following “{name}” · {rhythmWords[rhythm].toLowerCase()} · {when}
          </span>
        )}
      </p>
      {waiting ? (
        <Button size="xs" variant="default" onClick={() => setOpen('changes')}>
          Show changes
        </Button>
      ) : (
        <Button size="xs" variant="default" loading={check.isPending} onClick={() => check.mutate()}>
          {words.check}
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={30} aria-label={`More: ${name}`}>
            <Icon name="more" size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {waiting && <Menu.Item onClick={() => check.mutate()}>{words.check}</Menu.Item>}
          <Menu.Item onClick={() => setOpen('rules')}>Change settings…</Menu.Item>
          <Menu.Item onClick={() => unfollow.mutate()}>{words.unfollow}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={open === 'rules' || (open === 'changes' && waiting !== null)}
        onClose={close}
        size={open === 'rules' ? 480 : 720}
        title={open === 'rules' ? `Following “${name}”` : `Changes in “${name}”`}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {open === 'rules' && <RulesForm list={list} close={close} />}
        {open === 'changes' && waiting && <Changes list={list} waiting={waiting} close={close} />}
      </Modal>
    </section>
  )
}

/** The product list that is read again by itself, if there is one. */
export const FollowedListLine = () => {
  const { data: list } = useQuery(api.followedLists.get.queryOptions())
  return list ? <Line list={list} /> : null
}

const AddressForm = ({ close }: { readonly close: () => void }) => {
  const [address, setAddress] = useState('')
  const open = useMutation({
    mutationFn: () => client.followedLists.open({ address }),
    // The list's own dialog comes next.
    onSuccess: close,
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.catalogue.opened.key() }),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (address.trim() !== '' && !open.isPending) open.mutate()
      }}
    >
      <Stack gap={12}>
        <TextInput
          label={words.address}
          description={words.addressNote}
          placeholder="https://shop.example/products.csv"
          value={address}
          onChange={(event) => {
            setAddress(event.currentTarget.value)
            open.reset()
          }}
          data-autofocus
        />
        {open.error && <ProblemNote what="The list was not opened." error={open.error} />}
        <Group justify="flex-end" gap={8} className={foot.foot}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={open.isPending} disabled={address.trim() === ''}>
            Open list
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Opens a list that is on the web, to be imported and followed. */
export const ImportFromAddress = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={36} aria-label="More ways to import">
            <Icon name="more" size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpen(true)}>{words.fromAddress}…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        size={560}
        title={words.fromAddress}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {isOpen && <AddressForm close={() => setOpen(false)} />}
      </Modal>
    </>
  )
}

/** Follows a list that was just imported. */
export const FollowImported = ({ id, from }: { readonly id: string; readonly from: FollowedList['kind'] }) => {
  const follow = useMutation({
    mutationFn: () => client.followedLists.follow({ list: { kind: 'opened', id }, rhythm: from === 'file' ? 'changes' : 'day' }),
    onSuccess: () => tell(words.followed),
    onError: (error) => tellProblem('The list is not followed.', error),
  })
  return (
    <Group justify="space-between" gap={16} wrap="nowrap">
      <Text size="sm" c="dimmed">
        {words.offer}
      </Text>
      <Button
        variant="default"
        size="xs"
        flex="none"
        loading={follow.isPending}
        disabled={follow.isSuccess}
        onClick={() => follow.mutate()}
      >
        {words.follow}
      </Button>
    </Group>
  )
}
