import process from 'node:process';
import type { DetectionParameters } from '#model/entities/detection-config.ts';
import { presets } from '#model/detection/detection-form.ts';
import { Detector } from '../../host/domain/detection/detector.ts';
import type { HeardContact } from '../../host/domain/detection/matching.ts';
import type { TargetTransmitter } from '../../host/platform/store/fleet/target-transmitters.ts';
import { type Detection, sumUp } from '../../host/domain/detection/run-hours.ts';
import { seededRandom } from '../support/seeded-random.ts';
import type { BenchRow } from './bench-row.ts';

const [hourMs, dayMs] = [3_600_000, 86_400_000];
const start = Date.UTC(2026, 4, 1) + 123;
/** Tags as in a real study: one channel, a code each, intervals of about 5 s. */
const tags: TargetTransmitter[] = Array.from({ length: 200 }, (_, at) => ({
  id: at + 1,
  codeNumber: at + 100,
  frequency: 150.38,
  frequencyVariance: 2,
  emitInterval: 4_600 + at * 7,
  emitIntervalVariance: 5,
}));
const antennas = 4;
/** Of all tags together, per antenna. */
const falseDecodesPerHour = 60;
/** The furthest a false decode may be from its tag's frequency, in kHz. */
const falseReachKhz = 5;
const falseDays = 200;
const passages = 400;
const emissions = [2, 3, 5, 10];

/**
 * The detection algorithm (DET-5 to DET-9): its speed; the share of tag passages it finds, by number of
 * emissions heard; and its false detections from false decodes of real codes, compared with pure chance.
 */
export function run(): Promise<BenchRow[]> {
  return Promise.resolve([
    speed(),
    ...Object.entries(presets).flatMap(([name, preset]) => [recall(name, preset), falsehood(name, preset)]),
  ]);
}

function decode(tag: TargetTransmitter, ts: number, over: Partial<HeardContact> = {}): HeardContact {
  return { rxId: 1, ant: 1, ts: Math.round(ts), khz: 150_380, code: tag.codeNumber, type: 8, power: -100, ...over };
}

function detect(contacts: readonly HeardContact[], parameters: DetectionParameters): Detection[] {
  const detector = new Detector(tags, parameters);
  for (const contact of contacts) detector.take(contact);
  return sumUp(detector.end());
}

const inOrder = (contacts: HeardContact[]) => contacts.sort((one, other) => one.ts - other.ts);

/** Each emission jitters around the tag's own grid. */
function emissionAt(tag: TargetTransmitter, from: number, index: number, random: () => number): number {
  return from + index * tag.emitInterval + (random() * 2 - 1) * tag.emitIntervalVariance;
}

/** Times all tags at once, a tenth of their contacts out of rhythm, settled each hour as when stored. */
function speed(): BenchRow {
  const random = seededRandom(1);
  const contacts = inOrder(
    tags.flatMap((tag) => {
      const place = { rxId: 1 + (tag.id % 10), ant: 1 + (tag.id % antennas) };
      const times = Array.from({ length: 10_000 }, (_, index) => emissionAt(tag, start, index, random));
      return times.map((ts) => decode(tag, random() < 0.1 ? ts + random() * 4_000 : ts, place));
    }),
  );
  const rates = [1, 2, 3, 4, 5].map(() => {
    const began = process.cpuUsage();
    const detector = new Detector(tags, presets.Balanced);
    let [hour, hits] = [start, 0];
    for (const contact of contacts) {
      for (; contact.ts >= hour + hourMs; hour += hourMs) hits += sumUp(detector.settle(hour)).length;
      detector.take(contact);
    }
    hits += sumUp(detector.end()).length;
    // CPU time: other programs do not count.
    return hits > 0 ? contacts.length / process.cpuUsage(began).user : 0;
  });
  return {
    what: `detection: contacts taken in each second of a core, ${tags.length} transmitters`,
    target: '≥ 1.00 million',
    better: 'more',
    measured: `${Math.max(...rates).toFixed(2)} million`,
    met: Math.max(...rates) >= 1,
    details: `${contacts.length.toLocaleString('en')} contacts; rounds ${rates.map((rate) => rate.toFixed(2)).join(', ')} million`,
  };
}

