import fc from 'fast-check';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Contact } from '#model/entities/contact.ts';
import type { DetectionParameters } from '#model/entities/detection-config.ts';
import { Detector } from '../../host/domain/detection/detector.ts';
import type { SystemFollower } from '../../host/domain/detection/follow-system.ts';
import type { TargetTransmitter } from '../../host/platform/store/fleet/target-transmitters.ts';
import { type RunHour, sumUp } from '../../host/domain/detection/run-hours.ts';
import { insertContacts } from '../../host/platform/store/contacts/contacts-store.ts';
import { currentDetectionConfig, saveDetectionConfig } from '../../host/platform/store/detection/detection-configs.ts';
import { changeStage, type ChangeStage, type Sitter } from './change-stage.ts';
import { sampleContact } from './contact-samples.ts';
import { transmitter } from './transmitter-samples.ts';

export const hourMs = 3_600_000;
/** The emit interval of the transmitters, in ms. */
export const interval = 5_000;
/** Eight whole hours ago. */
export const start = Math.floor(Date.now() / hourMs) * hourMs - 8 * hourMs;

const tables = [
  'reprocess_jobs',
  'detections',
  'detection_parts',
  'detection_hours',
  'detection_senders',
  'followed_detections',
  'hours_left',
  'visits',
  'visits_due',
  'contacts',
  'contacts_hourly',
  'contacts_hourly_codes',
  'touched_hours',
];

/**
 * A system with three transmitters and two receivers, for the tests of a file that follow what these hear.
 * Call it at the top of the file.
 */
