import type { Held, RegistryField } from './registry.ts';

/** Returns a value as text: 'Female', '4200 g'. */
export function fieldText({ word, choices, unit, say }: Omit<RegistryField, 'schema'>, value: Held): string {
  if (say !== undefined) return say(value);
  if (choices !== undefined) return choices[Number(value)] ?? `${capitalized(word)} ${value}`;
  return unit === undefined ? String(value ?? '') : `${value} ${value === 1 ? unit[0] : unit[1]}`;
}

/** Returns the label of a field for forms and tables: 'Weight (g)'. */
export function fieldLabel({ word, unit }: Pick<RegistryField, 'word' | 'unit'>): string {
  return unit === undefined ? capitalized(word) : `${capitalized(word)} (${unit[1]})`;
}

/** Turns 'animal' into 'Animal'. */
export function capitalized(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}

/** Returns 'an animal', 'a vehicle'. */
export function withArticle(word: string): string {
  return `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
}
