import { describe, expect, test } from 'vitest';
import { expiredText } from '#model/entities/expiry.ts';
import { ipCharacters, ipProblem, latitudeIn, longitudeIn, nameProblem, portProblem } from '#model/receivers/field-checks.ts';
import { refusalOfMore } from '#model/receivers/new-receivers.ts';
import type { Leaving } from '#model/contract/receiver-history-calls.ts';
import {
  type Action,
  failedText,
  taskNotice,
  askedAgain,
  stepsOf,
  taskOf,
  undoingOf,
  wrongText,
} from '#model/receivers/tasks.ts';
import { degrees, ipAddresses, ports, receiverNames } from '../../support/receiver-values.ts';

describe('what is typed of a receiver', () => {
  test.each(receiverNames)('the name %j (RX-3)', (text, problem) => expect(nameProblem(text)).toBe(problem));

  test.each(ipAddresses)('the IP address %j (RX-4)', (text, problem) => expect(ipProblem(text)).toBe(problem));

  test('of an IP address only digits and dots are taken', () => expect(ipCharacters('10.0 a.0-1')).toBe('10.0.01'));

  const typedPorts = ports.map(([port, problem]): [string, string | null] => [String(port), problem]);
  test.each<[string, string | null]>([...typedPorts, ['', 'Invalid Port'], ['port', 'Invalid Port']])(
    'the port %j (RX-5)',
    (text, problem) => expect(portProblem(text)).toBe(problem),
  );

  test.each(degrees)('the degrees %j (RX-6)', (value, isLatitude, isLongitude) => {
    const text = String(value);
    expect([latitudeIn(text), longitudeIn(text)]).toEqual([isLatitude ? value : null, isLongitude ? value : null]);
  });

  test.each([
    ['45.1', 45.1, 45.1],
    ['-90', -90, -90],
    ['−12.5', -12.5, -12.5],
    ['120', null, 120],
    ['181', null, null],
    ['', null, null],
    ['north', null, null],
  ])('the degrees %j (RX-6)', (text, latitude, longitude) => {
    expect([latitudeIn(text), longitudeIn(text)]).toEqual([latitude, longitude]);
  });
});

describe('a system that takes no more says so (RX-33)', () => {
  const config = { maxReceivers: 10, expiry: 5_000 };
  test.each<[string, Parameters<typeof refusalOfMore>, string | null]>([
    ['with room', [config, 9, 1, 4_000], null],
    ['full', [config, 10, 1, 4_000], 'This system can have at most 10 receivers.'],
    ['with room for some', [config, 8, 3, 4_000], 'This system can have at most 10 receivers. There is room for 2 more.'],
    ['expired', [config, 1, 1, 5_000], expiredText],
    ['without an end', [{ ...config, expiry: null }, 1, 1, 9_000], null],
    ['before anything is known', [null, 1, 1, 0], null],
  ])('%s', (_, given, expected) => expect(refusalOfMore(...given)).toBe(expected));
});

describe('what is said of a task (FLEET-6, FLEET-18)', () => {
  test('in the words that people know', () => {
    const done = (action: Action, count: number): string =>
      taskNotice({
        ...taskOf({ action, receivers: [], siteName: 'North ridge' }),
        results: Array.from({ length: count }, () => settled),
      }).message;
    const settled = { rxId: 1, alias: 'Crest', reason: null, unanswered: null, made: null };
    expect(done('copy', 3)).toBe('Successfully copied 3 receiver(s)');
    expect(done('delete', 1)).toBe('Successfully deleted 1 receiver(s)');
    const left = (...leavings: readonly Leaving[]): string =>
      taskNotice({
        ...taskOf({ action: 'delete', receivers: [] }),
        results: leavings.map((leaving) => ({ ...settled, leaving })),
      }).message;
    expect(left('removed', 'removed')).toBe('Successfully deleted 2 receiver(s)');
    expect(left('retired')).toBe('Retired 1 receiver');
    expect(left('retired', 'retired')).toBe('Retired 2 receivers');
    expect(left('retired', 'removed', 'retired')).toBe('Retired 2 receivers. Successfully deleted 1 receiver(s)');
    expect(done('move', 2)).toBe('Moved 2 receivers to North ridge');
    expect(done('move', 1)).toBe('Moved 1 receiver to North ridge');
    expect(done('undo', 4)).toBe('Undone');
    const hundred = Array.from({ length: 100 }, (_, at) => ({ rxId: at + 1, alias: `Receiver ${at + 1}`, siteId: 3 }));
    const stopped = { ...taskOf({ action: 'undo', receivers: hundred }), results: Array.from({ length: 10 }, () => settled) };
    expect(taskNotice(stopped).message, 'what was not begun is not taken back').toBe('Undone for 10 of 100 receivers');
    expect(failedText('delete', 2, 5)).toBe('2 of 5 receivers could not be deleted');
    expect(failedText('restore', 1, 1)).toBe('The receiver could not be restored');
    const refused = { ...settled, reason: 'no' };
    const unanswered = { ...settled, reason: 'The host did not answer', unanswered: 'an operation' };
    expect(wrongText({ action: 'copy', results: [settled, refused, unanswered] })).toBe(
      '1 of 3 receivers could not be copied. The host did not answer for 1 of 3 receivers, which may or may not be copied',
    );
    expect(wrongText({ action: 'delete', results: [unanswered] })).toBe(
      'The host did not answer. The receiver may or may not be deleted',
    );
  });

  test('what was not answered is asked for again by its operation; what was answered, or never begun, is not (FLEET-9)', () => {
    const receivers = [1, 2, 3, 4].map((rxId) => ({ rxId, alias: `Receiver ${rxId}`, siteId: 3 }));
    const result = (rxId: number, reason: string | null, unanswered: string | null) => ({
      rxId,
      alias: `Receiver ${rxId}`,
      reason,
      unanswered,
      made: null,
    });
    const again = askedAgain({
      ...taskOf({ action: 'copy', receivers }),
      results: [result(1, null, null), result(2, 'The host did not answer', 'operation two'), result(3, 'no', null)],
    });
    expect(stepsOf(again)).toEqual([
      { action: 'copy', rxId: 2, alias: 'Receiver 2', siteId: 3, from: 3, operation: 'operation two', undoes: null },
    ]);
    expect(again.results.map(({ rxId }) => rxId)).toEqual([1, 3]);
  });

  test('it is taken back the newest change first, each by its revision', () => {
    const undoable = [8, 9].map((revision) => ({ rxId: revision, alias: `${revision}`, made: { epoch: 'one', revision } }));
    expect(stepsOf(undoingOf(undoable)).map(({ undoes }) => undoes?.revision)).toEqual([9, 8]);
  });
});
