import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { labels } from '../../../shared/base/label-words.ts'
import type { ProxyView } from '../../../shared/contract.ts'
import { client } from '../../bridge.ts'
import { api } from '../../queries.ts'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { tell } from '../../ui/tell.tsx'
import { closeProxy, useProxyView } from './proxy-view.ts'
import { useSession } from './use-session.ts'

/** The proxy between this computer and the workspace, if any. Read again each time it is shown, as a proxy announces no changes. */
export const useProxy = (): ProxyView | undefined => {
  const { data, isFetchedAfterMount } = useQuery(api.proxy.get.queryOptions({ refetchOnMount: 'always' }))
  return isFetchedAfterMount ? data : undefined
}

const ProxyForm = ({ proxy }: { readonly proxy: ProxyView }) => {
  const queries = useQueryClient()
  const isMemory = useSession()?.storage === 'memory'
  const [typedHost, setTypedHost] = useState('')
  const [user, setUser] = useState('')
  const [password, setPassword] = useState('')
  const host = proxy.host ?? typedHost.trim()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (value: { readonly user: string; readonly password: string } | null) => client.proxy.setPassword({ host, password: value }),
    onSuccess: (view, value) => {
      queries.setQueryData(api.proxy.get.queryKey(), view)
      closeProxy()
      if (value) tell('Proxy password saved', { text: 'Waiting work resumes automatically. Retry what you were doing.' })
      else tell('Proxy password removed')
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        mutate({ user: user.trim(), password })
      }}
    >
      <Stack gap={16}>
        <Text size="sm" c="dimmed">
          {proxy.host === null ? 'No proxy is in use for the workspace. ' : ''}
          Name and password are those for your network, not for the workspace; they go to the proxy alone. They are tried first, and kept{' '}
          {isMemory ? 'for this run only: there is no keychain.' : 'in this computer’s keychain.'}
        </Text>
        {proxy.host === null && (
          <TextInput
            label="Proxy"
            placeholder="proxy.example.com:8080"
            required
            value={typedHost}
            onChange={(event) => setTypedHost(event.currentTarget.value)}
          />
        )}
        <Group grow gap={16} align="flex-start">
          <TextInput
            label="Name"
            required
            data-autofocus
            autoComplete="off"
            value={user}
            onChange={(event) => setUser(event.currentTarget.value)}
          />
          <PasswordInput
            label="Password"
            autoComplete="off"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        </Group>
        {error && <ProblemNote what="The password was not saved." error={error} />}
        <Group justify="flex-end" gap={8}>
          {proxy.password === 'kept' && (
            <Button variant="default" onClick={() => mutate(null)}>
              Remove password
            </Button>
          )}
          <Button type="submit" disabled={!user.trim() || !host} loading={isPending}>
            Test and save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Asks for the name and password of the network's proxy, if it requires them. */
export const ProxyDialog = () => (useProxyView((view) => view.isOpen) ? <OpenDialog /> : null)

const OpenDialog = () => {
  const proxy = useProxy()
  return (
    <Modal
      opened={proxy !== undefined}
      onClose={closeProxy}
      size={480}
      title={proxy?.host ? `The proxy ${proxy.host}` : labels.networkProxy}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {proxy && <ProxyForm proxy={proxy} />}
    </Modal>
  )
}
