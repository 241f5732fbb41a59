import * as v from 'valibot';
import { expect, test } from 'vitest';
import { readWireStatus, wireStatusSchema } from '../../../../host/domain/vitals/wire-status.ts';

const now = Date.UTC(2026, 5, 1);
const directory = { has: (rxId: number) => rxId === 7, idOf: (alias: string) => (alias === 'R7' ? 7 : undefined) };
const read = (more: object) => readWireStatus({ rxId: 7, ts: now - 1_000, ...more }, directory, now);
const nothing = {
  status: null,
  model: null,
  voltage: null,
  memoryUsedMb: null,
  memoryTotalMb: null,
  temperature: null,
  firmware: null,
  clockOffsetMs: null,
};

test('reads whatever a receiver says of itself, and what is null is not said (VIT-2)', () => {
  const whole = {
    state: 3,
    model: 1,
    voltage: 12.25,
    memoryUsedMb: 7,
    memoryTotalMb: 64,
    firmware: '7.10.2',
    clock: new Date(now - 90_000).toISOString(),
    temperature: -4.5,
  };
  expect(read(whole)).toEqual({
    ok: true,
    value: {
      rxId: 7,
      ts: now - 1_000,
      status: 3,
      model: 1,
      voltage: 12.25,
      memoryUsedMb: 7,
      memoryTotalMb: 64,
      temperature: -4.5,
      firmware: [7, 10, 2],
      clockOffsetMs: -90_000,
    },
  });
  const named = { rxId: undefined, receiver: 'R7', ts: new Date(now).toISOString(), voltage: 0, model: null, clock: null };
  expect(read(named)).toEqual({ ok: true, value: { ...nothing, rxId: 7, ts: now, voltage: 0 } });
});

const refusals: [object, string][] = [
  [{ voltage: 12, rxId: 8 }, 'unknown receiver 8'],
  [{ voltage: 12, rxId: undefined }, 'neither rxId nor receiver is given'],
  [{ voltage: 12, ts: undefined }, 'ts is missing'],
  [{ voltage: 12, ts: now + 3_600_000 }, 'the time is in the future'],
  [{ voltage: 12, ts: 0 }, 'the time is before the year 2000'],
  [{ voltage: 12, ts: '1 June' }, 'ts is "1 June": it takes ms since 1970 or an ISO time with its offset'],
  [{}, 'it has no field about the receiver'],
  [{ state: 5 }, 'state is 5: it takes one of 4, 3, 2, 1, 0'],
  [{ state: -1 }, 'state is -1: it takes one of 4, 3, 2, 1, 0'],
  [{ state: 'online' }, 'state is "online": it takes one of 4, 3, 2, 1, 0'],
  [{ model: -1 }, 'model is -1: it takes 0 or 1'],
  [{ voltage: '12' }, 'voltage is "12": it takes V from 0 to 100'],
  [{ voltage: -0.1 }, 'voltage is -0.1: it takes V from 0 to 100'],
  [{ memoryUsedMb: 1 }, 'memoryUsedMb and memoryTotalMb must both be given (a total of 0: no card)'],
  [{ memoryUsedMb: 1, memoryTotalMb: -1 }, 'memoryTotalMb is -1: it takes MB from 1 to 1000000000, or 0 where there is no card'],
  [
    { memoryUsedMb: 1e9, memoryTotalMb: 0.5 },
    'memoryTotalMb is 0.5: it takes MB from 1 to 1000000000, or 0 where there is no card',
  ],
  [{ memoryUsedMb: 65, memoryTotalMb: 64 }, 'memoryUsedMb is 65: it takes no more than memoryTotalMb, which is 64'],
  [{ temperature: 151 }, 'temperature is 151: it takes °C from -100 to 150'],
  [{ firmware: '1.2' }, `firmware is "1.2": it takes a version such as '1.2.3'`],
  [{ firmware: '1.2.10000' }, `firmware is "1.2.10000": it takes a version such as '1.2.3'`],
  [{ clock: 'noon' }, 'clock is "noon": it takes ms since 1970 or an ISO time with its offset'],
];

test.each(refusals)('%j is refused in a clear word: %s (VIT-2)', (more, reason) => {
  expect(read(more)).toEqual({ ok: false, reason });
});

test.each([[null], ['x'], [[1]]])('%j is no object', (value) => {
  expect(readWireStatus(value, directory, now)).toEqual({ ok: false, reason: 'not an object' });
});

test('what the API document tells fits what is read, field by field (CALL-17)', () => {
  const ofFields = refusals.filter(([, reason]) => /^(state|model|voltage|memoryTotalMb|temperature|clock) is/.test(reason));
  const taken = ofFields.filter(([more]) => v.safeParse(wireStatusSchema, { rxId: 7, ts: now, ...more }).success);
  expect(taken).toEqual([]);
  const good = {
    rxId: 7,
    ts: now,
    state: 0,
    model: 0,
    voltage: 100,
    memoryUsedMb: 0,
    memoryTotalMb: 0,
    firmware: '0.0.1',
    clock: now,
  };
  expect(v.safeParse(wireStatusSchema, good).success).toBe(true);
  expect(read(good).ok).toBe(true);
});
