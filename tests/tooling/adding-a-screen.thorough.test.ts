import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WorkingCopy } from '../../scripts/mutants/working-copy.ts';

const root = resolve(import.meta.dirname, '../..');
const example = join(root, 'docs/adding-a-screen');
const patience = { timeout: 300_000 };

/**
 * What the README's section has put into a file: imports at its top, other lines at the end of its last list.
 */
type Insertion = { file: string; imports: string[]; lines: string[] };

function insertionsIn(readme: string): Insertion[] {
  const [, section = ''] = readme.split('### Adding a screen, worked through\n');
  const own = section.split('\n## ')[0] ?? '';
  return [...own.matchAll(/^ *```ts\n *\/\/ (\S+)\n([\s\S]*?)^ *```$/gm)].map(([, file = '', block = '']) => {
    const all = block.split('\n').filter((line) => line.trim() !== '');
    const isImport = (line: string) => line.trim().startsWith('import ');
    return { file, imports: all.filter(isImport), lines: all.filter((line) => !isImport(line)) };
  });
}

/** Every file of the example that the README's section leads to. */
function filesIn(readme: string): string[] {
  return [...new Set([...readme.matchAll(/\]\(docs\/adding-a-screen\/([^)]+)\)/g)].map(([, file = '']) => file))].toSorted();
}

function inserted(source: string, { imports, lines }: Insertion): string {
  const rows = source.split('\n');
  const end = rows.findLastIndex((row) => /^ *};$/.test(row));
  if (end < 0) throw new Error('There is no list to add to');
  return [...imports, ...rows.slice(0, end), ...lines, ...rows.slice(end)].join('\n');
}

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const insertions = insertionsIn(readme);
const files = globSync('**/*.{ts,tsx}', { cwd: example }).toSorted();
let copy: WorkingCopy;

/** Runs a tool of the project in the copy; its exit code and what it printed. */
async function run(tool: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const command = tool === 'node' ? process.execPath : join(root, 'node_modules/.bin', tool);
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`, NO_COLOR: '1' };
  // Playwright and Vitest refuse to run within another Vitest.
  for (const name of Object.keys(env)) if (/^(VITEST|PLAYWRIGHT|TEST)(_|$)/.test(name)) delete env[name as keyof typeof env];
  const child = spawn(command, args, { cwd: copy.root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await once(child, 'close')) as [number];
  return { code, output: (await output).join('') };
}

async function succeeds(tool: string, ...args: string[]): Promise<string> {
  const { code, output } = await run(tool, ...args);
  expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' });
  return output;
}

beforeAll(async () => {
  copy = new WorkingCopy(root);
  for (const file of files) {
    mkdirSync(dirname(join(copy.root, file)), { recursive: true });
    copyFileSync(join(example, file), join(copy.root, file));
  }
  for (const insertion of insertions) {
    const path = join(copy.root, insertion.file);
    writeFileSync(path, inserted(readFileSync(path, 'utf8'), insertion));
  }
  await succeeds('oxfmt', ...insertions.map(({ file }) => file));
});
afterAll(() => copy.remove());

describe("the README's 'Adding a screen', done in a copy of the repository (CODE-27)", () => {
  test('leads to every file of the example, and changes two that are there', () => {
    expect(filesIn(readme)).toEqual(files);
    expect(insertions.map(({ file }) => file)).toEqual(['host/entry/http/handlers.ts', 'src/screens/registry.ts']);
  });

  test('type-checks, is formatted and lints', patience, async () => {
    await succeeds('oxfmt', '--check', ...files);
    await succeeds('tsc', '--noEmit', '-p', '.');
    await succeeds('oxlint', '--type-aware', '--deny-warnings', ...files, ...insertions.map(({ file }) => file));
  });

  test('its machine is walked and drawn', patience, async () => {
    await succeeds('node', 'scripts/draw-machines.ts');
    const only = ['--project', 'machines', 'tests/machines/transitions.test.ts', '-t', 'animals'];
    expect(await succeeds('vitest', 'run', ...only)).toMatch(/animals +4\/4 100 % +3\/3 100 %/);
    await succeeds('vitest', 'run', '--project', 'tooling', 'tests/tooling/screens.test.ts');
    await succeeds('vitest', 'run', '--project', 'model', 'tests/model/journal/screen-facts.test.ts');
  });

  test('its page opens in the browser on the real host', patience, async () => {
    expect(await succeeds('playwright', 'test', 'tests/e2e/animals.e2e.ts')).toMatch(/1 passed/);
  });
});
