import { Button } from '@mantine/core'
import { openProxy } from './proxy-view.ts'

/** If a failure comes from the proxy, a button to enter its name and password. */
export const ProxyHelp = ({ code }: { readonly code: string | null | undefined }) =>
  code === 'proxy-password' ? (
    <Button size="xs" variant="default" onClick={openProxy}>
      Proxy password…
    </Button>
  ) : null
