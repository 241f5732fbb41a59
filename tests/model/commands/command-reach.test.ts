import { expect, test } from 'vitest';
import { hindrance, isQuestion, lossText, questionText, unreachedText } from '#model/commands/command-reach.ts';
import { receiverStatuses } from '#model/entities/receiver.ts';

const online = { alias: 'Crest', enabled: true, status: receiverStatuses.online, memoryUsedMb: 100 };
const offline = { alias: 'Gully', enabled: true, status: receiverStatuses.offline, memoryUsedMb: 1_150.4 };
const disabled = { alias: 'Quarry', enabled: false, status: receiverStatuses.disabled, memoryUsedMb: null };

test('a command is asked about where it destroys or does not reach all, and otherwise sent at once (SEND-6)', () => {
  expect(isQuestion('rxReboot', [online])).toBe(false);
  expect(isQuestion('rxReboot', [online, offline])).toBe(true);
  expect(isQuestion('rxReboot', [{ ...online, enabled: false }])).toBe(true);
  expect(isQuestion('rxReboot', [{ ...online, status: receiverStatuses.ready }])).toBe(true);
  expect(isQuestion('rxEraseMemory', [online])).toBe(true);
});

test('the question names the receivers, and what is lost', () => {
  expect(questionText('rxReboot', [online])).toBe('Reboot Crest?');
  expect(questionText('rxEraseMemory', [online])).toBe('Erase memory of Crest?');
  expect(questionText('rxSyncClock', [online, offline])).toBe('Sync clock of 2 receivers?');
  expect(lossText([online])).toBe('Crest loses all contacts stored in memory: 100 MB.');
  expect(lossText([online, offline])).toBe('2 receivers lose all contacts stored in memory: 1,250 MB.');
  expect(lossText([online, disabled])).toBe(
    '2 receivers lose all contacts stored in memory: 100 MB, and what 1 more has stored, which is not known.',
  );
  expect(lossText([disabled])).toBe('Quarry loses all contacts stored in memory, an unknown amount.');
});

test('who is not reached is said', () => {
  expect(unreachedText([online])).toBeNull();
  expect(unreachedText([offline])).toBe('Gully is not online, so the command cannot be sent now.');
  expect(unreachedText([online, offline, disabled])).toBe('2 of 3 are not online, so they cannot be sent the command now.');
  expect(unreachedText([online, offline])).toBe('1 of 2 is not online, so it cannot be sent the command now.');
});

test('what cannot be wanted says why', () => {
  expect(hindrance('rxReboot', [online, disabled], false, 0)).toBeNull();
  expect(hindrance('rxReboot', [disabled], false, 0)).toBe('disabled');
  expect(hindrance('rxReboot', [online], true, 0)).toBe('under way');
  const many = Array.from({ length: 41 }, () => online);
  expect(hindrance('rxUpdate', many, false, 0)).toBe('at most 40 at once');
  expect(hindrance('rxUpdate', [online], false, 39)).toBeNull();
  expect(hindrance('rxUpdate', [online], false, 40)).toBe('at most 40 at once');
  expect(hindrance('rxReboot', many, false, 40)).toBeNull();
});
