import type { Finding } from '#model/entities/diagnosis.ts';
import type { SerialTwins } from '../../platform/doctor/host-facts.ts';

const mostSaid = 10;

/** DOC-14: reports serial numbers that people may confuse; null if there are none. */
export function judgeSerialTwins(found: readonly SerialTwins[]): Finding | null {
  if (found.length === 0) return null;
  const said = found.slice(0, mostSaid).map(({ system, twins }) => {
    const named = twins.map(({ id, serial }) => `'${serial}' (transmitter ${id})`);
    return `in ${system} ${named.join(' and ')}`;
  });
  const more = found.length > said.length ? `; and ${found.length - said.length} more` : '';
  return {
    topic: 'Serial numbers',
    severity: 'notice',
    text: `Some differ only in case, width, dashes or zero-width characters: ${said.join('; ')}${more}.`,
    advice: 'Correct all but one of each (Transmitters → Database). New ones like these are refused.',
  };
}
