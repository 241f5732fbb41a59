import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * FORM-13: what goes with the focus in it hands the focus on: to what is found when all that came with its
 * going is drawn, or else to the row or the part that it stood in, or to the page's heading. Alone, the
 * browser gives it to the page as a whole. What has taken the focus by then keeps it.
 */
export function useHeir(place: RefObject<HTMLElement | null>, find?: () => HTMLElement | undefined): void {
  const finding = useRef(find);
  const around = useRef<readonly HTMLElement[]>([]);
  useLayoutEffect(() => {
    finding.current = find;
  });
  // This one looks while it still stands there, the other when it is gone.
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
      // What Tab reaches stays so.
      if (heir.tabIndex < 0) heir.tabIndex = -1;
      heir.focus({ preventScroll: true });
    },
    [],
  );
}

/** That of the page, where it is on one and not over it. */
function headingOf(element: HTMLElement): Iterable<HTMLElement> {
  return element.closest('main')?.querySelectorAll('h1') ?? [];
}

/** From the inmost outwards. */
export function rowsAndParts(element: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let next = element.closest<HTMLElement>('li, section'); next; next = next.parentElement?.closest('li, section') ?? null)
    found.push(next);
  return found;
}
