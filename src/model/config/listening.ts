import { type AresConfig, operateModes } from './ares.ts';
import { hears } from './bins.ts';
import type { ReceiverConfig } from './config.ts';
import type { Band, OrionConfig } from './orion.ts';

/** To what a receiver listens at one time; null for nothing. */
export type Ear = { antenna: number; hears: (frequency: number) => boolean };

/**
 * How a receiver goes round its bands (or scanned frequencies) and antennas (CFG-9). `ears` is how many turns
 * a round has: a tag is heard in one of them by each antenna.
 */
export type Round = {
  /** Seconds until it listens to the same again. */
  seconds: number;
  turns: number;
  /** To what it listens so many seconds after the epoch. */
  at: (seconds: number) => Ear | null;
};

/** Ares tune to a frequency and hear this far beside it, in MHz. */
const aresReach = 0.0025;
const nothing: Round = { seconds: 0, turns: 0, at: () => null };

export function roundOf(config: ReceiverConfig): Round {
  return 'orion' in config ? orionRound(config.orion) : aresRound(config.ares);
}

/** An Orion stays on a band until all its antennas had their turn, and at least for the band's dwell time. */
function orionRound({ general, channels }: OrionConfig): Round {
  const bands = channels.bands.filter(({ enabled, frequencyBins }) => enabled === 1 && frequencyBins.includes('1'));
  const antennas =
    general.antennaSwitchEnabled === 1 ? Array.from({ length: general.numberAntennas }, (_, i) => i + 1) : [general.antennaLock];
  const perAntenna = general.antennaDwellTime;
  const allAntennas = antennas.length * perAntenna;
  const perBand = bands.length === 1 ? allAntennas : Math.max(channels.bandDwellTime, allAntennas);
  if (bands.length === 0) return nothing;
  return {
    seconds: perBand * bands.length,
    turns: bands.length * antennas.length,
    at: (seconds) => {
      const into = seconds % (perBand * bands.length);
      const band = bands[Math.min(bands.length - 1, Math.floor(into / perBand))] as Band;
      const antenna = antennas[Math.floor((into % perBand) / perAntenna) % antennas.length] as number;
      return { antenna, hears: (frequency) => hears(band, frequency) };
    },
  };
}

/** An Ares stays on a frequency until all its antennas had their turn. */
function aresRound({ channels, decoder }: AresConfig): Round {
  const { operateMode, vfoFrequency, scanTable, numAntennas, dwellTime } = channels;
  const frequencies = operateMode === operateModes.scan ? scanTable.map(({ content }) => content) : [vfoFrequency];
  if (frequencies.length === 0 || decoder.enabled === 0) return nothing;
  const turns = frequencies.length * numAntennas;
  return {
    seconds: turns * dwellTime,
    turns,
    at: (seconds) => {
      const turn = Math.floor((seconds % (turns * dwellTime)) / dwellTime) % turns;
      const tuned = frequencies[Math.floor(turn / numAntennas)] as number;
      return { antenna: (turn % numAntennas) + 1, hears: (frequency) => Math.abs(frequency - tuned) <= aresReach + 1e-9 };
    },
  };
}
