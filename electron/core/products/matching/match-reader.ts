import type { FolderProposal, MatchProduct } from '../../../../shared/products/matching.ts'
import type { MatchingLists } from './lists/matching-lists.ts'
import type { Findings } from './lists/preview-matches.ts'
import type { Outdated } from './match-keys.ts'

/** What changes of matches begin with, read in the lists' thread (core/reads.ts). */
export type MatchReader = {
  readonly read: {
    (name: 'matching.found', input: Parameters<MatchingLists['found']>[0]): Promise<Findings>
    (name: 'matching.outdated', connectionId: string | null): Promise<Outdated | null>
    (name: 'matching.known', connectionId: string | null): Promise<MatchProduct[]>
    (name: 'matching.folders', input: undefined): Promise<FolderProposal[]>
    (name: 'matching.mapping', text: string): Promise<number>
  }
}
