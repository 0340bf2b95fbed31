import { Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { EmptyNote } from '../ui/empty-note.tsx'

type Props = { readonly children: ReactNode }

/** Error boundary (React has only classes for this): shows the render error and offers to reload. */
export class WindowFault extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError = () => ({ hasFailed: true })

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <EmptyNote
        icon="warn"
        title="Something went wrong in this window"
        actions={<Button onClick={() => window.location.reload()}>Reload</Button>}
      >
        Your pictures, questions and running work are kept outside this window and continue. Reload to see them.
      </EmptyNote>
    )
  }
}
