import { afterEach, beforeEach } from 'vitest';
import { newestContacts } from '../../host/platform/store/contacts/contacts-query.ts';
import { insertContacts } from '../../host/platform/store/contacts/contacts-store.ts';
import type { Database } from '../../host/platform/store/database.ts';
import type { HubSettings } from '../../host/entry/realtime/hub-settings.ts';
import type { Contact } from '#model/entities/contact.ts';
import { emptiedDatabase } from './emptied-database.ts';
import { FaultProxy } from './fault-proxy.ts';
import { freshContacts } from './live-contacts.ts';
import {
  type ConsoleLine,
  consoleLine,
  type ContactStore,
  hubStage,
  type HubStage,
  type LineOptions,
  quickHub,
  until,
} from './live-stage.ts';
import { plantListeners } from './listening-receivers.ts';

/** Returns a store of contacts in the real database. */
export function databaseStore({ pool }: Database): ContactStore {
  return {
    insert: async (mitasId, contacts) => (await insertContacts(pool, mitasId, contacts)).accepted,
    newest: (mitasId, since, limit) => newestContacts(pool, mitasId, since, limit),
  };
}

/**
 * Codes of contacts that are missing or unexpected, how many are there twice, and the console's sockets, now
 * and at most.
 */
export type Damage = { lost: number[]; strange: number[]; doubled: number; sockets: { live: number; most: number } };
export const noDamage: Damage = { lost: [], strange: [], doubled: 0, sockets: { live: 1, most: 1 } };

export type FaultStage = {
  /** The hub of the running test; `begin` replaces it. */
  readonly hub: HubStage;
  readonly proxy: FaultProxy;
  /** Starts a hub on the same database; the previous one must be closed. */
  begin(settings?: Partial<HubSettings>): Promise<void>;
  /** Opens a console's line through the proxy; it stops after the test. */
  open(options?: Partial<LineOptions>): ConsoleLine;
  /** Opens a line that is subscribed and live. */
  openLive(options?: Partial<LineOptions>): Promise<ConsoleLine>;
  /** Stores and publishes contacts of the system `demo`. */
  publish(count: number): Promise<Contact[]>;
  /**
   * Waits until the line reports nothing missing and the hub has one subscriber, then returns what is wrong
   * nevertheless.
   */
  damage(line: ConsoleLine, contacts: readonly Contact[]): Promise<Damage>;
};

export const isLive = ({ feed }: ConsoleLine) => feed.getSnapshot().matches({ up: { wanted: 'live' } });
export const hasGap = ({ feed }: ConsoleLine) => feed.getSnapshot().hasTag('gap');
export const isIn = ({ socket }: ConsoleLine, line: 'retrying' | 'failed' | 'waitingForToken' | 'suspended') =>
  socket.getSnapshot().matches({ line });

/**
 * Sets up a database for the calling file, and a hub and a proxy for each of its tests, and takes them down
 * afterwards.
 */
export function faultStage(): FaultStage {
  const emptied = emptiedDatabase();
  let database: Database;
  let hub: HubStage;
  let proxy: FaultProxy;
  let lines: ConsoleLine[];

  const stage: FaultStage = {
    get hub() {
      return hub;
    },
    get proxy() {
      return proxy;
    },
    async begin(settings = quickHub) {
      hub = await hubStage(databaseStore(database), settings);
      hub.authority.grant('token');
      hub.authority.join(1, 'demo');
      hub.authority.join(1, 'river');
    },
    open(options) {
      const line = consoleLine({ port: proxy.port, ...options });
      lines.push(line);
      return line;
    },
    async openLive(options) {
      const line = stage.open(options);
      line.subscribe();
      await until('the line to be live', () => isLive(line));
      return line;
    },
    async publish(count) {
      const contacts = freshContacts(count);
      await hub.publish(contacts);
      return contacts;
    },
    async damage(line, contacts) {
      await until('the line to be whole', () => isLive(line) && line.window.size >= contacts.length);
      await until('one socket with one subscription', () => {
        const { clients, subscribed } = hub.hub.stats();
        return clients === 1 && subscribed === 1;
      });
      const codes = new Set(contacts.map(({ code }) => code));
      const delivered = new Set(line.codes);
      return {
        lost: [...codes].filter((code) => !delivered.has(code)),
        strange: [...delivered].filter((code) => !codes.has(code)),
        doubled: line.window.size - delivered.size,
        sockets: { ...line.sockets },
      };
    },
  };

  beforeEach(async () => {
    database = await emptied();
    await plantListeners(database);
    await stage.begin();
    proxy = await FaultProxy.start(() => hub.hub.port);
    lines = [];
  });

  afterEach(async () => {
    for (const line of lines) line.stop();
    await proxy.close();
    await hub.close();
  });
  return stage;
}
