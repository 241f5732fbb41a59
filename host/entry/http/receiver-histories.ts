import { type Family, configFrom } from '#model/config/config.ts';
import type { Settings } from '#model/config/settings.ts';
import type { Author } from '#model/entities/author.ts';
import { pointWidth } from '#model/entities/vitals.ts';
import { accountName } from '#model/entities/account.ts';
import { leaveFleet, restoreReceiver } from '../../domain/fleet/receiver-lifecycle.ts';
import { writeNote } from '../../platform/changes/beside-receivers.ts';
import { invalidRequest, notAuthorized, notFound } from '../../platform/api-error.ts';
import { correctPlace } from '../../platform/changes/kept-places.ts';
import type { ChangeWriter } from '../../platform/changes/change-writer.ts';
import { readAsOf } from '../../platform/changes/read-changes.ts';
import { findAccount } from '../../platform/store/accounts/users.ts';
import type { Database, Db } from '../../platform/store/database.ts';
import {
  knowsReceiver,
  locationsOf,
  placesOf,
  retiredReceivers,
  versionOf,
  versionsOf,
} from '../../platform/store/fleet/receiver-histories.ts';
import { vitalsPoints } from '../../platform/store/fleet/receiver-vitals.ts';
import { stateSpans } from '../../platform/store/fleet/state-timeline.ts';
import { notesOf } from '../../platform/store/fleet/receiver-notes.ts';
import type { CallContext, Handlers } from './call-handlers.ts';
import { consoleChange } from './console-change.ts';
import { spanOf } from './time-span.ts';

/**
 * How many past days are returned if the call names no time (VIT-5). `mostStates` is the most states in a
 * reply.
 */
const usualDays = 28;
const mostStates = 20_000;
/** The most places of a system in one reply. If there are more, the request is refused. */
const mostPlaces = 50_000;

/**
 * Returns the handlers (CALL-3) for the histories of receivers. Those of a retired receiver can be read but
 * not written.
 */
