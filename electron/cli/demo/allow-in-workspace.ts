import { AppError } from '../../../shared/base/errors.ts'

const requestField = /name="request"\s+value="([^"]+)"/
const preselectedPerson = /<option value="([^"]+)" selected>/

/** Opens an address as a browser does: with the cookie that the sample workspace gives whom Packshot sends. */
export const enterWorkspace = async (address: string): Promise<{ readonly page: Response; readonly cookie: string }> => {
  const first = await fetch(address, { redirect: 'manual' })
  const cookie = (first.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
  const location = first.headers.get('location')
  if (cookie === '' || location === null) return { page: first, cookie }
  return { page: await fetch(new URL(location, address), { redirect: 'manual', headers: { cookie } }), cookie }
}

/**
 * Acts as a person on a sample workspace's consent page: reads it, leaves the preselected person, presses Allow or Deny, then follows
 * the redirect to the waiting listener. For the demo and for tests; a real workspace's page is for a person.
 */
export const decideInWorkspace = async (authorizeUrl: string, decision: 'allow' | 'deny' = 'allow'): Promise<string> => {
  const { page, cookie } = await enterWorkspace(authorizeUrl)
  const html = await page.text()
  const request = requestField.exec(html)?.[1]
  if (!request) throw new AppError('sign-in-failed', { kind: 'consent-page-odd', status: page.status, lacks: 'form' })
  const answer = await fetch(new URL('/oauth2/authorize/decision', authorizeUrl), {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
    body: new URLSearchParams({ request, decision, person: preselectedPerson.exec(html)?.[1] ?? '' }),
  })
  const location = answer.headers.get('location')
  if (!location) throw new AppError('sign-in-failed', { kind: 'consent-page-odd', status: answer.status, lacks: 'redirect' })
  if (location.startsWith('http')) await fetch(location)
  return location
}
