import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { asksForLease } from '../../../host/drivers/ask-for-lease.ts';
import { createLog } from '../../../host/platform/log.ts';
import { termMs } from '../../../host/platform/leases/lease-term.ts';
import type { Taking } from '../../../host/platform/leases/leases.ts';
import { soleHost } from '../../support/sole-host.ts';

let lines: string[];
let answer: Taking;
let ask: () => Promise<Taking>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  lines = [];
  answer = { lease: null, freeInMs: 1_000 };
  const log = createLog({ destination: { write: (line) => void lines.push(line) } });
  const leases = { take: () => Promise.resolve(answer), close: () => Promise.resolve() };
  ask = asksForLease('replay', { leases, log, systemId: 'river' });
});
afterEach(() => vi.useRealTimers());

test.each([
  ['until it may be free', 1_000, 1_000],
  ['no longer than usual', 5_900, 2_000],
  ['a little where the term is over and its holder still writes', -2_000, 250],
])('who is refused a lease waits %s', async (_, freeInMs, waits) => {
  answer = { lease: null, freeInMs };
  expect(await ask()).toEqual({ lease: null, freeInMs: waits });
});

test('another host is told of once, and not before it has kept the lease for longer than a killed one would (HOST-12)', async () => {
  await ask();
  vi.advanceTimersByTime(termMs);
  await ask();
  expect(lines).toEqual([]);
  vi.advanceTimersByTime(1);
  await ask();
  await ask();
  expect(lines).toEqual([expect.stringContaining('another host on this database runs this system')]);
  answer = { lease: { ...soleHost, release: () => Promise.resolve() } };
  expect(await ask()).toBe(answer);
  answer = { lease: null, freeInMs: 1_000 };
  await ask();
  vi.advanceTimersByTime(termMs + 1);
  await ask();
  expect(lines, 'again after it was had').toHaveLength(2);
});
