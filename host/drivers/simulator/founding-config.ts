import { operateModes } from '#model/config/ares.ts';
import { binsFor, frequencyOf } from '#model/config/bins.ts';
import { type FamilyConfig, type ReceiverConfig, defaultConfig, familyOf, withValue } from '#model/config/config.ts';
import { type Band, binCount } from '#model/config/orion.ts';
import type { World, WorldReceiver } from './world.ts';

const decodeTypes = { beeper: 7, coded: 8 } as const;
/** A scan has many turns: at the 5 s that an Ares has by default it would hear little. */
const scanDwell = 1.5;

/**
 * How a study's people set its receivers (SIM-11): at each site where ranges are tested the last one listens
 * to the beepers there, all others to the coded tags; each by as many antennas as it has.
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

/** Where transmitters of that sort send, each frequency (MHz) once, from the lowest. */
function frequenciesOf({ transmitters }: World, isMeant: (transmitter: World['transmitters'][number]) => boolean): number[] {
  return [...new Set(transmitters.filter(isMeant).map(({ frequency }) => frequency))].sort((a, b) => a - b);
}

/** As few bands as reach all frequencies, each from the lowest that none before it reaches. */
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
