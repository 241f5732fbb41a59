import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Passes on the focus when an element disappears with it (FORM-13): to the result of `find` after everything
 * is redrawn, otherwise to the surrounding row or part, otherwise to the page's heading. Without this, the
 * browser would focus the page as a whole. If another element has already taken the focus, that element keeps
 * it.
 */
export function useHeir(place: RefObject<HTMLElement | null>, find?: () => HTMLElement | undefined): void {
  const finding = useRef(find);
  const around = useRef<readonly HTMLElement[]>([]);
  useLayoutEffect(() => {
    finding.current = find;
  });
  // This cleanup runs while the element is still in the page; that of the effect below, when it is gone.
  useLayoutEffect(() => {
    const own = place.current;
    return () => {
      around.current = own?.contains(document.activeElement) ? [...rowsAndParts(own), ...headingOf(own)] : [];
    };
  }, [place]);
  useEffect(
    () => () => {
      if (around.current.length === 0 || document.activeElement !== document.body) return;
      const heir = finding.current?.() ?? around.current.find((element) => element.isConnected);
      if (heir === undefined) return;
      // Make the heir focusable, unless Tab already reaches it.
      if (heir.tabIndex < 0) heir.tabIndex = -1;
      heir.focus({ preventScroll: true });
    },
    [],
  );
}

/** Returns the heading of the page, if the element is on a page and not in a dialog over it. */
function headingOf(element: HTMLElement): Iterable<HTMLElement> {
  return element.closest('main')?.querySelectorAll('h1') ?? [];
}

/** Returns the rows and parts around an element, the innermost first. */
export function rowsAndParts(element: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let next = element.closest<HTMLElement>('li, section'); next; next = next.parentElement?.closest('li, section') ?? null)
    found.push(next);
  return found;
}
