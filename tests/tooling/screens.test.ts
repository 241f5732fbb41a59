import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { join, startSession } from '#model/journal/session.ts';
import { registryModels } from '#model/journal/screen-models/registries.ts';
import { screenAt, screenOf } from '#model/navigation/routes.ts';
import { registries, registryEntities } from '#model/registry/registries.ts';
import { builtScreens } from '../../src/screens/registry.ts';

const folder = path.join(import.meta.dirname, '../../src/screens');
const viewFolder = path.join(import.meta.dirname, '../../src/views');
const notScreens = ['built-screen.ts', 'registry-screen.ts', 'registry.ts'];
const files = globSync('*.ts', { cwd: folder }).filter((file) => !notScreens.includes(file));
const loadUnits = () => Promise.all(Object.values(builtScreens).map(async (load) => (await load()).default));

/** The views of whole screens. Views of the shell, the login and public pages belong to no system. */
const pages = globSync('*/*-view.tsx', { cwd: viewFolder }).filter(
  (file) =>
    !/^(shell|login|public)\//.test(file) &&
    /^export default (function|registryView)\b/m.test(readFileSync(path.join(viewFolder, file), 'utf8')),
);

/** The views that a screen's file loads, each in its own chunk, relative to src/views. */
const viewsOf = (file: string): string[] =>
  [...readFileSync(path.join(folder, file), 'utf8').matchAll(/import\('\.\.\/views\/([^']+)'\)/g)].map(([, view = '']) => view);

/** A registry without a view of its own is drawn from its description. */
const isPlainRegistry = (file: string): boolean =>
  /registryScreen\((?![^;]*\bview:)/.test(readFileSync(path.join(folder, file), 'utf8'));

describe('the registry of the screens that are built (CODE-27)', () => {
  test.each(Object.keys(builtScreens))('%s: the routes say where it stands and whom it takes', (id) => {
    const route = screenOf(id);
    expect(route?.id, `'${id}' needs a line in src/model/navigation/routes.ts`).toBe(id);
    expect(screenAt(route?.path.replace(':id', '1') ?? 'nowhere')).toBe(route);
  });

  test.each(files)('%s: its chunk loads, and has one view', async (file) => {
    const { default: unit } = (await import(path.join(folder, file))) as { default: object };
    expect(unit).toMatchObject({ view: expect.anything(), models: expect.any(Array), resources: expect.any(Array) });
    const [view, ...others] = viewsOf(file);
    expect(others).toEqual([]);
    if (isPlainRegistry(file)) return expect(view).toBeUndefined();
    // The view's libraries import style sheets, which only a bundle can load; tests/e2e/ opens each view in a
    // browser.
    expect(pages).toContain(view);
  });

  test('leaves out no page that has been built', () => {
    expect(files.flatMap(viewsOf).toSorted()).toEqual(pages.toSorted());
  });

  test('names every file of src/screens once', async () => {
    const units = await loadUnits();
    for (const file of files) {
      const { default: unit } = (await import(path.join(folder, file))) as { default: object };
      expect(
        units.filter((each) => each === unit),
        `src/screens/${file} needs one line in src/screens/registry.ts`,
      ).toHaveLength(1);
    }
    expect(units).toHaveLength(files.length);
  });

  test.each(registryEntities)('has a screen for the registry of the %s (REG-16)', async (entity) => {
    const { many } = registries[entity];
    const units = await loadUnits();
    const isShown = units.some(({ models }) => models.includes(registryModels[entity]));
    expect(isShown, `make src/screens/${many}.ts, with a line in src/screens/registry.ts`).toBe(true);
  });

  test('all their read models can join one session: no two have a name or a fact in common (JRN-11)', async () => {
    const units = await loadUnits();
    const models = new Set(units.flatMap((unit) => unit.models));
    const session = [...models].reduce((sofar, model) => join(sofar, model, 0), startSession());
    expect(session.refused).toEqual({ count: 0, last: null });
    expect(Object.keys(session.journal.head.shown.screens)).toHaveLength(models.size);
  });
});
