import { Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { type SettingPart, usePart } from '../navigation.ts'
import classes from './setting-row.module.css'

type GroupProps = {
  readonly title: string
  /** Other screens lead here by it. */
  readonly part?: SettingPart
  readonly children: ReactNode
}

export const SettingGroup = ({ title, part, children }: GroupProps) => {
  const place = useRef<HTMLElement>(null)
  const isWanted = usePart() === part && part !== undefined
  useEffect(() => {
    if (!isWanted) return
    place.current?.scrollIntoView({ block: 'start' })
    place.current?.focus({ preventScroll: true })
  }, [isWanted])
  return (
    <section ref={place} aria-label={title} className={classes.part} {...(part ? { tabIndex: -1 } : {})}>
      <Title order={2} mb={8}>
        {title}
      </Title>
      <div className={classes.group}>{children}</div>
    </section>
  )
}

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
