import type { DatabaseSync } from 'node:sqlite'
import { makeId } from '../secrets.ts'

/** Roles of a workspace; the spec names the first three, a Member is anyone else. */
export const roles = ['Admin', 'IT Admin', 'Developer', 'Member'] as const
export type Role = (typeof roles)[number]

export type Person = { readonly id: string; readonly name: string; readonly role: Role }

export type People = {
  readonly list: () => Person[]
  readonly find: (id: string) => Person | undefined
}

/** One for each role, so that every rule about roles can be tried. */
const firstPeople: readonly Omit<Person, 'id'>[] = [
  { name: 'Sam Sample', role: 'Admin' },
  { name: 'Iris Infra', role: 'IT Admin' },
  { name: 'Devi Developer', role: 'Developer' },
  { name: 'Mia Member', role: 'Member' },
]

/** The people of a sample workspace; those that are missing are added. */
export const createPeople = (database: DatabaseSync): People => {
  const select = database.prepare('SELECT id, name, role FROM person ORDER BY rowid')
  const insert = database.prepare('INSERT INTO person (id, name, role) VALUES (?, ?, ?)')
  const list = () => select.all() as unknown as Person[]
  const there = new Set(list().map(({ role }) => role))
  for (const { name, role } of firstPeople) if (!there.has(role)) insert.run(makeId('usr'), name, role)
  const people = list()
  return { list: () => people, find: (id) => people.find((person) => person.id === id) }
}
