import type { BegunAction } from '../../electron/core/queue/action-store.ts'

/** For jobs of a test that is not about actions. */
export const anAction: BegunAction = { id: 'act_of_test', facts: { kind: 'add' } }
