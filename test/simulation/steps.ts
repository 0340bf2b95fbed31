import * as fc from 'fast-check'
import { type CommandName, stepsOfCommands } from './command-swarm.ts'

/** The events, in plain words; numbers select from the existing items when the event happens. */
export const deeds = {
  'add pictures': 5,
  'edit a file and add it again': 4,
  'use the new versions': 4,
  'take a version back': 2,
  'attach to a new product': 4,
  'attach, saying what is there': 9,
  'attach, saying nothing': 4,
  'attach, as known': 2,
  'take off or reorder': 3,
  ask: 2,
  pause: 3,
  resume: 4,
  'settle a parked job': 7,
  'enter an id for a creation': 2,
  'cancel a job': 2,
  disconnect: 2,
  connect: 4,
  'stop and start': 2,
  kill: 2,
  'lose power': 2,
  'lose power soon': 3,
  'damage the library': 3,
  'a colleague adds': 6,
  'a colleague takes off': 2,
  'the weather turns': 6,
  'the weather clears': 5,
  'a flush fails': 4,
  'the disk is full': 1,
  'the disk has room': 2,
  'the clock is set': 4,
  'sleep for days': 5,
  'wait a while': 8,
  'the service answers otherwise': 5,
  // Only in the profiles of product lists and plans.
  'import a list': 0,
  'import a list, and end in the middle': 0,
  'import a list, and connect meanwhile': 0,
  'remove missing products': 0,
  'apply match rules': 0,
  'move pictures to a product': 0,
  'say that pictures are of no product': 0,
  'undo a match': 0,
  'remove pictures, or restore them': 0,
  'confirm a plan': 0,
  'cancel a plan': 0,
  'resume a plan': 0,
  'restore the lists of a plan': 0,
  // Only in the profile of the sheet.
  'ask a set': 0,
  'ask again with a hint': 0,
  'approve cells': 0,
  'reject cells': 0,
  'take a review back': 0,
  'type into a cell': 0,
  'paste into cells': 0,
  'empty cells': 0,
  'undo in the sheet': 0,
  'redo in the sheet': 0,
  'merge what the other hands over': 0,
  'send a text': 0,
  'cancel a text': 0,
  'put a text back': 0,
  // Only in the profile of versions.
  'replace earlier files in products': 0,
  'put earlier files back': 0,
  // Only in the profile of commands.
  'do a command': 0,
  'do a command during another': 0,
} as const
export type Deed = keyof typeof deeds

/** What a person does with product lists and matches (catalogue-person.ts). */
const catalogueDeeds = [
  'import a list',
  'import a list, and end in the middle',
  'import a list, and connect meanwhile',
  'remove missing products',
  'apply match rules',
  'move pictures to a product',
  'say that pictures are of no product',
  'undo a match',
  'remove pictures, or restore them',
] as const satisfies readonly Deed[]
export type CatalogueDeed = (typeof catalogueDeeds)[number]

export const isCatalogueDeed = (deed: Deed): deed is CatalogueDeed => catalogueDeeds.some((one) => one === deed)

/** What a person does with plans (plan-person.ts). */
const planDeeds = ['confirm a plan', 'cancel a plan', 'resume a plan', 'restore the lists of a plan'] as const satisfies readonly Deed[]
export type PlanDeed = (typeof planDeeds)[number]

export const isPlanDeed = (deed: Deed): deed is PlanDeed => planDeeds.some((one) => one === deed)

/** What a person does in the sheet (sheet-person.ts). */
const sheetDeeds = [
  'ask a set',
  'ask again with a hint',
  'approve cells',
  'reject cells',
  'take a review back',
  'type into a cell',
  'paste into cells',
  'empty cells',
  'undo in the sheet',
  'redo in the sheet',
  'merge what the other hands over',
] as const satisfies readonly Deed[]
export type SheetDeed = (typeof sheetDeeds)[number]

export const isSheetDeed = (deed: Deed): deed is SheetDeed => sheetDeeds.some((one) => one === deed)

