import { binOf, frequencyOf } from './bins.ts';
import type { KnownTag } from './known-tags.ts';
import type { Band } from './orion.ts';

/** The names of the transmitters that send within a band, by the bin that hears them. */
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

/** Whether a bin is on, and which transmitters send in it. */
export function binText(band: Pick<Band, 'baseFrequency' | 'frequencyBins'>, bin: number, names: readonly string[]): string {
  const state = `${frequencyOf(band, bin).toFixed(3)} MHz is ${band.frequencyBins[bin] === '1' ? 'on' : 'off'}`;
  return names.length === 0 ? `${state}.` : `${state}: ${names.join(', ')} ${names.length === 1 ? 'sends' : 'send'} here.`;
}
