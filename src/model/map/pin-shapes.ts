import type { PinLook } from './pins.ts';

/**
 * A pin around its middle (0, 0), in pixels, as paths for SVG and canvas: a body in the colour of the status,
 * whose shape differs too (LOOK-3), and a mark on it.
 */
export type PinShape = { readonly body: string; readonly mark: string };

const circle = 'M-11 0A11 11 0 1 1 11 0A11 11 0 1 1 -11 0Z';
const square = 'M-8 -10H8A2 2 0 0 1 10 -8V8A2 2 0 0 1 8 10H-8A2 2 0 0 1 -10 8V-8A2 2 0 0 1 -8 -10Z';
const triangle = 'M0 -12.5L13 10.500H-13Z';
const hexagon = 'M-6 -10.500H6L12 0L6 10.500H-6L-12 0Z';
const diamond = 'M0 -13L13 0L0 13L-13 0Z';
const check = 'M-4.500 0.500L-1.200 3.600L4.600 -3.400';
const cross = 'M-4 -4L4 4M-4 4L4 -4';

export const pinShapes: Readonly<Record<PinLook, PinShape>> = {
  online: { body: circle, mark: check },
  warning: { body: triangle, mark: 'M0 -5V2.500M0 6.200V6.400' },
  offline: { body: square, mark: cross },
  rebooting: { body: hexagon, mark: 'M4.500 -1.500A4.800 4.800 0 1 0 4.200 2.400M4.800 -5V-1.200H1' },
  ready: { body: hexagon, mark: check },
  open: { body: diamond, mark: 'M-2.500 -5V-1.500M2.500 -5V-1.500M-4.500 -1.500H4.500V1A4.500 3.500 0 0 1 -4.500 1ZM0 4.500V7' },
  disabled: { body: circle, mark: 'M-5 0H5' },
};

/** The radius of the circle that replaces a group of pins and shows their number. */
export const groupRadius = 15;
/** The radius of the ring around the chosen pin. */
export const ringRadius = groupRadius + 6;
/** The radii of the two rings of a pulse; the outer ring follows a moment after the inner one. */
export const pulseRadii = { inner: groupRadius + 2, outer: groupRadius + 6 } as const;
