import type { Said } from './component-page.ts';

/** What the story that stands there reported. */
export const said: Said[] = [];

/** Reports what a control called, for the test to look at. */
export function say(...what: Said): void {
  said.push(what);
}
