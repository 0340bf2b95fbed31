import { AppError } from '../../../shared/base/errors.ts'
import type { OperationName } from '../../../shared/queue/operations.ts'

type Waiting = { readonly grant: () => void; readonly refuse: (error: AppError) => void }

/** One attempt's place in the line. */
export type SendSlot = {
  /** Resolves when it may send. Rejects (`cancelled`) if it shall not send now. */
  readonly wait: () => Promise<void>
  /** The attempt is over, whether it sent or not. */
  readonly leave: () => void
}

export type SendSlots = ReturnType<typeof createSendSlots>

/**
 * Of each operation, at most `concurrency` requests are under way. Attempts beyond that were recorded and have read their input: one of them
 * sends in the moment in which another's answer arrives, without waiting for the disk. They send in the order in which they came.
 */
export const createSendSlots = (concurrency: Readonly<Record<OperationName, number>>) => {
  const sending = new Map<OperationName, number>()
  const lines = new Map<OperationName, Set<Waiting>>()
  const sendingOf = (operation: OperationName): number => sending.get(operation) ?? 0
  const lineOf = (operation: OperationName): Set<Waiting> => {
    const line = lines.get(operation) ?? new Set<Waiting>()
    lines.set(operation, line)
    return line
  }

  const enter = (operation: OperationName): SendSlot => {
    const line = lineOf(operation)
    let state: 'new' | 'sending' | 'left' = 'new'
    let mine: Waiting | undefined
    const grant = (): void => {
      state = 'sending'
      sending.set(operation, sendingOf(operation) + 1)
    }
    const queue = (): Promise<void> =>
      new Promise((resolve, reject) => {
        mine = {
          grant: () => {
            grant()
            resolve()
          },
          refuse: reject,
        }
        line.add(mine)
      })
    return {
      wait: async () => {
        if (state === 'left') return
        if (sendingOf(operation) < concurrency[operation]) grant()
        else await queue()
      },
      leave: () => {
        const wasSending = state === 'sending'
        state = 'left'
        if (mine) line.delete(mine)
        if (!wasSending) return
        sending.set(operation, sendingOf(operation) - 1)
        const [next] = line
        if (!next) return
        line.delete(next)
        next.grant()
      },
    }
  }

  return {
    enter,
    /** Attempts that wait here send nothing and end: their jobs wait in the queue again. Without an operation: of all. */
    clear: (operation?: OperationName): void => {
      for (const [name, line] of lines) {
        if (operation !== undefined && operation !== name) continue
        for (const one of line) one.refuse(new AppError('cancelled', { kind: 'turn-stopped' }))
        line.clear()
      }
    },
  }
}
