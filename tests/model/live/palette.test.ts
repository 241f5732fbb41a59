import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contrast, fromOkLab, parseHex, toHex, toOkLab, type Rgb } from '#model/live/colour.ts';
import {
  chartColours,
  fadedPixelOf,
  markContrast,
  ownColour,
  palette,
  paletteColour,
  pixelOf,
  stateColours,
  type Scheme,
} from '#model/live/palette.ts';

const schemes: Scheme[] = ['light', 'dark'];

/** Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB. */
const blindness = {
  none: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const toLinear = (part: number) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
const fromLinear = (part: number) => {
  const share = Math.min(1, Math.max(0, part));
  return 255 * (share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055);
};
const seen = (rgb: Rgb, matrix: number[][]) => {
  const linear = rgb.map(toLinear);
  return matrix.map((row) => fromLinear(row.reduce((sum, factor, at) => sum + factor * linear[at]!, 0))) as unknown as Rgb;
};
const rgb = (hex: string) => parseHex(hex)!;
/** Returns the difference in hue, in radians, or 0 if either colour is grey. */
const hueTurn = (one: Rgb, other: Rgb) => {
  const [[, a, b], [, otherA, otherB]] = [toOkLab(one), toOkLab(other)];
  if (Math.min(Math.hypot(a, b), Math.hypot(otherA, otherB)) < 0.05) return 0;
  const turn = Math.atan2(b, a) - Math.atan2(otherB, otherA);
  return Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn)));
};
const plot = (scheme: Scheme) => rgb(chartColours[scheme].plot);

describe.each(schemes)('the palette, %s (LOOK-2, LOOK-4)', (scheme) => {
  test.each(palette[scheme])('%s stands 3:1 off the plot', (colour) => {
    expect(contrast(rgb(colour), plot(scheme))).toBeGreaterThanOrEqual(markContrast);
  });

  test.each(Object.entries(blindness))('any two of the eight differ, seen with %s', (_, matrix) => {
    const seenColours = palette[scheme].map((colour) => toOkLab(seen(rgb(colour), matrix)));
    expect(new Set(palette[scheme]).size).toBe(8);
    for (const [at, one] of seenColours.entries()) {
      for (const other of seenColours.slice(at + 1)) {
        expect(Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])).toBeGreaterThan(0.12);
      }
    }
  });

  test('the page and the charts agree on the colours they share (LOOK-1)', () => {
    const css = readFileSync(new URL('../../../src/views/theme/theme.css', import.meta.url), 'utf8');
    const rules = css.slice(css.indexOf(`.console-${scheme}.console-${scheme}`));
    const variable = (name: string) => new RegExp(`--console-${name}: (#[0-9a-f]{6})`).exec(rules)?.[1];
    const { plot: plotColour, grid, text, now, focus } = chartColours[scheme];
    const shared = [variable('plot'), variable('grid'), variable('text-quiet'), variable('primary'), variable('text')];
    expect([plotColour, grid, text, now, focus]).toEqual(shared);
    for (const [state, colour] of Object.entries(stateColours[scheme])) expect(variable(state)).toBe(colour);
  });

  test('text keeps 4.5:1 on the plot, the now line 3:1', () => {
    expect(contrast(rgb(chartColours[scheme].text), plot(scheme))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(rgb(chartColours[scheme].now), plot(scheme))).toBeGreaterThanOrEqual(3);
  });

  test.each(['#ffffff', '#000000', '#ffff00', '#0000ff', '#00ff00', '#ff0000', '#808080', '#e6f0ff', '#1a0033', '#abc'])(
    'own colour %s is brought to 3:1 off the plot and keeps its hue',
    (own) => {
      const shown = rgb(ownColour(own, 0, scheme));
      expect(contrast(shown, plot(scheme))).toBeGreaterThanOrEqual(markContrast);
      expect(hueTurn(rgb(own), shown)).toBeLessThan(0.12);
    },
  );
});

test('an own colour that stands off the plot already is left alone', () => {
  expect(ownColour('#1B7F4B', 3, 'light')).toBe('#1b7f4b');
});

test.each([null, undefined, '', 'green', '#12345', 'rgb(1,2,3)'])('own colour %j cannot be read: the palette answers', (own) => {
  expect(ownColour(own, 10, 'dark')).toBe(paletteColour(2, 'dark'));
});

test('pixels are RGBA bytes', () => {
  expect([...new Uint8Array(new Uint32Array([pixelOf('#102030')]).buffer)]).toEqual([0x10, 0x20, 0x30, 0xff]);
});

test('a faded mark is between its colour and the plot, and opaque (EXP-5)', () => {
  expect(fadedPixelOf('#000000', 'light')).toBe(pixelOf('#c7c7c7'));
  expect(fadedPixelOf('#ffffff', 'light')).toBe(pixelOf('#ffffff'));
});

test('a colour goes to OKLab and back', () => {
  for (const colour of [...palette.light, ...palette.dark]) expect(toHex(fromOkLab(toOkLab(rgb(colour))))).toBe(colour);
});
