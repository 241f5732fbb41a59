import { type AresConfig, operateModes } from '../config/ares.ts';
import {
  type ConfigProblem,
  type Family,
  type FamilyConfig,
  type ReceiverConfig,
  fieldsIn,
  withValue,
} from '../config/config.ts';
import { problemsIn } from './draft.ts';
import type { NumberField } from '../config/fields.ts';
import { roundOf } from '../config/listening.ts';
import type { OrionConfig } from '../config/orion.ts';

/** The default interval of tags, in s. */
export const usualTagInterval = 5;
const onlyNoise = 4;

/**
 * Returns a note at the field of each setting that is valid but surprising (CFG-10). `tagInterval` (s) is how
 * often the system's tags transmit.
 */
export function unusualIn(config: ReceiverConfig, tagInterval = usualTagInterval): readonly ConfigProblem[] {
  return 'orion' in config ? unusualOrion(config.orion, tagInterval) : unusualAres(config.ares, tagInterval);
}

function unusualOrion(config: OrionConfig, tagInterval: number): ConfigProblem[] {
  const { general, channels, tags } = config;
  const notes: ConfigProblem[] = [];
  const note = (path: string, text: string) => notes.push({ path, text });
  const isSwitched = general.antennaSwitchEnabled === 1;
  if (!isSwitched && general.antennaLock > general.numberAntennas) {
    note('general.antennaLock', `Antenna ${general.antennaLock} is not connected, so nothing is heard`);
  } else if (!isSwitched && general.numberAntennas > 1) {
    note('general.antennaSwitchEnabled', `Only antenna ${general.antennaLock} is heard`);
  }
  if (general.storeNoise === 1) note('general.storeNoise', 'Noise fills the memory card sooner');
  const deaf = channels.bands.every(({ enabled }) => enabled === 0);
  if (deaf) note('channels.bands.0.enabled', 'No band is on, so nothing is heard');
  for (const [at, band] of channels.bands.entries()) {
    if (band.enabled === 1 && !band.frequencyBins.includes('1')) {
      note(`channels.bands.${at}.frequencyBins`, 'This band has no frequencies and is skipped');
    }
  }
  if (tags.decodeType === onlyNoise) note('tags.decodeType', 'Only noise is stored. Tags are not decoded');
  const round = roundText({ orion: config }, tagInterval);
  if (round !== null) note(isSwitched ? 'general.antennaDwellTime' : 'channels.bandDwellTime', round);
  return notes;
}

function unusualAres(config: AresConfig, tagInterval: number): ConfigProblem[] {
  const { general, channels, decoder, filter } = config;
  const notes: ConfigProblem[] = [];
  const note = (path: string, text: string) => notes.push({ path, text });
  if (general.autoSquelch === 1) note('general.autoSquelch', 'The squelch below is not used');
  if (channels.operateMode === operateModes.scan && channels.scanTable.length === 0) {
    note('channels.scanTable', 'The scan table is empty, so nothing is heard');
  }
  if (decoder.enabled === 0) note('decoder.enabled', 'The decoder is off, so nothing is heard');
  if (decoder.decodeType === onlyNoise) note('decoder.decodeType', 'Only noise is stored. Tags are not decoded');
  if (filter.enabled === 1 && filter.codeTable.length === 0) {
    note(
      'filter.codeTable',
      filter.isExclude === 1 ? 'No code is left out' : 'No code passes the filter, so no coded tag is stored',
    );
  }
  const round = roundText({ ares: config }, tagInterval);
  if (round !== null) note('channels.dwellTime', round);
  return notes;
}

/**
 * Returns how long a cycle takes and how often a tag is heard in it (CFG-9); null if the receiver does not
 * cycle.
 */
function roundText(config: ReceiverConfig, tagInterval: number): string | null {
  const { seconds, turns } = roundOf(config);
  if (turns <= 1) return null;
  return `A cycle takes ${tenths(seconds)} s; a tag that beeps every ${tenths(tagInterval)} s is heard 1 time in ${turns}`;
}

function tenths(seconds: number): string {
  return String(Math.round(seconds * 10) / 10);
}

/**
 * Returns notes on a configuration in the editor. `interval` (s) is how often the system's tags transmit,
 * null if it has none. If numbers are invalid, returns only the notes that apply with both their minimum and
 * their maximum; if other fields are invalid, returns none.
 */
export function notesOn(
  family: Family,
  config: FamilyConfig,
  interval: number | null,
  problems: readonly ConfigProblem[],
): readonly ConfigProblem[] {
  const wrong = fieldsIn(family).filter(({ path }) => problemsIn(problems, path).length > 0);
  if (wrong.some(({ field }) => field.kind !== 'number')) return [];
  const [least, most] = (['min', 'max'] as const).map((end) => {
    const filled = wrong.reduce((sofar, { path, field }) => withValue(sofar, path, (field as NumberField)[end]), config);
    return unusualIn({ [family]: filled } as ReceiverConfig, interval ?? usualTagInterval);
  });
  return (least ?? []).filter((note) => most?.some(({ path, text }) => path === note.path && text === note.text));
}
