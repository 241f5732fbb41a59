/**
 * A name on one line of a file: line breaks, and what marks them, are written as '\n', '\r' and '\\', as
 * readers of lines know no others.
 */
export function onOneLine(name: string): string {
  return name.replaceAll(/[\\\n\r]/g, (sign) => (sign === '\n' ? String.raw`\n` : sign === '\r' ? String.raw`\r` : '\\\\'));
}

/** The name that `onOneLine` wrote. */
export function fromOneLine(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replaceAll(/\\([\\nr])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign === 'r' ? '\r' : '\\'));
}
