import { Button } from '@mantine/core'

type Props = { readonly of: string; readonly isDefault: boolean; readonly reset: () => void }

/** Puts a field back to what it is where nothing was changed; not there while it is that. */
export const BackToDefault = ({ of, isDefault, reset }: Props) =>
  isDefault ? null : (
    <Button size="compact-xs" variant="subtle" color="gray" aria-label={`Back to default: ${of}`} onClick={reset}>
      Back to default
    </Button>
  )
