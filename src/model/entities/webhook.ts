/** The length of the secret that signs messages (ALM-18). */
export const secretLengths = { least: 16, most: 256 } as const;

/** The address of a webhook (ALM-16): https, without a user name and password before the server. */
export const addressPattern = /^https:\/\/[!"$-?A-~]+$/;
export const longestAddress = 2_048;
export const addressText = 'An address that starts with https:// and contains no user name, password, # or spaces';

/** Returns why the address of a webhook is invalid; null if it is valid. */
export function addressTrouble(url: string): string | null {
  if (url.length > longestAddress) return `At most ${longestAddress.toLocaleString('en-US')} signs`;
  return addressPattern.test(url) ? null : addressText;
}

/** Returns why the secret of a webhook is invalid; null if it is valid. */
export function secretTrouble({ length }: string): string | null {
  const { least, most } = secretLengths;
  return length < least || length > most ? `${least} to ${most} signs` : null;
}
