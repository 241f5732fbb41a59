import proxyAddr from '@fastify/proxy-addr';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** IPv6 that is given out for the Internet; all else of it is for something else, or for nothing yet. */
const internet = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * True for an address of the Internet (HOST-15): none of this machine, of a network of its own, of a carrier,
 * none to many at once, and none that stands for an address of IPv4, which it could hide.
 */
export function isOuterAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(internet);
}

/** True of what lies within one of these addresses and ranges (CIDR), which the operator let in. */
export function innerReach(ranges: readonly string[]): (address: string) => boolean {
  const isWithin = proxyAddr.compile([...ranges]);
  return (address) => isIP(address) !== 0 && isWithin(address, 0);
}
