import { isIPv6 } from 'node:net';

/**
 * Returns the key by which limits count an address: an IPv4 address, or the first 64 bits of an IPv6 address,
 * because one network usually owns all addresses with that prefix (RFC 6177). A port, which some proxies
 * forward, is removed.
 */
export function addressKey(forwarded: string): string {
  const [, ipv4, ipv6] = /^(\d+(?:\.\d+){3}):\d+$|^\[(.+)\](?::\d+)?$/.exec(forwarded) ?? [];
  const address = ipv4 ?? ipv6 ?? forwarded;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const plain = address.split('%', 1)[0] ?? '';
  if (!isIPv6(plain)) return address.slice(0, 64);
  const [head = '', tail] = plain.toLowerCase().split('::', 2);
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const first = groups(head);
  const last = groups(tail ?? '');
  // A last group in IPv4 notation stands for two groups. Only the first four groups matter here.
  const length = last.at(-1)?.includes('.') === true ? last.length + 1 : last.length;
  const all = tail === undefined ? first : [...first, ...Array.from({ length: 8 - first.length - length }, () => '0'), ...last];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
