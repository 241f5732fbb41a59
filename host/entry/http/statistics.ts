import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { antennaHealth } from '../../domain/statistics/antenna-health.ts';
import { beaconStatuses } from '../../domain/statistics/beacon-statuses.ts';
import { countText } from '#model/text/number-text.ts';
import { mostExplored, packedContactsType } from '#model/contract/packed-contacts.ts';
import { invalidRequest, notFound } from '../../platform/api-error.ts';
import { type Database, inOneState } from '../../platform/store/database.ts';
import { type AntennaCount, countByAntenna, countByMinute, sumByReceiver } from '../../platform/store/contacts/contact-counts.ts';
import { hourMs } from '../../platform/store/contacts/contact-partitions.ts';
import { heardPerHour } from '../../platform/store/contacts/hourly-listening.ts';
import { contactsBetween } from '../../platform/store/contacts/contacts-query.ts';
import { packedContactsBetween } from '../../platform/store/contacts/packed-contacts.ts';
import { aggregateContacts, histogramOf } from '../../platform/store/contacts/contact-statistics.ts';
import { knowsReceiver } from '../../platform/store/fleet/receiver-histories.ts';
import { receiversAtSites } from '../../platform/store/fleet/receivers.ts';
import type { CallContext, Handlers } from './call-handlers.ts';
import { spanOf } from './time-span.ts';

/** The statistics have no default time: every call must name its time (STAT-1). */
const noUsualDays = 0;

const minuteMs = 60_000;

/** The default group sizes of contacts, in codes and kHz (spec: default aggregate). */
const usualGroups = { code: 20, freq: 5 } as const;

/** The most minutes that a count by minute may cover, because it reads every contact (NAV-32). */
const mostMinutes = 180;

/** The most contacts in a JSON reply, about ten megabytes (STAT-13). */
const mostContacts = 100_000;

/** How many past hours are counted if the call does not say (FLEET-16). */
const usualHours = 24;

const gzipped = promisify(gzip);

const tooMany = (most: number) =>
  invalidRequest(`These are more than ${countText(most)} contacts: ask for a shorter time`, 'endTime');

/** Converts the figures of an antenna to the contract's form. */
const ofAntenna = <Figures extends object>({ rxId, ant, ...figures }: { rxId: number; ant: number } & Figures) => ({
  ReceiverId: rxId,
  antenna: ant,
  ...figures,
});

async function provenReceiver(lane: Pick<Database, 'db'>, systemId: string, rxId: number): Promise<void> {
  const fleet = await receiversAtSites(lane, systemId);
  if (!fleet.some(({ id }) => id === rxId)) throw notFound(`There is no receiver ${rxId}`);
}

