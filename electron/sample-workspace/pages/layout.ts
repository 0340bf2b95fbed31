import type { Visit } from '../people/visits.ts'
import { escapeHtml, type HtmlPage, htmlPage } from './html-page.ts'

/** A page of the settings or products, with the way to the others. */
export const workspacePage = (visit: Visit, page: Omit<HtmlPage, 'formTarget' | 'isWide'>): Response =>
  htmlPage({
    ...page,
    formTarget: "'self'",
    isWide: true,
    body: `<nav><a href="/settings">Settings</a><a href="/settings/oauth-clients">OAuth clients</a><a href="/settings/api-tokens">API tokens</a><a href="/settings/plan">Plan</a><a href="/products">Products</a></nav>
<p class="small">You are ${escapeHtml(visit.person.name)}, ${escapeHtml(visit.person.role)}.</p>
${page.body}`,
  })

/** A form that only this visit's pages can make. */
export const pageForm = (visit: Visit, action: string, fields: string): string =>
  `<form method="post" action="${escapeHtml(action)}"><input type="hidden" name="form_token" value="${escapeHtml(visit.formToken)}">${fields}</form>`

export const fault = (text: string | undefined): string =>
  text === undefined ? '' : `<p class="fault" role="alert">${escapeHtml(text)}</p>`
