import { Button } from '@mantine/core'
import type { ProxyView } from '../../../shared/contract.ts'
import { SettingRow } from '../../settings/setting-row.tsx'
import { useProxy } from './proxy-dialog.tsx'
import { openProxy } from './proxy-view.ts'

const describe = ({ host, asks, password }: ProxyView): string => {
  if (asks) return `${host} requires a user name and password${password === 'none' ? '' : '; the saved ones were rejected'}.`
  switch (password) {
    case 'none':
      return `${host} has not asked for a password.`
    case 'kept':
      return `${host}, with your user name and password.`
    case 'environment':
      return `${host}, with the user name and password in HTTPS_PROXY.`
  }
}

/** The proxy between this computer and the workspace; renders nothing without one. */
export const ProxySetting = () => {
  const proxy = useProxy()
  if (!proxy || proxy.host === null) return null
  return (
    <SettingRow name="Proxy" about={describe(proxy)}>
      {proxy.password !== 'environment' && (
        <Button variant="default" onClick={openProxy}>
          {proxy.password === 'kept' ? 'Change password…' : 'Password…'}
        </Button>
      )}
    </SettingRow>
  )
}
