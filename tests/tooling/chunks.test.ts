import path from 'node:path';
import { expect, test } from 'vitest';
import { chunkGroups, mostShared } from '../../scripts/chunks.ts';
import { seededRandom } from '../support/seeded-random.ts';

/** SPEED-3: how the build divides the code that screens share into files. */

const source = path.join(import.meta.dirname, '../../src');

type Planted = { imports?: string[]; size?: number };

/**
 * Returns the chunk of each module of a planted build; a screen is the list of modules that its unit imports.
 */
function chunksOf(screens: Record<string, string[]>, modules: Record<string, Planted> = {}) {
  const units = Object.keys(screens).map((name) => `${source}/screens/${name}.ts`);
  const imports = new Map(Object.entries(screens).map(([name, imported]) => [`${source}/screens/${name}.ts`, imported]));
  const getModuleInfo = (id: string) => ({
    code: 'x'.repeat(modules[id]?.size ?? 10),
    importedIds: imports.get(id) ?? modules[id]?.imports ?? [],
    dynamicallyImportedIds: id.endsWith('/registry.ts') ? units : [],
  });
  const groups = chunkGroups();
  const of = (id: string) => groups.map(({ name }) => name(id, { getModuleInfo })).find((name) => name !== null) ?? null;
  const ids = [...new Set([...Object.values(screens).flat(), ...Object.keys(modules)])];
  /** Returns the chunks that a page loads: those it needs, and all that these import. */
  const loadedBy = (screen: string) => {
    const loaded = new Set(screens[screen]?.map(of));
    for (const chunk of loaded)
      for (const id of ids) if (of(id) === chunk) for (const imported of modules[id]?.imports ?? []) loaded.add(of(imported));
    return loaded;
  };
  return { of, count: (screen: string) => loadedBy(screen).size, all: new Set(ids.map(of)).size };
}

const named = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}-${at}.ts`);

test('what the same screens need is one chunk, and no other has it', () => {
  const { of } = chunksOf({ alarms: ['both', 'both-too', 'own'], tags: ['both', 'both-too'], modems: ['apart'] });
  expect(of('both')).toBe(of('both-too'));
  expect(new Set([of('both'), of('own'), of('apart')]).size).toBe(3);
});

/** Returns further screens, one for each of `first`, so that each begins as its own chunk. */
function crowded(first: string[]) {
  return Object.fromEntries(first.map((id, at) => [`screen-${at}`, [id]]));
}

test('chunks are merged until no page loads too many, those first that cost the least code', () => {
  const small = named('small', mostShared);
  const large = named('large', 3);
  const sizes = Object.fromEntries(large.map((id) => [id, { size: 9_000 }]));
  const { of, count, all } = chunksOf({ alarms: [...small, ...large], ...crowded([...small, ...large]) }, sizes);
  expect(count('alarms')).toBe(mostShared);
  expect(all).toBe(mostShared);
  expect(new Set(large.map(of)).size, 'the large ones stay apart').toBe(3);
});

test('Home and the lightest screens load nothing that they do not need', () => {
  const shared = named('shared', mostShared + 3);
  const { of, all } = chunksOf({ alarms: shared, profile: shared.slice(0, 1), ...crowded(shared) });
  expect(all).toBe(mostShared);
  expect(shared.filter((id) => of(id) === of('shared-0.ts'))).toEqual(['shared-0.ts']);
});

test('a share that another imports counts with it: merging loads what both need', () => {
  const [light, behind] = ['light.ts', 'behind.ts'];
  const others = named('shared', mostShared - 1);
  // Merging it would cost least if its import were not large.
  const modules = {
    ...Object.fromEntries(others.map((id) => [id, { size: 1_000 }])),
    [light]: { imports: [behind] },
    [behind]: { size: 90_000 },
  };
  const screens = { alarms: [light, ...others], tags: [light], profile: [behind], ...crowded(others) };
  const { of } = chunksOf(screens, modules);
  expect(others.filter((id) => of(id) === of(light))).toEqual([]);
});

test.each([2, 6])('no page loads more, whatever its chunks import: %i', (seed) => {
  const random = seededRandom(seed);
  const some = <T>(all: readonly T[], share: number) => all.filter(() => random() < share);
  const ids = named('module', 250);
  const modules = Object.fromEntries(
    ids.map((id, at) => [id, { imports: some(ids.slice(at + 1, at + 20), 0.05), size: Math.ceil(random() * 5_000) }]),
  );
  const screens = Object.fromEntries(named('screen', 12).map((name) => [name.replace('.ts', ''), some(ids, 0.1)]));
  const { count } = chunksOf(screens, modules);
  expect(Object.keys(screens).filter((screen) => count(screen) > mostShared)).toEqual([]);
});
