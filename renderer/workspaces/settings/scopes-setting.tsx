import { Button } from '@mantine/core'
import type { SessionView } from '../../../shared/contract.ts'
import { missingScopeWords, scopeMeanings } from '../../../shared/service/scopes.ts'
import { SettingRow } from '../../settings/setting-row.tsx'
import classes from './scopes-setting.module.css'
import { useAskForMore, useWithheld } from './use-scope.ts'

/** The granted scopes and what they allow; the missing ones and what is therefore off. */
export const ScopesSetting = ({ session }: { readonly session: SessionView }) => {
  const signIn = useAskForMore()
  const isMissing = useWithheld() !== null
  if (session.state !== 'signed-in') return null
  if (session.scope === null)
    return <SettingRow name="Scopes granted" about="Unknown. Packshot tries everything, and the workspace decides." />
  const granted = session.scope.split(' ').filter((scope) => scope !== '')
  return (
    <SettingRow
      name="Scopes granted"
      about={
        <dl className={classes.scopes}>
          {granted.map((scope) => (
            <div key={scope}>
              <dt>{scope}</dt>
              <dd>{scopeMeanings[scope]?.allows ?? 'Packshot does not use it.'}</dd>
            </div>
          ))}
          {!granted.includes('user') && (
            <div data-missing>
              <dt>user, missing</dt>
              <dd>
                {session.hasApiKey
                  ? 'The API key is used instead where it can be.'
                  : `${scopeMeanings.user?.without} ${missingScopeWords.action}`}
              </dd>
            </div>
          )}
        </dl>
      }
    >
      {isMissing && (
        <Button variant="default" loading={signIn.isPending} onClick={() => signIn.mutate()}>
          Sign in again
        </Button>
      )}
    </SettingRow>
  )
}
