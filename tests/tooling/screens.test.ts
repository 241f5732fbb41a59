import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { screenOf } from '#model/navigation/routes.ts';
import { builtScreens } from '../../src/screens/registry.ts';

const folder = join(import.meta.dirname, '../../src/screens');
const notScreens = ['built-screen.ts', 'registry.ts'];

describe('the registry of the screens that are built (CODE-27)', () => {
  test.each(Object.entries(builtScreens))('%s: its file and the routes say the same', async (id, load) => {
    const { path, role } = (await load()).default;
    const route = screenOf(id);
    expect({ path, role }).toEqual({ path: route?.path, role: route?.role });
  });

  test('names every file of src/screens once', async () => {
    const units = await Promise.all(Object.values(builtScreens).map(async (load) => (await load()).default));
    const files = globSync('*.ts', { cwd: folder }).filter((file) => !notScreens.includes(file));
    expect(new Set(units).size).toBe(files.length);
  });
});