/** What a person does with texts of products (text-person.ts). */
const textDeeds = ['send a text', 'cancel a text', 'put a text back'] as const satisfies readonly Deed[]
export type TextDeed = (typeof textDeeds)[number]

export const isTextDeed = (deed: Deed): deed is TextDeed => textDeeds.some((one) => one === deed)

/** What a person does with pictures whose earlier files are in products (send-again-person.ts). */
const sendAgainDeeds = ['replace earlier files in products', 'put earlier files back'] as const satisfies readonly Deed[]
export type SendAgainDeed = (typeof sendAgainDeeds)[number]

export const isSendAgainDeed = (deed: Deed): deed is SendAgainDeed => sendAgainDeeds.some((one) => one === deed)

/** What a person does at any moment, also while another command is under way (command-person.ts). */
const commandDeeds = ['do a command', 'do a command during another'] as const satisfies readonly Deed[]
export type CommandDeed = (typeof commandDeeds)[number]

export const isCommandDeed = (deed: Deed): deed is CommandDeed => commandDeeds.some((one) => one === deed)

export type Step = {
  readonly deed: Deed
  /** The Packshot: the second is used less. */
  readonly who: number
  readonly a: number
  readonly b: number
  /** The command, and of two at once the second one and after how many turns of the event loop it comes. */
  readonly does?: CommandName
  readonly meanwhile?: CommandName
  readonly turns?: number
  /** Index into `pauses`: the time that passes afterwards. */
  readonly pause: number
}

/** Milliseconds. */
export const pauses = [0, 40, 400, 5_000, 120_000] as const

/** Seeds in which some events are more frequent, so that faults that need several of them in a row are found. */
export type Profile = 'usual' | 'lists' | 'disk' | 'versions' | 'catalogue' | 'plans' | 'sheet' | 'commands'

const noDeeds = Object.fromEntries(Object.keys(deeds).map((deed) => [deed, 0])) as Record<Deed, number>

