import type { Person } from '../people/people.ts'
import { escapeHtml } from './html-page.ts'

/** A field named `person` to choose from the workspace's people. */
export const personChoice = (label: string, people: readonly Person[], chosenId: string | undefined): string => {
  const options = people.map(
    ({ id, name, role }) =>
      `<option value="${escapeHtml(id)}"${id === chosenId ? ' selected' : ''}>${escapeHtml(name)}, ${escapeHtml(role)}</option>`,
  )
  return `<label>${escapeHtml(label)} <select name="person">${options.join('')}</select></label>`
}
