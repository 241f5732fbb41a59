import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync, copyFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** A violation planted for each import rule of design §2, in a copy of the layout, so that a rule that stops biting is seen. */
const planted = [
  { file: 'src/model/rule.ts', imports: '../machines/app.ts', message: 'model is pure' },
  { file: 'src/model/rule.ts', imports: '../services/http.ts', message: 'model is pure' },
  { file: 'src/model/rule.ts', imports: '../../host/main.ts', message: 'model is pure' },
  { file: 'src/model/deep/rule.ts', imports: 'react', message: 'no React, no XState, no IO' },
  { file: 'src/model/deep/rule.ts', imports: 'xstate', message: 'no React, no XState, no IO' },
  { file: 'src/model/deep/rule.ts', imports: 'node:fs', message: 'no React, no XState, no IO' },
  { file: 'src/services/port.ts', imports: '../machines/app.ts', message: 'services import model only' },
  { file: 'src/services/port.ts', imports: '../views/page.ts', message: 'services import model only' },
  { file: 'src/services/port.ts', imports: 'xstate', message: 'no React and no XState' },
  { file: 'src/machines/flow/flow-machine.ts', imports: '../../services/http.ts', message: 'services as types only' },
  { file: 'src/machines/flow/flow-machine.ts', imports: '../../views/page.ts', message: 'machines import model' },
  { file: 'src/machines/flow/flow-machine.ts', imports: 'react', message: 'machines know no React' },
  { file: 'src/views/page/page.tsx', imports: '../../services/http.ts', message: 'views import model and machines' },
  { file: 'src/views/page/page.tsx', imports: '../../../host/main.ts', message: 'views import model and machines' },
  { file: 'host/http/route.ts', imports: '../../src/machines/app.ts', message: 'host imports model only' },
  { file: 'host/http/route.ts', imports: '../../src/views/page.ts', message: 'host imports model only' },
] as const;

const allowed = [
  {
    file: 'src/machines/flow/flow-machine.ts',
    code: "import type { Port } from '../../services/port.ts';\nexport type Uses = Port;\n",
  },
  { file: 'src/views/page/page.tsx', code: "import { value } from '../../machines/app.ts';\nexport const shown = value;\n" },
  { file: 'host/http/route.ts', code: "import { value } from '../../src/model/value.ts';\nexport const answered = value;\n" },
];

const root = join(import.meta.dirname, '../..');
let house: string;

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'boundaries-'));
  copyFileSync(join(root, '.oxlintrc.json'), join(house, '.oxlintrc.json'));
  symlinkSync(join(root, 'node_modules'), join(house, 'node_modules'));
});
afterAll(() => rmSync(house, { recursive: true }));

/** Lints one planted file by the project's own configuration; answers what the linter printed. */
function lint(file: string, code: string): { status: number | null; output: string } {
  const path = join(house, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, code);
  const result = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['--deny-warnings', file], { cwd: house, encoding: 'utf8' });
  rmSync(path);
  return { status: result.status, output: result.stdout + result.stderr };
}

describe('import boundaries (design §2)', () => {
  it.each(planted)('$file may not import $imports', ({ file, imports, message }) => {
    const result = lint(file, `import * as taken from '${imports}';\nexport const used = taken;\n`);
    expect(result.output).toContain(message);
    expect(result.status).not.toBe(0);
  });

  it.each(['fetch("/x")', 'setTimeout(() => 1, 2)', 'localStorage.length', 'new WebSocket("ws://x")'])(
    'a view may not call %s',
    (call) => {
      expect(lint('src/views/page/page.tsx', `export const bad = () => ${call};\n`).output).toContain('A view');
    },
  );

  it.each(allowed)('$file may import what it needs', ({ file, code }) => {
    const result = lint(file, code);
    expect(result.output).not.toContain('restricted');
    expect(result.status).toBe(0);
  });
});
