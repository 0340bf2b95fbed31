import type { FindProxyPassword } from './proxy-passwords.ts'

/** Chromium's description of a login request, from a server or a proxy. */
type Question = { readonly isProxy: boolean; readonly host: string; readonly port: number }
/** Without a name the question stays unanswered, and the request fails. */
type Answer = (user?: string, password?: string) => void

/**
 * Answers proxies that require a user name and password for updates, with the saved ones. The same pair is sent once in a
 * check, so that a wrong one fails instead of looping. Only proxies get one.
 */
export const createProxyAnswers = (find: FindProxyPassword) => {
  const answered = new WeakSet<Answer>()
  const given = new Map<string, string>()
  let isRefused = false
  return {
    /** A check starts: passwords saved since may be right now. */
    begin: (): void => {
      given.clear()
      isRefused = false
    },
    /** Whether a proxy in this check asked for an unsaved password, or rejected the saved one. */
    isRefused: (): boolean => isRefused,
    answer: async ({ isProxy, host, port }: Question, answer: Answer): Promise<void> => {
      // electron-updater passes each question on twice; Electron takes one answer.
      if (answered.has(answer)) return
      answered.add(answer)
      if (!isProxy) return answer()
      const proxy = `${host}:${port}`
      const kept = await find(proxy).catch(() => null)
      const pair = JSON.stringify(kept)
      if (kept === null || given.get(proxy) === pair) {
        isRefused = true
        return answer()
      }
      given.set(proxy, pair)
      answer(kept.user, kept.password)
    },
  }
}
