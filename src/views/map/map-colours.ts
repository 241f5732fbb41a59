import type { Scheme } from '../../model/live/palette.ts';
import type { PinLook } from '../../model/map/pins.ts';
import { statusLooks } from '../controls/status-mark.tsx';

export type MapColours = { water: string; land: string; border: string; net: string; text: string; halo: string };

/** The colours below the pins, quiet enough that the marks contrast with them by 3:1 (LOOK-1). */
export const mapColours: Readonly<Record<Scheme, MapColours>> = {
  light: { water: '#dbe7ee', land: '#f8f7f3', border: '#a3aaa5', net: '#c4d0d3', text: '#55605a', halo: '#ffffff' },
  dark: { water: '#0c1418', land: '#1c2320', border: '#4a544e', net: '#2b3636', text: '#a4afa9', halo: '#0d100e' },
};

/**
 * Returns the colour of a status at an element of the page, because a canvas cannot resolve CSS variables
 * itself.
 */
export function pinColour(look: PinLook, page: Element): string {
  return resolved(statusLooks[look].color, page);
}

/** Returns the value of 'var(--name)' at an element. */
export function resolved(colour: string, page: Element): string {
  const name = /^var\((--[\w-]+)\)$/.exec(colour)?.[1];
  return name === undefined ? colour : getComputedStyle(page).getPropertyValue(name).trim();
}
