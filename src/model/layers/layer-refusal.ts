/** A file that cannot be a layer: what is wrong, where, and what to do, in a sentence or two (LAY-3). */
export class LayerRefusal extends Error {
  override name = 'LayerRefusal';
}

/** @throws LayerRefusal always. */
export function refuseLayer(sentence: string): never {
  throw new LayerRefusal(sentence);
}

/** '476,000' */
export function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

/** A text of a file in a sentence: its begin, without what breaks lines. */
export function quoted(text: unknown): string {
  const plain = (typeof text === 'string' ? text : (JSON.stringify(text) ?? 'nothing')).replace(/\s+/g, ' ').trim();
  return `‘${plain.length > 60 ? `${plain.slice(0, 60)}…` : plain}’`;
}