export function receiverHistories(database: Pick<Database, 'db' | 'pool' | 'reads'>) {
  /** Runs `read` for a receiver of the system and returns its result. */
  function historyOf<T>(
    {
      caller,
      system,
      params,
      exchange,
    }: CallContext<'listReceiverLocations' | 'listReceiverNotes' | 'listReceiverVersions' | 'listReceiverVitals'>,
    read: (database: Db, systemId: string, rxId: number) => Promise<T>,
  ): Promise<T> {
    return database.reads.read(caller.userId, exchange.gone(), async (lane) => {
      await refuseUnknown(lane, system.mitasId, params.id);
      return read(lane, system.mitasId, params.id);
    });
  }

  return {
    async deleteReceiver(call) {
      const { reply: outcome, ...done } = await consoleChange(database, call, (writer) => leaveFleet(writer, call.params.id));
      return { outcome, ...done };
    },

    async restoreReceiver(call) {
      const restored = (writer: ChangeWriter) => restoreReceiver(writer, call.params.id);
      const { reply: message, ...done } = await consoleChange(database, call, restored);
      return message === null ? done : { message, ...done };
    },

    async listRetiredReceivers({ caller, system, exchange }) {
      return database.reads.read(caller.userId, exchange.gone(), (read) =>
        readAsOf(read, system.mitasId, async (db, { epoch, revision }) => {
          const rows = await retiredReceivers({ db }, system.mitasId);
          const receivers = rows.map((row) => ({
            id: row.id,
            alias: row.alias,
            SiteId: row.site_id,
            model: row.reported_model ?? row.model,
            color: row.color,
            at: row.retired_at.getTime(),
            by: authorOf(row),
            heardAt: row.retired_heard_at?.getTime() ?? null,
          }));
          return { asOf: { epoch, revision }, receivers };
        }),
      );
    },

    async setReceiverLocation(call) {
      const { newLat: latitude, newLon: longitude, as } = call.body;
      const { id } = call.params;
      const { reply: _, ...done } = await consoleChange(database, call, async (writer) => {
        if (as === 'corrected') await correctPlace(writer, id, { latitude, longitude });
        else await writer.edit('receiver.relocated', id, { latitude, longitude });
      });
      return done;
    },

    async listReceiverLocations(call) {
      const rows = await historyOf(call, locationsOf);
      const locations = rows.map(({ since, until, latitude, longitude, site_id, site }) => ({
        from: since?.getTime() ?? null,
        to: until?.getTime() ?? null,
        latitude,
        longitude,
        SiteId: site_id,
        siteName: site,
      }));
      return { locations };
    },

    async listSystemLocations({ caller, system, exchange }) {
      const rows = await database.reads.read(caller.userId, exchange.gone(), (lane) =>
        placesOf(lane, system.mitasId, mostPlaces + 1),
      );
      if (rows.length > mostPlaces)
        throw invalidRequest(`There are more than ${mostPlaces} places: ask for those of one receiver`, 'range');
      const places = rows.map(({ id, alias, since, until, latitude, longitude, site_id, site }) => ({
        rxId: id,
        alias,
        from: since?.getTime() ?? null,
        to: until?.getTime() ?? null,
        latitude: latitude ?? 0,
        longitude: longitude ?? 0,
        SiteId: site_id,
        siteName: site,
      }));
      return { places };
    },

    async listReceiverNotes(call) {
      return { notes: await historyOf(call, ({ db }, systemId, rxId) => notesOf({ db, systemId }, rxId)) };
    },

    async listReceiverVitals(call) {
      const { from, to } = spanOf(call.query, Date.now(), usualDays);
      const asked = { from, to: Math.max(from, to), pointMs: pointWidth(to - from) };
      return historyOf(call, async (lane, systemId, rxId) => {
        const spans = await stateSpans(lane, systemId, { from, to, rxIds: [rxId], limit: mostStates });
        if (spans === null)
          throw invalidRequest(`There are more than ${mostStates} states in this time: ask for a shorter one`, 'range');
        const states = spans.map((span) => ({ status: span.status, from: span.from, to: span.to }));
        return { ...asked, ...(await vitalsPoints(lane, rxId, asked)), states };
      });
    },

    async addReceiverNote(call) {
      const { id: rxId } = call.params;
      const { reply: note, ...done } = await consoleChange(database, call, async (writer) => {
        const by = { id: call.caller.userId, name: await currentName(writer, call.caller.userId) };
        const written = { ...call.body, by };
        return { id: await writeNote(writer, rxId, null, written), ...written };
      });
      return { note, ...done };
    },

    async deleteReceiverNote(call) {
      const { id: rxId, noteId } = call.params;
      const { reply: _, ...done } = await consoleChange(database, call, (writer) => writeNote(writer, rxId, noteId, null));
      return done;
    },

    async listReceiverVersions(call) {
      const rows = await historyOf(call, versionsOf);
      return { versions: rows.map(toVersion) };
    },

    async getReceiverVersion({ system, params }) {
      await refuseUnknown(database, system.mitasId, params.id);
      const row = await versionOf(database, system.mitasId, params.id, params.version);
      if (row === undefined) throw notFound(`There is no saved configuration ${params.version} of this receiver`);
      return { ...toVersion(row), ...sectionsIn(row.config) };
    },
  } satisfies Partial<Handlers>;
}

/**
 * Checks that the system has a receiver, present or retired.
 * @throws ApiError 404 if not.
 */
async function refuseUnknown(database: Db, systemId: string, rxId: number): Promise<void> {
  if (!(await knowsReceiver(database, systemId, rxId))) throw notFound(`There is no receiver ${rxId} in this system`);
}

/** Returns the person's current name, as changes record it. */
async function currentName(database: Db, userId: number): Promise<string> {
  const user = await findAccount(database, userId);
  if (user === undefined) throw notAuthorized();
  return accountName({ firstName: user.first_name, lastName: user.last_name, username: user.username });
}

function authorOf({ user_id, user_name }: { user_id: number | null; user_name: string | null }): Author {
  return user_id === null ? null : { id: user_id, name: user_name ?? '' };
}

function toVersion(row: Omit<Awaited<ReturnType<typeof versionsOf>>[number], 'config'>) {
  const { revision, at, through } = row;
  return { version: revision, at: at.getTime(), by: authorOf(row), through };
}

/**
 * Returns a section for each family that has saved settings: both if the receiver's model has changed since.
 */
function sectionsIn(settings: Settings) {
  const has = (family: Family) => Object.keys(settings).some((name) => name.startsWith(`${family}.`));
  return {
    ...(has('orion') && { orion: configFrom('orion', settings) }),
    ...(has('ares') && { ares: configFrom('ares', settings) }),
  };
}
