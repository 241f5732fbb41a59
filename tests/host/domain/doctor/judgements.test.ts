import { describe, expect, test } from 'vitest';
import type { Finding } from '#model/entities/diagnosis.ts';
import type { DatabaseSizeFacts, VersionFacts } from '../../../../host/platform/doctor/host-facts.ts';
import {
  agoText,
  judgeBackup,
  judgeClock,
  judgeDisk,
  judgePartitions,
  judgeVersions,
  sizeText,
} from '../../../../host/domain/doctor/judge-database.ts';
import { judgeSerialTwins } from '../../../../host/domain/doctor/judge-registries.ts';
import { judgeCertificate, judgeSettings } from '../../../../host/domain/doctor/judge-settings.ts';
import { judgeOutward, judgeWork } from '../../../../host/domain/doctor/judge-work.ts';
import { selfSigned } from '../../../support/self-signed.ts';
import { readEnvironment } from '../../../../host/platform/environment.ts';

const gibibyte = 2 ** 30;
const [hourMs, dayMs] = [3_600_000, 86_400_000];
const now = Date.UTC(2026, 4, 20, 12);
const said = (finding: Finding | null) => `${finding?.severity}: ${finding?.text}`;

describe('versions (DOC-2)', () => {
  const versions = (tables: Partial<VersionFacts['tables']>): VersionFacts => ({
    product: '1.2.3',
    node: '26.1.0',
    postgres: '18.1',
    tables: { last: '0058-last', missing: [], unknown: [], ...tables },
  });
  test.each([
    [versions({}), 'fine: Console 1.2.3, Node 26.1.0, PostgreSQL 18.1, tables 0058-last.', null],
    [versions({ missing: ['0059-next'] }), 'warning', '1 migration is missing'],
    [versions({ unknown: ['0099-later'] }), 'critical', '0099-later'],
    [
      versions({ last: null, missing: ['0001-first', '0002-next'] }),
      'warning: Console 1.2.3, Node 26.1.0, PostgreSQL 18.1, tables not made yet.',
      '2 migrations are missing',
    ],
  ])('of %j', (facts, words, advice) => {
    const finding = judgeVersions(facts);
    expect(said(finding)).toContain(words);
    if (advice === null) expect(finding.advice).toBeNull();
    else expect(finding.advice).toContain(advice);
  });
});

describe('the disk (DOC-3)', () => {
  /** A GiB a day for the seven whole days before today; today and older days do not count. */
  const partitions = Array.from({ length: 9 }, (_, ago) => ({
    name: `contacts_${new Date(now - ago * dayMs).toISOString().slice(0, 10).replaceAll('-', '')}`,
    bytes: ago === 0 || ago === 8 ? 100 * gibibyte : gibibyte,
  }));
  const sizes = (used: number, free: number, more: Partial<DatabaseSizeFacts> = {}): DatabaseSizeFacts => ({
    bytes: 20 * gibibyte,
    partitions,
    disk: { used: used * gibibyte, free: free * gibibyte },
    ...more,
  });
  test.each([
    [
      sizes(100, 101),
      'fine: 101 GiB of 201 GiB are free; the database takes 20.0 GiB; 1.0 GiB a day arrived in the past 7 days, enough for 100 days at this rate.',
    ],
    [sizes(20, 31), 'fine'],
    [sizes(20, 30.5), 'warning'],
    [sizes(20, 4.5), 'warning'],
    [sizes(20, 3.5), 'critical'],
    [sizes(20, 1), 'critical'],
    [sizes(899, 101), 'fine'],
    [sizes(900, 100), 'warning'],
    [
      sizes(20, 20, { partitions: [] }),
      'fine: 20.0 GiB of 40.0 GiB are free; the database takes 20.0 GiB; no data arrived in the past 7 days.',
    ],
    [
      sizes(0, 0, { disk: null }),
      'notice: The database takes 20.0 GiB; 1.0 GiB a day arrived in the past 7 days. Its disk is on another machine.',
    ],
  ])('of %j', (facts, words) => {
    expect(said(judgeDisk(facts, now))).toContain(words);
  });
});

