import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './empty-note.module.css'
import { Icon, type IconName } from './icon.tsx'

type Props = { readonly icon: IconName; readonly title: string; readonly children: ReactNode; readonly actions?: ReactNode }

/** Shown in an empty place: says why it is empty, and what to do next. */
export const EmptyNote = ({ icon, title, children, actions }: Props) => (
  <Stack className={classes.note} gap={8} align="center" justify="center">
    <span className={classes.mark}>
      <Icon name={icon} size={24} />
    </span>
    <Title order={2} mt={8}>
      {title}
    </Title>
    <Text size="md" c="dimmed" ta="center" maw={400}>
      {children}
    </Text>
    {actions && <div className={classes.actions}>{actions}</div>}
  </Stack>
)
