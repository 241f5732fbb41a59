import type { Finding } from '#model/entities/diagnosis.ts';
import { reserveOf } from '../../platform/store/storage-watch.ts';
import type {
  BackupFacts,
  ClockFacts,
  DatabaseSizeFacts,
  PartitionFacts,
  VersionFacts,
} from '../../platform/doctor/host-facts.ts';

const dayMs = 86_400_000;
const growthDays = 7;
const lowShare = 0.9;
const shortDays = { warning: 30, critical: 3 } as const;
const oldBackupDays = 2;
const clockOffMs = { warning: 2_000, critical: 60_000 } as const;
/** More partitions than this slow down the planning of every query. */
const manyPartitions = 3_000;

/** DOC-2: checks versions, and whether the tables match this version. */
export function judgeVersions({ product, node, postgres, tables }: VersionFacts): Finding {
  const finding = {
    topic: 'Versions',
    text: `Console ${product}, Node ${node}, PostgreSQL ${postgres}, tables ${tables.last ?? 'not made yet'}.`,
  };
  if (tables.unknown.length > 0)
    return {
      ...finding,
      severity: 'critical',
      advice: `A newer version used these data (tables ${tables.unknown.at(-1) ?? ''}). Run that version, or restore a backup made before it.`,
    };
  if (tables.missing.length > 0)
    return {
      ...finding,
      severity: 'warning',
      advice: `${tables.missing.length === 1 ? '1 migration is' : `${tables.missing.length} migrations are`} missing. Make a backup, then start the host, which runs what is missing.`,
    };
  return { ...finding, severity: 'fine', advice: null };
}

/** DOC-3: checks the free space of the database's disk, and how long it lasts at last week's rate. */
export function judgeDisk({ bytes, partitions, disk }: DatabaseSizeFacts, now: number): Finding {
  const topic = 'Disk';
  const perDay = bytesPerDay(partitions, now);
  const grows = perDay === 0 ? 'no data arrived in the past 7 days' : `${sizeText(perDay)} a day arrived in the past 7 days`;
  if (disk === null)
    return {
      topic,
      severity: 'notice',
      text: `The database takes ${sizeText(bytes)}; ${grows}. Its disk is on another machine.`,
      advice: 'Watch the disk there: the host sees only that it is full.',
    };
  const { used, free } = disk;
  const room = free - reserveOf(disk);
  const days = perDay === 0 ? Infinity : Math.floor(Math.max(0, room) / perDay);
  const lasts = days === Infinity ? '' : `, enough for ${daysText(days)} at this rate`;
  const text = `${sizeText(free)} of ${sizeText(used + free)} are free; the database takes ${sizeText(bytes)}; ${grows}${lasts}.`;
  if (room <= 0 || days < shortDays.critical)
    return {
      topic,
      severity: 'critical',
      text,
      advice: 'Make space now. The host refuses contacts when it reaches the reserve.',
    };
  if (days < shortDays.warning || used >= (used + free) * lowShare)
    return { topic, severity: 'warning', text, advice: 'Make space, or delete old data (Advanced → System, Data kept).' };
  return { topic, severity: 'fine', text, advice: null };
}

/**
 * Returns the average size (bytes) of the last seven whole days (UTC). Counts only days that have their own
 * partition.
 */
function bytesPerDay(partitions: readonly PartitionFacts[], now: number): number {
  const today = Math.floor(now / dayMs) * dayMs;
  const names = new Set(Array.from({ length: growthDays }, (_, ago) => partitionName(today - (ago + 1) * dayMs)));
  const sizes = partitions.filter(({ name }) => names.has(name)).map(({ bytes }) => bytes);
  return sizes.reduce((sum, bytes) => sum + bytes, 0) / growthDays;
}

const partitionName = (day: number) => `contacts_${new Date(day).toISOString().slice(0, 10).replaceAll('-', '')}`;

/** DOC-4: reports the number of partitions of contacts and their period. */
export function judgePartitions(partitions: readonly PartitionFacts[]): Finding {
  const topic = 'Contacts';
  const names = partitions.map(({ name }) => name.replace('contacts_', '')).toSorted();
  const [first] = names;
  if (first === undefined) return { topic, severity: 'fine', text: 'None stored yet.', advice: null };
  const total = partitions.reduce((sum, { bytes }) => sum + bytes, 0);
  const largest = partitions.reduce((most, one) => (one.bytes > most.bytes ? one : most));
  const text =
    `${partitions.length.toLocaleString('en-US')} partitions from ${dayOf(first)} to ${dayOf(names.at(-1) ?? first)}, ${sizeText(total)} ` +
    `with their indexes, the largest ${sizeText(largest.bytes)} (${dayOf(largest.name.replace('contacts_', ''))}).`;
  if (partitions.length <= manyPartitions) return { topic, severity: 'fine', text, advice: null };
  return {
    topic,
    severity: 'warning',
    text,
    advice: 'Queries slow down with this many. Delete old contacts, or ask for help.',
  };
}

const dayOf = (digits: string) =>
  digits.replace(/^(\d{4})(\d{2})(\d{2})?$/, (_, year, month, day) => [year, month, day].filter(Boolean).join('-'));

/** DOC-5: checks the last backup, and whether one was ever restored. */
export function judgeBackup({ made, restored, tried }: BackupFacts, now: number, isTrial: boolean): Finding {
  const topic = 'Backup';
  const advice = 'npm run backup -- FOLDER --keep 14, every night, onto another disk (docs/operations).';
  if (made === null)
    return { topic, severity: isTrial ? 'notice' : 'critical', text: 'This database was never backed up.', advice };
  const proven = Math.max(restored ?? -Infinity, tried ?? -Infinity);
  const text = `Last made ${agoText(now - made)}; ${proven === -Infinity ? 'none was ever restored' : `one was last restored ${agoText(now - proven)}`}.`;
  if (now - made > oldBackupDays * dayMs) return { topic, severity: 'warning', text, advice };
  if (proven === -Infinity)
    return {
      topic,
      severity: 'notice',
      text,
      advice: 'Test a restore: npm run restore -- BACKUP --check.',
    };
  return { topic, severity: 'fine', text, advice: null };
}

/** DOC-6: checks the clocks. If they differ, contacts, sessions and alarms get wrong times. */
export function judgeClock({ aheadMs, uncertainMs }: ClockFacts): Finding {
  const topic = 'Clock';
  const off = Math.max(0, Math.abs(aheadMs) - uncertainMs);
  if (off < clockOffMs.warning)
    return { topic, severity: 'fine', text: "The host's clock agrees with the database's.", advice: null };
  return {
    topic,
    severity: off >= clockOffMs.critical ? 'critical' : 'warning',
    text: `The database's clock is ${(off / 1_000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the host's.`,
    advice: 'Synchronize both machines with a time server (chrony, systemd-timesyncd).',
  };
}

/** Formats bytes for people, in powers of 1024. */
export function sizeText(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1_024 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}

/** Formats an age: 'today', 'yesterday', '5 days ago'; hours below two days. */
export function agoText(ms: number): string {
  const hours = Math.floor(ms / 3_600_000);
  if (hours < 1) return 'less than an hour ago';
  if (hours < 48) return `${hours} ${hours === 1 ? 'hour' : 'hours'} ago`;
  return `${Math.floor(hours / 24)} days ago`;
}

function daysText(days: number): string {
  if (days > 3_650) return 'more than 10 years';
  if (days > 730) return `${Math.floor(days / 365)} years`;
  return `${days} ${days === 1 ? 'day' : 'days'}`;
}
