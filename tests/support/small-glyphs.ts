/** Returns letters of a map's font: a packed range in which one letter is a plain block. */
export function smallGlyphs(font: string, letter: string): Uint8Array<ArrayBuffer> {
  const [width, height, border] = [16, 18, 3];
  const ink = Buffer.alloc((width + 2 * border) * (height + 2 * border), 0xff);
  // Signed numbers are encoded alternately: 0, -1, 1, -2 …
  const [left, top] = [0, 2 * 8 - 1];
  const glyph = [0x08, letter.charCodeAt(0), ...field(0x12, ink), 0x18, width, 0x20, height, 0x28, left, 0x30, top, 0x38, width];
  const stack = [...field(0x0a, Buffer.from(font)), ...field(0x12, Buffer.from('0-255')), ...field(0x1a, glyph)];
  return Uint8Array.from(field(0x0a, stack));
}

function field(tag: number, content: Iterable<number>): number[] {
  const bytes = [...content];
  return [tag, ...(bytes.length < 0x80 ? [bytes.length] : [(bytes.length & 0x7f) | 0x80, bytes.length >> 7]), ...bytes];
}
