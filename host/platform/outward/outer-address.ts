import proxyAddr from '@fastify/proxy-addr';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The range of IPv6 addresses on the Internet; all others are special or unassigned. */
const internet = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Returns whether an address is on the Internet (HOST-15). Addresses of this machine, private networks,
 * carriers and multicast are not, nor are IPv6 forms that could hide an IPv4 address.
 */
export function isOuterAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(internet);
}

/**
 * Returns a function that checks whether an address is in one of the ranges (CIDR) that the operator allowed.
 */
export function innerReach(ranges: readonly string[]): (address: string) => boolean {
  const isWithin = proxyAddr.compile([...ranges]);
  return (address) => isIP(address) !== 0 && isWithin(address, 0);
}
