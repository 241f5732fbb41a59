/**
 * The sentence on a part of an address that cannot be read (NAV-19): what is left out, and what stands there
 * otherwise.
 */
export function leftOut(name: string, text: string, takes: string): string {
  return `‘${name}=${text.slice(0, 40)}’ is ignored: ${name} ${takes}`;
}
