import { describe, expect, it } from 'vitest'
import { createProxyAnswers } from '../../../electron/core/net/answer-proxies.ts'

const proxy = { isProxy: true, host: 'proxy.example', port: 8080 }
const kept = { user: 'ann', password: 'p:w' }

/** Asks as electron-updater does: each question twice. */
const ask = async (answers: ReturnType<typeof createProxyAnswers>, question = proxy) => {
  const given: (readonly unknown[])[] = []
  const answer = (...one: readonly unknown[]): void => void given.push(one)
  await Promise.all([answers.answer(question, answer), answers.answer(question, answer)])
  return given
}

describe('a proxy on the way to updates', () => {
  it('gets what is kept for it, one answer for each question', async () => {
    const asked: string[] = []
    const answers = createProxyAnswers(async (host) => {
      asked.push(host)
      return kept
    })
    expect(await ask(answers)).toEqual([['ann', 'p:w']])
    expect(asked).toEqual(['proxy.example:8080'])
    expect(answers.isRefused()).toBe(false)
  })

  it('that asks again in the same look gets nothing more, until what is kept is another', async () => {
    let password = 'old'
    const answers = createProxyAnswers(async () => ({ user: 'ann', password }))
    await ask(answers)
    expect(await ask(answers)).toEqual([[]])
    expect(answers.isRefused()).toBe(true)
    password = 'new'
    expect(await ask(answers)).toEqual([['ann', 'new']])
    answers.begin()
    expect(answers.isRefused()).toBe(false)
    expect(await ask(answers)).toEqual([['ann', 'new']])
  })

  it('gets nothing where nothing is kept, the keychain fails, or it is a server that asks', async () => {
    for (const find of [async () => null, async () => Promise.reject(new Error('locked'))]) {
      const answers = createProxyAnswers(find)
      expect(await ask(answers)).toEqual([[]])
      expect(answers.isRefused()).toBe(true)
    }
    const answers = createProxyAnswers(async () => kept)
    expect(await ask(answers, { ...proxy, isProxy: false })).toEqual([[]])
    expect(answers.isRefused()).toBe(false)
  })
})
