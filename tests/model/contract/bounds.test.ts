import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { Call, Schema } from '#model/contract/call.ts';
import { outgoingSchemas } from '#model/contract/socket-messages.ts';
import { callNames, contract } from '#model/contract/table.ts';
import { fitting, placesIn, valueAt, withValueAt } from '../../support/contract-arbitraries.ts';
import { runs } from '../../support/thorough.ts';

/**
 * Every part of a request has bounds. Whatever the schema, one text with NUL or half a character, one huge
 * number or one endless list is refused, wherever it appears.
 */

const enough = runs(16);
const tooMany = Array.from({ length: 1_001 }, (_, i) => i + 1);

/** Returns values that no request may hold, of the same type as `value`. */
function unbearable(value: unknown): unknown[] {
  if (typeof value === 'string') return [`${value}\0`, `\ud800${value}`, 'x'.repeat(10_000)];
  if (typeof value === 'number') return [1e300, -1e300, 9_007_199_254_740_992];
  if (Array.isArray(value)) return [tooMany.map((n) => value[0] ?? n)];
  return [];
}

const parts: [string, Schema][] = [
  ...callNames.flatMap((name): [string, Schema][] => {
    const { query, body }: Call = contract[name];
    return [
      ...(query === undefined ? [] : [[`${name}, query`, query] as [string, Schema]]),
      ...(body === undefined ? [] : [[`${name}, body`, body] as [string, Schema]]),
    ];
  }),
  ...Object.entries(outgoingSchemas).map(([type, schema]): [string, Schema] => [`socket, ${type}`, schema]),
];

describe('every part of every request (CALL-6)', () => {
  test.each(parts)('%s is bounded at every place', (_, schema) => {
    let fit = 0;
    const bounded = fc.property(fitting(schema), (value) => {
      if (fit >= enough) return;
      const read = v.safeParse(schema, value);
      if (!read.success) return;
      fit += 1;
      // The parsed value is sent, and the other side parses it again.
      expect(v.parse(schema, read.output)).toEqual(read.output);
      for (const place of placesIn(value)) {
        for (const odd of unbearable(valueAt(value, place))) {
          const accepted = v.safeParse(schema, withValueAt(value, place, odd), { abortEarly: true }).success;
          expect(accepted, `${JSON.stringify(value)} with ${JSON.stringify(odd).slice(0, 40)} at ${place.join('.')}`).toBe(false);
        }
      }
    });
    // Stops once enough values fit: making them takes longer than checking them.
    for (let seed = 6; seed < 46 && fit < enough; seed += 1) fc.assert(bounded, { numRuns: 50, seed });
    // A generator that never fits would prove nothing.
    expect(fit).toBeGreaterThan(3);
  });
});
