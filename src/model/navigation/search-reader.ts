import * as v from 'valibot';
import { queryId } from '../fields/query-fields.ts';
import { leftOut } from './left-out.ts';

/**
 * Reads the search part of an address, name by name (NAV-19). An invalid value gives the default, and a
 * sentence in `refused` that says what the name takes.
 */
export class SearchReader<Name extends string> {
  readonly refused: string[] = [];
  readonly #params: URLSearchParams;
  readonly #takes: Readonly<Record<Name, string>>;

  constructor(search: string, takes: Readonly<Record<Name, string>>) {
    this.#params = new URLSearchParams(search);
    this.#takes = takes;
  }

  /** Returns a search text, cut to its maximum length. */
  text(name: string, maxLength: number): string {
    return (this.#params.get(name) ?? '').slice(0, maxLength);
  }

  /**
   * Returns the value as `find` reads it, or `byDefault` if it is absent or invalid. `find` returns undefined
   * for an invalid value.
   */
  one<T>(name: Name, byDefault: T, find: (text: string) => T | undefined): T {
    const text = this.#params.get(name) ?? '';
    const found = find(text);
    if (found === undefined && text !== '') this.#refuse(name, text);
    return found ?? byDefault;
  }

  id(name: Name): number | null {
    return this.one<number | null>(name, null, idIn);
  }

  /** Returns the ids of a list such as 'name=3,4', without duplicates. */
  ids(name: Name): readonly number[] {
    const texts = this.#params.getAll(name).flatMap((list) => list.split(',').filter((text) => text !== ''));
    const found = texts.map((text) => ({ text, id: idIn(text) }));
    for (const { text, id } of found) if (id === undefined) this.#refuse(name, text);
    return [...new Set(found.flatMap(({ id }) => id ?? []))];
  }

  flag(name: Name): boolean {
    return this.one(name, false, (text) => (text === '1' ? true : undefined));
  }

  #refuse(name: Name, text: string): void {
    this.refused.push(leftOut(name, text, `must be ${this.#takes[name]}`));
  }
}

function idIn(text: string): number | undefined {
  const { success, output } = v.safeParse(queryId, text);
  return success ? output : undefined;
}

/** Returns the search part with these parameters: '?selected=3,4', or '' for none. */
export function searchOf(params: URLSearchParams): string {
  const text = params.toString();
  return text === '' ? '' : `?${text.replaceAll('%2C', ',')}`;
}
