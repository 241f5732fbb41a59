import { operateModes } from '#model/config/ares.ts';
import { binsFor, frequencyOf } from '#model/config/bins.ts';
import { type FamilyConfig, type ReceiverConfig, defaultConfig, familyOf, withValue } from '#model/config/config.ts';
import { type Band, binCount } from '#model/config/orion.ts';
import type { World, WorldReceiver } from './world.ts';

const decodeTypes = { beeper: 7, coded: 8 } as const;
/**
 * The seconds per turn of an Ares' scan. A scan has many turns, so with the default of 5 s an Ares would hear
 * little.
 */
const scanDwell = 1.5;

/**
 * Returns the settings that a study's people gave a receiver (SIM-11). At a site with range tests, the last
 * receiver listens to the beepers there; all others listen to the coded tags, with all their antennas.
 */
export function foundingConfig(world: World, receiver: WorldReceiver): ReceiverConfig {
  const beepers = frequenciesOf(world, ({ carrier }) => carrier.kind === 'crew' && carrier.site === receiver.site);
  const isLast = world.receivers.findLast(({ site }) => site === receiver.site) === receiver;
  const hearsBeepers = isLast && beepers.length > 0;
  const frequencies = hearsBeepers ? beepers : frequenciesOf(world, ({ carrier }) => carrier.kind !== 'crew');
  const decodeType = hearsBeepers ? decodeTypes.beeper : decodeTypes.coded;
  const antennas = receiver.azimuths.length;
  if (familyOf(receiver.model) === 'ares') {
    const scanTable = frequencies.map((content, at) => ({ id: at + 1, content }));
    return {
      ares: withValues(defaultConfig('ares'), {
        'general.squelch': receiver.squelch,
        'channels.operateMode': operateModes.scan,
        'channels.scanTable': scanTable,
        'channels.numAntennas': antennas,
        'channels.dwellTime': scanDwell,
        'decoder.decodeType': decodeType,
      }),
    };
  }
  const bands = Object.fromEntries(bandsFor(frequencies).map((band, at) => [`channels.bands.${at}`, band]));
  return {
    orion: withValues(defaultConfig('orion'), {
      'general.squelch': receiver.squelch,
      'general.numberAntennas': antennas,
      'general.storeNoise': 1,
      'tags.decodeType': decodeType,
      ...bands,
    }),
  };
}

/** Returns the frequencies (MHz) of these transmitters, unique and in order. */
function frequenciesOf({ transmitters }: World, matches: (transmitter: World['transmitters'][number]) => boolean): number[] {
  return [...new Set(transmitters.filter(matches).map(({ frequency }) => frequency))].sort((a, b) => a - b);
}

/** Returns the fewest bands that cover all frequencies. Each begins at the lowest one not covered yet. */
function bandsFor(frequencies: readonly number[]): Band[] {
  const bands: Band[] = [];
  for (let rest = frequencies; rest[0] !== undefined;) {
    const baseFrequency = Math.floor(rest[0] * 10 + 1e-9) / 10;
    const band = { enabled: 1, baseFrequency } as const;
    bands.push({ ...band, frequencyBins: binsFor(band, rest) });
    rest = rest.filter((frequency) => frequency > frequencyOf(band, binCount - 1));
  }
  return bands;
}

function withValues<Config extends FamilyConfig>(config: Config, values: Record<string, unknown>): Config {
  return Object.entries(values).reduce((changed, [path, value]) => withValue(changed, path, value), config);
}
