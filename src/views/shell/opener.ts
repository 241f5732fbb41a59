import { type ReactNode, useEffect } from 'react';
import { themedElement } from '../controls/themed-element.ts';
import { rowsAndParts } from '../controls/use-heir.ts';

/**
 * FORM-14: when what was opened over the page is gone, the element of the page that had the focus last has it
 * again. What lies over the page gives the focus back by itself, but only to what had it when it opened: of a
 * dialog that took the place of a menu that is a line of the menu, which is gone as well.
 *
 * It draws nothing. As a part of its own its code comes when the page is there.
 */
export default function Opener(): ReactNode {
  useEffect(() => {
    let last: Element | null = null;
    let heirs: HTMLElement[] = [];
    const note = ({ target }: FocusEvent): void => {
      last = target as HTMLElement;
      if (last.closest('[data-sidebar]')) heirs = [last as HTMLElement, ...rowsAndParts(last as HTMLElement)];
    };
    const giveBack = (): void => {
      // It is called for the next sizes of the window, too.
      frame.disconnect();
      if (last === null || last.isConnected || document.activeElement !== document.body) return;
      const heir = heirs.find((element) => element.isConnected) ?? document.querySelector<HTMLElement>('main h1');
      if (heir !== heirs[0]) heir?.setAttribute('tabindex', '-1');
      heir?.focus({ preventScroll: true });
    };
    // Called when the next frame is laid out: by then what gives the focus back by itself has.
    const frame = new ResizeObserver(giveBack);
    // What lies over the page stands beside it, in one of two places.
    const observer = new MutationObserver(() => {
      frame.disconnect();
      frame.observe(document.body);
    });
    for (const place of [document.body, themedElement()]) observer.observe(place, { childList: true });
    document.addEventListener('focusin', note);
    return () => {
      observer.disconnect();
      frame.disconnect();
      document.removeEventListener('focusin', note);
    };
  }, []);
  return null;
}
