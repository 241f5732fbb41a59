import { describe, expect, test } from 'vitest';
import { type Call, needsCsrf } from '#model/contract/call.ts';
import { isRefusedWhenExpired, openWhenExpired } from '#model/contract/expired-systems.ts';
import { callNames, contract, type CallName } from '#model/contract/table.ts';
import { hasExpired } from '#model/entities/expiry.ts';

const all: [CallName, Call][] = callNames.map((name) => [name, contract[name]]);
const ofSystems = all.filter(([, { path }]) => path.includes('{mitasId}'));
const refused = all.filter(([name, call]) => isRefusedWhenExpired(name, call)).map(([name]) => name);

describe('what an expired system refuses (SYS-15)', () => {
  test('of each call that is no reading it is said: it is refused, or open for a reason', () => {
    for (const [name, { method }] of ofSystems.filter(([, call]) => needsCsrf(call.method))) {
      const reason = openWhenExpired[name];
      expect([name, method, reason === undefined]).toEqual([name, method, refused.includes(name)]);
      if (reason !== undefined) expect(reason).toMatch(/^[A-Z].{15,}\.$/);
    }
  });

  test('every change of a system is refused but how long its data are kept, and who hears its alarms', () => {
    const changes = all.filter(([, { changes }]) => changes === true).map(([name]) => name);
    expect(changes.filter((name) => !refused.includes(name))).toEqual([
      'unlinkCollaborator',
      'setCollaboratorRole',
      'setRetention',
      'snoozeReceivers',
      'unsnoozeReceivers',
      'removeWebhook',
    ]);
    expect(refused).toContain('inviteCollaborator');
  });

  test('nothing is refused that only reads, is of no system, or stands on the list by a slip', () => {
    for (const name of refused) expect(contract[name].path).toContain('{mitasId}');
    expect(refused.filter((name) => contract[name].method === 'GET')).toEqual([]);
    for (const name of Object.keys(openWhenExpired) as CallName[]) {
      const { method, path } = contract[name];
      expect([name, needsCsrf(method), path.includes('{mitasId}')]).toEqual([name, true, true]);
    }
  });
});

test.each([
  [null, 5, false],
  [4, 5, true],
  [5, 5, true],
  [6, 5, false],
  [4, 0, false],
])('what ends at %s has expired at %s: %s', (expiry, now, expected) => {
  expect(hasExpired(expiry, now)).toBe(expected);
});
