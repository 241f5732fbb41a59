import { contactBounds, contactTypes, maxAntennas } from '#model/entities/contact.ts';
import { dumpHeader, earlierDumpHeader, extraColumns } from '#model/files/dump-csv.ts';
import { fromOneLine } from '#model/files/one-line.ts';
import { parseInstant, zoneMinutes } from '../../domain/contacts/instant.ts';
import { numberIn, wholeIn } from '../../platform/number-text.ts';
import { accepted, refused, type Result } from '#model/result.ts';
import { someCells } from './cells.ts';
import type { FileContact, ImportFormat } from './import-format.ts';

const bounds = contactBounds;

const anyOffset = String.raw`([+-]\d\d:\d\d)`;
const anyExtras = Object.values(extraColumns)
  .map((names) => `(?:,${names.join(',')})?`)
  .join('');
const headerPattern = new RegExp(`^${dumpHeader(anyOffset)}(${anyExtras})$`);
const usualColumns = 9;
const earlierColumns = 8;
const earlierPattern = new RegExp(`^${earlierDumpHeader(anyOffset)}$`);

const typesByName = new Map(Object.entries(contactTypes).map(([type, name]) => [name.toLowerCase(), Number(type)]));

/**
 * This product's own dump (FILE-1). Its times are in the system's timezone, whose offset is in the header.
 * Receivers are found by name: in the last column, or in older dumps in the ReceiverId column. Receiver
 * numbers are ignored, because in another system they may belong to other receivers. Optional columns
 * (FILE-14) only repeat the others, and are ignored too.
 */
export const dumpFormat: ImportFormat<FileContact> = {
  name: 'dump CSV',
  sample: dumpHeader('±hh:mm'),
  knows: (firstLine) => headerPattern.test(firstLine.trim()) || earlierPattern.test(firstLine.trim()),
  reader: (header) => {
    const found = headerPattern.exec(header.trim());
    const offset = zoneMinutes((found ?? earlierPattern.exec(header.trim()))?.[1] ?? '') ?? 0;
    if (found === null) return (line) => readLine(line, offset, { columns: earlierColumns, isNamed: false });
    const columns = usualColumns + (found[2]?.split(',').length ?? 1) - 1;
    return (line) => readLine(line, offset, { columns, isNamed: true });
  },
};

type Layout = { columns: number; isNamed: boolean };

function readLine(line: string, offsetMinutes: number, { columns, isNamed }: Layout): Result<FileContact> {
  const cells = someCells(line, columns);
  if (!cells.ok) return cells;
  const [, time = '', earlierName = '', antenna, frequency, codeNumber, protocol = '', signal, name = ''] = cells.value;
  const receiver = isNamed ? fromOneLine(name) : earlierName;
  const ts = parseInstant(time, offsetMinutes);
  if (ts === null) return refused('a time that does not exist');
  const ant = wholeIn(antenna, 1, maxAntennas);
  if (ant === null) return refused(`an antenna outside 1 to ${maxAntennas}`);
  const freq = numberIn(frequency);
  if (freq === null || freq < bounds.freq.min || freq > bounds.freq.max)
    return refused(`a frequency outside ${bounds.freq.min} to ${bounds.freq.max} MHz`);
  // In older dumps, beepers have no code.
  const code = codeNumber === '' ? 0 : wholeIn(codeNumber, bounds.code.min, bounds.code.max);
  if (code === null) return refused('a code that is not a whole number');
  const type = wholeIn(protocol, bounds.type.min, bounds.type.max) ?? typesByName.get(protocol.toLowerCase());
  if (type === undefined) return refused('an unknown protocol');
  const power = numberIn(signal);
  if (power === null || power < bounds.power.min || power > bounds.power.max)
    return refused(`a power outside ${bounds.power.min} to ${bounds.power.max} dBm`);
  return accepted({ receiver, ant, freq, code, type, power, ts });
}
