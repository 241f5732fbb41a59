/** Colour arithmetic for charts: sRGB hex, OKLab lightness, WCAG contrast. Pure. */

/** Red, green and blue, each 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Lightness 0 to 1, and the two colour axes of OKLab. */
export type OkLab = readonly [lightness: number, a: number, b: number];

/** Reads '#rgb' or '#rrggbb'. Returns null for anything else. */
export function parseHex(hex: string): Rgb | null {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(hex.trim())?.[1];
  if (!digits) return null;
  const full = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  return ofEach([0, 2, 4], (at) => Number.parseInt(full.slice(at, at + 2), 16));
}

export function toHex(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

export function contrast(one: Rgb, other: Rgb): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

export function toOkLab(rgb: Rgb): OkLab {
  const [r, g, b] = rgb.map(toLinear) as [number, number, number];
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const middle = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ];
}

/**
 * Returns the colour if sRGB can show it. Otherwise returns a greyer colour of the same lightness and hue.
 */
export function fromOkLab([lightness, a, b]: OkLab): Rgb {
  for (let chroma = 1; chroma > 0; chroma -= 0.02) {
    const linear = linearOf([lightness, a * chroma, b * chroma]);
    if (linear.every((part) => part >= -0.0005 && part <= 1.0005)) return ofEach(linear, fromLinear);
  }
  const grey = Math.min(255, Math.max(0, fromLinear(lightness ** 3)));
  return [grey, grey, grey];
}

/**
 * Makes the colour lighter or darker (away from the background) until its contrast with the background is
 * `ratio`:1. A colour with enough contrast stays as it is. The hue is kept.
 */
export function withContrast(colour: Rgb, background: Rgb, ratio: number): Rgb {
  if (contrast(colour, background) >= ratio) return colour;
  const [lightness, a, b] = toOkLab(colour);
  let near = lightness;
  let far = luminance(background) > 0.18 ? 0 : 1;
  for (let round = 0; round < 16; round++) {
    const middle = (near + far) / 2;
    if (contrast(rounded(fromOkLab([middle, a, b])), background) >= ratio) far = middle;
    else near = middle;
  }
  return rounded(fromOkLab([far, a, b]));
}

/** Mixes two colours; `share` is the share of `over`, 0 to 1. */
export function mixed(over: Rgb, under: Rgb, share: number): Rgb {
  return rounded(ofEach([0, 1, 2], (at) => over[at]! * share + under[at]! * (1 - share)));
}

/** Returns the colour as one opaque pixel for a Uint32Array over an ImageData's bytes (little-endian). */
export function toPixel([red, green, blue]: Rgb): number {
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

function ofEach([red, green, blue]: Rgb, change: (part: number) => number): Rgb {
  return [change(red), change(green), change(blue)];
}

function rounded(rgb: Rgb): Rgb {
  return ofEach(rgb, (part) => Math.min(255, Math.max(0, Math.round(part))));
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);
}

function linearOf([lightness, a, b]: OkLab): Rgb {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
}

function toLinear(part: number): number {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function fromLinear(part: number): number {
  const share = Math.min(1, Math.max(0, part));
  return 255 * (share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055);
}
