import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toFileSets } from '../../../shared/answers/question-set-file.ts'
import { describeError } from '../../../shared/base/describe-error.ts'
import { labels } from '../../../shared/base/label-words.ts'
import { formatCount } from '../../../shared/base/number-words.ts'
import { toFileProfile } from '../../../shared/checks/requirement-profile-file.ts'
import { findingWords } from '../../../shared/workspaces/client-findings-words.ts'
import type { ConnectionFile } from '../../../shared/workspaces/connection-file.ts'
import type { ClientCheck, ClientDetails } from '../../../shared/workspaces/workspaces.ts'
import { client } from '../../bridge.ts'
import { api } from '../../queries.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { tell } from '../../ui/tell.tsx'
import classes from './make-file.module.css'
import { useSession } from './use-session.ts'
import { cancelSignIn, WaitingForBrowser } from './waiting-for-browser.tsx'

const marks: Record<ClientCheck['findings'][number]['verdict'], { readonly icon: IconName; readonly word: string }> = {
  good: { icon: 'check', word: 'Good:' },
  note: { icon: 'questions', word: 'Note:' },
  bad: { icon: 'warn', word: 'Problem:' },
}

const Findings = ({ findings }: Pick<ClientCheck, 'findings'>) => (
  <ul className={classes.findings} aria-label="Results">
    {findings.map(({ verdict, found }) => (
      <li key={JSON.stringify(found)} data-verdict={verdict}>
        <Icon name={marks[verdict].icon} size={18} />
        <span>
          <b>{marks[verdict].word}</b> {findingWords(found)}
        </span>
      </li>
    ))}
  </ul>
)

const TrySignIn = ({ details, isConnectedHere }: { readonly details: ClientDetails; readonly isConnectedHere: boolean }) => {
  const signIn = useSession()?.signIn ?? null
  const { mutate, isPending, error, data } = useMutation({ mutationFn: () => client.clients.try({ ...details, openBrowser: true }) })
  const isWaiting = useRef(false)
  isWaiting.current = isPending
  // The assistant was closed or went back a step, so no one would see the result.
  useEffect(() => () => void (isWaiting.current && cancelSignIn()), [])
  if (isPending) return <WaitingForBrowser signIn={signIn} />
  return (
    <Stack gap={8}>
      <Group gap={12} wrap="nowrap">
        <Text size="sm" flex={1}>
          {data
            ? `The sign-in works${data.scope ? `, with the scope ${data.scope}` : ''}. ${data.notGivenBack === null ? labels.accessRevoked : `But the access could not be revoked: ${describeError(data.notGivenBack).message}`}`
            : `Test the sign-in: your browser asks for access, and Packshot revokes it right away.${isConnectedHere ? ' You are connected with this client here: that session ends, and you sign in again afterwards.' : ''}`}
        </Text>
        <Button variant="default" onClick={() => mutate()}>
          {data ? 'Try again' : 'Test sign-in'}
        </Button>
      </Group>
      {error && <ProblemNote what="The sign-in did not work." error={error} />}
    </Stack>
  )
}

/** A file name that is valid on every system. */
const fileNameOf = (name: string): string => `${name.replace(/[^\p{L}\p{N} ._-]+/gu, '').trim() || 'workspace'}.packshot`

const save = (file: ConnectionFile): void => {
  saveFile(fileNameOf(file.name), 'application/json', `${JSON.stringify(file, null, 2)}\n`)
  tell('Connection file made', { text: 'It contains a secret. Share it as you would a password.' })
}

/** The findings, the sign-in, and the file. */
export const MakeResult = ({ check, details }: { readonly check: ClientCheck; readonly details: ClientDetails }) => {
  const { findings, file, isConnectedHere } = check
  const [withSets, setWithSets] = useState(false)
  const sets = useQuery(api.questionSets.list.queryOptions()).data ?? []
  const [withProfiles, setWithProfiles] = useState(false)
  const profiles = (useQuery(api.checks.profiles.queryOptions()).data ?? []).filter(({ isUsed }) => isUsed)
  const hasProblem = findings.some(({ verdict }) => verdict === 'bad')
  return (
    <Stack gap={16}>
      <Findings findings={findings} />
      {file && !hasProblem && <TrySignIn details={details} isConnectedHere={isConnectedHere} />}
      {file && (
        <Note tone="warn" title="The file contains the client secret">
          Anyone with this file can sign in through this client, as themselves. Share it as you would a password. If it leaks, reset the
          secret in the workspace’s settings and make a new file.
        </Note>
      )}
      {file && sets.length > 0 && (
        <Checkbox
          label={`Include my question sets (${formatCount(sets.length)}), so that the team asks the same questions`}
          checked={withSets}
          onChange={({ currentTarget }) => setWithSets(currentTarget.checked)}
        />
      )}
      {file && profiles.length > 0 && (
        <Checkbox
          label={`Include the requirement profiles in use (${formatCount(profiles.length)}), so that the team checks the same`}
          checked={withProfiles}
          onChange={({ currentTarget }) => setWithProfiles(currentTarget.checked)}
        />
      )}
      <Group justify="flex-end">
        <Button
          disabled={!file}
          variant={hasProblem ? 'default' : 'filled'}
          onClick={() =>
            file &&
            save({
              ...file,
              ...(withSets ? { questionSets: toFileSets(sets) } : {}),
              ...(withProfiles ? { requirementProfiles: profiles.map(toFileProfile) } : {}),
            })
          }
        >
          {hasProblem ? 'Save anyway' : 'Save the file'}
        </Button>
      </Group>
    </Stack>
  )
}
