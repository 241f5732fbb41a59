import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FormRefusal } from '../../machines/receiver-editor/form-refusal.ts';

/**
 * Returns the open tab, and a function that opens another. Each refusal opens the tab with the refused field,
 * if `tabOf` returns one for its path.
 */
export function useRefusedTab(
  refusal: FormRefusal | null,
  tabOf: (path: string) => string | null,
  first: string,
): [string, (key: string) => void] {
  const refused = refusal === null || refusal.path === null ? null : tabOf(refusal.path);
  const [state, setState] = useState({ open: refused ?? first, seen: refusal });
  // Set during rendering, not in an effect: the refused field must exist when it gets the focus.
  if (state.seen !== refusal) setState({ open: refused ?? state.open, seen: refusal });
  return [state.open, (open) => setState({ open, seen: refusal })];
}

/** Returns the tab of a field, which is its section. */
export function sectionOf(path: string): string {
  return path.split('.', 1).join();
}

/** Returns a ref for a part of the page. Each refusal focuses the first invalid field in that part. */
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
