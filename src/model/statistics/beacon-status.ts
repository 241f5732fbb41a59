import type { Round } from '../config/listening.ts';
import { countText } from '../text/number-text.ts';

/** A beacon with its frequency (MHz) and its interval (ms). */
export type SentBeacon = {
  id: number;
  name: string;
  /** Null for a beeper. */
  codeNumber: number | null;
  frequency: number;
  intervalMs: number;
  varianceMs: number;
};

/**
 * What an antenna heard of a beacon: the hits of each hour that had any, and their average power (dBm).
 * `isKnown` is true if the antenna has heard the beacon well before (ALM-20).
 */
export type AntennaHearing = { antenna: number; hourly: readonly number[]; avgPower: number | null; isKnown: boolean };

/** How long a receiver listened (ms), and in which round; `round` is null if its settings are unknown. */
export type Listened = { ms: number; round: Round | null };

type BeaconWarning = 'silent' | 'low' | 'excess';

/**
 * A row of the answer (STAT-3): `efficiency` in percent, null if it cannot be judged; `expectedHits` is null
 * if the number for this antenna cannot be known.
 */
export type BeaconStatus = {
  antenna: number;
  beaconId: number;
  beaconName: string;
  codeNumber: number | null;
  frequency: number;
  efficiency: number | null;
  detectedHits: number;
  expectedHits: number | null;
  avgPower: number | null;
  warningType: BeaconWarning | null;
  explanation: string | null;
};

/** With fewer expected hits nothing is judged, because chance alone could halve them. */
const minExpected = 10;
/**
 * An efficiency (percent) below this gets the warning 'low': storms or passing boats never cost so many hits
 * for long.
 */
const lowPercent = 50;
/** Above this percentage, another transmitter or noise must have been counted as the beacon. */
const excessPercent = 150;
/**
 * A beacon transmits intermittently if an average hour has less than this share of the expected hits, if the
 * hours differ by less than `dutySpread` of their average, and if at least `dutyHours` hours have hits.
 */
const dutyShare = 0.25;
const dutySpread = 0.35;
const dutyHours = 6;
/**
 * An antenna that never had this many hits within an hour may have heard noise with the same code (ALM-20).
 */
const minHourly = 10;
/**
 * The step (s) in which a round is sampled. If a round would need more than `maxSteps` steps, its steps are
 * longer.
 */
const stepSeconds = 0.1;
const maxSteps = 20_000;

/**
 * Returns the share of a round (0 to 1) in which each antenna listens to a frequency; antennas that never do
 * are left out.
 */
export function listeningShares(round: Round, frequency: number): ReadonlyMap<number, number> {
  const steps = Math.min(maxSteps, Math.round(round.seconds / stepSeconds));
  const shares = new Map<number, number>();
  for (let step = 0; step < steps; step++) {
    const ear = round.at(((step + 0.5) * round.seconds) / steps);
    if (ear?.hears(frequency) === true) shares.set(ear.antenna, (shares.get(ear.antenna) ?? 0) + 1 / steps);
  }
  return shares;
}

/**
 * Returns true if a beacon's pulses always fall at the same few points of a receiver's round, so that one
 * antenna may hear all of them and another none. That is so if some number of intervals, less than `turns`,
 * lasts a whole number of rounds (to within 1/50 of a turn), and the interval's variance is at most a quarter
 * of a turn.
 */
export function isLocked({ intervalMs, varianceMs }: SentBeacon, { seconds, turns }: Round): boolean {
  if (turns < 2 || seconds === 0) return false;
  const roundMs = seconds * 1_000;
  const turnMs = roundMs / turns;
  if (varianceMs > turnMs / 4) return false;
  for (let pulses = 1; pulses < turns; pulses++) {
    const off = (intervalMs * pulses) % roundMs;
    if (Math.min(off, roundMs - off) < turnMs / 50) return true;
  }
  return false;
}

/**
 * Compares what a receiver's antennas heard of a beacon with what they should have heard (STAT-8). `heard`
 * has only antennas that ever heard the beacon. If the beacon is locked to the receiver's round (`isLocked`),
 * they are judged together.
 */