export function detectionStage() {
  let stage: ChangeStage;
  let ada: Sitter;
  let sought: TargetTransmitter[];
  beforeAll(async () => {
    stage = await changeStage();
    ada = await stage.sit('ada', 3);
    for (const each of [
      transmitter('TX-000001', 17, 150.1),
      transmitter('TX-000002', 18, 150.1),
      transmitter('TX-000003', 17, 150.2),
    ])
      await ada.call('POST', '/transmitters', { body: { txData: each } });
    const { transmitters } = (await ada.call('GET', '/transmitters')).json as { transmitters: TargetTransmitter[] };
    sought = transmitters.toSorted((one, other) => one.id - other.id);
  });
  afterAll(() => stage.close());

  return {
    stage: () => stage,
    ada: () => ada,
    sought: () => sought,

    /** Removes everything heard; the transmitters stay. */
    hearNothing: async (): Promise<void> => {
      for (const table of tables)
        await stage.host.database.pool.query(`delete from ${table} where system_id = $1`, [stage.river]);
    },

    /** Restores the first settings, saved before anything is heard. */
    beginSettings: async (): Promise<void> => {
      const { pool } = stage.host.database;
      await pool.query('delete from detection_configs where system_id = $1 and version > 1', [stage.river]);
      await pool.query('update detection_configs set effective_from = $2, effective_to = null where system_id = $1', [
        stage.river,
        new Date(start - 24 * hourMs),
      ]);
    },

    /** Saves settings as if at a time (ms), which must be after the previous ones. */
    saveAt: async (parameters: Partial<DetectionParameters>, at: number): Promise<void> => {
      const { database } = stage.host;
      const old = await currentDetectionConfig(database, stage.river);
      const { id } = await database.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
      const order = { systemId: stage.river, parameters: { ...old, ...parameters }, modifiedBy: id, changeReason: null };
      const { version } = await saveDetectionConfig(database, order);
      const its = 'where system_id = $1 and version = $2';
      const [changed, closed] = [`set effective_from = $3 ${its}`, `set effective_to = $3 ${its}`];
      await database.pool.query(`update detection_configs ${changed}`, [stage.river, version, new Date(at)]);
      await database.pool.query(`update detection_configs ${closed}`, [stage.river, old.version, new Date(at)]);
    },

    store: (contacts: readonly Contact[]) => insertContacts(stage.host.database.pool, stage.river, [...contacts]),

    /** Runs passes until everything stored has been processed; returns whether tags changed. */
    follow: async (follower: SystemFollower, now = Date.now()): Promise<boolean> => {
      const { pool } = stage.host.database;
      const { rows } = await pool.query<{ last: string | null }>(
        'select max(touched)::text as last from touched_hours where system_id = $1',
        [stage.river],
      );
      if (rows[0]?.last === null) return (await follower.pass(now))?.tags ?? false;
      // A pass does not see it while any older transaction runs on the server, for example of another test.
      const isSeen = async () => {
        const text = 'select $1::xid8 < pg_snapshot_xmin(pg_current_snapshot()) as seen';
        return (await pool.query<{ seen: boolean }>(text, [rows[0]?.last])).rows[0]?.seen;
      };
      await expect.poll(isSeen, { timeout: 20_000, interval: 20 }).toBe(true);
      let tags = false;
      const isTold = async () => {
        tags = (await follower.pass(now))?.tags || tags;
        const text = `select coalesce((mark ->> 'touched')::xid8 >= $2::xid8, false) as told from followed_detections where system_id = $1`;
        return (await pool.query<{ told: boolean }>(text, [stage.river, rows[0]?.last])).rows[0]?.told;
      };
      await expect.poll(isTold, { timeout: 20_000, interval: 20 }).toBe(true);
      return tags;
    },

    kept: async () =>
      (
        await stage.host.database.pool.query<Record<string, unknown>>(
          `select rx_id, ant, transmitter_id, hour, hits, first_ts, last_ts, is_ambiguous, mean_power, mean_interval_ms
            from detections where system_id = $1 order by rx_id, hour, ant, transmitter_id`,
          [stage.river],
        )
      ).rows,

    /**
     * Returns what detectors find in all contacts in order of time, with one detector for each stretch of
     * hours (ms) of a receiver with the same settings.
     */
    expected: (contacts: readonly Contact[], settingsOf: (hour: number) => DetectionParameters) => {
      const parts: RunHour[] = [];
      for (const its of Map.groupBy(contacts, ({ rxId }) => rxId).values()) {
        let [settings, detector]: [DetectionParameters | null, Detector | null] = [null, null];
        for (const { rxId, ant, ts, freq, code, type, power } of its.toSorted((one, other) => one.ts - other.ts)) {
          const now = settingsOf(Math.floor(ts / hourMs) * hourMs);
          if (now !== settings || detector === null) {
            parts.push(...(detector?.end() ?? []));
            [settings, detector] = [now, new Detector(sought, now)];
          }
          detector.take({ rxId, ant, ts, khz: Math.round(freq * 1e6) / 1e3, code, type, power });
        }
        parts.push(...(detector?.end() ?? []));
      }
      return sumUp(parts)
        .toSorted(
          (one, other) =>
            one.rxId - other.rxId || one.hour - other.hour || one.ant - other.ant || one.transmitterId - other.transmitterId,
        )
        .map((each) => ({
          rx_id: each.rxId,
          ant: each.ant,
          transmitter_id: each.transmitterId,
          hour: new Date(each.hour),
          hits: each.hits,
          first_ts: new Date(each.firstTs),
          last_ts: new Date(each.lastTs),
          is_ambiguous: each.isAmbiguous,
          mean_power: expect.closeTo(each.meanPower, 6),
          mean_interval_ms: each.meanInterval === null ? null : expect.closeTo(each.meanInterval, 6),
        }));
    },
  };
}

/** Generates a passing tag: a number of bursts from some time on, some of them not heard. */
export const passage = fc
  .record({
    rx: fc.integer({ min: 0, max: 1 }),
    ant: fc.integer({ min: 1, max: 2 }),
    from: fc.integer({ min: 0, max: 7 * hourMs }),
    bursts: fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }),
    // Mostly codes that are not sought.
    code: fc.constantFrom(17, 18, 995, 7),
    freq: fc.constantFrom(150.1, 150.2),
  })
  .map(({ rx, ant, from, bursts, code, freq }) =>
    bursts.flatMap((isHeard, at) =>
      isHeard
        ? [{ rx, ant, code, freq, type: 18, power: -80 - (at % 7), ts: start + from + at * interval + ((at * 37) % 90) }]
        : [],
    ),
  );

/** Returns consecutive bursts of the first transmitter from a time on. */
export const burstsOf = (rxId: number, from: number, count: number, part: Partial<Contact> = {}) =>
  Array.from({ length: count }, (_, at) =>
    sampleContact({ rxId, code: 17, freq: 150.1, type: 18, ts: from + at * interval, ...part }),
  );
