import type { FindProxyPassword } from './proxy-passwords.ts'

/** What Chromium says of who asks; a server asks as well as a proxy. */
type Question = { readonly isProxy: boolean; readonly host: string; readonly port: number }
/** Without a name the question stays unanswered, and the request fails. */
type Answer = (user?: string, password?: string) => void

/**
 * Answers proxies that want a name and a password on the way to updates, with what is kept for them. The same pair is given once in a
 * look: a wrong one ends in a failure, not in a circle. Only proxies get one.
 */
export const createProxyAnswers = (find: FindProxyPassword) => {
  const answered = new WeakSet<Answer>()
  const given = new Map<string, string>()
  let isRefused = false
  return {
    /** A look begins: what was kept meanwhile may be right now. */
    begin: (): void => {
      given.clear()
      isRefused = false
    },
    /** Whether a proxy asked in this look for what is not kept, or took it for wrong. */
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
