import { Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { EmptyNote } from '../ui/empty-note.tsx'

type Props = { readonly children: ReactNode }

/** A fault while drawing (React has only classes for this): the window says so and can be drawn anew. */
export class WindowFault extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError = () => ({ hasFailed: true })

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <EmptyNote icon="warn" title="This window stumbled" actions={<Button onClick={() => window.location.reload()}>Draw it again</Button>}>
        Your pictures, questions and the work under way are kept outside this window and go on. Draw it again to see them.
      </EmptyNote>
    )
  }
}
