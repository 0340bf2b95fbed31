import { Button } from '@mantine/core'

type Props = { readonly of: string; readonly isDefault: boolean; readonly reset: () => void }

/** Resets a field to its default; hidden while the field has its default. */
export const BackToDefault = ({ of, isDefault, reset }: Props) =>
  isDefault ? null : (
    <Button size="compact-xs" variant="subtle" color="gray" aria-label={`Back to default: ${of}`} onClick={reset}>
      Back to default
    </Button>
  )