const profiles: Readonly<Record<Profile, Partial<Record<Deed, number>>>> = {
  usual: {},
  /** One list that changes again and again, with a service that rejects some changes and returns old lists. */
  lists: {
    'attach, saying what is there': 12,
    'attach, saying nothing': 24,
    'a colleague adds': 14,
    'the weather turns': 10,
    'the weather clears': 10,
    'the service answers otherwise': 10,
    'cancel a job': 5,
    'damage the library': 0,
    'the clock is set': 1,
    'sleep for days': 1,
    disconnect: 0,
    pause: 1,
  },
  /** A disk that fails during work, and a computer that loses power. */
  disk: {
    'add pictures': 10,
    'a flush fails': 16,
    'lose power': 6,
    'attach to a new product': 10,
    'damage the library': 0,
    'sleep for days': 1,
    disconnect: 0,
  },
  /** Files that are edited again and again, while their pictures are uploaded, attached, and replaced in products. */
  versions: {
    'edit a file and add it again': 20,
    'use the new versions': 20,
    'take a version back': 10,
    'attach, saying what is there': 16,
    'replace earlier files in products': 26,
    'put earlier files back': 12,
    ask: 0,
    'take off or reorder': 1,
    'sleep for days': 1,
  },
  /** Product lists that are imported and matched again and again, with ends in the middle and changes of workspace. */
  catalogue: {
    ...noDeeds,
    'add pictures': 8,
    'import a list': 12,
    'import a list, and end in the middle': 10,
    'import a list, and connect meanwhile': 5,
    'remove missing products': 6,
    'apply match rules': 12,
    'move pictures to a product': 14,
    'say that pictures are of no product': 8,
    'undo a match': 10,
    'remove pictures, or restore them': 4,
    'attach, saying what is there': 2,
    disconnect: 5,
    connect: 8,
    'stop and start': 3,
    kill: 4,
    'lose power': 4,
    'lose power soon': 8,
    'damage the library': 3,
    'the clock is set': 3,
    'wait a while': 4,
  },
  /** Plans that are confirmed, cancelled, resumed and restored, with a poor network and ends in the middle. */
  plans: {
    ...noDeeds,
    'add pictures': 14,
    'import a list': 4,
    'apply match rules': 5,
    'move pictures to a product': 22,
    'say that pictures are of no product': 2,
    'undo a match': 3,
    'remove pictures, or restore them': 2,
    'confirm a plan': 24,
    'cancel a plan': 6,
    'resume a plan': 8,
    'restore the lists of a plan': 6,
    'settle a parked job': 7,
    'cancel a job': 2,
    'the weather turns': 6,
    'the weather clears': 6,
    pause: 2,
    resume: 3,
    disconnect: 3,
    connect: 6,
    'stop and start': 2,
    kill: 4,
    'lose power': 4,
    'lose power soon': 8,
    'damage the library': 1,
    'sleep for days': 2,
    'wait a while': 10,
  },
  /** A sheet that is filled, reviewed, handed over and merged on two computers, and texts that are sent to products. */
  sheet: {
    ...noDeeds,
    'add pictures': 1,
    'ask a set': 8,
    'ask again with a hint': 7,
    'approve cells': 9,
    'reject cells': 4,
    'take a review back': 2,
    'type into a cell': 14,
    'paste into cells': 8,
    'empty cells': 3,
    'undo in the sheet': 6,
    'redo in the sheet': 3,
    'merge what the other hands over': 16,
    'send a text': 12,
    'cancel a text': 4,
    'put a text back': 6,
    'settle a parked job': 4,
    'remove pictures, or restore them': 1,
    'the weather turns': 6,
    'the weather clears': 6,
    'the service answers otherwise': 3,
    disconnect: 1,
    connect: 3,
    'stop and start': 2,
    kill: 3,
    'lose power': 3,
    'lose power soon': 4,
    'damage the library': 1,
    'the clock is set': 2,
    'sleep for days': 1,
    'wait a while': 8,
  },
  /** Drawn in another way (command-swarm.ts). */
  commands: noDeeds,
}
/** By the seed's last digit. */
const profileOfDigit: Readonly<Record<number, Profile>> = {
  1: 'sheet',
  2: 'catalogue',
  4: 'lists',
  6: 'plans',
  7: 'versions',
  8: 'commands',
  9: 'disk',
}
export const profileOf = (seed: number): Profile => profileOfDigit[seed % 10] ?? 'usual'

const stepsAsIn = (profile: Profile): fc.Arbitrary<Step[]> => {
  const weights: Record<Deed, number> = { ...deeds, ...profiles[profile] }
  const deed = fc.oneof(...Object.entries(weights).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as Deed) })))
  const step = fc.record({
    deed,
    who: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: profile === 'sheet' ? 3 : 1, arbitrary: fc.constant(1) }),
    a: fc.nat(11),
    b: fc.nat(11),
    pause: fc.nat(pauses.length - 1),
  })
  return fc.array(step, { minLength: profile === 'sheet' ? 24 : 12, maxLength: 40, size: 'max' })
}
const byProfile = {
  usual: stepsAsIn('usual'),
  lists: stepsAsIn('lists'),
  disk: stepsAsIn('disk'),
  versions: stepsAsIn('versions'),
  catalogue: stepsAsIn('catalogue'),
  plans: stepsAsIn('plans'),
  sheet: stepsAsIn('sheet'),
  commands: stepsOfCommands,
}

/** The steps of a seed. */
export const stepsOf = (seed: number): readonly Step[] => fc.sample(byProfile[profileOf(seed)], { seed, numRuns: 1 })[0] ?? []

export const describeStep = ({ deed, who, a, b, does, meanwhile, turns = 0, pause }: Step): string => {
  const what = does === undefined ? deed : meanwhile === undefined ? does : `${does}, and after ${turns} turns ${meanwhile}`
  return `${who === 0 ? 'A' : 'B'}: ${what} (${a}, ${b})${pauses[pause] ? `, then ${(pauses[pause] ?? 0) / 1_000} s` : ''}`
}
