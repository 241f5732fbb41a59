import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { countFiles, measureBudgets } from '../../scripts/size-budget.ts';

test('what the page itself names counts, though no module imports it (SPEED-3)', () => {
  const dist = mkdtempSync(join(tmpdir(), 'built-'));
  onTestFinished(() => rmSync(dist, { recursive: true }));
  const files: Record<string, string> = {
    'index.html': '<script src="/assets/early-1.js"></script><script type="module" crossorigin src="/assets/main-1.js"></script>',
    '.vite/manifest.json': JSON.stringify({
      'index.html': { file: 'assets/main-1.js', imports: ['_frame.js'] },
      '_frame.js': { file: 'assets/frame-1.js' },
      'map.ts': { file: 'assets/map-1.js', imports: ['_frame.js'] },
    }),
    ...Object.fromEntries(
      ['early', 'main', 'frame', 'map'].map((name) => [`assets/${name}-1.js`, randomBytes(2_048).toString('base64')]),
    ),
  };
  mkdirSync(join(dist, '.vite'));
  mkdirSync(join(dist, 'assets'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(dist, name), content);
  const sent = (...names: string[]) =>
    names.reduce((sum, name) => sum + gzipSync(files[`assets/${name}-1.js`] ?? '', { level: 9 }).length, 0) / 1_024;

  const login = sent('early', 'main', 'frame');
  const measured = measureBudgets(dist, [
    { name: 'login', entries: ['index.html'], js: login - 0.1 },
    { name: 'map beside it', entries: ['index.html', 'map.ts'], without: ['index.html'], js: 100 },
  ]).slice(1);
  expect(measured.map(({ js }) => js)).toEqual([login, sent('map')]);
  expect(measured.map(({ problems }) => problems.length)).toEqual([1, 0]);
});

test('a page that loads more than 46 files is named (SPEED-3)', () => {
  const dist = mkdtempSync(join(tmpdir(), 'built-'));
  onTestFinished(() => rmSync(dist, { recursive: true }));
  const parts = Array.from({ length: 44 }, (_, at) => `_part-${at}.js`);
  const chunk = (name: string, imports: readonly string[] = []) => [
    name,
    { file: `assets/${name.replaceAll('/', '-')}.js`, imports },
  ];
  mkdirSync(join(dist, '.vite'));
  writeFileSync(join(dist, 'index.html'), '');
  const manifest = Object.fromEntries([
    chunk('index.html'),
    chunk('src/composition/compose-session.ts'),
    chunk('src/views/shell/dashboard-view.tsx'),
    chunk('src/screens/few.ts'),
    chunk('src/screens/many.ts', parts),
    chunk('src/views/few/few-view.tsx', parts.slice(3)),
    chunk('src/views/many-view.tsx'),
    ...parts.map((part) => chunk(part)),
  ]);
  writeFileSync(join(dist, '.vite/manifest.json'), JSON.stringify(manifest));
  const registry = `
    few: () => withView(import('./few.ts'), import('../views/few/few-view.tsx')),
    'of/many': () => withView(import('./many.ts'), import('../views/many-view.tsx')),
  `;
  expect(countFiles(dist, registry)).toEqual([
    { screen: 'src/screens/few.ts', files: 46, problems: [] },
    { screen: 'src/screens/many.ts', files: 49, problems: ['src/screens/many.ts loads 49 files, over 46'] },
  ]);
});
