import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { createReader } from '../../renderer/read-again.ts'

it('reads lists again while a slow query of another reader is still read', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const reads = { slow: 0, list: 0 }
  const watch = (name: keyof typeof reads, queryFn: () => Promise<unknown>) => {
    queries.setQueryData([name], 'before')
    return new QueryObserver(queries, { queryKey: [name], queryFn }).subscribe(() => {})
  }
  const never = new Promise<string>(() => {})
  const stop = [
    watch('slow', () => {
      reads.slow++
      return never
    }),
    watch('list', async () => {
      reads.list++
      return 'list'
    }),
  ]
  const [readSlow, read] = [createReader(queries), createReader(queries)]
  readSlow([['slow']])
  read([['list']])
  await expect.poll(() => reads).toEqual({ slow: 1, list: 1 })
  readSlow([['slow']])
  read([['list']])
  await expect.poll(() => reads).toEqual({ slow: 1, list: 2 })
  for (const one of stop) one()
})

it('reads a list again that was being read when it changed: its answer may be older, and late', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const answers: ((page: string) => void)[] = []
  const page = new QueryObserver(queries, { queryKey: ['page'], queryFn: () => new Promise<string>((resolve) => answers.push(resolve)) })
  const stop = page.subscribe(() => {})
  const read = createReader(queries)
  read([['page']])
  answers[0]?.('before')
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.('after')
  await expect.poll(() => page.getCurrentResult().data).toBe('after')
  stop()
})
