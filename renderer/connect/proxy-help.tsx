import { Button } from '@mantine/core'
import { openProxy } from './proxy-view.ts'

/** Where a failure is the proxy's, the way to what it wants. */
export const ProxyHelp = ({ code }: { readonly code: string | null | undefined }) =>
  code === 'proxy-password' ? (
    <Button size="xs" variant="default" onClick={openProxy}>
      Proxy password…
    </Button>
  ) : null
