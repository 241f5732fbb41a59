import { isSystemName } from '#model/entities/system.ts';
import { markWriting } from '../../platform/changes/change.ts';
import { isTimezone } from '../../platform/timezone.ts';
import {
  AdminError,
  changeByAdmin,
  table,
  textOption,
  timeText,
  wholeOption,
  type AdminCommand,
  type AdminOptions,
} from './admin-command.ts';
import { countReceivers, findSystem } from './find.ts';

const kinds = ['ingest', 'simulated', 'replay'] as const;

const settings = {
  name: { takes: 'TEXT', tells: 'what people see' },
  timezone: { takes: 'ZONE', tells: 'its IANA timezone, such as America/Boise' },
  'max-receivers': { takes: 'N', tells: 'how many receivers it takes (100 unless it is said)' },
};

const mostReceivers = 10_000;

/** The systems (projects) of a host. */
export const systemsCommands: readonly AdminCommand[] = [
  {
    name: 'systems list',
    parameters: [],
    tells: 'all systems',
    async run({ database: { db } }) {
      const rows = await db
        .selectFrom('systems')
        .select(['id', 'common_name', 'kind', 'offline', 'timezone', 'max_receivers', 'created_at'])
        .select((eb) => [
          eb
            .selectFrom('receivers')
            .whereRef('system_id', '=', 'systems.id')
            .select(eb.fn.countAll<number>().as('n'))
            .as('receivers'),
          eb
            .selectFrom('memberships')
            .whereRef('system_id', '=', 'systems.id')
            .select(eb.fn.countAll<number>().as('n'))
            .as('people'),
        ])
        .orderBy('id')
        .execute();
      return table(
        ['SYSTEM', 'NAME', 'KIND', 'STATE', 'TIMEZONE', 'RECEIVERS', 'PEOPLE', 'SINCE'],
        rows.map((row) => [
          row.id,
          row.common_name,
          row.kind,
          row.offline ? 'offline' : 'online',
          row.timezone,
          `${row.receivers ?? 0} of ${row.max_receivers}`,
          String(row.people ?? 0),
          timeText(row.created_at),
        ]),
        "There is no system yet: 'systems add' makes one.",
      );
    },
  },
  {
    name: 'systems add',
    parameters: ['SYSTEM'],
    options: {
      ...settings,
      kind: { takes: kinds.join('|'), tells: 'who fills it: receivers (the default), the simulator, or the replay of an import' },
    },
    tells: 'make a system; its id stands in addresses and does not change',
    async run({ database }, [id = ''], options) {
      if (!isSystemName(id)) throw new AdminError(`'${id}' cannot be a system's id: use 1 to 64 letters, digits, _ and -.`);
      const kind = kinds.find((known) => known === (options['kind'] ?? 'ingest'));
      if (kind === undefined) throw new AdminError(`--kind is one of ${kinds.join(', ')}.`);
      const [timezone, max_receivers] = [timezoneOption(options), limitOption(options)];
      const system = { id, kind, common_name: textOption(options, 'name') ?? id };
      const settled = {
        ...system,
        ...(timezone !== undefined && { timezone }),
        ...(max_receivers !== undefined && { max_receivers }),
      };
      const made = await database.db.transaction().execute(async (db) => {
        await markWriting(db);
        return db
          .insertInto('systems')
          .values(settled)
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning('id')
          .executeTakeFirst();
      });
      if (made === undefined) throw new AdminError(`There is a system '${id}' already: 'systems set' changes it.`);
      return [`Made system '${id}'. Next:`, ...nextSteps[kind](id), `  npm run admin -- roles grant USER ${id} owner`];
    },
  },
  {
    name: 'systems set',
    parameters: ['SYSTEM'],
    options: { ...settings, offline: { tells: 'answer that it is offline' }, online: { tells: 'answer again' } },
    tells: 'change a system',
    async run({ database }, [id = ''], options) {
      const system = await findSystem(database, id);
      if (options['offline'] === true && options['online'] === true)
        throw new AdminError('Give --offline or --online, not both.');
      const name = textOption(options, 'name');
      const timezone = timezoneOption(options);
      const maxReceivers = limitOption(options);
      const [switchOff, switchOn] = [options['offline'] === true, options['online'] === true];
      if (name === undefined && timezone === undefined && maxReceivers === undefined && !switchOff && !switchOn)
        throw new AdminError('Nothing to change: give --name, --timezone, --max-receivers, --offline or --online.');
      await changeByAdmin(database, system.id, async (writer) => {
        // The lock makes 'receivers add' count before or after.
        await writer.lock('system', [system.number]);
        if (maxReceivers !== undefined) {
          const receivers = await countReceivers(writer, system.id);
          if (maxReceivers < receivers)
            throw new AdminError(`'${id}' has ${receivers} receivers already: --max-receivers is at least that.`);
          await writer.edit('system.limitChanged', system.number, { maxReceivers });
        }
        if (name !== undefined) await writer.edit('system.renamed', system.number, { commonName: name });
        if (timezone !== undefined) await writer.edit('system.timezoneChanged', system.number, { timezone });
        if (switchOff) await writer.edit('system.switchedOff', system.number, { offline: true });
        if (switchOn) await writer.edit('system.switchedOn', system.number, { offline: false });
      });
      return [`Changed system '${id}'. A running host follows within seconds.`];
    },
  },
];

/** What a new system wants before there is something to see, by who fills it. */
const nextSteps: Readonly<Record<(typeof kinds)[number], (id: string) => string[]>> = {
  ingest: (id) => [
    `  npm run admin -- receivers add ${id} NAME`,
    `  npm run admin -- keys create ${id} NAME    (prints the curl line by which its receivers send)`,
  ],
  replay: (id) => [`  npm run import -- --system ${id} --create FILE`],
  simulated: () => ['  its receivers are made by the running host'],
};

function limitOption(options: AdminOptions): number | undefined {
  return wholeOption(options, 'max-receivers', 1, mostReceivers);
}

function timezoneOption(options: AdminOptions): string | undefined {
  const timezone = textOption(options, 'timezone');
  if (timezone !== undefined && !isTimezone(timezone))
    throw new AdminError(`'${timezone}' is not a timezone: use an IANA name such as America/Boise.`);
  return timezone;
}
