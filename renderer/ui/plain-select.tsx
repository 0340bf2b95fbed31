import { Combobox, Input } from '@mantine/core'
import type { CSSProperties, RefObject } from 'react'
import type { PlainProps } from './when-used.tsx'

type Props = {
  readonly label: string
  /** The chosen option. */
  readonly shown: string
  readonly isSearchable?: boolean
  readonly className?: string | undefined
  readonly title?: string | undefined
  readonly control: PlainProps
}

const sizes: CSSProperties & Readonly<Record<`--${string}`, string>> = {
  '--input-height': 'var(--input-height-sm)',
  '--input-fz': 'var(--mantine-font-size-sm)',
  '--input-right-section-width': 'calc(1.75rem * var(--mantine-scale))',
  '--input-right-section-pointer-events': 'none',
}
/** What is typed goes to the real one. */
const keep = (): void => {}

/** Mantine's Select in looks and role, closed, without what opens it. */
export const PlainSelect = ({ label, shown, isSearchable = false, className, title, control: { ref, ...listeners } }: Props) => (
  <div className={className}>
    <div
      className={Input.classes.wrapper}
      data-variant="default"
      data-size="sm"
      data-pointer={!isSearchable || undefined}
      data-with-right-section="true"
      style={sizes}
    >
      <input
        ref={ref as RefObject<HTMLInputElement | null>}
        {...listeners}
        className={Input.classes.input}
        data-variant="default"
        role="combobox"
        aria-label={label}
        aria-haspopup="listbox"
        aria-expanded="false"
        autoComplete="off"
        readOnly={!isSearchable}
        title={title}
        value={shown}
        onChange={keep}
      />
      <div className={Input.classes.section} data-position="right">
        <Combobox.Chevron size="sm" />
      </div>
    </div>
  </div>
)
