import * as v from 'valibot';
import { queryId } from '../fields/query-fields.ts';
import { maxDegrees } from '../fields/value-fields.ts';
import type { AddressCodec } from '../navigation/address-codec.ts';
import { leftOut } from '../navigation/left-out.ts';
import { type MapCamera, zoomRange } from './camera.ts';
import { isDay } from './days.ts';

/** The state of the map that a link to it includes (MAP-5). */
export type MapState = {
  /** Null for the camera that shows all receivers. */
  readonly camera: MapCamera | null;
  /** The receiver with an open info window; null for none. */
  readonly receiver: number | null;
  /** The map shows the receivers as they were at the end of this day (MAP-11); null for now. */
  readonly day: string | null;
};

/** Reads and writes addresses such as '?at=45.12345,-113.98760,11.5&receiver=7&day=2025-05-03'. */
export const mapAddress: AddressCodec<MapState> = {
  read(search) {
    const params = new URLSearchParams(search);
    const refused: string[] = [];
    const read = <T>(name: string, takes: string, parse: (text: string) => T | null): T | null => {
      const text = params.get(name) ?? '';
      if (text === '') return null;
      const value = parse(text);
      if (value === null) refused.push(leftOut(name, text, `must be ${takes}`));
      return value;
    };
    const camera = read('at', 'latitude, longitude and zoom, such as 45.1,-113.9,11', cameraIn);
    const receiver = read('receiver', "a receiver's number", receiverIn);
    const day = read('day', 'a day such as 2025-05-03', (text) => (isDay(text) ? text : null));
    return { state: { camera, receiver, day }, refused };
  },
  write({ camera, receiver, day }) {
    const parts = [
      ...(camera === null ? [] : [`at=${cameraText(camera)}`]),
      ...(receiver === null ? [] : [`receiver=${receiver}`]),
      ...(day === null ? [] : [`day=${day}`]),
    ];
    return parts.length === 0 ? '' : `?${parts.join('&')}`;
  },
};

function cameraText({ latitude, longitude, zoom }: MapCamera): string {
  return `${digits(latitude)},${digits(longitude)},${Number(zoom.toFixed(2))}`;
}

/** Returns degrees with five decimals: a metre. Zero gets no sign. */
function digits(degrees: number): string {
  return (Number(degrees.toFixed(5)) + 0).toFixed(5);
}

function cameraIn(text: string): MapCamera | null {
  const parts = text.split(',');
  if (parts.length !== 3 || !parts.every((part) => /^-?\d{1,3}(\.\d{1,10})?$/.test(part))) return null;
  const [latitude = 0, longitude = 0, zoom = 0] = parts.map(Number);
  const isThere = Math.abs(latitude) <= maxDegrees.latitude && Math.abs(longitude) <= maxDegrees.longitude;
  return isThere && zoom >= zoomRange.least && zoom <= zoomRange.most ? { latitude, longitude, zoom } : null;
}

function receiverIn(text: string): number | null {
  const { success, output } = v.safeParse(queryId, text);
  return success ? output : null;
}
