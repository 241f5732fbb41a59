import { isNowhere, maxDegrees } from '../fields/value-fields.ts';
import { accepted, refused, type Result } from '../result.ts';
import type { GeoPoint } from '../geo/mercator.ts';

/** The maximum length of coordinates in characters. */
const longest = 100;
const example = '45.1234, -113.9876 or 45°7′24″N 113°59′15″W';
const unread = `Coordinates are written as ${example}`;

/** One coordinate. `isUnsaid`: neither a letter nor a sign says on which side of zero it is. */
type Coordinate = { readonly degrees: number; readonly axis: 'latitude' | 'longitude' | null; readonly isUnsaid: boolean };
type Pair = readonly [one: Coordinate, other: Coordinate];

/** A number; a sign for degrees, minutes or seconds; a letter (N, S, E, W); or a separator. */
type Token = { readonly kind: 'number' | 'mark' | 'side' | 'part'; readonly text: string };

/**
 * Reads a pasted position (MAP-9): latitude and longitude in degrees, in degrees and minutes, or in degrees,
 * minutes and seconds, with signs or with the letters N, S, E, W, which may also give the order. A comma
 * counts as a decimal separator only if the text has no other reading.
 */
export function coordinatesIn(text: string): Result<GeoPoint> {
  if (text.length > longest) return refused(unread);
  const plain = plainly(text);
  const asPoints = plain.includes('.') ? plain : plain.replaceAll(/(\d),(?=\d)/g, '$1.');
  const [one, other] = [pairIn(plain), asPoints === plain ? null : pairIn(asPoints)];
  if (one !== null && other !== null)
    return refused('Ambiguous: use a point for decimals and a comma only between the two numbers');
  const pair = one ?? other;
  return pair === null ? refused(unread) : placeOf(pair);
}

/** Rounds a position to the six decimals that are stored: a tenth of a metre. Zero gets no sign. */
export function roundedPlace({ latitude, longitude }: GeoPoint): GeoPoint {
  const rounded = (degrees: number): number => Number(degrees.toFixed(6)) + 0;
  return { latitude: rounded(latitude), longitude: rounded(longitude) };
}

