import { Button } from '@mantine/core'
import type { ProxyView } from '../../shared/contract.ts'
import { SettingRow } from '../settings/setting-row.tsx'
import { useProxy } from './proxy-dialog.tsx'
import { openProxy } from './proxy-view.ts'

const describe = ({ host, asks, password }: ProxyView): string => {
  if (asks) return `${host} wants a name and a password${password === 'none' ? '' : ', and does not take the one it got'}.`
  switch (password) {
    case 'none':
      return `${host} lets everybody through so far.`
    case 'kept':
      return `${host}, with your name and password.`
    case 'environment':
      return `${host}, with the name and password in HTTPS_PROXY.`
  }
}

/** The proxy on the way to the workspace; nothing where there is none. */
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