export function beaconStatus(beacon: SentBeacon, heard: readonly AntennaHearing[], listened: Listened): BeaconStatus[] {
  const { round } = listened;
  const shares = round === null ? new Map<number, number>() : listeningShares(round, beacon.frequency);
  const rows = heard.map((hearing) => {
    const share = shares.get(hearing.antenna) ?? 0;
    const detected = hearing.hourly.reduce((sum, hits) => sum + hits, 0);
    return { ...hearing, detected, expected: (listened.ms / beacon.intervalMs) * share };
  });
  const locked = round !== null && rows.length > 0 && isLocked(beacon, round);
  // Includes antennas that never heard the beacon, because the others hear only their share of its hits.
  const inAll = [...shares.values()].reduce((sum, share) => sum + share, 0);
  const together = {
    detected: rows.reduce((sum, { detected }) => sum + detected, 0),
    expected: (listened.ms / beacon.intervalMs) * inAll,
  };
  return rows.map(({ antenna, avgPower, hourly, isKnown, detected, expected }) => {
    const own = { listened, hourly, isKnown, detected, expected };
    const verdict = locked && !isNoise(own) ? judgedTogether(beacon, own, together, inAll) : judged(own);
    return {
      antenna,
      beaconId: beacon.id,
      beaconName: beacon.name,
      codeNumber: beacon.codeNumber,
      frequency: beacon.frequency,
      detectedHits: detected,
      // An expected number is shown only with the percentage that it explains (STAT-14).
      expectedHits: locked || verdict.efficiency === null ? null : Math.round(expected),
      avgPower,
      ...verdict,
    };
  });
}

type Judged = Pick<BeaconStatus, 'efficiency' | 'warningType' | 'explanation'>;
type Hits = { detected: number; expected: number };
type Figures = Hits & Pick<AntennaHearing, 'hourly' | 'isKnown'> & { listened: Listened };

const none = (explanation: string): Judged => ({ efficiency: null, warningType: null, explanation });

function judged(figures: Figures): Judged {
  const { listened, hourly, detected, expected } = figures;
  if (listened.round === null) return none('The configuration of the receiver is not known');
  if (listened.ms === 0) return none('The receiver was not online in this time');
  if (expected === 0) return none('The receiver does not listen to the frequency of this beacon');
  if (isNoise(figures))
    return none(`Never more than ${Math.max(...hourly)} within an hour: noise may have been decoded as this beacon`);
  if (isDutyCycled(hourly, expected, listened.ms))
    return none(`This beacon transmits intermittently: about ${Math.round(mean(hourly))} hits in the hours when it is heard`);
  return compared(figures, `${countText(detected)} of ${countText(Math.round(expected))} expected hits`, null);
}

/** Judges one antenna for a beacon that is locked to its receiver's round (STAT-8). */
function judgedTogether({ intervalMs }: SentBeacon, own: Figures, together: Hits, inAll: number): Judged {
  const { listened, detected } = own;
  if (listened.round === null || listened.ms === 0 || together.expected === 0) return judged(own);
  const [every, takes] = [intervalMs / 1_000, listened.round.seconds].map((seconds) => `${Math.round(seconds * 10) / 10} s`);
  const locked = `Locked: the beacon sends every ${every} and the receiver's round takes ${takes}`;
  // If no antenna listens for a part of the round, the beacon may always send in that part.
  if (inAll <= 0.99)
    return none(`${locked}, so it meets the same antennas and bands each time and the expected number is unknown`);
  const figures = `${countText(together.detected)} of ${countText(Math.round(together.expected))} expected hits at all antennas together, ${countText(detected)} of them at this one`;
  return compared(together, figures, `${locked}, so it meets the same antennas each time`);
}

/**
 * Judges a percentage. `reason` says why it does not follow from the row's numbers alone; null if it does.
 */
function compared({ detected, expected }: Hits, figures: string, reason: string | null): Judged {
  const percent = (detected / expected) * 100;
  const efficiency = Math.round(percent * 10) / 10;
  const because = reason === null ? '' : `. ${reason}`;
  const usual: Judged = { efficiency, warningType: null, explanation: reason === null ? null : `${figures}${because}` };
  const warned = (warningType: BeaconWarning, says: string, more = ''): Judged => ({
    efficiency,
    warningType,
    explanation: `${says}: ${figures}${because}${more}`,
  });
  if (expected < minExpected) return usual;
  if (detected === 0) return warned('silent', 'Nothing was heard');
  if (percent < lowPercent) return warned('low', 'Less than half was heard');
  if (percent <= excessPercent) return usual;
  return warned('excess', 'More hits than the beacon sends', '. Another transmitter or noise may be mistaken for it');
}

/**
 * Returns true if an antenna's hits may be noise (STAT-15): a small part of what the beacon sends, never many
 * within an hour, and it never heard the beacon well before.
 */
function isNoise({ hourly, isKnown, detected, expected, listened }: Figures): boolean {
  if (isKnown || detected === 0 || expected < minExpected) return false;
  // At a lower expected rate, few hits an hour are normal.
  if (expected / (listened.ms / 3_600_000) < minHourly) return false;
  return detected < expected * dutyShare && Math.max(...hourly) < minHourly;
}

function isDutyCycled(hourly: readonly number[], expected: number, ms: number): boolean {
  if (hourly.length < dutyHours || Math.max(...hourly) < minHourly) return false;
  const average = mean(hourly);
  const perHour = expected / (ms / 3_600_000);
  const spread = Math.sqrt(mean(hourly.map((hits) => (hits - average) ** 2))) / average;
  return average < perHour * dutyShare && spread < dutySpread;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
