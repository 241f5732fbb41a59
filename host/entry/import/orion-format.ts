import { contactBounds, contactTypes, maxAntennas } from '#model/entities/contact.ts';
import { orionColumns, orionWidth } from '#model/files/orion-text.ts';
import { accepted, refused, type Result } from '#model/result.ts';
import { parseClock } from '../../domain/contacts/instant.ts';
import { numberIn, wholeIn } from '../../platform/number-text.ts';
import type { FileContact, FileFacts, ImportFormat } from './import-format.ts';
import { dayIn, onceInARow } from './lemhi-times.ts';

const bounds = contactBounds;
const header = /^date\s+time\s+site\s+ant(?:enna)?\s+freq(?:uency)?\s+type\s+code\s+power\s*$/i;
/** Where each column begins: Site at 24, Ant at 31, Freq at 36, Type at 46, Code at 55, Power at 61. */
const columnStarts = orionColumns.map((_, at) => orionColumns.slice(0, at).reduce((sum, [, width]) => sum + width, 0));
const typesByName = new Map(Object.entries(contactTypes).map(([type, name]) => [name.toLowerCase(), Number(type)]));

/**
 * OrionTool's text (IMP-16): columns of fixed width, days as DD/MM/YY, and times by the receiver's clock (in
 * --timezone). In files that this product writes, times are in UTC (FILE-10).
 */
export const orionFormat: ImportFormat<FileContact> = {
  name: 'OrionTool text',
  sample: orionColumns
    .map(([name, width]) => name.padEnd(width))
    .join('')
    .trimEnd(),
  knows: (firstLine) => isHeader(firstLine),
  reader: (_header, facts) => {
    const dayOf = onceInARow(dayIn);
    return (line) => readLine(line, facts, dayOf);
  },
};

/**
 * Returns true for a header whose column names begin at the expected places. Lines of any other text would be
 * cut at the wrong places.
 */
function isHeader(line: string): boolean {
  if (!header.test(line)) return false;
  const starts = [...line.matchAll(/\S+/g)].map(({ index }) => index);
  return starts.join() === columnStarts.join();
}

function readLine(line: string, { clock }: FileFacts, dayOf: typeof dayIn): Result<FileContact> {
  if (line.length > orionWidth + 10 || line.includes('\t')) return refused('a line without the fixed columns');
  const cells: string[] = [];
  let from = 0;
  for (const [, width] of orionColumns) {
    cells.push(line.slice(from, from + width).trim());
    from += width;
  }
  const [date = '', time = '', receiver = '', antenna = '', frequency = '', word = '', codeNumber = ''] = cells;
  // A long value may run past the end of the last column.
  const signal = line.slice(orionWidth - (orionColumns.at(-1)?.[1] ?? 0)).trim();
  const day = dayOf(date);
  if (day === null) return refused('a date that does not exist');
  const ofDay = parseClock(time);
  if (ofDay === null) return refused('a time that does not exist');
  const ant = wholeIn(antenna, 1, maxAntennas);
  if (ant === null) return refused(`an antenna outside 1 to ${maxAntennas}`);
  const freq = numberIn(frequency);
  if (freq === null || freq < bounds.freq.min || freq > bounds.freq.max)
    return refused(`a frequency outside ${bounds.freq.min} to ${bounds.freq.max} MHz`);
  const type = wholeIn(word, bounds.type.min, bounds.type.max) ?? typesByName.get(word.toLowerCase());
  if (type === undefined) return refused('an unknown type');
  const code = codeNumber === '' ? 0 : wholeIn(codeNumber, bounds.code.min, bounds.code.max);
  if (code === null) return refused('a code that is not a whole number');
  const power = numberIn(signal);
  if (power === null || power < bounds.power.min || power > bounds.power.max)
    return refused(`a power outside ${bounds.power.min} to ${bounds.power.max} dBm`);
  const instant = clock.instantOf(day + ofDay, receiver);
  return instant.ok ? accepted({ receiver, ant, freq, code, type, power, ts: instant.value }) : instant;
}
