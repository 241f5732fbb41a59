import { binOf, frequencyOf } from './bins.ts';
import type { KnownTag } from './known-tags.ts';
import type { Band } from './orion.ts';

/** Returns the names of the transmitters within a band, by the bin of their frequency. */
export function tagNamesByBin(
  band: Pick<Band, 'baseFrequency'>,
  tags: readonly KnownTag[],
): ReadonlyMap<number, readonly string[]> {
  const byBin = new Map<number, readonly string[]>();
  for (const { name, frequency } of tags) {
    const bin = binOf(band, frequency);
    if (bin !== null) byBin.set(bin, [...(byBin.get(bin) ?? []), name]);
  }
  return byBin;
}

/** Returns text that says whether a bin is on and which transmitters send in it. */
export function binText(band: Pick<Band, 'baseFrequency' | 'frequencyBins'>, bin: number, names: readonly string[]): string {
  const state = `${frequencyOf(band, bin).toFixed(3)} MHz is ${band.frequencyBins[bin] === '1' ? 'on' : 'off'}`;
  return names.length === 0 ? `${state}.` : `${state}: ${names.join(', ')} ${names.length === 1 ? 'sends' : 'send'} here.`;
}

const mostNamed = 10;

/**
 * Returns the transmitters that a band cannot hear, in the given order: '2 of 14 tags are outside this band:
 * TAG-0003 (166.380 MHz), …', at most ten by name. Null if there are none.
 */
export function outsideText(band: Pick<Band, 'baseFrequency'>, tags: readonly KnownTag[]): string | null {
  const outside = tags.filter(({ frequency }) => binOf(band, frequency) === null);
  if (outside.length === 0) return null;
  const named = outside.slice(0, mostNamed).map(({ name, frequency }) => `${name} (${frequency.toFixed(3)} MHz)`);
  const more = outside.length > mostNamed ? ` and ${outside.length - mostNamed} more` : '';
  const count =
    tags.length === 1 ? 'The only tag is' : `${outside.length} of ${tags.length} tags ${outside.length === 1 ? 'is' : 'are'}`;
  return `${count} outside this band: ${named.join(', ')}${more}`;
}