test('partitions of contacts: how many, from when to when, and too many of them (DOC-4)', () => {
  const parts = [
    { name: 'contacts_20260519', bytes: 1_024 },
    { name: 'contacts_202411', bytes: 4_096 },
    { name: 'contacts_20260520', bytes: 10 },
  ];
  expect(said(judgePartitions(parts))).toBe(
    'fine: 3 partitions from 2024-11 to 2026-05-20, 5.0 KiB with their indexes, the largest 4.0 KiB (2024-11).',
  );
  expect(said(judgePartitions([]))).toBe('fine: None stored yet.');
  const many = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `contacts_${200_001 + at}`, bytes: 1 }));
  expect([judgePartitions(many(3_000)).severity, judgePartitions(many(3_001)).severity]).toEqual(['fine', 'warning']);
});

describe('backups (DOC-5)', () => {
  const none = { made: null, restored: null, tried: null };
  test.each([
    [none, false, 'critical: This database was never backed up.'],
    [none, true, 'notice: This database was never backed up.'],
    [{ ...none, made: now - 30 * hourMs }, false, 'notice: Last made 30 hours ago; none was ever restored.'],
    [
      { ...none, made: now - 30 * hourMs, tried: now - 5 * dayMs },
      false,
      'fine: Last made 30 hours ago; one was last restored 5 days ago.',
    ],
    [
      { ...none, made: now - 49 * hourMs, restored: now - hourMs },
      false,
      'warning: Last made 2 days ago; one was last restored 1 hour ago.',
    ],
  ])('%j, on a trial: %s', (notes, isTrial, words) => {
    expect(said(judgeBackup(notes, now, isTrial))).toBe(words);
  });

  test('what is advised to try one is what this database notes (BAK-10)', () => {
    expect(judgeBackup({ ...none, made: now }, now, false).advice).toMatch(/npm run restore -- BACKUP --check\b/);
  });
});

test.each([
  [{ aheadMs: 1_900, uncertainMs: 1 }, "fine: The host's clock agrees with the database's."],
  [{ aheadMs: -9_000, uncertainMs: 8_000 }, "fine: The host's clock agrees with the database's."],
  [{ aheadMs: 2_500, uncertainMs: 100 }, "warning: The database's clock is 2.4 s ahead of the host's."],
  [{ aheadMs: -61_000, uncertainMs: 500 }, "critical: The database's clock is 60.5 s behind the host's."],
])('two clocks: %j (DOC-6)', (facts, words) => {
  expect(said(judgeClock(facts))).toBe(words);
});

describe('work (DOC-7)', () => {
  const done = [{ title: 'Clearing away old mails', doneAt: now - hourMs }];
  test.each([
    [{ count: 0, titles: [] }, done, 'fine: Hourly jobs ran. Nothing failed in the past 7 days.'],
    [{ count: 4, titles: ['A (full)', 'B', 'C', '…'] }, done, 'warning: 4 failed in the past 7 days: A (full); B; C; ….'],
    [
      { count: 0, titles: [] },
      [...done, { title: 'Looking', doneAt: now - 4 * hourMs }, { title: 'More', doneAt: null }],
      'warning: Looking is due every hour and was last done 4 hours ago; 1 more is late.',
    ],
    [
      { count: 0, titles: [] },
      [{ title: 'More', doneAt: null }],
      'warning: More is due every hour and was not done in the past days.',
    ],
  ])('%j', (jobs, sweeps, words) => {
    expect(said(judgeWork({ jobs }, sweeps, now))).toBe(words);
  });
});

test('what does not arrive is said, and that nobody is mailed (DOC-8)', () => {
  const fine = { mails: { refused: 0, waitingLong: 0 }, webhooks: [] };
  expect(said(judgeOutward(fine, true, now))).toBe('fine: Everything was delivered.');
  expect(said(judgeOutward(fine, false, now))).toBe('notice: No mail server is configured, so no mail is sent.');
  const failing = { mails: { refused: 2, waitingLong: 3 }, webhooks: [{ system: 'River', since: now - 3 * dayMs }] };
  expect(said(judgeOutward(failing, false, now))).toBe(
    'warning: 2 mails were refused in the past 7 days; 3 mails have waited for more than an hour; the webhook of River fails since 3 days ago.',
  );
});

