import { codedType, contactBounds, noise } from '#model/entities/contact.ts';
import { numberIn, wholeIn } from '../../platform/number-text.ts';
import { accepted, refused, type Result } from '#model/result.ts';
import { eightCells } from './cells.ts';
import { dayIn, localMs, onceInARow } from './lemhi-times.ts';
import type { FileContact, FileFacts, ImportFormat } from './import-format.ts';

const header = 'file,date,time,receiver,valid,frequency,tag_code,signal_strength';
const bounds = contactBounds;

/**
 * The CSV of the Lemhi study. It has the receiver's local day (DD/MM/YY) and second of the day, a channel
 * instead of a frequency, and only one antenna. Undecoded rows, and rows with the noise code, are noise
 * (CON-10).
 */
export const lemhiFormat: ImportFormat<FileContact> = {
  name: 'Lemhi CSV',
  sample: header,
  knows: (firstLine) => firstLine.trim() === header,
  reader: (_header, facts) => {
    const dayOf = onceInARow(dayIn);
    const nameOf = onceInARow((name) => name);
    return (line) => readLine(line, facts, { dayOf, nameOf });
  },
};

type Remembered = { dayOf: typeof dayIn; nameOf: (name: string) => string };

function readLine(line: string, { channels, clock }: FileFacts, { dayOf, nameOf }: Remembered): Result<FileContact> {
  // Some numbers are padded with blanks, which `eightCells` removes.
  const cells = eightCells(line);
  if (!cells.ok) return cells;
  const [, date, time, name, valid, channel, tagCode, signal] = cells.value;
  const local = localMs(dayOf(date), time);
  if (!local.ok) return local;
  const freq = channels.get(channel);
  if (freq === undefined) return refused(`a channel without a frequency (--channel ${channel.slice(0, 12)}=MHz)`);
  const code = wholeIn(tagCode, bounds.code.min, bounds.code.max);
  if (code === null) return refused('a tag code that is not a whole number');
  const power = numberIn(signal);
  if (power === null || power < bounds.power.min || power > bounds.power.max)
    return refused(`a signal strength outside ${bounds.power.min} to ${bounds.power.max} dBm`);
  if (valid !== '0' && valid !== '1') return refused('valid is neither 0 nor 1');
  const receiver = nameOf(name);
  const instant = clock.instantOf(local.value, receiver);
  if (!instant.ok) return instant;
  return accepted({
    receiver,
    ant: 1,
    freq,
    code,
    type: valid === '0' || code === noise.code ? noise.type : codedType,
    power,
    ts: instant.value,
  });
}
