import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const folder = 'docs/operations';

/** A file for operators of a host: its name in docs/operations, and its text. */
export type OperationsFile = { name: string; text: string };

/** Reads the files of docs/operations with these endings. */
export function operationsFiles(...endings: string[]): OperationsFile[] {
  return globSync(`${folder}/*`, { cwd: root })
    .map((path) => path.slice(folder.length + 1))
    .filter((name) => endings.length === 0 || endings.some((ending) => name.endsWith(ending)))
    .toSorted()
    .map((name) => ({ name, text: readFileSync(join(root, folder, name), 'utf8') }));
}

/** Reads one file of docs/operations. */
export function operationsFile(name: string): string {
  return readFileSync(join(root, folder, name), 'utf8');
}

/** Returns the lines of a document's shell blocks, by block. */
export function shellBlocks(text: string): string[][] {
  return [...text.matchAll(/^```sh\n(?<lines>.*?)\n```$/gms)].map(({ groups }) => (groups?.['lines'] ?? '').split('\n'));
}

/** Returns the values of a setting in a systemd unit, in order. */
export function unitValues(unit: string, name: string): string[] {
  return unit
    .split('\n')
    .filter((line) => line.startsWith(`${name}=`))
    .map((line) => line.slice(name.length + 1));
}

/** Reads a file of lines NAME=value, like systemd and a shell. */
export function settingsOf(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => /^\w+=/.test(line));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}
