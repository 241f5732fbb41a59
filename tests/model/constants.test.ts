import { expect, test } from 'vitest';
import { maxPublishedBytes, maxPublishedItems } from '#model/changes/change.ts';
import { connectTimeoutMs, hiddenLimitMs, maxAttempts, quietMs, replyTimeoutMs } from '#model/live/line-timing.ts';
import { defaultSettings, powerRange, realtimeDelayMs, refreshMs, timeLimits, windowMs } from '#model/live/live-settings.ts';
import { heartbeatMs, silenceMs } from '#model/contract/socket-messages.ts';
import { renewalLeadMs } from '#model/entities/access-token.ts';
import { alarmLimit, seenDelayMs } from '#model/entities/alarm.ts';
import { noticeTimeoutMs, noticeTransitionMs } from '#model/entities/notice.ts';
import { receiverModels, receiverStatuses } from '#model/entities/receiver.ts';
import { beaconRefreshMs } from '#model/entities/beacon.ts';

/** The promised numbers, written a second time: whoever changes one changes a rule. */
test.each<[rule: string, is: unknown, promised: unknown]>([
  ['families of receivers (RX-1)', receiverModels, { unknown: -1, orion: 0, ares: 1 }],
  ['status values (RX-10)', receiverStatuses, { online: 4, rebooting: 3, ready: 2, open: 1, offline: 0, disabled: -1 }],
  [
    'time choices (LIVE-2)',
    timeLimits.map(({ ms, label }) => `${label}: ${ms}`),
    ['30 sec: 30000', '1 min: 60000', '5 mins: 300000'],
  ],
  ['the default time (LIVE-2)', defaultSettings.timeLimit, 30_000],
  ['the default grouping (LIVE-1)', defaultSettings.groupBy, 'rxId'],
  ['the live window (LIVE-3)', windowMs, 300_000],
  ['delay and refresh (LIVE-4)', [realtimeDelayMs, refreshMs], [2_000, 1_000]],
  ['the power axis (LIVE-5)', powerRange, { min: -130, max: -50 }],
  ['an opening and its attempts (SOCK-8, SOCK-9)', [connectTimeoutMs, maxAttempts], [5_000, 10]],
  [
    'beat, quiet, silence, reply (SOCK-10, SOCK-11, SOCK-12)',
    [heartbeatMs, quietMs, silenceMs, replyTimeoutMs],
    [2_000, 5_000, 30_000, 5_000],
  ],
  ['a hidden page (SOCK-22)', hiddenLimitMs, 300_000],
  ['renewal before expiry (ACC-9)', renewalLeadMs, 15_000],
  ['the list of alarms and its mark (ALM-7, ALM-9)', [alarmLimit, seenDelayMs], [25, 2_000]],
  ['a message (MSG-1)', [noticeTimeoutMs, noticeTransitionMs], [2_000, 500]],
  ['beacons are asked for again (REG-15)', beaconRefreshMs, 300_000],
  ['a change that is told whole (CHG-10)', [maxPublishedItems, maxPublishedBytes], [1_000, 262_144]],
])('%s', (_, is, promised) => expect(is).toEqual(promised));
