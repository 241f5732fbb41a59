import { expect, test } from 'vitest';
import { isWithinTerm, termMs } from '../../../../host/platform/leases/lease-term.ts';

const at = (wall: number, steady: number) => ({ wall, steady });

test.each([
  ['just confirmed', at(0, 0), true],
  ['renewed as usual', at(1_500, 1_500), true],
  ['two renewals missed', at(4_500, 4_500), true],
  ['given up before another may take it', at(termMs - 900, termMs - 900), false],
  ['after its end', at(termMs, termMs), false],
  ['the machine slept, which the steady clock does not see', at(60_000, 1_000), false],
  ['the clock was set back while the process was stopped', at(-60_000, 8_000), false],
])('a lease is held for its term, by both clocks: %s', (_, now, isHeld) => expect(isWithinTerm(at(0, 0), now)).toBe(isHeld));
