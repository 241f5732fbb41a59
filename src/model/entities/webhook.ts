/** How long the secret is by which messages are signed (ALM-18). */
export const secretLengths = { least: 16, most: 256 } as const;

/** The address of a webhook (ALM-16): https, without a name and a password before its server. */
export const addressPattern = /^https:\/\/[!"$-?A-~]+$/;
export const longestAddress = 2_048;
export const addressText = 'An address that starts with https:// and contains no user name, password, # or spaces';

/** Why that is no address of a webhook; null where it is one. */
export function addressTrouble(url: string): string | null {
  if (url.length > longestAddress) return `At most ${longestAddress.toLocaleString('en-US')} signs`;
  return addressPattern.test(url) ? null : addressText;
}

/** Why that is no secret of a webhook; null where it is one. */
export function secretTrouble({ length }: string): string | null {
  const { least, most } = secretLengths;
  return length < least || length > most ? `${least} to ${most} signs` : null;
}
