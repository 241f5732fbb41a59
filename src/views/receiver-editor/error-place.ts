import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FormRefusal } from '../../machines/receiver-editor/form-refusal.ts';

/**
 * Which of several tabs is open: the one that was chosen, until a refusal opens the one that holds its field;
 * `tabOf` gives the tab of a path, null where it has none.
 */
export function useRefusedTab(
  refusal: FormRefusal | null,
  tabOf: (path: string) => string | null,
  first: string,
): [string, (key: string) => void] {
  const refused = refusal === null || refusal.path === null ? null : tabOf(refusal.path);
  const [state, setState] = useState({ open: refused ?? first, seen: refusal });
  // While it is drawn, not after it: the field must be there when it is focused.
  if (state.seen !== refusal) setState({ open: refused ?? state.open, seen: refusal });
  return [state.open, (open) => setState({ open, seen: refusal })];
}

/** The tab of a field: the section that it is of. */
export function sectionOf(path: string): string {
  return path.split('.', 1).join();
}

/** Each refusal takes the person to the first field in error within this part of the page. */
export function useErrorFocus(refusal: FormRefusal | null): RefObject<HTMLDivElement | null> {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const field = refusal === null ? null : part.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    field?.focus();
    for (const id of field?.getAttribute('aria-describedby')?.split(' ') ?? [])
      document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
  }, [refusal]);
  return part;
}
