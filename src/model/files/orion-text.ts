import { contactTypes } from '../entities/contact.ts';
import type { LineWriter, StoredContact } from './stored-contact.ts';

/**
 * OrionTool's text format (FILE-10): columns of fixed width with at least one blank between them. Dates are
 * DD/MM/YY and times UTC. Values that are too long lose digits or characters.
 */
export const orionColumns = [
  ['Date', 13],
  ['Time', 11],
  ['Site', 7],
  ['Ant', 5],
  ['Freq', 10],
  ['Type', 9],
  ['Code', 6],
  ['Power', 5],
] as const;

/** The width of a line. */
export const orionWidth = orionColumns.reduce((sum, [, width]) => sum + width, 0);

const siteRoom = 6;
const codeRoom = 5;

/** The contact types with a word; others are written as numbers. */
const typeWords: Readonly<Record<number, string>> = { ...contactTypes, 18: '18', 19: '19' };

/** Writes OrionTool's text; `sites` has the site column's text for each receiver (`orionSites`). */
export class OrionLines implements LineWriter {
  readonly #sites: ReadonlyMap<number, string>;
  #second = Number.NaN;
  #stamp = '';

  constructor(sites: ReadonlyMap<number, string>) {
    this.#sites = sites;
  }

  header(): string {
    return `${orionColumns.map(([name, width]) => name.padEnd(width)).join('')}\r\n`;
  }

  line({ ts, rxId, ant, hz, code, type, power }: StoredContact): string {
    const second = Math.floor(ts / 1_000);
    if (second !== this.#second) {
      this.#second = second;
      this.#stamp = stampOf(second * 1_000);
    }
    const number = String(code);
    return (
      this.#stamp +
      (this.#sites.get(rxId) ?? `#${rxId}`).padEnd(7) +
      String(ant).padEnd(5) +
      (hz / 1_000_000).toFixed(4).padEnd(10) +
      (typeWords[type] ?? String(type)).padEnd(9) +
      (number.length > codeRoom ? '*'.repeat(codeRoom) : number).padEnd(6) +
      String(Math.round(power)).padEnd(5) +
      '\r\n'
    );
  }
}

function stampOf(ts: number): string {
  const iso = new Date(ts).toISOString();
  const day = `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(2, 4)}`;
  return day.padEnd(13) + iso.slice(11, 19).padEnd(11);
}

/**
 * Returns the site column's text for each receiver of a system: the first six characters of its name if they
 * are unique, otherwise '#' and its number, so that no two receivers look the same.
 */
export function orionSites(names: ReadonlyMap<number, string>): Map<number, string> {
  const counts = new Map<string, number>();
  const cut = new Map<number, string>();
  for (const [rxId, name] of names) {
    const site = name.slice(0, siteRoom).trim();
    cut.set(rxId, site);
    counts.set(site.toLowerCase(), (counts.get(site.toLowerCase()) ?? 0) + 1);
  }
  return new Map(
    [...cut].map(([rxId, site]) => {
      const isOwn = /^[\x20-\x7e]+$/.test(site) && !site.startsWith('#') && counts.get(site.toLowerCase()) === 1;
      return [rxId, isOwn ? site : `#${rxId}`];
    }),
  );
}