test('until when a certificate is good (DOC-9)', () => {
  const tls = selfSigned(['localhost'], [], 40);
  const made = Date.now();
  const at = (day: number) => judgeCertificate(tls, made + day * dayMs)?.severity;
  expect(judgeCertificate(undefined, made)).toBeNull();
  expect([-2, 1, 9.5, 10.5, 32.5, 33.5, 41].map(at)).toEqual([
    'critical',
    'fine',
    'fine',
    'warning',
    'warning',
    'critical',
    'critical',
  ]);
});

test('a certificate that the host has not read yet helps nobody (DOC-13)', () => {
  const now = Date.now();
  const until = (days: number) => new Date(now + days * dayMs).toISOString().slice(0, 10);
  const [renewed, soon, later] = [90, 3, 60].map((days) => selfSigned(['localhost'], [], days));
  expect(judgeCertificate(renewed, now, soon?.cert)).toMatchObject({
    severity: 'critical',
    text: expect.stringContaining(`valid until ${until(3)}`),
    advice: expect.stringMatching(
      new RegExp(`^The file of TLS_CERT holds another, valid until ${until(90)}\\. Restart the host`),
    ),
  });
  expect(judgeCertificate(renewed, now, later?.cert)?.severity).toBe('notice');
  expect(judgeCertificate(renewed, now, renewed?.cert)).toMatchObject({ severity: 'fine', advice: null });
});

describe('serial numbers that count as one (DOC-14)', () => {
  const twins = (system: string, first: number) => ({
    system,
    twins: [
      { id: first, serial: 'TX-0001' },
      { id: first + 1, serial: 'tx-0001' },
    ],
  });
  test('are named up to ten; where there are none, nothing is said', () => {
    expect(judgeSerialTwins([])).toBeNull();
    expect(said(judgeSerialTwins([twins('demo', 4)]))).toBe(
      `notice: Some differ only in case, width, dashes or zero-width characters: in demo 'TX-0001' (transmitter 4) and 'tx-0001' (transmitter 5).`,
    );
    const many = judgeSerialTwins(Array.from({ length: 12 }, (_, i) => twins(`system${i}`, 2 * i)))?.text;
    expect(many).toMatch(/in system9 'TX-0001' \(transmitter 18\) and 'tx-0001' \(transmitter 19\); and 2 more\.$/);
  });
});

describe('settings that are seldom meant (DOC-10)', () => {
  const judged = (env: Record<string, string>) => judgeSettings(readEnvironment(env));
  test.each([
    [{}, 'fine: None is risky.'],
    [{ INNER_ADDRESSES: '10.1.0.0/16, 192.168.4.4, 10.0.0.0/8, fd00::/16' }, 'fine'],
    [{ INNER_ADDRESSES: '0.0.0.0/1' }, 'warning: INNER_ADDRESSES has 0.0.0.0/1'],
    [{ TRUST_PROXY: '::/1', PUBLIC_URL: 'https://a.example.org' }, 'warning: TRUST_PROXY has ::/1'],
    [{ DATABASE_URL: 'postgres://me:hush@127.0.0.1/x' }, 'fine'],
    [{ DATABASE_URL: 'postgres://me:hush@db.example.org/x?sslmode=verify-full' }, 'fine'],
    [{ DATABASE_URL: 'postgres://me:hush@db.example.org/x' }, 'warning: DATABASE_URL connects to another machine'],
    [{ BUS_URL: 'nats://me:hush@bus.example.org:4222' }, 'fine'],
    [{ BUS_URL: 'postgres://me:hush@bus.example.org/x' }, 'warning: BUS_URL connects to another machine'],
    [{ LOG_LEVEL: 'debug' }, 'warning: LOG_LEVEL is debug'],
  ])('%j', (env, words) => {
    const finding = judged(env);
    expect(said(finding)).toContain(words);
    expect(JSON.stringify(finding), 'no secret').not.toContain('hush');
  });
});

test('sizes and times as people read them', () => {
  expect([0, 1_023, 1_024, 1_536, 250 * 2 ** 20, 3 * 2 ** 40].map(sizeText)).toEqual([
    '0 B',
    '1023 B',
    '1.0 KiB',
    '1.5 KiB',
    '250 MiB',
    '3.0 TiB',
  ]);
  expect([0, hourMs, 47 * hourMs, 48 * hourMs].map(agoText)).toEqual([
    'less than an hour ago',
    '1 hour ago',
    '47 hours ago',
    '2 days ago',
  ]);
});
