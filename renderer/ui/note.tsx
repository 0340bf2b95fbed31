import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import classes from './note.module.css'

type Props = {
  readonly tone: 'warn' | 'bad'
  readonly title?: string
  readonly children: ReactNode
  readonly action?: ReactNode
  /** Announced at once by a screen reader: for a failure that just happened. */
  readonly isAlert?: boolean
}

/** Shows a problem where it occurs, with at most one action. */
export const Note = ({ tone, title, children, action, isAlert = false }: Props) => (
  <div className={classes.note} data-tone={tone} role={isAlert ? 'alert' : undefined}>
    <Icon name="warn" size={18} />
    <div className={classes.words}>
      {title && <p className={classes.title}>{title}</p>}
      <p>{children}</p>
    </div>
    {action}
  </div>
)
