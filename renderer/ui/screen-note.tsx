import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import classes from './screen-note.module.css'

type Props = {
  readonly icon: IconName
  readonly label: string
  readonly children: ReactNode
  readonly action: ReactNode
  readonly className?: string | undefined
}

/** A line below a screen's tools: something needs a person, with the button that leads there. */
export const ScreenNote = ({ icon, label, children, action, className = '' }: Props) => (
  <section className={`${classes.note} ${className}`} aria-label={label}>
    <Icon name={icon} size={18} />
    <p className={classes.words}>{children}</p>
    {action}
  </section>
)
