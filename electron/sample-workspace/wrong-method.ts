import { errorBody } from './refusals.ts'

type Route = { readonly method: string; readonly path: string }

/** The methods of the operations at a path; empty: there is none. A route's path has literal segments and `:parameters`. */
export const methodsAt = (routes: readonly Route[], path: string): readonly string[] => {
  const segments = path.split('/')
  const isThere = (pattern: string): boolean => {
    const parts = pattern.split('/')
    return (
      parts.length === segments.length && parts.every((part, at) => (part.startsWith(':') ? segments[at] !== '' : part === segments[at]))
    )
  }
  const methods = routes.filter((route) => route.method !== 'ALL' && isThere(route.path)).map(({ method }) => method)
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].sort()
}

/** 405 with `Allow` (RFC 9110, 15.5.6). */
export const answerWrongMethod = (methods: readonly string[]): Response => {
  const allow = methods.join(', ')
  return new Response(JSON.stringify(errorBody(405, `This path supports ${allow} only.`)), {
    status: 405,
    headers: { 'content-type': 'application/json', allow },
  })
}