/** Replaces the different characters that programs use for the same sign. */
function plainly(text: string): string {
  return text
    .trim()
    .replace(/^[([](.*)[)\]]$/s, '$1')
    .toUpperCase()
    .replaceAll(/[\u2010-\u2013\u2212\uFF0D]/g, '-')
    .replaceAll(/[\u00BA\u02DA]/g, '°')
    .replaceAll(/[\u2032\u2019\u2018\u02B9\u02BC\u00B4`]/g, "'")
    .replaceAll(/[\u2033\u201D\u201C\u02BA]|''/g, '"')
    .replaceAll(/\s+/g, ' ');
}

function pairIn(text: string): Pair | null {
  const tokens = tokensOf(text);
  const halves = tokens && halvesOf(tokens);
  const [one, other] = (halves ?? []).map(coordinateOf);
  return one && other ? [one, other] : null;
}

/** Splits a text into tokens; null if it contains anything else. */
function tokensOf(text: string): readonly Token[] | null {
  const tokens: Token[] = [];
  const token = /\s*(?:([+-]?\d{1,10}(?:\.\d{1,15})?)(?![\d.])|([°'"])|([NSEW])(?![A-Z])|([,;]))\s*/y;
  while (token.lastIndex < text.length) {
    const [, number, mark, side, part] = token.exec(text) ?? [];
    if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (mark !== undefined) tokens.push({ kind: 'mark', text: mark });
    else if (side !== undefined) tokens.push({ kind: 'side', text: side });
    else if (part !== undefined) tokens.push({ kind: 'part', text: part });
    else return null;
  }
  return tokens;
}

/** Splits the tokens into the two coordinates; null if the split is ambiguous. */
function halvesOf(tokens: readonly Token[]): readonly [readonly Token[], readonly Token[]] | null {
  const at = (kind: Token['kind'], isIt: (text: string) => boolean = () => true): number[] =>
    tokens.flatMap((token, index) => (token.kind === kind && isIt(token.text) ? [index] : []));
  const cut = (end: number, begin = end) => [tokens.slice(0, end), tokens.slice(begin)] as const;
  const parts = at('part');
  if (parts.length > 0) return parts.length === 1 ? cut(parts[0] as number, (parts[0] as number) + 1) : null;
  const [first, second] = at('side');
  if (first !== undefined) return first === 0 && second !== undefined ? cut(second) : cut(first + 1);
  const degrees = at('mark', (text) => text === '°')[1];
  if (degrees !== undefined) return cut(degrees - 1);
  const numbers = at('number');
  const signed = at('number', (text) => /^[+-]/.test(text)).find((index) => index > 0);
  return cut(signed ?? numbers[numbers.length / 2] ?? 0);
}

/**
 * Reads one coordinate. Returns null if it has two letters, a letter between its numbers, a letter and a + or
 * -, signs for degrees, minutes and seconds in another order, 60 or more minutes or seconds, or a fraction in
 * any but its last number.
 */
function coordinateOf(tokens: readonly Token[]): Coordinate | null {
  const sides = tokens.filter(({ kind }) => kind === 'side');
  const side = sides[0]?.text ?? null;
  const isOutside = [tokens[0], tokens.at(-1)].some((token) => token !== undefined && token === sides[0]);
  if (sides.length > 1 || (side !== null && !isOutside)) return null;
  const inner = tokens.filter(({ kind }) => kind !== 'side');
  const numbers = inner.filter(({ kind }) => kind === 'number').map(({ text }) => text);
  const [whole = '', ...fractions] = numbers;
  const order = ['°', "'", '"'];
  const pattern = inner.map(({ kind, text }) => (kind === 'number' ? '#' : String(order.indexOf(text)))).join('');
  if (!/^#0?(#1?(#2?)?)?$/.test(pattern)) return null;
  if (numbers.slice(0, -1).some((text) => text.includes('.'))) return null;
  if (fractions.some((text) => /^[+-]/.test(text) || Number(text) >= 60)) return null;
  if (side !== null && /^[+-]/.test(whole)) return null;
  const [minutes = 0, seconds = 0] = fractions.map(Number);
  const size = Math.abs(Number(whole)) + minutes / 60 + seconds / 3_600;
  const isNegative = whole.startsWith('-') || side === 'S' || side === 'W';
  const axis = side === null ? null : side === 'N' || side === 'S' ? 'latitude' : 'longitude';
  return { degrees: isNegative ? -size : size, axis, isUnsaid: side === null && !/^[+-]/.test(whole) };
}

function placeOf([one, other]: Pair): Result<GeoPoint> {
  if (one.axis !== null && one.axis === other.axis)
    return refused(
      `These are two ${one.axis}s: one of the two is ${one.axis === 'latitude' ? 'east or west' : 'north or south'}`,
    );
  // If one coordinate has a letter and the other has neither a letter nor a sign, the other's side was
  // probably forgotten.
  const [said, bare] = one.axis === null ? [other, one] : [one, other];
  if (said.axis !== null && bare.isUnsaid && bare.degrees !== 0)
    return refused(`Write of the ${said.axis === 'latitude' ? 'longitude E or W' : 'latitude N or S'} as well, or its sign`);
  const isTurned = one.axis === 'longitude' || other.axis === 'latitude';
  const [{ degrees: latitude }, { degrees: longitude }] = isTurned ? [other, one] : [one, other];
  const areUnsaid = one.axis === null && other.axis === null;
  if (areUnsaid && Math.abs(latitude) > maxDegrees.latitude && Math.abs(longitude) <= maxDegrees.latitude)
    return refused(`Latitude comes first and is at most ${maxDegrees.latitude}°. Swap the two`);
  if (Math.abs(latitude) > maxDegrees.latitude) return refused(`Latitude is at most ${maxDegrees.latitude}°`);
  if (Math.abs(longitude) > maxDegrees.longitude) return refused(`Longitude is at most ${maxDegrees.longitude}°`);
  const place = roundedPlace({ latitude, longitude });
  if (isNowhere(place.latitude, place.longitude)) return refused('0, 0 means that no location is set');
  return accepted(place);
}
