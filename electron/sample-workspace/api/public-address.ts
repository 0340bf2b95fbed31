import { BlockList, isIP } from 'node:net'

/** Not globally reachable (RFC 6890): this computer, private and shared networks, link-local, documentation, multicast, translated IPv4. */
const notPublic = new BlockList()
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(address, bits, 'ipv4')
for (const [address, bits] of [
  ['::', 96],
  ['64:ff9b::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const)
  notPublic.addSubnet(address, bits, 'ipv6')

/** A name that public DNS does not have: one without a dot, or of RFC 6761, 6762, 8375 or ICANN's “internal”. */
const isInsideName = (name: string): boolean => !name.includes('.') || /\.(localhost|local|internal|home\.arpa)$/.test(name)

/**
 * True for a URL that is publicly reachable (spec, "Source creation form") by its spelling: names are not looked up, because a sample
 * workspace works offline.
 */
export const isPublicAddress = (address: string): boolean => {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const version = isIP(host)
  return version === 0 ? !isInsideName(host) : !notPublic.check(host, version === 4 ? 'ipv4' : 'ipv6')
}
