import { contactBounds, contactTypes, maxAntennas } from '#model/entities/contact.ts';
import { dumpHeader } from '#model/files/dump-csv.ts';
import { parseInstant, zoneMinutes } from '../../domain/contacts/instant.ts';
import { numberIn, wholeIn } from '../../platform/number-text.ts';
import { cellsOf, misquoted } from './cells.ts';
import type { FileContact, ImportFormat } from './import-format.ts';

const bounds = contactBounds;

const headerPattern = new RegExp(`^${dumpHeader(String.raw`([+-]\d\d:\d\d)`)}$`);

const typesByName = new Map(Object.entries(contactTypes).map(([type, name]) => [name.toLowerCase(), Number(type)]));

/** This product's own dump (FILE-1): times in the system's timezone, whose offset stands in the header. */
export const dumpFormat: ImportFormat = {
  name: 'dump CSV',
  sample: dumpHeader('±hh:mm'),
  knows: (firstLine) => headerPattern.test(firstLine.trim()),
  reader: (header) => {
    const offset = zoneMinutes(headerPattern.exec(header.trim())?.[1] ?? '') ?? 0;
    return (line) => readLine(line, offset);
  },
};

function readLine(line: string, offsetMinutes: number): FileContact | string {
  const cells = cellsOf(line);
  if (cells === null) return misquoted;
  if (cells.length !== 8) return `${cells.length} columns instead of 8`;
  const [, time, receiver, antenna, frequency, codeNumber, protocol, signal] = cells as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const ts = parseInstant(time, offsetMinutes);
  if (ts === null) return 'a time that does not exist';
  const ant = wholeIn(antenna, 1, maxAntennas);
  if (ant === null) return `an antenna outside 1 to ${maxAntennas}`;
  const freq = numberIn(frequency);
  if (freq === null || freq < bounds.freq.min || freq > bounds.freq.max)
    return `a frequency outside ${bounds.freq.min} to ${bounds.freq.max} MHz`;
  // Beepers carry no code.
  const code = codeNumber === '' ? 0 : wholeIn(codeNumber, bounds.code.min, bounds.code.max);
  if (code === null) return 'a code that is no whole number';
  const type = wholeIn(protocol, bounds.type.min, bounds.type.max) ?? typesByName.get(protocol.toLowerCase());
  if (type === undefined) return 'an unknown protocol';
  const power = numberIn(signal);
  if (power === null || power < bounds.power.min || power > bounds.power.max)
    return `a power outside ${bounds.power.min} to ${bounds.power.max} dBm`;
  return { receiver, ant, freq, code, type, power, ts };
}
