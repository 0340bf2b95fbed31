import tls from 'node:tls'

type Certificates = {
  readonly getCACertificates?: (kind: 'default' | 'system') => readonly string[]
  readonly setDefaultCACertificates?: (certificates: readonly string[]) => void
}

/**
 * Has this process trust what the operating system trusts, beside Node's own list: a company's proxy signs with its own authority. How
 * many were added; null where this Node can't (before 22.19 and 24.5): then NODE_EXTRA_CA_CERTS is the way.
 */
export const trustSystemCertificates = (): number | null => {
  const { getCACertificates, setDefaultCACertificates } = tls as unknown as Certificates
  if (getCACertificates === undefined || setDefaultCACertificates === undefined) return null
  const known = new Set(getCACertificates('default'))
  const added = getCACertificates('system').filter((one) => !known.has(one))
  if (added.length > 0) setDefaultCACertificates([...known, ...added])
  return added.length
}
