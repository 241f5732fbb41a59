import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const folder = 'docs/operations';

/** A file for operators of a host: its name within docs/operations, and its text. */
export type OperationsFile = { name: string; text: string };

/** The files of docs/operations whose names end so. */
export function operationsFiles(...endings: string[]): OperationsFile[] {
  return globSync(`${folder}/*`, { cwd: root })
    .map((path) => path.slice(folder.length + 1))
    .filter((name) => endings.length === 0 || endings.some((ending) => name.endsWith(ending)))
    .toSorted()
    .map((name) => ({ name, text: readFileSync(join(root, folder, name), 'utf8') }));
}

/** One file of docs/operations. */
export function operationsFile(name: string): string {
  return readFileSync(join(root, folder, name), 'utf8');
}

/** The lines of the blocks of shell in a document, block by block. */
export function shellBlocks(text: string): string[][] {
  return [...text.matchAll(/^```sh\n(?<lines>.*?)\n```$/gms)].map(({ groups }) => (groups?.['lines'] ?? '').split('\n'));
}

/** The values of a setting in a unit of systemd, in their order. */
export function unitValues(unit: string, name: string): string[] {
  return unit
    .split('\n')
    .filter((line) => line.startsWith(`${name}=`))
    .map((line) => line.slice(name.length + 1));
}

/** A file of lines NAME=value, as systemd and a shell read it. */
export function settingsOf(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => /^\w+=/.test(line));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}