/** Returns the handlers (CALL-3) for statistics of what was heard. */
export function statistics(database: Pick<Database, 'reads'>) {
  type OfAntennas = CallContext<'countContactsPerReceiver' | 'countContactsPerAntenna'>;
  type Counted = Parameters<typeof countByAntenna>[2];

  /**
   * Returns what each antenna heard in the requested time, and the result of `more`, which reads from the
   * same snapshot.
   */
  function heard<More>(
    { caller, system, query, exchange }: OfAntennas,
    rxIds: readonly number[] | null,
    more: (read: Pick<Database, 'db'>, asked: Counted, counts: readonly AntennaCount[]) => Promise<More>,
  ) {
    const now = Date.now();
    const asked = { ...spanOf(query, now, noUsualDays), now, rxIds };
    return database.reads.read(caller.userId, exchange.gone(), (read) =>
      inOneState(read, async (state) => {
        const counts = await countByAntenna(state, system.mitasId, asked);
        return { counts, more: await more(state, asked, counts) };
      }),
    );
  }

  type OfHistogram = CallContext<'getFrequencyHistogram' | 'getCodeHistogram' | 'getPowerHistogram'>;

  /** Runs a read of the requested time in the lane of heavy reads. */
  function read<Answer>(
    { caller, system, query, exchange }: OfHistogram | CallContext<'aggregateContacts'>,
    rxIds: readonly number[] | undefined,
    ask: (database: Pick<Database, 'db'>, systemId: string, asked: Parameters<typeof histogramOf>[2]) => Promise<Answer>,
  ): Promise<Answer> {
    const span = spanOf(query, Date.now(), noUsualDays);
    const asked = { ...span, rxIds: rxIds ?? null, hasNoise: query.noise !== 'without' };
    return database.reads.read(caller.userId, exchange.gone(), (lane) => ask(lane, system.mitasId, asked));
  }

  const histogram = (call: OfHistogram, by: Parameters<typeof histogramOf>[3]) =>
    read(call, call.query.filteredRxIds, (lane, systemId, asked) => histogramOf(lane, systemId, asked, by));

  return {
    async getFrequencyHistogram(call) {
      const rows = await histogram(call, 'frequency');
      return { histData: rows.map(({ rxId, value, count }) => ({ ReceiverId: rxId, frequency: (value ?? 0) / 1_000, count })) };
    },

    async getCodeHistogram(call) {
      const rows = await histogram(call, 'code');
      return { histData: rows.map(({ rxId, value, count }) => ({ ReceiverId: rxId, codeNumber: value, count })) };
    },

    async getPowerHistogram(call) {
      const rows = await histogram(call, 'power');
      return { histData: rows.map(({ rxId, value, count }) => ({ ReceiverId: rxId, power: value ?? 0, count })) };
    },

    async aggregateContacts(call) {
      const { groupCodeBy = usualGroups.code, groupFreqBy = usualGroups.freq, ...query } = call.query;
      const filters = {
        groupCodeBy,
        groupFreqBy,
        ants: query.filteredAnts ?? null,
        codes: query.filteredCodes ?? null,
        freqs: query.filteredFreqs ?? null,
      };
      const data = await read(call, query.filteredRxs, (lane, systemId, asked) =>
        aggregateContacts(lane, systemId, asked, filters),
      );
      return { data: data.map(({ rxId, ...more }) => ({ ReceiverId: rxId, ...more })) };
    },

    async countContactsPerHour({ caller, system, params, query, exchange }) {
      const rxId = params.receiverId;
      const to = (Math.floor(Date.now() / hourMs) + 1) * hourMs;
      const from = to - (query.hours ?? usualHours) * hourMs;
      const rows = await database.reads.read(caller.userId, exchange.gone(), async (lane) => {
        // Retired receivers have a page too, so accept them.
        if (!(await knowsReceiver(lane, system.mitasId, rxId))) throw notFound(`There is no receiver ${rxId} in this system`);
        return heardPerHour(lane, system.mitasId, { rxId, from, to });
      });
      return { from, to, rows };
    },

    async listReceiverContacts({ caller, system, params, query, exchange }) {
      const rxId = params.receiverId;
      const { antennas, startTime: from, endTime } = query;
      const to = Math.min(endTime, Date.now());
      if (exchange.accepts(packedContactsType)) {
        const packed = await database.reads.read(caller.userId, exchange.gone(), async (lane) => {
          await provenReceiver(lane, system.mitasId, rxId);
          return packedContactsBetween(lane.client, system.mitasId, [from, to], { rxId, antennas }, mostExplored);
        });
        if (packed === null) throw tooMany(mostExplored);
        return exchange.packed(packedContactsType, await gzipped(packed.bytes, { level: 1 }));
      }
      const payload = await database.reads.read(caller.userId, exchange.gone(), async (lane) => {
        await provenReceiver(lane, system.mitasId, rxId);
        return contactsBetween(lane.client, system.mitasId, from, to, mostContacts + 1, { rxId, antennas });
      });
      if (payload.length > mostContacts) throw tooMany(mostContacts);
      return { payload };
    },

    async getBeaconStatus({ caller, system, query, exchange }) {
      const span = spanOf(query, Date.now(), noUsualDays);
      const rows = await database.reads.read(caller.userId, exchange.gone(), (lane) =>
        beaconStatuses(lane, system.mitasId, span),
      );
      if (rows === null) throw invalidRequest('The receivers changed their states too often: ask for a shorter time');
      return { beaconStatus: rows.map(({ rxId, ...row }) => ({ ReceiverId: rxId, ...row })) };
    },

    async countContactsPerReceiver(call) {
      const { counts, more: fleet } = await heard(call, null, (read) => receiversAtSites(read, call.system.mitasId));
      const sums = sumByReceiver(counts);
      return {
        rxContacts: fleet
          .toSorted((one, other) => one.id - other.id)
          .map(({ id, alias, site }) => ({ rxId: id, rxName: alias, siteName: site ?? '', count: sums.get(id) ?? 0 })),
      };
    },

    async countContactsPerAntenna(call) {
      const { filteredRxIds: rxIds = null, health: isAsked } = call.query;
      const { counts, more: health } = await heard(call, rxIds, async (state, asked, found) =>
        isAsked === 'with' ? antennaHealth(state, call.system.mitasId, asked, found) : null,
      );
      if (health === null) return { contacts: counts.map(ofAntenna) };
      const { fitting, detections, cells, ...more } = health;
      return {
        contacts: counts.map(ofAntenna),
        health: {
          ...more,
          fitting: fitting?.map(ofAntenna) ?? null,
          detections: detections.map(ofAntenna),
          cells: cells.map(ofAntenna),
        },
      };
    },

    async countContactsPerMinute({ caller, system, query, exchange }) {
      const { from, to } = spanOf(query, Date.now(), noUsualDays);
      const [first, end] = [Math.ceil(from / minuteMs) * minuteMs, Math.floor(to / minuteMs) * minuteMs];
      const minutes = Math.max(0, (end - first) / minuteMs);
      if (minutes > mostMinutes) throw invalidRequest('Contacts are counted by the minute for at most 3 hours', 'range');
      const counts = await database.reads.read(caller.userId, exchange.gone(), (lane) =>
        countByMinute(lane, system.mitasId, { from: first, to: end }),
      );
      return {
        startTime: first,
        counts: Array.from({ length: minutes }, (_, minute) => counts.get(first + minute * minuteMs) ?? 0),
      };
    },
  } satisfies Partial<Handlers>;
}
