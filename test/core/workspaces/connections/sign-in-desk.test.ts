import { expect, it } from 'vitest'
import type { SignInOptions } from '../../../../electron/core/service/session/session-types.ts'
import type { LiveWorkspace } from '../../../../electron/core/workspaces/connections/live-workspace.ts'
import { createSignInDesk } from '../../../../electron/core/workspaces/connections/sign-in-desk.ts'

it('of three sign-ins at once, the newest waits, the others end, and each can be cancelled', async () => {
  const waiting = new Set<string>()
  const workspace = (name: string) => {
    const signIn = ({ signal }: SignInOptions): Promise<void> => {
      waiting.add(name)
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => {
          waiting.delete(name)
          reject(signal.reason)
        })
      })
    }
    return { connection: { id: name, name }, session: { signIn } } as unknown as LiveWorkspace
  }
  const desk = createSignInDesk({ openBrowser: async () => {}, showAuthorizeUrl: () => {}, onChange: () => {} })
  const ends = ['first', 'second', 'third'].map((name) => desk.run(workspace(name), { openBrowser: false }).catch((error) => error.code))
  await expect.poll(() => [...waiting]).toEqual(['third'])
  expect(desk.waiting()).toMatchObject({ name: 'third' })
  await desk.cancel()
  expect(await Promise.all(ends)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  expect(desk.waiting()).toBeNull()
})

it('says that a person has answered in the browser, or that it failed there, and not that the sign-in was cancelled', async () => {
  let answers = 0
  const onAnswered = (): void => {
    answers += 1
  }
  const desk = createSignInDesk({ openBrowser: async () => {}, showAuthorizeUrl: () => {}, onChange: () => {}, onAnswered })
  const workspace = (signIn: (options: SignInOptions) => Promise<void>) =>
    ({ connection: { id: 'a', name: 'A' }, session: { signIn } }) as unknown as LiveWorkspace
  await desk.run(
    workspace(async () => {}),
    { openBrowser: true },
  )
  expect(answers).toBe(1)
  const refused = desk.run(
    workspace(async () => Promise.reject(new Error('refused'))),
    { openBrowser: true },
  )
  await expect(refused).rejects.toThrow('refused')
  expect(answers).toBe(2)
  const cancelled = desk.run(
    workspace(({ signal }) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))),
    { openBrowser: true },
  )
  await Promise.all([desk.cancel(), cancelled.catch(() => {})])
  expect(answers).toBe(2)
})
