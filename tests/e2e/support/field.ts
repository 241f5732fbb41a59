import type { IngestReply } from '../../../host/entry/ingest/ingest-reply.ts';
import { alarmCodes } from '#model/entities/alarm-words.ts';
import { receiverStatuses } from '#model/entities/receiver.ts';
import type { CommandType } from '#model/entities/command.ts';
import type { Contact } from '#model/entities/contact.ts';
import type { Operator, Person } from './operator.ts';
import { planted } from '../../support/planted.ts';

/** What a receiver hears in a test; missing fields get plain values. */
export type Hearing = Partial<Omit<Contact, 'rxId'>> & { receiver: string };

/**
 * A quiet system for one test: all its contacts come from the test, so that every number on the page is
 * known.
 */
export type Field = {
  mitasId: string;
  name: string;
  /** Its owner, who belongs to no other system. */
  person: Person;
  /** Ids of the receivers by alias. */
  receivers: Readonly<Record<string, number>>;
  /** Sends contacts as a receiver does, over http with a receiver key. */
  hear(...hearings: Hearing[]): Promise<IngestReply>;
  /** Fetches these receivers' commands as receivers do, and reports the outcomes. */
  asks(...aliases: string[]): Promise<GivenCommand[]>;
  says(...answers: CommandAnswerLine[]): Promise<unknown>;
  /** Sends the receivers' vitals in the same way. */
  report(...statuses: { receiver: string; ts: number; voltage?: number; [field: string]: unknown }[]): Promise<IngestReply>;
  /** Makes modems of these names at a site, and returns their ids by name. */
  addModems(...names: string[]): Promise<Readonly<Record<string, number>>>;
  /** Sends the modems' vitals in the same way. */
  reportModems(...reports: { modem: string; ts: number; [field: string]: unknown }[]): Promise<IngestReply>;
};

/** A command that a receiver fetches, and the receiver's answer about one. */
export type GivenCommand = { commandId: string; rxId: number; commandType: CommandType };
export type CommandAnswerLine = { commandId: string; status: string; attempt?: number; error?: string };

/** Receivers of two sites, one in each state of RX-10 that this test needs. */
const sites = [
  { alias: 'North ridge', color: '#2f7fd1' },
  { alias: 'South creek', color: '#b5539c' },
];
export const fieldReceivers = [
  { alias: 'Crest', site: 0, color: '#d1495b', status: receiverStatuses.online, voltage: 12.4, used: 100, total: 1000 },
  { alias: 'Gully', site: 0, color: '#0b7a75', status: receiverStatuses.offline, voltage: 12, used: 100, total: 1000 },
  { alias: 'Hollow', site: 1, color: '#8f5f00', status: receiverStatuses.online, voltage: 9.1, used: 950, total: 1000 },
  { alias: 'Marsh', site: 1, color: '#5a4fcf', status: receiverStatuses.open, voltage: 12, used: 100, total: 1000 },
  { alias: 'Quarry', site: 1, color: '#777777', status: receiverStatuses.disabled, voltage: null, used: null, total: null },
] as const;

let fields = 0;

/** Makes another field, which an existing person sees as a viewer. */
export async function makeSecondField(operator: Operator, productUrl: string, person: Person): Promise<Field> {
  const field = await makeField(operator, productUrl);
  await operator.admin(['roles', 'grant', person.username, field.mitasId, 'viewer']);
  return field;
}

