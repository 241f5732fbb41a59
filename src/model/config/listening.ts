import { type AresConfig, operateModes } from './ares.ts';
import { hears } from './bins.ts';
import type { ReceiverConfig } from './config.ts';
import type { Band, OrionConfig } from './orion.ts';

/** The antenna and the frequencies (MHz) that a receiver listens to at a moment. */
export type Ear = { antenna: number; hears: (frequency: number) => boolean };

/**
 * The cycle of a receiver through its bands (or scanned frequencies) and antennas (CFG-9). A cycle has
 * `turns`, one for each band and antenna; an antenna hears a given tag only in one of them.
 */
export type Round = {
  /** The length of a cycle, in s. */
  seconds: number;
  turns: number;
  /** Returns what the receiver listens to at a time, in s since 1970; null if it listens to nothing. */
  at: (seconds: number) => Ear | null;
};

/** How far from its tuned frequency an Ares hears, in MHz. */
const aresReach = 0.0025;
const nothing: Round = { seconds: 0, turns: 0, at: () => null };

export function roundOf(config: ReceiverConfig): Round {
  return 'orion' in config ? orionRound(config.orion) : aresRound(config.ares);
}

/**
 * Returns the cycle of an Orion. It stays on a band until each antenna has had its turn and, if it has
 * several bands, at least for the band's dwell time.
 */
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

/** Returns the cycle of an Ares. It stays on a frequency until each antenna has had its turn. */
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
