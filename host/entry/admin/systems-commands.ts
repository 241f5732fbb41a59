import { isSystemName } from '#model/entities/system.ts';
import { isoInstant } from '#model/time/iso-instant.ts';
import { isTimezone } from '#model/time/timezone.ts';
import { Mistake } from '../../platform/mistake.ts';
import { beginEpochs } from '../../platform/changes/epochs.ts';
import { markWriting } from '../../platform/changes/change.ts';
import { addSystems, listSystems } from '../../platform/store/accounts/systems.ts';
import { inTransaction } from '../../platform/store/database.ts';
import { countReceivers } from '../../platform/store/fleet/receivers.ts';
import {
  changeByAdmin,
  refuse,
  table,
  textOption,
  timeText,
  wholeOption,
  type AdminCommand,
  type AdminOptions,
} from './admin-command.ts';
import { wantedSystem } from '../wanted-system.ts';

const kinds = ['ingest', 'simulated', 'replay'] as const;

const settings = {
  name: { takes: 'TEXT', summary: 'the name that people see' },
  timezone: { takes: 'ZONE', summary: 'its IANA timezone, such as America/Boise' },
  'max-receivers': { takes: 'N', summary: 'how many receivers it takes (default 100)' },
};

const maxReceivers = 10_000;

/** Commands for the systems (projects) of a host. */
export const systemsCommands: readonly AdminCommand[] = [
  {
    name: 'systems list',
    parameters: [],
    summary: 'list all systems',
    async run({ database }) {
      const rows = await listSystems(database);
      return table(
        ['SYSTEM', 'NAME', 'KIND', 'STATE', 'TIMEZONE', 'RECEIVERS', 'PEOPLE', 'SINCE', 'EXPIRES'],
        rows.map((row) => [
          row.id,
          row.common_name,
          row.kind,
          row.offline ? 'offline' : 'online',
          row.timezone,
          `${row.receivers ?? 0} of ${row.max_receivers}`,
          String(row.people ?? 0),
          timeText(row.created_at),
          row.expiry === null ? 'never' : timeText(row.expiry),
        ]),
        "No systems yet. Create one with 'systems add'.",
      );
    },
  },
  {
    name: 'systems add',
    parameters: ['SYSTEM'],
    options: {
      ...settings,
      kind: {
        takes: kinds.join('|'),
        summary: 'where its contacts come from: receivers (default), the simulator, or the replay of an import',
      },
    },
    summary: 'create a system; its id is part of addresses and never changes',
    async run({ database }, [id = ''], options) {
      if (!isSystemName(id)) throw new Mistake(`'${id}' is not a valid system id: use 1 to 64 letters, digits, _ and -.`);
      const kind = kinds.find((known) => known === (options['kind'] ?? 'ingest'));
      if (kind === undefined) throw new Mistake(`--kind must be one of ${kinds.join(', ')}.`);
      const [timezone, max_receivers] = [timezoneOption(options), limitOption(options)];
      const system = { id, kind, common_name: textOption(options, 'name') ?? id };
      const settled = {
        ...system,
        ...(timezone !== undefined && { timezone }),
        ...(max_receivers !== undefined && { max_receivers }),
      };
      const made = await inTransaction(database, async (transaction) => {
        await markWriting(transaction.db);
        return addSystems(transaction, [settled]);
      });
      if (made.length === 0) throw new Mistake(`System '${id}' already exists. Change it with 'systems set'.`);
      return [`Created system '${id}'. Next:`, ...nextSteps[kind](id), `  npm run admin -- roles grant USER ${id} owner`];
    },
  },
  {
    name: 'systems set',
    parameters: ['SYSTEM'],
    options: {
      ...settings,
      expires: { takes: 'TIME|never', summary: 'when it becomes read-only for people: a day (UTC), or a time with its offset' },
      offline: { summary: 'take it offline' },
      online: { summary: 'take it online again' },
    },
    summary: 'change a system',
    async run({ database }, [id = ''], options) {
      const system = await wantedSystem(database, id);
      if (options['offline'] === true && options['online'] === true) throw new Mistake('Give --offline or --online, not both.');
      const name = textOption(options, 'name');
      const timezone = timezoneOption(options);
      const maxReceivers = limitOption(options);
      const expiry = expiryOption(options);
      const [switchOff, switchOn] = [options['offline'] === true, options['online'] === true];
      const isGiven = [name, timezone, maxReceivers, expiry].some((each) => each !== undefined) || switchOff || switchOn;
      if (!isGiven)
        throw new Mistake('Nothing to change. Give --name, --timezone, --max-receivers, --expires, --offline or --online.');
      await changeByAdmin(database, system.id, async (writer) => {
        // Because of this lock, a concurrent 'receivers add' runs completely before or after this change.
        await writer.lock('system', [system.number]);
        if (maxReceivers !== undefined) {
          const receivers = await countReceivers(writer, system.id);
          if (maxReceivers < receivers)
            throw new Mistake(`'${id}' has ${receivers} receivers already. Set --max-receivers to at least that.`);
          await writer.edit('system.limitChanged', system.number, { maxReceivers });
        }
        if (name !== undefined) await writer.edit('system.renamed', system.number, { commonName: name });
        if (timezone !== undefined) await writer.edit('system.timezoneChanged', system.number, { timezone });
        if (expiry !== undefined) await writer.edit('system.expiryChanged', system.number, { expiry });
        if (switchOff) await writer.edit('system.switchedOff', system.number, { offline: true });
        if (switchOn) await writer.edit('system.switchedOn', system.number, { offline: false });
      });
      return [`Changed system '${id}'. A running host follows within seconds.`];
    },
  },
  {
    name: 'systems restored',
    parameters: [],
    summary: 'say that a backup was restored; every console then reloads everything',
    async run({ database }) {
      const { length } = await beginEpochs(database);
      return [`Started a new order of changes in ${length} ${length === 1 ? 'system' : 'systems'}. Consoles reload.`];
    },
  },
];

/** The commands to suggest for a new system, by its kind. */
const nextSteps: Readonly<Record<(typeof kinds)[number], (id: string) => string[]>> = {
  ingest: (id) => [
    `  npm run admin -- receivers add ${id} NAME`,
    `  npm run admin -- keys create ${id} NAME    (prints the curl line that sends contacts)`,
  ],
  replay: (id) => [`  npm run import -- --system ${id} --create FILE`],
  simulated: () => ['  start the host, which creates its receivers'],
};

function limitOption(options: AdminOptions): number | undefined {
  return wholeOption(options, 'max-receivers', 1, maxReceivers);
}

/** Returns the expiry in ms since the epoch, null for never, or undefined if the option is missing. */
function expiryOption(options: AdminOptions): number | null | undefined {
  const text = textOption(options, 'expires');
  if (text === undefined) return undefined;
  if (text === 'never') return null;
  const time = isoInstant(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text);
  if (!Number.isNaN(time)) return time;
  return refuse(
    `'${text}' is not valid for --expires: use a day such as 2027-03-31, a time such as 2027-03-31T18:00:00-07:00, or never.`,
  );
}

function timezoneOption(options: AdminOptions): string | undefined {
  const timezone = textOption(options, 'timezone');
  if (timezone !== undefined && !isTimezone(timezone))
    throw new Mistake(`'${timezone}' is not a timezone: use an IANA name such as America/Boise.`);
  return timezone;
}
