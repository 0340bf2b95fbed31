import { expect, it } from 'vitest'
import { openRedirect } from '../../../../electron/core/service/session/open-redirect.ts'

const redirectUris = ['http://127.0.0.1:28417/callback', 'http://127.0.0.1:28418/callback']
const open = (outcomes: readonly ('taken' | 'reserved')[], more: readonly string[] = []) => {
  const left = [...outcomes]
  return openRedirect({
    redirectUris: [...redirectUris, ...more],
    onlyLoopback: false,
    judge: () => 'refused',
    log: () => {},
    openReceiver: async () => left.shift() ?? 'taken',
  })
}

it('a sign-in says that the system has reserved redirect ports, not that a program uses them', async () => {
  await expect(open(['taken', 'reserved'])).rejects.toMatchObject({
    code: 'redirect-ports-busy',
    message: expect.stringMatching(/^The system has reserved the port of http:\/\/127\.0\.0\.1:28418\/callback,/),
    action: expect.stringMatching(/^Restart the computer/),
  })
  await expect(open(['taken', 'taken'])).rejects.toMatchObject({ message: expect.stringMatching(/^Another program uses/) })
})

it('a sign-in uses the custom scheme when all ports are reserved', async () => {
  expect(await open(['reserved', 'reserved'], ['packshot://oauth/callback'])).toEqual({
    redirectUri: 'packshot://oauth/callback',
    receiver: null,
  })
})
