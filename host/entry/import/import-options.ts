import { parseArgs } from 'node:util';
import { contactBounds } from '#model/entities/contact.ts';
import { isSystemName } from '#model/entities/system.ts';
import { Mistake } from '../../platform/mistake.ts';
import { dateOf, parseInstant } from '../../domain/contacts/instant.ts';
import { fastestReplay } from '../../domain/fleet/replay-settings.ts';
import { localTimes, type LocalTimes } from './local-times.ts';

/** The options of `npm run import`; `from` ≤ ts < `to` in ms. */
export type ImportOptions = {
  systemId: string;
  create: boolean;
  /** Voltages and temperatures belong to modems, not to receivers. Missing modems may be created. */
  asModems: boolean;
  createModems: boolean;
  name: string | null;
  sitesFile: string | null;
  channels: ReadonlyMap<string, number>;
  timezone: string;
  localTimes: LocalTimes;
  from: number;
  to: number;
  member: string | null;
  replaySpeed: number | null;
  files: string[];
};

export const importHelp = `npm run import -- --system ID [options] FILE…

Imports contacts, voltages and temperatures from files (plain or gzip) into a system. Recognises the format by the content.
  --system ID          the system to import into
  --create             create the system and its receivers if they do not exist (a new system takes 100 receivers;
                       raise that with npm run admin -- systems set ID --max-receivers N)
  --as-modems          voltages and temperatures belong to modems with the names of the receivers in the file
  --create-modems      with --as-modems: create missing modems, at their sites in --sites
  --name TEXT          the name of a new system (default: its ID)
  --sites FILE         a CSV of sites with their receivers and coordinates; the first receiver creates its site
  --channel N=MHZ      the frequency of a channel number; may be repeated (default 5=150.050)
  --timezone ZONE      for times without an offset: Z, ±hh:mm or a name such as America/Boise (default Z). Rejects rows
                       in an hour that the clocks skip. Reads an hour that they repeat in the order of each receiver's
                       rows; if that does not decide, as its first pass
  --from, --to TIME    leave out rows before --from, and at or after --to (a date or an ISO time, UTC)
  --member USER        the Owner of a new system (default: the demo account, if there is one, else nobody;
                       add others with npm run admin -- roles grant)
  --replay-speed N     how many times faster than real time to replay it (0.1 to ${fastestReplay})

Writes rejected rows to FILE.rejected.csv. If an earlier run left one with other rows, keeps it and numbers the new one.`;

const options = {
  system: { type: 'string' },
  create: { type: 'boolean' },
  'as-modems': { type: 'boolean' },
  'create-modems': { type: 'boolean' },
  name: { type: 'string' },
  sites: { type: 'string' },
  channel: { type: 'string', multiple: true },
  timezone: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  member: { type: 'string' },
  'replay-speed': { type: 'string' },
  help: { type: 'boolean' },
} as const;

/**
 * Parses the command line; null if it asks for help.
 * @throws Mistake naming the option, its value and the valid values.
 */
export function readImportOptions(args: readonly string[]): ImportOptions | null {
  const { values, positionals } = parse(args);
  if (values.help === true) return null;
  const systemId = values.system;
  if (systemId === undefined) throw new Mistake('Give the system with --system ID. --help lists the options.');
  if (!isSystemName(systemId)) wrong('system', systemId, 'letters, digits, _ and -, at most 64');
  if (positionals.length === 0) throw new Mistake('Give at least one FILE to import. --help lists the options.');
  const [asModems, createModems] = [values['as-modems'] ?? false, values['create-modems'] ?? false];
  if (createModems && !asModems) throw new Mistake('--create-modems needs --as-modems.');
  const timezone = values.timezone ?? 'Z';
  const times = localTimes(timezone) ?? wrong('timezone', timezone, 'Z, ±hh:mm or a name such as America/Boise');
  const [from, to] = [boundOf('from', values.from, -Infinity), boundOf('to', values.to, Infinity)];
  if (from >= to) wrong('to', values.to ?? '', 'a time after --from');
  return {
    systemId,
    create: values.create ?? false,
    asModems,
    createModems,
    name: values.name?.trim() || null,
    sitesFile: values.sites ?? null,
    channels: channelsOf(values.channel ?? []),
    timezone,
    localTimes: times,
    from,
    to,
    member: values.member ?? null,
    replaySpeed: speedOf(values['replay-speed']),
    files: positionals,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new Mistake(`${error instanceof Error ? error.message : String(error)} (see --help)`);
  }
}

function channelsOf(given: readonly string[]): Map<string, number> {
  const channels = new Map([['5', 150.05]]);
  for (const text of given) {
    const parts = /^(\d{1,4})=(\d{1,4}(?:\.\d+)?)$/.exec(text);
    if (parts === null || Number(parts[2]) <= 0 || Number(parts[2]) > contactBounds.freq.max)
      wrong('channel', text, 'NUMBER=MHZ, such as 5=150.050');
    channels.set(parts[1] as string, Number(parts[2]));
  }
  return channels;
}

function boundOf(name: 'from' | 'to', text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  const date = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  const ms = date === null ? parseInstant(text, 0) : dateOf(Number(date[1]), Number(date[2]), Number(date[3]));
  return ms ?? wrong(name, text, 'a date such as 2018-10-01 or an ISO time');
}

function speedOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const speed = Number(text);
  return speed >= 0.1 && speed <= fastestReplay ? speed : wrong('replay-speed', text, `a number from 0.1 to ${fastestReplay}`);
}

function wrong(option: keyof typeof options, value: string, takes: string): never {
  throw new Mistake(`--${option} is '${value.slice(0, 100)}', but it takes ${takes}.`);
}
