import { useState } from 'react';
import { emptyText } from '../../model/forms/form-rules.ts';
import type { PersonNames } from '../../model/forms/person.ts';

const names = ['firstName', 'lastName', 'username'] as const satisfies readonly (keyof PersonNames)[];

/**
 * Returns the problems of names that were filled in and are now empty. `note` receives the values before each
 * change.
 */
export function useEmptied<Values extends PersonNames>(values: Values) {
  const [filled, setFilled] = useState<ReadonlySet<string>>(new Set());
  const note = (before: Values): void => {
    const more = names.filter((name) => before[name].trim() !== '' && !filled.has(name));
    if (more.length > 0) setFilled(new Set([...filled, ...more]));
  };
  const emptied = names.filter((name) => filled.has(name) && values[name].trim() === '');
  return { problems: Object.fromEntries(emptied.map((name) => [name, emptyText])), note };
}
