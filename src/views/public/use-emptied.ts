import { useState } from 'react';
import { emptyText } from '../../model/forms/form-rules.ts';
import type { PersonNames } from '../../model/forms/person.ts';

const names = ['firstName', 'lastName', 'username'] as const satisfies readonly (keyof PersonNames)[];

/**
 * Returns the problems of names that were filled in and are now empty. `change` sets the values, and
 * remembers which names were filled in until then.
 */
export function useEmptied<Values extends PersonNames>(values: Values, setValues: (next: Values) => void) {
  const [filled, setFilled] = useState<ReadonlySet<string>>(new Set());
  const change = (next: Values): void => {
    const more = names.filter((name) => values[name].trim() !== '' && !filled.has(name));
    if (more.length > 0) setFilled(new Set([...filled, ...more]));
    setValues(next);
  };
  const emptied = names.filter((name) => filled.has(name) && values[name].trim() === '');
  return { problems: Object.fromEntries(emptied.map((name) => [name, emptyText])), change };
}
