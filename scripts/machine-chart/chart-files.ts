import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The guide beside the charts, which is not a chart. */
const guide = 'README.md';

/** Reads the chart files of a folder, by name. A missing folder has none. */
export function readCharts(folder: string): Map<string, string> {
  mkdirSync(folder, { recursive: true });
  const names = readdirSync(folder).filter((name) => name !== guide);
  return new Map(names.toSorted().map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/** Writes these charts into the folder, and removes all others. */
export function writeCharts(folder: string, drawn: ReadonlyMap<string, string>): void {
  for (const name of readCharts(folder).keys()) if (!drawn.has(name)) rmSync(join(folder, name));
  for (const [name, text] of drawn) writeFileSync(join(folder, name), text);
}