/** `person` is the owner if they already exist; they get their role later. */
export async function makeField(
  operator: Operator,
  productUrl: string,
  { timezone = 'America/Boise', person }: { timezone?: string; person?: Person } = {},
): Promise<Field> {
  const number = ++fields;
  const mitasId = `field-${process.pid}-${number}`;
  const name = `Field study ${number}`;
  const { db } = operator.database;
  await operator.admin(['systems', 'add', mitasId, '--name', name, '--timezone', timezone]);
  const madeSites = await planted(operator.database)
    .insertInto('sites')
    .values(sites.map((site) => ({ system_id: mitasId, ...site })))
    .returning('id')
    .execute();
  const made = await planted(operator.database)
    .insertInto('receivers')
    .values(
      fieldReceivers.map(({ alias, site, color, status }) => ({
        system_id: mitasId,
        site_id: madeSites[site]?.id ?? null,
        alias,
        color,
        enabled: status !== receiverStatuses.disabled,
      })),
    )
    .returning(['id', 'alias'])
    .execute();
  const told = new Date(Date.now() - 60_000);
  await db
    .insertInto('receiver_reports')
    .values(
      fieldReceivers.map(({ alias, status, voltage, used, total }) => ({
        rx_id: made.find((rx) => rx.alias === alias)?.id ?? 0,
        status,
        status_time: told,
        info_time: told,
        voltage,
        memory_used_mb: used,
        memory_total_mb: total,
        firmware_major: 7,
        firmware_minor: 10,
      })),
    )
    .execute();
  const key = (await operator.admin(['keys', 'create', mitasId, 'browser tests']))[1] ?? '';
  const authorization = `Receiver ${key}`;
  const post = async (what: 'contacts' | 'status' | 'modems' | 'commands', items: readonly object[]) => {
    const reply = await fetch(`${productUrl}/api/ingest/${mitasId}/${what}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/x-ndjson' },
      body: items.map((item) => JSON.stringify(item)).join('\n'),
    });
    const counts = (await reply.json()) as IngestReply;
    if (!reply.ok || counts.accepted !== items.length) throw new Error(`Ingest took ${JSON.stringify(counts)}`);
    return counts;
  };
  return {
    mitasId,
    name,
    person: person ?? (await operator.addPerson({ [mitasId]: 'owner' })),
    receivers: Object.fromEntries(made.map(({ id, alias }) => [alias, id])),
    hear(...hearings) {
      const plain = { ant: 1, freq: 150.12, code: 17, type: 18, power: -80 };
      return post(
        'contacts',
        hearings.map((hearing, index) => ({ ...plain, ts: Date.now() + index, ...hearing })),
      );
    },
    report: (...statuses) => post('status', statuses),
    async addModems(...names) {
      const rows = names.map((each) => ({ system_id: mitasId, site_id: madeSites[0]?.id ?? null, name: each }));
      const added = await planted(operator.database).insertInto('modems').values(rows).returning(['id', 'name']).execute();
      return Object.fromEntries(added.map(({ id, name: modem }) => [modem, id]));
    },
    reportModems: (...reports) => post('modems', reports),
    async asks(...aliases) {
      const query = aliases.map((alias) => `receiver=${encodeURIComponent(alias)}`).join('&');
      const reply = await fetch(`${productUrl}/api/ingest/${mitasId}/commands?${query}`, { headers: { authorization } });
      if (!reply.ok) throw new Error(`Receivers that asked got ${reply.status}: ${await reply.text()}`);
      return ((await reply.json()) as { commands: GivenCommand[] }).commands;
    },
    says: (...answers) => post('commands', answers),
  };
}

/**
 * Raises the alarm that a receiver has gone offline: only afterwards does a speaking receiver count as back
 * (ALM-5).
 */
export async function alarmOffline(operator: Operator, { mitasId, receivers }: Field, alias: string): Promise<void> {
  const at = new Date(Date.now() - 60_000);
  const alarm = { system_id: mitasId, alarm_code_id: alarmCodes.wentOffline, rx_id: receivers[alias], alias, site_name: '', at };
  const { db } = operator.database;
  await db.insertInto('alarms').values(alarm).execute();
  // The state after a reported alarm, so that the return is reported too.
  const stands = { gone_alarmed: true, missed_since: at };
  const reports = db
    .updateTable('receiver_reports')
    .set(stands)
    .where('rx_id', '=', receivers[alias] ?? -1);
  if ((await reports.executeTakeFirst()).numUpdatedRows !== 1n) throw new Error(`${alias} reported nothing yet`);
}
