import type { ChartSeries } from './chart.ts';
import { countText } from '../text/number-text.ts';

/** The shades of a heat map: one for zero, and three from few to many. */
const colours = {
  none: { light: '#ebefec', dark: '#232a27' },
  low: { light: '#a9c9ad', dark: '#2c5540' },
  middle: { light: '#4f9a6a', dark: '#3f9468' },
  high: { light: '#0f5a35', dark: '#8ff0bd' },
} as const;

/** The shade of a count of zero. */
export const emptyShade = 0;

/** The upper limits of the low and the middle shade, as shares of the largest count. */
export type ShadeShares = readonly [middle: number, high: number];

/** Returns the shade, 1 to 3, of a count above 0. `most` is the largest count. */
export function shadeOf(count: number, most: number, [middle, high]: ShadeShares): number {
  const share = count / most;
  return share <= middle ? 1 : share <= high ? 2 : 3;
}

/**
 * Returns the legend of the shades: 'No hits', '34 to 66 hits'. A shade is left out if no whole count has it.
 */
export function shadeLegend(most: number, shares: ShadeShares, one: string): readonly ChartSeries[] {
  const upTo = (share: number): number => {
    const count = Math.ceil(share * most);
    return count / most > share ? count - 1 : count;
  };
  const [low, middle] = [upTo(shares[0]), upTo(shares[1])];
  const shades = [
    { id: 1, from: 1, to: low, color: colours.low },
    { id: 2, from: low + 1, to: middle, color: colours.middle },
    { id: 3, from: middle + 1, to: most, color: colours.high },
  ];
  const label = (from: number, to: number): string =>
    from < to ? `${countText(from)} to ${countText(to)} ${one}s` : `${countText(to)} ${to === 1 ? one : `${one}s`}`;
  return [
    { id: emptyShade, label: `No ${one}s`, color: colours.none },
    ...shades.filter(({ from, to }) => from <= to).map(({ id, from, to, color }) => ({ id, label: label(from, to), color })),
  ];
}
