import type { Said } from './component-page.ts';

/** The calls that the mounted story has reported. */
export const said: Said[] = [];

/** Records a control's call for the test to read. */
export function say(...what: Said): void {
  said.push(what);
}
