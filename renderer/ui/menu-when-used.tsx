import { Menu, type MenuProps } from '@mantine/core'
import { cloneElement, type ReactElement, type ReactNode, type RefAttributes } from 'react'
import { type PlainProps, WhenUsed } from './when-used.tsx'

type TargetProps = Omit<PlainProps, 'ref'> & RefAttributes<never> & { readonly 'aria-haspopup': 'menu'; readonly 'aria-expanded': boolean }

type Props = Pick<MenuProps, 'position' | 'width' | 'onOpen'> & {
  /** The button that opens it, without listeners of its own. */
  readonly target: ReactElement<Partial<TargetProps>>
  /** The menu's items. */
  readonly children: ReactNode
}

/** A menu that is made when its button is used first. */
export const MenuWhenUsed = ({ target, children, ...menu }: Props) => (
  <WhenUsed
    plain={({ ref, ...listeners }) =>
      cloneElement(target, { ...listeners, ref: ref as never, 'aria-haspopup': 'menu', 'aria-expanded': false })
    }
  >
    {(ref) => (
      <Menu {...menu}>
        <Menu.Target>{cloneElement(target, { ref: ref as never })}</Menu.Target>
        <Menu.Dropdown>{children}</Menu.Dropdown>
      </Menu>
    )}
  </WhenUsed>
)
