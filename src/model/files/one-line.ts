/** Keeps a name on one line: writes line breaks and backslashes as '\n', '\r' and '\\'. */
export function onOneLine(name: string): string {
  return name.replaceAll(/[\\\n\r]/g, (sign) => (sign === '\n' ? String.raw`\n` : sign === '\r' ? String.raw`\r` : '\\\\'));
}

/** Reverses `onOneLine`. */
export function fromOneLine(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replaceAll(/\\([\\nr])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign === 'r' ? '\r' : '\\'));
}
