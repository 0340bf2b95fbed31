import { describe, expect, it } from 'vitest'
import { createProxyAnswers } from '../../../../electron/core/base/network/answer-proxies.ts'

const proxy = { isProxy: true, host: 'proxy.example', port: 8080 }
const kept = { user: 'ann', password: 'p:w' }

/** Asks each question twice, like electron-updater. */
const ask = async (answers: ReturnType<typeof createProxyAnswers>, question = proxy) => {
  const given: (readonly unknown[])[] = []
  const answer = (...one: readonly unknown[]): void => void given.push(one)
  await Promise.all([answers.answer(question, answer), answers.answer(question, answer)])
  return given
}

describe('a proxy between Packshot and its updates', () => {
  it('gets the saved credentials, one answer per question', async () => {
    const asked: string[] = []
    const answers = createProxyAnswers(async (host) => {
      asked.push(host)
      return kept
    })
    expect(await ask(answers)).toEqual([['ann', 'p:w']])
    expect(asked).toEqual(['proxy.example:8080'])
    expect(answers.isRefused()).toBe(false)
  })

  it('gets no second answer during the same check, unless the saved credentials have changed', async () => {
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

  it('gets nothing when nothing is saved, when the keychain fails, or when a server asks', async () => {
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
