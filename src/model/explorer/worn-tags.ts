import type { ExploredContacts } from '../contract/packed-contacts.ts';
import { noCode } from '../entities/contact.ts';
import { plainInstant } from '../fields/instant-fields.ts';
import type { Tag } from '../registry/tags/tag.ts';
import type { TransmitterRow } from '../registry/transmitters/transmitter.ts';
import { heardKhz } from './heard-khz.ts';

/** What the transmitter of a tag sends, and the time (ms) during which an animal wore the tag. */
export type WornTag = {
  readonly animal: string;
  readonly code: number;
  readonly firstKhz: number;
  readonly lastKhz: number;
  readonly from: number;
  readonly to: number;
};

type Registries = {
  readonly tags: readonly Pick<Tag, 'AnimalId' | 'TransmitterId' | 'releaseTime' | 'retrieveTime'>[];
  readonly animals: readonly { readonly id: number; readonly alias: string }[];
  readonly transmitters: readonly Pick<TransmitterRow, 'id' | 'codeNumber' | 'frequency' | 'frequencyVariance'>[];
};

/**
 * Returns the tags of a system with the times when animals wore them; an unknown time sets no limit (REG-25).
 */
export function wornTags({ tags, animals, transmitters }: Registries): WornTag[] {
  const names = new Map(animals.map(({ id, alias }) => [id, alias]));
  const senders = new Map(transmitters.map((transmitter) => [transmitter.id, transmitter]));
  return tags.flatMap(({ AnimalId, TransmitterId, releaseTime, retrieveTime }) => {
    const [animal, sender] = [names.get(AnimalId), senders.get(TransmitterId)];
    if (animal === undefined || sender === undefined) return [];
    const [firstKhz, lastKhz] = heardKhz(sender);
    const [from, to] = [instantOr(-Infinity, releaseTime), instantOr(Infinity, retrieveTime)];
    return { animal, code: sender.codeNumber ?? noCode, firstKhz, lastKhz, from, to };
  });
}

function instantOr(unbounded: number, time: string | null): number {
  const at = time === null ? Number.NaN : plainInstant(time);
  return Number.isNaN(at) ? unbounded : at;
}

/**
 * The animals that may have sent contacts: `placeOf` holds for each contact an index into `animals`, 0 for
 * none.
 */
export type Wearers = { readonly animals: readonly (readonly string[])[]; readonly placeOf: Uint32Array };

/** Finds for each contact the animals that wore its code and frequency at its time (EXP-6). */
export function wearersOf({ count, ts, code, khz }: ExploredContacts, worn: readonly WornTag[]): Wearers {
  const placeOf = new Uint32Array(worn.length === 0 ? 0 : count);
  const animals: (readonly string[])[] = [[]];
  if (worn.length === 0) return { animals, placeOf };
  const byCode = Map.groupBy(worn, (tag) => tag.code);
  const places = new Map<string, number>();
  const placeAmong = (names: readonly string[]): number => {
    const sorted = [...new Set(names)].toSorted((one, other) => one.localeCompare(other, 'en'));
    const key = JSON.stringify(sorted);
    const known = places.get(key) ?? animals.push(sorted) - 1;
    places.set(key, known);
    return known;
  };
  const placeAlone = new Map(worn.map((tag) => [tag, placeAmong([tag.animal])]));
  for (let at = 0; at < count; at++) {
    const tags = byCode.get(code[at]!);
    if (tags === undefined) continue;
    let [found, others]: [WornTag | undefined, string[] | undefined] = [undefined, undefined];
    for (const tag of tags) {
      if (khz[at]! < tag.firstKhz || khz[at]! > tag.lastKhz || ts[at]! < tag.from || ts[at]! > tag.to) continue;
      if (found === undefined) found = tag;
      else (others ??= [found.animal]).push(tag.animal);
    }
    if (found !== undefined) placeOf[at] = others === undefined ? placeAlone.get(found)! : placeAmong(others);
  }
  return { animals, placeOf };
}

/** Returns the animals of one contact, by name. */
export function animalsOf({ animals, placeOf }: Wearers, at: number): readonly string[] {
  return animals[placeOf[at] ?? 0] ?? [];
}

/** Returns the animals of contacts by key: by code, or by group index. */
export function animalsBy(
  keys: Pick<Uint32Array | Float64Array, number | 'length'>,
  { animals, placeOf }: Wearers,
): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, Set<number>>();
  let [lastKey, lastPlace]: [number | undefined, number | undefined] = [undefined, undefined];
  for (let at = 0; at < placeOf.length; at++) {
    const [key, place] = [keys[at]!, placeOf[at]!];
    if (place === 0 || (key === lastKey && place === lastPlace)) continue;
    const places = found.get(key);
    if (places === undefined) found.set(key, new Set([place]));
    else places.add(place);
    [lastKey, lastPlace] = [key, place];
  }
  const namesAt = (places: ReadonlySet<number>): readonly string[] =>
    [...new Set([...places].flatMap((place) => animals[place]!))].toSorted((one, other) => one.localeCompare(other, 'en'));
  return new Map([...found].map(([key, places]) => [key, namesAt(places)]));
}

/** The most animals to name beside a code. */
const maxNamed = 3;

/**
 * Returns a label with animals: 'Code 17', 'Code 17 (Sam)', 'Code 17 (2 animals: Kim, Sam)', '… (5 animals:
 * Ada, Bo, Kim and 2 more)'.
 */
export function withAnimals(label: string, animals: readonly string[] = []): string {
  if (animals.length < 2) return animals.length === 0 ? label : `${label} (${animals[0]})`;
  const named = animals.slice(0, maxNamed).join(', ');
  const more = animals.length > maxNamed ? ` and ${animals.length - maxNamed} more` : '';
  return `${label} (${animals.length} animals: ${named}${more})`;
}
