/** Returns the sentence about an invalid part of an address (NAV-19). `takes` says what the part must be. */
export function leftOut(name: string, text: string, takes: string): string {
  return `‘${name}=${text.slice(0, 40)}’ is ignored: ${name} ${takes}`;
}
