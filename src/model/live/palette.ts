import { mixed, parseHex, toHex, toPixel, withContrast, type Rgb } from './colour.ts';
import { groupShapes } from './mark-shape.ts';

/** The colours of every chart (LOOK-2, LOOK-4), for Vega, deck and the raster. */

export type Scheme = 'light' | 'dark';

/** The contrast of marks with the plot, by WCAG (LOOK-2). */
export const markContrast = 3;

export type ChartColours = {
  /** The background of the marks. */
  readonly plot: string;
  readonly grid: string;
  /** The line around the plot. */
  readonly axis: string;
  readonly text: string;
  /** The line at the chart's 'now'. */
  readonly now: string;
  /** The ring around a chosen mark. */
  readonly focus: string;
};

/** The page's colour variables (theme.css) as values, which a canvas and Vega need. A test compares both. */
export const chartColours: Record<Scheme, ChartColours> = {
  light: { plot: '#ffffff', grid: '#e6e9e7', axis: '#b4bab6', text: '#55605a', now: '#1b7f4b', focus: '#1d211f' },
  dark: { plot: '#121614', grid: '#262c29', axis: '#56605b', text: '#a4afa9', now: '#45c486', focus: '#edf1ee' },
};

/** The colours of states (LOOK-3), the same as on the page. */
export const stateColours: Record<Scheme, Record<'online' | 'busy' | 'open' | 'offline' | 'disabled' | 'warning', string>> = {
  light: {
    online: '#1b7f4b',
    busy: '#0b66c3',
    open: '#7a4bd0',
    offline: '#c9252d',
    disabled: '#6b7570',
    warning: '#8f6300',
  },
  dark: { online: '#45c486', busy: '#6cb2ff', open: '#b79cff', offline: '#ff7b7b', disabled: '#97a19b', warning: '#e3b341' },
};

/**
 * Eight colours for series without their own, with the same hues in both schemes: blue, orange, green, gold,
 * red, cyan, mauve, violet. Found by search: in normal sight and in the three kinds of colour blindness, any
 * two differ by at least 0.12 in OKLab, and each has a contrast of 3:1 with the plot (a test checks it).
 */
export const palette: Record<Scheme, readonly string[]> = {
  light: ['#4490fd', '#993e02', '#003630', '#8a9301', '#cd6da3', '#2f606e', '#8243c2', '#5a007e'],
  dark: ['#648cfe', '#ee7f06', '#a7ffca', '#eace08', '#bd4045', '#72cafe', '#b18fa5', '#8d56ac'],
};

/**
 * Returns the palette's colour for the n-th series. After eight they repeat in other shapes (`paletteShape`).
 */
export function paletteColour(index: number, scheme: Scheme): string {
  const colours = palette[scheme];
  return colours[((index % colours.length) + colours.length) % colours.length]!;
}

/**
 * Returns the shape of the n-th series' marks. The first eight shapes differ; each further eight series shift
 * them by one, so that colours come with other shapes (LOOK-17).
 */
export function paletteShape(index: number): number {
  return (index + Math.floor(index / palette.light.length)) % groupShapes;
}

/** After this many series, pairs of colour and shape repeat. */
export const paletteLooks = palette.light.length * groupShapes;

/**
 * Returns a receiver's or site's own colour ('#rgb' or '#rrggbb'), made lighter or darker until its contrast
 * with the plot is 3:1. An invalid colour gives the palette's colour for `index`.
 */
export function ownColour(colour: string | null | undefined, index: number, scheme: Scheme): string {
  const own = colour ? parseHex(colour) : null;
  return own ? toHex(withContrast(own, readColour(chartColours[scheme].plot), markContrast)) : paletteColour(index, scheme);
}

/** Returns a '#rrggbb' colour as one pixel of the raster. */
export function pixelOf(colour: string): number {
  return toPixel(readColour(colour));
}

/** The share of its colour (0 to 1) that a mark keeps when it is faded because another group is isolated. */
const fadedShare = 0.22;

/** Returns the colour, faded into the plot, as one pixel of the raster. */
export function fadedPixelOf(colour: string, scheme: Scheme): number {
  return toPixel(mixed(readColour(colour), readColour(chartColours[scheme].plot), fadedShare));
}

function readColour(hex: string): Rgb {
  const rgb = parseHex(hex);
  if (!rgb) throw new TypeError(`'${hex}' is not a colour of the form #rrggbb`);
  return rgb;
}
