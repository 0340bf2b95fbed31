import { BlockList, isIP } from 'node:net'

const inside = new BlockList()
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(address, bits, 'ipv4')
for (const [address, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inside.addSubnet(address, bits, 'ipv6')

/** Addresses that an organization gives to its own servers (RFC 1918, 4193, 6598). */
const ofNetworks = new BlockList()
for (const [address, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  ofNetworks.addSubnet(address, bits, 'ipv4')
ofNetworks.addSubnet('fc00::', 7, 'ipv6')

/** The IPv4 address embedded in an IPv6 one: mapped (::ffff:0:0/96), NAT64 (64:ff9b::/96) and 6to4 (2002::/16); `null`: none. */
const embedded = (address: string): string | null => {
  const dotted = /^(?:::ffff:|64:ff9b::)(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})$/i.exec(address)?.[1]
  if (dotted !== undefined) return dotted
  const pair = (
    /^(?:::ffff:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address) ?? /^2002:([0-9a-f]{1,4}):([0-9a-f]{1,4}):/i.exec(address)
  )?.slice(1)
  if (pair === undefined) return null
  return pair
    .flatMap((word) => {
      const value = Number.parseInt(word, 16)
      return [value >> 8, value & 255]
    })
    .join('.')
}

const isIn = (list: BlockList, address: string): boolean => {
  const plain = address.replace(/%.*$/s, '')
  if (isIP(plain) === 4) return list.check(plain, 'ipv4')
  if (isIP(plain) !== 6) return false
  const ipv4 = embedded(plain)
  return list.check(plain, 'ipv6') || (ipv4 !== null && list.check(ipv4, 'ipv4'))
}

/** True for an address of this computer or of a private network (RFC 6890): loopback, link-local, private, shared, multicast. */
export const isInsideAddress = (address: string): boolean => isIn(inside, address)

/** True for an address of a private network that is not this computer's or its neighbourhood's. */
export const isNetworkAddress = (address: string): boolean => isIn(ofNetworks, address)

/** True for a URL's host that is such an address, or a name of this computer. */
export const isInsideHost = (hostname: string): boolean => {
  const name = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  return name === 'localhost' || name.endsWith('.localhost') || isInsideAddress(name)
}
