import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ConnectionOffer } from '../../../shared/workspaces/workspaces.ts'
import { Note } from '../../ui/note.tsx'
import { describeProblem } from '../../ui/read-problem.ts'
import { ProposedOffer } from './proposed-offer.tsx'
import { useOffer, useOfferActions } from './use-offer.ts'
import { useSession } from './use-session.ts'
import { cancelSignIn, WaitingForBrowser } from './waiting-for-browser.tsx'

type Stage<Kind extends ConnectionOffer['stage']> = Extract<ConnectionOffer, { stage: Kind }>
type Actions = ReturnType<typeof useOfferActions>
const ToConfirm = ({ offer, actions }: { readonly offer: Stage<'to-confirm'>; readonly actions: Actions }) => {
  const { summary } = offer
  const [name, setName] = useState(summary.relation.kind === 'new' ? summary.name : '')
  const isBusy = actions.confirm.isPending
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        actions.confirm.mutate({ isRight: true, ...(name.trim() ? { name: name.trim() } : {}) })
      }}
    >
      <Stack gap={16}>
        <Text size="sm">
          You are signed in. Pictures and questions will go to <b>{summary.baseUrl}</b>. The page in your browser named the workspace that
          Packshot may work in: was it <b>{summary.name}</b>, and is this its address? Packshot remembers your answer.
        </Text>
        {summary.relation.kind === 'new' && (
          <TextInput label="Call it" maxLength={200} value={name} onChange={(event) => setName(event.currentTarget.value)} />
        )}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" disabled={isBusy} onClick={() => actions.confirm.mutate({ isRight: false })}>
            No, another one
          </Button>
          <Button type="submit" data-autofocus loading={isBusy}>
            Yes, that was it
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const Connected = ({ offer, actions }: { readonly offer: Stage<'connected'>; readonly actions: Actions }) => (
  <Stack gap={16}>
    <Text size="sm">
      The file <b>{offer.summary.fileName ?? 'that you opened'}</b> holds the workspace’s secret in plain text. Packshot keeps it in this
      computer’s keychain now and does not need the file any more.
    </Text>
    {!offer.canDelete && (
      <Text size="sm" c="dimmed">
        Delete it, or keep it where no one else can read it.
      </Text>
    )}
    <Group justify="flex-end" gap={8}>
      <Button variant="default" onClick={() => actions.dismiss.mutate(undefined)}>
        {offer.canDelete ? 'Keep the file' : 'Done'}
      </Button>
      {offer.canDelete && (
        <Button data-autofocus loading={actions.deleteFile.isPending} onClick={() => actions.deleteFile.mutate(undefined)}>
          Delete the file
        </Button>
      )}
    </Group>
  </Stack>
)

const Unreadable = ({ offer, actions }: { readonly offer: Stage<'unreadable'>; readonly actions: Actions }) => (
  <Stack gap={16}>
    <Note tone="bad" isAlert>
      {describeProblem(offer.problem).message} Nothing was changed. {describeProblem(offer.problem).action}
    </Note>
    <Group justify="flex-end">
      <Button data-autofocus onClick={() => actions.dismiss.mutate(undefined)}>
        Close
      </Button>
    </Group>
  </Stack>
)

const titleOf = (offer: ConnectionOffer): string => {
  switch (offer.stage) {
    case 'proposed':
      return `Connect to “${offer.summary.name}”?`
    case 'signing-in':
      return `Connecting to “${offer.summary.name}”`
    case 'to-confirm':
      return 'Is this the workspace?'
    case 'connected':
      return `“${offer.summary.name}” is connected`
    case 'unreadable':
      return offer.fileName ? `“${offer.fileName}” can’t be used` : 'This can’t be used'
  }
}

const OfferBody = ({ offer }: { readonly offer: ConnectionOffer }) => {
  const actions = useOfferActions(offer.id)
  const session = useSession()
  switch (offer.stage) {
    case 'proposed':
      return <ProposedOffer offer={offer} actions={actions} />
    case 'signing-in':
      return <WaitingForBrowser signIn={session?.signIn ?? null} />
    case 'to-confirm':
      return <ToConfirm offer={offer} actions={actions} />
    case 'connected':
      return <Connected offer={offer} actions={actions} />
    case 'unreadable':
      return <Unreadable offer={offer} actions={actions} />
  }
}

const OpenSheet = ({ offer }: { readonly offer: ConnectionOffer }) => {
  const { dismiss } = useOfferActions(offer.id)
  // Signed in but not confirmed: a person has to answer.
  const canClose = offer.stage !== 'to-confirm'
  return (
    <Modal
      opened
      onClose={() => (offer.stage === 'signing-in' ? cancelSignIn() : canClose && dismiss.mutate(undefined))}
      size={600}
      title={titleOf(offer)}
      closeOnClickOutside={false}
      withCloseButton={canClose}
      closeButtonProps={{ 'aria-label': offer.stage === 'signing-in' ? 'Cancel the sign-in' : 'Close' }}
    >
      <OfferBody key={`${offer.id} ${offer.stage}`} offer={offer} />
    </Modal>
  )
}

/** The sheet for an offered connection: its details, one button, the browser, and the check that it was the right workspace. */
export const OfferSheet = () => {
  const offer = useOffer()
  return offer ? <OpenSheet offer={offer} /> : null
}
