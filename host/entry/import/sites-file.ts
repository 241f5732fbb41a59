import { parse } from 'csv-parse/sync';
import { aliasMaxLength } from '#model/entities/receiver.ts';
import { isStorableText } from '#model/fields/fields.ts';
import { isNowhere, maxDegrees } from '#model/fields/value-fields.ts';
import { accepted, refused, type Result } from '#model/result.ts';
import { Mistake } from '../../platform/mistake.ts';
import { numberIn } from '../../platform/number-text.ts';
import { notUtf8, readLines } from './read-lines.ts';

/** A site in the sites file; coordinates in degrees. */
export type FileSite = { name: string; receivers: string[]; latitude: number | null; longitude: number | null };

const names = {
  name: ['site_name', 'site', 'name'],
  receivers: ['receivers', 'receiver'],
  latitude: ['point_y', 'latitude', 'lat'],
  longitude: ['point_x', 'longitude', 'lon', 'lng'],
} as const;

/** SITE-2: a site's name may be as long as a receiver's. */
const longestName = aliasMaxLength;

/**
 * Reads a CSV of sites. Its columns are site_name, receivers, point_y and point_x, or plain names for them
 * such as latitude. Errors in single rows are listed in `faults`; the other rows are kept.
 * @throws Mistake if the file is not a list of sites.
 */
export async function readSitesFile(file: string): Promise<{ sites: FileSite[]; faults: string[] }> {
  const rows = await readRows(file);
  const columns = Object.keys(rows[0] ?? {});
  const column = (wanted: readonly string[]) => wanted.find((name) => columns.includes(name));
  const [name, receivers] = [column(names.name), column(names.receivers)];
  if (name === undefined || receivers === undefined) {
    throw new Mistake(
      `${file} is not a list of sites: it needs the columns site_name and receivers, and point_y and point_x for coordinates.`,
    );
  }
  const [latitude, longitude] = [column(names.latitude), column(names.longitude)];
  const sites: FileSite[] = [];
  const faults: string[] = [];
  for (const [index, row] of rows.entries()) {
    const alias = (row[name] ?? '').trim();
    if (alias.length === 0 || alias.length > longestName) {
      faults.push(`${file}, row ${index + 1}: a site's name has 1 to ${longestName} characters`);
      continue;
    }
    if (!isStorableText(alias)) {
      faults.push(`${file}, row ${index + 1}: a site's name cannot hold NUL or half a character`);
      continue;
    }
    const place = placeOf(row[latitude ?? ''], row[longitude ?? '']);
    if (!place.ok) faults.push(`${file}, row ${index + 1}: '${alias}' has ${place.reason}; imported without them`);
    sites.push({ name: alias, receivers: receiversIn(row[receivers] ?? ''), ...(place.ok ? place.value : nowhere) });
  }
  return { sites, faults };
}

const nowhere = { latitude: null, longitude: null };

async function readRows(file: string): Promise<Record<string, string>[]> {
  let text: string;
  try {
    text = await readText(file);
  } catch (error) {
    if (error instanceof Mistake) throw error;
    throw new Mistake(`The sites file ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  try {
    return parse(text, { columns: true, bom: true, skip_empty_lines: true, relax_column_count: true });
  } catch (error) {
    throw new Mistake(`The sites file ${file} is not a CSV: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function readText(file: string): Promise<string> {
  const texts: string[] = [];
  for await (const { first, lines, foreign } of readLines(file)) {
    const [place] = foreign ?? [];
    if (place !== undefined) throw new Mistake(`The sites file ${file}, line ${first + place}: ${notUtf8}`);
    texts.push(lines.join('\n'));
  }
  return texts.join('\n');
}

/** Returns the coordinates in a row, or what is wrong with them. 'NA' and empty text mean unknown. */
function placeOf(latText: string | undefined, lonText: string | undefined): Result<Pick<FileSite, 'latitude' | 'longitude'>> {
  if (isUnknown(latText) || isUnknown(lonText)) return accepted(nowhere);
  const [latitude, longitude] = [numberIn(latText?.trim()), numberIn(lonText?.trim())];
  if (
    latitude === null ||
    longitude === null ||
    Math.abs(latitude) > maxDegrees.latitude ||
    Math.abs(longitude) > maxDegrees.longitude
  )
    return refused('coordinates that do not exist');
  if (isNowhere(latitude, longitude)) return refused('0, 0 for coordinates, which means that nobody set any');
  return accepted({ latitude, longitude });
}

function receiversIn(text: string): string[] {
  return text
    .split(/[,;]/)
    .map((alias) => alias.trim())
    .filter((alias) => !isUnknown(alias));
}

function isUnknown(text: string | undefined): boolean {
  return text === undefined || text.trim() === '' || text.trim() === 'NA';
}
