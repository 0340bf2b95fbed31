import { AppError } from '../../shared/base/errors.ts'
import type { UnsettledList } from '../../shared/products/products.ts'
import type { CurrentStatement } from '../../shared/queue/jobs.ts'
import { idOf, sourceOf } from './fake-library.ts'

const minute = 60_000
const day = 24 * 60 * minute

const makeLists = (): UnsettledList[] => {
  const now = Date.now()
  const common = {
    attribute: 'Images',
    doubt: null,
    maybeIds: [],
    productName: null,
    productSku: null,
    origin: null,
    knownAt: null,
    ageMs: null,
  }
  return [
    {
      ...common,
      productRef: 'ref_2',
      productId: 'SKU-12',
      jobIds: ['job_s1'],
      addsImageIds: [idOf(40), idOf(41)],
      why: 'too-old',
      sourceIds: [sourceOf(24), sourceOf(25), 'src_of_a_colleague_1'],
      imageIds: [idOf(24), idOf(25), null],
      origin: 'confirmed',
      knownAt: now - 2 * day,
      ageMs: 2 * day,
      address: 'https://shop.example/products/SKU-12',
    },
    {
      ...common,
      productRef: 'ref_8',
      productId: 'prd_90aa',
      productName: 'Ceramic bowl, small',
      productSku: null,
      jobIds: ['job_s2'],
      addsImageIds: [idOf(42)],
      why: 'no-answer',
      sourceIds: [sourceOf(30)],
      imageIds: [idOf(30)],
      maybeIds: [sourceOf(31)],
      origin: 'stated',
      knownAt: now - 3 * 60 * minute,
      ageMs: 3 * 60 * minute,
      address: 'https://shop.example/products/prd_90aa',
    },
    {
      ...common,
      productRef: 'ref_9',
      productId: 'SKU-77',
      jobIds: ['job_s3', 'job_s4'],
      addsImageIds: [idOf(43), idOf(44), idOf(45)],
      why: 'never-said',
      sourceIds: [],
      imageIds: [],
      address: null,
    },
  ]
}

const isSame = (one: { readonly productRef: string }, list: UnsettledList): boolean => one.productRef === list.productRef

/** Lists that block work, in scenes that have some. */
export const createFakeUnsettled = (hasSome: boolean, announce: () => void) => {
  let lists = hasSome ? makeLists() : []
  return {
    unsettled: ({ input }: { readonly input: { readonly offset: number; readonly limit: number } }) => ({
      total: lists.length,
      rows: lists.slice(input.offset, input.offset + input.limit),
    }),
    settle: (said: readonly { readonly productRef: string; readonly attribute: string; readonly current: CurrentStatement }[]) => {
      const isRefused = (one: (typeof said)[number]): boolean => one.current.kind === 'ids' && one.current.ids.includes('src_of_another')
      const taken = said.filter((one) => !isRefused(one))
      const settled = lists.filter((list) => taken.some((one) => isSame(one, list)))
      lists = lists.filter((list) => !settled.includes(list))
      announce()
      const reasonOf = (one: (typeof said)[number]) =>
        new AppError(
          'current-contradicts',
          {
            kind: 'statement-incomplete',
            product: lists.find((list) => isSame(one, list))?.productId ?? '',
            attribute: one.attribute,
            ids: [],
            maybe: ['src_88'],
            since: null,
          },
          { kept: 'nothing-changed' },
        ).toRecord()
      return {
        retried: settled.flatMap(({ jobIds }) => jobIds).length,
        refused: said.filter(isRefused).map((one) => ({ productRef: one.productRef, attribute: one.attribute, reason: reasonOf(one) })),
      }
    },
  }
}
