import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './screen.module.css'

type Props = {
  readonly title: string
  /** A quiet note beside the title, such as a count. */
  readonly aside?: ReactNode
  readonly tools?: ReactNode
  readonly children: ReactNode
}

/** One screen of the app: a heading row with its tools, and the content below. */
export const ScreenLayout = ({ title, aside, tools, children }: Props) => (
  <div className={classes.screen}>
    <header className={classes.header}>
      <Title order={1} className={classes.title}>
        {title}
      </Title>
      {aside && <span className={classes.aside}>{aside}</span>}
      <div className={classes.tools}>{tools}</div>
    </header>
    {children}
  </div>
)
