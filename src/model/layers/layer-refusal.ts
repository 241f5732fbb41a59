/**
 * Thrown for a file that cannot be a layer. The message says in a sentence or two what is wrong, where, and
 * what to do (LAY-3).
 */
export class LayerRefusal extends Error {
  override name = 'LayerRefusal';
}

/** @throws LayerRefusal always. */
export function refuseLayer(sentence: string): never {
  throw new LayerRefusal(sentence);
}

/** Returns a count with separators: '476,000'. */
export function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

/**
 * Returns the beginning of a value from a file in quotation marks and without line breaks, for use in a
 * sentence.
 */
export function quoted(text: unknown): string {
  const plain = (typeof text === 'string' ? text : (JSON.stringify(text) ?? 'nothing')).replace(/\s+/g, ' ').trim();
  return `‘${plain.length > 60 ? `${plain.slice(0, 60)}…` : plain}’`;
}
