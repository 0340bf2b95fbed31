import { AppError } from '../../../shared/errors.ts'

const requestField = /name="request"\s+value="([^"]+)"/
const preselectedPerson = /<option value="([^"]+)" selected>/

/**
 * Acts as a person on a sample workspace's consent page: reads it, leaves the preselected person, presses Allow or Deny, then follows
 * the redirect to the waiting listener. For the demo and for tests; a real workspace's page is for a person.
 */
export const decideInWorkspace = async (authorizeUrl: string, decision: 'allow' | 'deny' = 'allow'): Promise<string> => {
  const page = await fetch(authorizeUrl, { redirect: 'manual' })
  const html = await page.text()
  const request = requestField.exec(html)?.[1]
  if (!request) throw new AppError('sign-in-failed', { kind: 'consent-page-odd', status: page.status, lacks: 'form' })
  const answer = await fetch(new URL('/oauth2/authorize/decision', authorizeUrl), {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ request, decision, person: preselectedPerson.exec(html)?.[1] ?? '' }),
  })
  const location = answer.headers.get('location')
  if (!location) throw new AppError('sign-in-failed', { kind: 'consent-page-odd', status: answer.status, lacks: 'redirect' })
  if (location.startsWith('http')) await fetch(location)
  return location
}
