import type { Visit } from '../people/visits.ts'
import { escapeHtml, type HtmlPage, htmlPage } from './html-page.ts'

const places = [
  ['/settings', 'Settings'],
  ['/settings/oauth-clients', 'OAuth clients'],
  ['/settings/api-tokens', 'API tokens'],
  ['/settings/plan', 'Plan and switches'],
  ['/products', 'Products'],
] as const

/** A page of the settings or products, with the way to the others. */
export const workspacePage = (visit: Visit, page: Omit<HtmlPage, 'formTarget' | 'isWide'>): Response =>
  htmlPage({
    ...page,
    formTarget: "'self'",
    isWide: true,
    body: `<nav aria-label="Workspace">${places.map(([path, name]) => `<a href="${path}"${name === page.title ? ' aria-current="page"' : ''}>${name}</a>`).join('')}</nav>
<p class="small">You are ${escapeHtml(visit.person.name)}, ${escapeHtml(visit.person.role)}.</p>
${page.body}`,
  })

/** A form that only this visit's pages can make. */
export const pageForm = (visit: Visit, action: string, fields: string): string =>
  `<form method="post" action="${escapeHtml(action)}"><input type="hidden" name="form_token" value="${escapeHtml(visit.formToken)}">${fields}</form>`

export const fault = (text: string | undefined): string =>
  text === undefined ? '' : `<p class="fault" role="alert">${escapeHtml(text)}</p>`
