import * as v from 'valibot';
import { Mistake } from '../mistake.ts';

/** Number of rows by table ('schema.table'). The rows of a partition count for its parent table. */
export type RowCounts = Readonly<Record<string, number>>;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const manifestSchema = v.object({
  format: v.literal(1),
  /** `physical`: the files of the embedded server. `portable`: the rows of each table as text. */
  kind: v.picklist(['physical', 'portable']),
  product: v.string(),
  /** PostgreSQL's version number, such as 180004. */
  postgres: count,
  /**
   * The platform of the host that made the backup, such as linux-x64. A physical backup can be restored only
   * on the same platform.
   */
  platform: v.string(),
  /** The last migration of the database. */
  migration: v.string(),
  startedAt: v.string(),
  endedAt: v.string(),
  by: v.string(),
  files: count,
  bytes: count,
  rows: v.record(v.string(), count),
  /**
   * False if rows were written while they were counted, so that a restore may have slightly more or fewer.
   */
  rowsAreExact: v.boolean(),
});

/** What a backup records about itself (BAK-2). */
export type BackupManifest = v.InferOutput<typeof manifestSchema>;

export const manifestName = 'manifest.json';

/** Reads a manifest from its text. @throws Mistake if this version cannot read it. */
export function parseManifest(text: string, folder: string): BackupManifest {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw new Mistake(`${folder}/${manifestName} is damaged. Use another backup.`);
  }
  const read = v.safeParse(manifestSchema, found);
  if (read.success) return read.output;
  const format = typeof found === 'object' && found !== null && 'format' in found ? found.format : undefined;
  if (typeof format === 'number' && format > 1)
    throw new Mistake(`The backup ${folder} was made by a newer version of this product. Restore it with that version.`);
  throw new Mistake(`${folder}/${manifestName} is not the manifest of a backup. Use another backup.`);
}

/** Describes each table whose number of rows differs after a restore; empty if all are equal. */
export function differingRows(written: RowCounts, found: RowCounts): string[] {
  const tables = [...new Set([...Object.keys(written), ...Object.keys(found)])].toSorted();
  return tables.flatMap((table) => {
    const [before, now] = [written[table], found[table]];
    if (before === now) return [];
    return [
      `${table}: ${now?.toLocaleString('en') ?? 'missing'}, where ${before?.toLocaleString('en') ?? 'none'} were backed up`,
    ];
  });
}

export type ThisVersion = { product: string; postgresMajor: number; platform: string; migrations: readonly string[] };

/**
 * Returns why a backup cannot be restored here (BAK-4), or undefined if it can. The database version must
 * know its tables; a physical backup also needs the same major version of PostgreSQL and the same platform.
 */
export function reasonAgainst(backup: BackupManifest, here: ThisVersion): string | undefined {
  if (!here.migrations.includes(backup.migration))
    return `It was made by version ${backup.product} with tables that this version ${here.product} does not know (${backup.migration}): restore it with version ${backup.product} or a newer one.`;
  if (backup.kind === 'portable') return undefined;
  const major = Math.floor(backup.postgres / 10_000);
  const portable = `make a portable one where it came from (npm run backup -- FOLDER --portable) and restore that`;
  if (major !== here.postgresMajor)
    return `It holds the files of PostgreSQL ${major}, and this version brings ${here.postgresMajor}: ${portable}.`;
  if (backup.platform !== here.platform)
    return `It holds the files of a server on ${backup.platform}, and this is ${here.platform}: ${portable}.`;
  return undefined;
}
