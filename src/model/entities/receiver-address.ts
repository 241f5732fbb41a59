import * as v from 'valibot';
import { maxPort } from './receiver.ts';

/** An IP address, or '' for none (RX-4). */
export const ip = v.union(
  [v.literal(''), v.pipe(v.string(), v.maxLength(15, 'Cannot be longer'), v.ipv4('Invalid IP'))],
  'Invalid IP',
);
export const port = v.pipe(
  v.number(),
  v.integer('Invalid Port'),
  v.minValue(1, 'Invalid Port'),
  v.maxValue(maxPort, 'Invalid Port'),
);
