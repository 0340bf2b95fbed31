import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ErrorRecord } from '../../../shared/base/errors.ts'
import { labels } from '../../../shared/base/label-words.ts'
import type { SessionView } from '../../../shared/contract.ts'
import { useLive } from '../../live.ts'
import type { Screen } from '../../navigation.ts'
import { useIsWelcome } from '../../pictures/library/use-is-welcome.ts'
import classes from '../../ui/banner.module.css'
import { ErrorText } from '../../ui/error-text.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { ProxyHelp } from './proxy-help.tsx'
import { openApiKey, openConnect, useConnect, useSession, useSignIn, useStanding, useSwitch, useWorkspaces } from './use-session.ts'
import { WaitingForBrowser } from './waiting-for-browser.tsx'

const Banner = ({
  icon,
  tone,
  children,
  actions,
}: {
  icon: IconName
  tone: 'calm' | 'warn' | 'bad'
  children: ReactNode
  actions?: ReactNode
}) => (
  <section className={classes.banner} data-tone={tone} aria-label="Workspace">
    <Icon name={icon} size={18} />
    <p className={classes.words}>{children}</p>
    {actions}
  </section>
)

/** After one of several was disconnected: a person chooses which of the others to use. */
const ChooseBanner = ({ workspaces }: { readonly workspaces: ReturnType<typeof useWorkspaces> }) => {
  const change = useSwitch()
  return (
    <Banner
      icon="link"
      tone="calm"
      actions={
        <>
          {workspaces.slice(0, 2).map(({ id, name }) => (
            <Button key={id} size="xs" variant="default" maw={180} disabled={change.isPending} onClick={() => change.mutate(id)}>
              {labels.switchTo(name)}
            </Button>
          ))}
          <Button size="xs" variant="default" onClick={openConnect}>
            Connect workspace
          </Button>
        </>
      }
    >
      <b>No workspace in use.</b> Your pictures and questions are kept until you switch to one.
    </Banner>
  )
}

const ConnectBanner = () => {
  const connect = useConnect()
  const workspaces = useWorkspaces()
  if (workspaces.length > 0) return <ChooseBanner workspaces={workspaces} />
  return (
    <Banner
      icon="link"
      tone="calm"
      actions={
        <>
          <Button size="xs" variant="default" loading={connect.isPending} onClick={() => connect.mutate({ kind: 'sample' })}>
            {labels.trySample}
          </Button>
          <Button size="xs" onClick={openConnect}>
            Connect workspace
          </Button>
        </>
      }
    >
      <b>No workspace yet.</b> Your pictures and questions are kept until you connect one.
    </Banner>
  )
}

const isLocked = ({ reason }: SessionView): boolean => reason?.code === 'keychain-locked' || reason?.code === 'keychain-unavailable'

/** Shows a problem with the sign-in and what to do; renders nothing while all is well. */
export const SessionBanner = ({ screen }: { readonly screen: Screen }) => {
  const session = useSession()
  const standing = useStanding()
  const signIn = useSignIn()
  const isWelcome = useIsWelcome()
  const away = useLive((live) => live.queue?.holds.find((hold) => hold.kind === 'offline')?.reason?.code)
  const isRefused = useLive((live) => live.queue?.holds.some((hold) => hold.kind === 'refused') ?? false)
  if (!session || (isWelcome && screen === 'library')) return null
  const name = session.connection?.name ?? 'the workspace'
  const button = (label: string) => (
    <Button size="xs" onClick={() => signIn.mutate(undefined)}>
      {label}
    </Button>
  )
  switch (session.signIn?.connectionId === session.connection?.id && session.signIn ? 'signing-in' : standing) {
    case 'signing-in':
      return (
        <section className={classes.banner} data-tone="calm" aria-label="Workspace">
          <div className={classes.words}>
            <WaitingForBrowser signIn={session.signIn} />
          </div>
        </section>
      )
    case 'none':
      return <ConnectBanner />
    case 'signed-out':
      return (
        <Banner icon="key" tone="bad" actions={button('Sign in')}>
          <b>Signed out of {name}.</b>{' '}
          {session.storageReason && (
            <>
              <ErrorText of={session.storageReason} part="message" /> So the sign-in lasted for one run only.{' '}
            </>
          )}
          Everything you asked for is kept and waits.
        </Banner>
      )
    case 'ended':
      // The session has not ended: its stored tokens can’t be read, or are gone.
      if (isLocked(session) || session.connection?.credentials.kind !== 'oauth')
        return (
          <Banner icon="key" tone="bad" actions={isLocked(session) ? button('Try again') : <ConnectOr>{button('Try again')}</ConnectOr>}>
            <b>{name} can’t be used now.</b> {session.reason && <ErrorText of={session.reason} />} Nothing is lost.
          </Banner>
        )
      return (
        <Banner
          icon="key"
          tone="bad"
          actions={session.reason?.code === 'invalid-client' ? <NewFileOr>{button('Sign in again')}</NewFileOr> : button('Sign in again')}
        >
          <b>The session with {name} has ended.</b> {session.reason && <ErrorText of={session.reason} />} Nothing is lost. Work resumes when
          you sign in.
        </Banner>
      )
    case 'offline':
      if (away === 'proxy-password')
        return (
          <Banner icon="offline" tone="warn" actions={<ProxyHelp code={away} />}>
            <b>{labels.proxyNeedsPassword}</b> Your work is kept and resumes when the proxy lets Packshot through.
          </Banner>
        )
      return (
        <Banner icon="offline" tone="warn">
          <b>Offline.</b> Your work is kept and resumes when {name} can be reached.
        </Banner>
      )
    case 'connected':
      if (isRefused && session.connection?.credentials.kind === 'oauth') return <RefusedNote name={name} hasKey={session.hasApiKey} />
      if (isRefused)
        return (
          <Banner icon="key" tone="warn" actions={<ConnectOr />}>
            <b>{name} refuses some of the work.</b> The key may be wrong or deleted. The work is kept.
          </Banner>
        )
      return session.storage === 'memory' ? <MemoryNote reason={session.storageReason} /> : null
  }
}

/** If the client's secret was reset or the client removed, a new connection file from the admin helps. */
const NewFileOr = ({ children }: { readonly children: ReactNode }) => (
  <>
    <Button size="xs" variant="default" onClick={openConnect}>
      Connection file…
    </Button>
    {children}
  </>
)

/** Without a sign-in, the key is entered again. */
const ConnectOr = ({ children }: { readonly children?: ReactNode }) => (
  <>
    <Button size="xs" variant="default" onClick={openConnect}>
      Connect again…
    </Button>
    {children}
  </>
)

const MemoryNote = ({ reason }: { readonly reason: ErrorRecord | null }) => (
  <Banner icon="warn" tone="warn">
    <b>Signed in for this run only.</b>{' '}
    {reason === null ? 'There is no keychain on this computer.' : <ErrorText of={reason} part="message" />} You will sign in again next
    time.
  </Banner>
)

const RefusedNote = ({ name, hasKey }: { readonly name: string; readonly hasKey: boolean }) => (
  <Banner
    icon="key"
    tone="warn"
    actions={
      <Button size="xs" variant="default" onClick={openApiKey}>
        {hasKey ? 'Replace the API key' : 'Add an API key'}
      </Button>
    }
  >
    <b>{name} refuses some of the work</b>, though you are signed in{hasKey ? ' and gave a key' : ''}. It may want an API key for it. The
    work is kept.
  </Banner>
)
