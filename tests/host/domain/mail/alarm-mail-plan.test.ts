import { expect, test } from 'vitest';
import { planAlarmMails } from '../../../../host/domain/mail/alarm-mail-plan.ts';

const minute = 60_000;
const nothing = { since: null, mails: 0 };

test.each([
  ['the first', nothing, 1, 5, 'each', { since: 5 * minute, mails: 1 }],
  ['five at once', nothing, 5, 5, 'each', { since: 5 * minute, mails: 5 }],
  ['six at once', nothing, 6, 5, 'digest', { since: 5 * minute, mails: 5 }],
  ['the fifth of ten minutes', { since: 0, mails: 4 }, 1, 9.99, 'each', { since: 0, mails: 5 }],
  ['the sixth of ten minutes', { since: 0, mails: 5 }, 1, 9.99, 'later', { since: 0, mails: 5 }],
  ['two that would be one too many', { since: 0, mails: 4 }, 2, 1, 'later', { since: 0, mails: 4 }],
  ['what waited for them to be over', { since: 0, mails: 5 }, 3, 10, 'each', { since: 10 * minute, mails: 3 }],
  ['much that waited for them to be over', { since: 0, mails: 5 }, 30, 10, 'digest', { since: 10 * minute, mails: 5 }],
  ['the next after a clock was set back', { since: 60 * minute, mails: 5 }, 1, 0, 'each', { since: 0, mails: 1 }],
] as const)('%s (MAIL-17)', (_, before, waiting, minutes, as, window) => {
  expect(planAlarmMails(before, waiting, minutes * minute)).toEqual({ as, window });
});