/** Measures the share of passages found among false decodes; seven in ten emissions are heard. */
function recall(name: string, preset: DetectionParameters): BenchRow {
  const random = seededRandom(2);
  const shares = emissions.map((heard) => {
    const found = Array.from({ length: passages }, () => isFound(heard, preset, random)).filter(Boolean).length;
    return { heard, share: found / passages };
  });
  // Strict requires 3 hits, and its tolerance excludes one gap in sixteen.
  const [least, from] = name === 'Strict' ? [0.9, 5] : [0.99, 2];
  return {
    what: `detection, ${name}: passages found, by emissions heard`,
    target: `≥ ${least * 100} % from ${from} on`,
    better: 'more',
    yardstick: null,
    // Most emissions first: runs are compared by the first number.
    measured: shares
      .toSorted((one, other) => other.heard - one.heard)
      .map(({ heard, share }) => `${(share * 100).toFixed(1)} % of ${heard}`)
      .join(', '),
    met: shares.every(({ heard, share }) => heard < from || share >= least),
    details: `${passages} passages each, at -72 dBm with fading of up to 4 dB either way`,
  };
}

function isFound(heard: number, preset: DetectionParameters, random: () => number): boolean {
  const tag = tags[Math.floor(random() * tags.length)] as TargetTransmitter;
  const from = start + hourMs / 2 + random() * hourMs;
  const hits: HeardContact[] = [];
  for (let index = 0; hits.length < heard; index += 1) {
    if (random() < 0.3) continue;
    const power = Math.round(-72 + (random() * 2 - 1) * 4);
    hits.push(decode(tag, emissionAt(tag, from, index, random), { power, khz: 150_380 + random() * 2 - 1 }));
  }
  const found = detect(inOrder([...hits, ...falseDecodes(3 * hourMs, random)]), preset);
  const [first, last] = [hits[0]?.ts ?? 0, hits.at(-1)?.ts ?? 0];
  return found.some(({ transmitterId, firstTs, lastTs }) => transmitterId === tag.id && firstTs <= last && lastTs >= first);
}

/**
 * Returns false decodes of real codes at random times within the period, as noise makes them, on one antenna.
 */
function falseDecodes(periodMs: number, random: () => number, ant = 1): HeardContact[] {
  return Array.from({ length: Math.round((periodMs / hourMs) * falseDecodesPerHour) }, () =>
    decode(tags[Math.floor(random() * tags.length)] as TargetTransmitter, start + random() * periodMs, {
      ant,
      khz: 150_380 + (random() * 2 - 1) * falseReachKhz,
      power: Math.round(-70 - random() * 6),
    }),
  );
}

/**
 * Measures false decodes alone, loud and even enough for every preset, so that only rhythm can reject them.
 */
function falsehood(name: string, preset: DetectionParameters): BenchRow {
  const random = seededRandom(3);
  let count = 0;
  for (let day = 0; day < falseDays; day += 1) {
    const heard = Array.from({ length: antennas }, (_, at) => falseDecodes(dayMs, random, at + 1)).flat();
    count += detect(inOrder(heard), preset).length;
  }
  const expected = tags.reduce((sum, tag) => sum + byChance(tag, preset), 0);
  const most = expected * falseDays + 3 * Math.sqrt(expected * falseDays) + 1;
  return {
    what: `detection, ${name}: false detections per receiver and day`,
    target: `by chance ${expected.toPrecision(2)}`,
    better: 'less',
    yardstick: null,
    measured: (count / falseDays).toFixed(3),
    met: count <= most,
    details: `${count} in ${falseDays} days of ${antennas} antennas with ${falseDecodesPerHour} false decodes an hour each`,
  };
}

/**
 * Returns how many runs of minimum length a tag has in a day by chance: each further hit falls into a slot
 * after the last.
 */
function byChance(tag: TargetTransmitter, preset: DetectionParameters): number {
  const slack = Math.floor(2 * tag.emitIntervalVariance * preset.intervalToleranceMultiplier);
  const slots = Array.from({ length: 20 }, (_, at) => 2 * (slack + at + 1) + 1).reduce((sum, ms) => sum + ms, 0);
  const matching = Math.min(1, (3 * preset.frequencyToleranceMultiplier) / falseReachKhz);
  const perMs = (falseDecodesPerHour / hourMs / tags.length) * matching;
  return antennas * dayMs * perMs * (perMs * slots) ** (preset.minimumHits - 1);
}
