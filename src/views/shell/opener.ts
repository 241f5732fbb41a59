import { type ReactNode, useEffect } from 'react';
import { themedElement } from '../controls/themed-element.ts';
import { rowsAndParts } from '../controls/use-heir.ts';

/**
 * FORM-14: when an overlay has disappeared, returns the focus to the element of the page that had it last.
 * Overlays do this themselves, but only for the element that had the focus when they opened. For a dialog
 * that replaced a menu, that element is an item of the menu, which has disappeared too.
 *
 * Draws nothing. It is a separate component so that its code loads after the page.
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
      // Stop observing: otherwise this would also run at every later resize of the window.
      frame.disconnect();
      if (last === null || last.isConnected || document.activeElement !== document.body) return;
      const heir = heirs.find((element) => element.isConnected) ?? document.querySelector<HTMLElement>('main h1');
      if (heir !== heirs[0]) heir?.setAttribute('tabindex', '-1');
      heir?.focus({ preventScroll: true });
    };
    // Runs at the next layout, after overlays have returned the focus themselves.
    const frame = new ResizeObserver(giveBack);
    // Overlays are added to and removed from one of these two elements.
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
