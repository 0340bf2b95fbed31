import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './setting-row.module.css'

export const SettingGroup = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section aria-label={title}>
    <Title order={2} mb={8}>
      {title}
    </Title>
    <div className={classes.group}>{children}</div>
  </section>
)

type Props = { readonly name: string; readonly about?: ReactNode; readonly children?: ReactNode }

/** One setting: its name, a short description, and its control at the end of the line. */
export const SettingRow = ({ name, about, children }: Props) => (
  <div className={classes.row}>
    <div className={classes.words}>
      <p className={classes.name}>{name}</p>
      {about && <div className={classes.about}>{about}</div>}
    </div>
    {children}
  </div>
)
