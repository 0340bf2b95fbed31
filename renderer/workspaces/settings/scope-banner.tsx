import { Button } from '@mantine/core'
import { missingScopeWords } from '../../../shared/service/scopes.ts'
import classes from '../../ui/banner.module.css'
import { Icon } from '../../ui/icon.tsx'
import { useAskForMore, useWithheld } from './use-scope.ts'

/** Shown for a read-only sign-in: what still works, what waits, and what to do. Otherwise renders nothing. */
export const ScopeBanner = () => {
  const withheld = useWithheld()
  const signIn = useAskForMore()
  if (withheld === null) return null
  return (
    <section className={classes.banner} data-tone="warn" aria-label="Scopes">
      <Icon name="key" size={18} />
      <p className={classes.words}>
        <b>Reading only.</b> The sign-in lacks the scope “user”. Pictures are still added to the library; sending them, asking and attaching
        wait. {missingScopeWords.action}
      </p>
      <Button size="xs" variant="default" loading={signIn.isPending} onClick={() => signIn.mutate()}>
        Sign in again
      </Button>
    </section>
  )
}
