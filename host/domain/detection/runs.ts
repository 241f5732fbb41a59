import { mostIntervals } from '#model/entities/rhythm.ts';
import { hourMs, startOfHour } from '#model/detection/settings-hours.ts';
import type { DetectionParameters } from '#model/entities/detection-config.ts';
import type { Target } from './matching.ts';
import {
  addSpacing,
  addSums,
  inOrderOfRuns,
  isKept,
  noSums,
  type RunHour,
  type RunName,
  type Spacing,
  spacingOf,
  type Sums,
} from './run-hours.ts';

/**
 * How many last hits of a run stay undecided, and how many undecided hits a lane may have in total (DET-6).
 */
const maxUndecided = 4;
const maxOpenHits = 24;
/**
 * The most hours whose sums a run holds. Beyond that, its oldest hour is settled: all hits so far decide
 * whether it is kept.
 */
const maxHours = 168;

type HourOfRun = Sums & { hour: number; rivals: RunName[]; near?: Spacing[] };

/**
 * The decided part of a run. `before` sums up the hours that are settled already. `unnamed` are hits that
 * also fit other transmitters, collected while the run has too few hits to be kept.
 */
type Run = { name: RunName; before: Sums | null; hours: HourOfRun[]; unnamed: { ts: number; n: number }[] };

/**
 * A contact as a hit of a transmitter; the `n`th of its ms. `follows` is the hit before it in its run. `hits`
 * and `squaredLag` are those of the run up to this hit. The oldest open hit of a run follows nothing and has
 * the `run`. `near` is the number of emit intervals since the hit before it, of any run; -ms if no number of
 * them fits.
 */
type Hit = {
  ts: number;
  n: number;
  power: number;
  isShared: boolean;
  isFine: boolean;
  hits: number;
  squaredLag: number;
  near: number | null;
  follows: Hit | null;
  followers: number;
  run: Run | null;
};

/** A lane: the open hits of one transmitter at one antenna of one receiver, in order of time. */
export type RunLane = { target: Target; hits: Hit[] };

/**
 * A contact that fits several transmitters: its runs so far, and the number of lanes that have not decided on
 * a run for it yet (`open`).
 */
type SharedContact = { open: number; runs: { name: RunName; run: Run | null }[] };

/** An antenna of a receiver, with the contacts that its lanes share. */
export type RunPlace = { rxId: number; ant: number; shared: Map<string, SharedContact> };

/** The parameters that decide whether runs are kept, and the list that collects the parts of kept ones. */
export type Judging = { parameters: DetectionParameters; settled: RunHour[] };

/** A contact that fits a transmitter; `clock` is the resolution of its time in ms. */
export type FittingContact = { ts: number; n: number; power: number; isShared: boolean; clock: number };

const keyOf = ({ ts, n }: { ts: number; n: number }) => `${ts}/${n}`;

/** Records how many lanes a contact belongs to. */
export function shareContact(place: RunPlace, contact: { ts: number; n: number }, lanes: number): void {
  place.shared.set(keyOf(contact), { open: lanes, runs: [] });
}

/** Takes a contact into a lane, as the next hit of the run that becomes the longest, or of a new one. */
export function takeHit(place: RunPlace, lane: RunLane, contact: FittingContact, judging: Judging): void {
  const { ts, n, power, isShared, clock } = contact;
  closeRuns(place, lane, ts, judging);
  const { target, hits } = lane;
  const isFine = 2 * (target.slack + clock) < target.interval;
  const hit: Hit = { ts, n, power, isShared, isFine, hits: 1, squaredLag: 0, near: null, follows: null, followers: 0, run: null };
  followBest(lane, hit, clock);
  hit.near = nearOf(lane, hit, clock);
  if (hit.follows === null) hit.run = startRun(place, lane, hit, judging);
  else hit.follows.followers += 1;
  hits.push(hit);
  const oldest = oldestOf(hit);
  // No other hit of the tree is as far from the oldest: the path to this hit has won.
  if (hit.hits - oldest.hits > maxUndecided) advance(place, lane, oldest, hit, judging);
  if (hits.length > maxOpenHits) dropWorst(place, lane, judging);
}

/**
 * Makes a hit follow the last hit of the longest run that it fits. Of equally long runs, it prefers the most
 * regular one, then the one with the earlier hit.
 */
function followBest({ target, hits }: RunLane, hit: Hit, clock: number): void {
  const { interval, slack } = target;
  // The newest hit usually ends the longest run, so that shorter ones can be skipped.
  for (let at = hits.length - 1; at >= 0; at -= 1) {
    const earlier = hits[at] as Hit;
    if (earlier.hits + 1 < hit.hits) continue;
    const gap = hit.ts - earlier.ts;
    const k = intervalsIn(gap, interval);
    const lag = gap - k * interval;
    if (Math.abs(lag) > slack + k - 1 + clock) continue;
    const squaredLag = earlier.squaredLag + lag * lag;
    if (earlier.hits + 1 === hit.hits && squaredLag > hit.squaredLag) continue;
    hit.follows = earlier;
    hit.hits = earlier.hits + 1;
    hit.squaredLag = squaredLag;
  }
}

/**
 * Measures how long a hit comes after the one before it, of any run (DET-22); null if there is none. Ignores
 * isolated hits, which neither follow another nor are followed: most are noise.
 */
function nearOf({ target, hits }: RunLane, hit: Hit, clock: number): number | null {
  const isNoise = (each: Hit): boolean => each.hits === 1 && each.followers === 0 && each !== hit.follows;
  const before = hits.findLast((each) => each.ts < hit.ts && !isNoise(each));
  if (before === undefined) return null;
  const gap = hit.ts - before.ts;
  const k = intervalsIn(gap, target.interval);
  return Math.abs(gap - k * target.interval) <= target.slack + k - 1 + clock ? k : -gap;
}

/** Returns the nearest number of emit intervals in a gap, from 1 to 20. */
function intervalsIn(gap: number, interval: number): number {
  return Math.min(mostIntervals, Math.max(1, Math.round(gap / interval)));
}

function oldestOf(hit: Hit): Hit {
  let oldest = hit;
  while (oldest.follows !== null) oldest = oldest.follows;
  return oldest;
}

/**
 * Settles the oldest hit: of the hits that follow it, the one on the path to `winner` continues its run, and
 * the others start runs of their own.
 */
function advance(place: RunPlace, lane: RunLane, oldest: Hit, winner: Hit, judging: Judging): Hit {
  let next = winner;
  while (next.follows !== null && next.follows !== oldest) next = next.follows;
  if (oldest.followers > 1)
    for (const hit of lane.hits) if (hit.follows === oldest && hit !== next) splitOff(place, lane, hit, judging);
  remove(lane, oldest);
  next.follows = null;
  next.run = oldest.run;
  if (next.run) addHit(place, lane, next.run, next, { after: oldest, judging });
  return next;
}

/**
 * Starts a run with a hit that lost the run it followed, and with all hits that come after it in its tree.
 */
function splitOff(place: RunPlace, lane: RunLane, lost: Hit, judging: Judging): void {
  const [hits, squaredLag] = [lost.hits - 1, lost.squaredLag];
  for (const hit of lane.hits.filter((each) => isLedToBy(each, lost))) {
    hit.hits -= hits;
    hit.squaredLag -= squaredLag;
  }
  lost.follows = null;
  lost.run = startRun(place, lane, lost, judging);
}

function isLedToBy(hit: Hit, earlier: Hit): boolean {
  for (let at: Hit | null = hit; at !== null; at = at.follows) if (at === earlier) return true;
  return false;
}

function remove(lane: RunLane, hit: Hit): void {
  if (lane.hits[0] === hit) lane.hits.shift();
  else lane.hits.splice(lane.hits.indexOf(hit), 1);
}

/**
 * Limits the memory: removes the last hit of the shortest run, of several the oldest, and settles it as a run
 * of its own.
 */
function dropWorst(place: RunPlace, lane: RunLane, judging: Judging): void {
  let worst: Hit | null = null;
  for (const hit of lane.hits) if (hit.followers === 0 && (worst === null || hit.hits < worst.hits)) worst = hit;
  if (worst === null) return;
  remove(lane, worst);
  if (worst.follows !== null) worst.follows.followers -= 1;
  endRun(place, lane, worst.run ?? startRun(place, lane, worst, judging), judging);
}

/** Settles the runs that no contact at or after `ts` can join. */
export function closeRuns(place: RunPlace, lane: RunLane, ts: number, judging: Judging): void {
  for (let winner = endedAt(lane, ts); winner !== null; winner = endedAt(lane, ts)) {
    let oldest = oldestOf(winner);
    while (oldest !== winner) oldest = advance(place, lane, oldest, winner, judging);
    remove(lane, oldest);
    if (oldest.run) endRun(place, lane, oldest.run, judging);
  }
}

/** Returns the best last hit of a tree whose hits are all out of reach; null if there is no such tree. */
function endedAt({ target, hits }: RunLane, ts: number): Hit | null {
  const first = hits[0];
  if (first === undefined || ts - first.ts <= target.reach) return null;
  if (first.followers === 0) return first;
  const live = new Set(hits.filter((hit) => ts - hit.ts <= target.reach).map(oldestOf));
  const ended = hits.find((hit) => hit.run !== null && !live.has(hit));
  if (ended === undefined) return null;
  return hits.filter((hit) => oldestOf(hit) === ended).reduce((best, hit) => (isBetter(hit, best) ? hit : best));
}

function isBetter(hit: Hit, than: Hit): boolean {
  return hit.hits > than.hits || (hit.hits === than.hits && hit.squaredLag < than.squaredLag);
}

function startRun(place: RunPlace, lane: RunLane, hit: Hit, judging: Judging): Run {
  const name = { transmitterId: lane.target.id, startTs: hit.ts, n: hit.n };
  const run: Run = { name, before: null, hours: [], unnamed: [] };
  addHit(place, lane, run, hit, { after: null, judging });
  return run;
}

type HitAfter = { after: Hit | null; judging: Judging };

function addHit(place: RunPlace, lane: RunLane, run: Run, hit: Hit, { after, judging }: HitAfter): void {
  const hour = hourFor(run, hit.ts);
  hour.hits += 1;
  hour.power += hit.power;
  hour.squaredPower += hit.power * hit.power;
  hour.maxPower = Math.max(hour.maxPower, hit.power);
  hour.lastTs = hit.ts;
  if (after !== null) addGap(hour, lane.target.interval, after, hit);
  if (hit.near !== null) addSpacing((hour.near ??= []), spacingOf(hit.near, lane.target.interval));
  if (hit.isShared) run.unnamed.push({ ts: hit.ts, n: hit.n });
  if (run.unnamed.length > 0 && hit.hits >= judging.parameters.minimumHits) nameRun(place, run);
  if (run.hours.length > maxHours) settleOldest(place, lane, run, judging);
}

function addGap(hour: Sums, interval: number, after: Hit, hit: Hit): void {
  const gap = hit.ts - after.ts;
  const k = intervalsIn(gap, interval);
  const lag = gap - k * interval;
  const pace = gap / k - interval;
  hour.gaps += 1;
  if (hit.isFine) hour.fineGaps += 1;
  hour.lag += lag;
  hour.squaredLag += lag * lag;
  hour.pace += pace;
  hour.squaredPace += pace * pace;
}

function hourFor({ hours }: Run, ts: number): HourOfRun {
  const last = hours[hours.length - 1];
  if (last !== undefined && ts < last.hour + hourMs) return last;
  const next = { ...noSums(), firstTs: ts, hour: startOfHour(ts), rivals: [] };
  hours.push(next);
  return next;
}

/** Makes a run and those that share its contacts rivals of each other. */
function nameRun({ shared }: RunPlace, run: Run): void {
  for (const hit of run.unnamed.splice(0)) {
    const contact = shared.get(keyOf(hit));
    if (contact === undefined) continue;
    for (const other of contact.runs) {
      addRival(run, hit.ts, other.name);
      if (other.run) addRival(other.run, hit.ts, run.name);
    }
    contact.runs.push({ name: run.name, run });
    release(shared, hit);
  }
}

function addRival({ hours }: Run, ts: number, name: RunName): void {
  const rivals = hours.findLast(({ firstTs, lastTs }) => firstTs <= ts && ts <= lastTs)?.rivals;
  if (rivals === undefined || rivals.some((rival) => inOrderOfRuns(rival, name) === 0)) return;
  rivals.push(name);
  rivals.sort(inOrderOfRuns);
}

/** Records that one more lane has decided on a run for this contact. The last of them removes the contact. */
function release(shared: RunPlace['shared'], hit: { ts: number; n: number }): void {
  const contact = shared.get(keyOf(hit));
  if (contact === undefined) return;
  contact.open -= 1;
  if (contact.open === 0) shared.delete(keyOf(hit));
}

function totalsOf({ before, hours }: Run): Sums {
  const totals = noSums();
  if (before !== null) addSums(totals, before);
  for (const hour of hours) addSums(totals, hour);
  return totals;
}

function endRun(place: RunPlace, lane: RunLane, run: Run, judging: Judging): void {
  for (const hit of run.unnamed) release(place.shared, hit);
  const totals = totalsOf(run);
  // Empty the run's hours: if a later run becomes a rival of this one, there is no hour to record it in.
  const hours = run.hours.splice(0);
  if (isKept(totals, judging.parameters)) for (const hour of hours) settle(place, lane, { run, hour, totals }, judging);
}

function settleOldest(place: RunPlace, lane: RunLane, run: Run, judging: Judging): void {
  const totals = totalsOf(run);
  const hour = run.hours.shift();
  if (hour === undefined) return;
  run.before ??= noSums();
  addSums(run.before, hour);
  if (isKept(totals, judging.parameters)) settle(place, lane, { run, hour, totals }, judging);
}

type SettledHour = { run: Run; hour: HourOfRun; totals: Sums };

function settle({ rxId, ant }: RunPlace, { target }: RunLane, { run, hour, totals }: SettledHour, { settled }: Judging): void {
  const rhythm = totals.gaps > 0 && totals.fineGaps === totals.gaps ? 'fits' : 'cannot tell';
  settled.push({ ...hour, ...run.name, rxId, ant, emitInterval: target.interval, rhythm });
}

/** A lane as plain values: `follows` is the index of another hit. */
export type RunLaneState = {
  transmitterId: number;
  hits: (Omit<Hit, 'near' | 'follows' | 'followers' | 'run'> & {
    /** Missing in states that were stored before `near` was measured. */
    near?: number | null;
    follows: number | null;
    run: Run | null;
  })[];
};

export type SharedState = { contact: string; open: number; runs: RunName[] }[];

/** Returns a lane as plain values. */
export function stateOfLane({ target, hits }: RunLane): RunLaneState {
  const at = new Map(hits.map((hit, index) => [hit, index]));
  const states = hits.map(({ ts, n, power, isShared, isFine, hits: soFar, squaredLag, near, follows, run }) => ({
    ts,
    n,
    power,
    isShared,
    isFine,
    hits: soFar,
    squaredLag,
    near,
    follows: follows === null ? null : (at.get(follows) ?? null),
    run: structuredClone(run),
  }));
  return { transmitterId: target.id, hits: states };
}

/** Restores a lane of a transmitter from plain values. */
export function laneOf(target: Target, state: RunLaneState): RunLane {
  const hits: Hit[] = state.hits.map(({ ts, n, power, isShared, isFine, hits: soFar, squaredLag, near = null, run }) => {
    const sums = { hits: soFar, squaredLag, near };
    return { ts, n, power, isShared, isFine, ...sums, follows: null, followers: 0, run: structuredClone(run) };
  });
  for (const [index, { follows }] of state.hits.entries()) {
    const [hit, earlier] = [hits[index], follows === null ? undefined : hits[follows]];
    if (hit === undefined || earlier === undefined) continue;
    hit.follows = earlier;
    earlier.followers += 1;
  }
  return { target, hits };
}

/** Returns shared contacts as plain values, in order. */
export function stateOfShared(shared: RunPlace['shared']): SharedState {
  return [...shared]
    .map(([contact, { open, runs }]) => ({ contact, open, runs: runs.map(({ name }) => name).sort(inOrderOfRuns) }))
    .sort((one, other) => (one.contact < other.contact ? -1 : 1));
}

/** Restores shared contacts from plain values, with those of their runs that are open in these lanes. */
export function sharedOf(state: SharedState, lanes: readonly RunLane[]): RunPlace['shared'] {
  const runs = lanes.flatMap(({ hits }) => hits.flatMap(({ run }) => run ?? []));
  const openRun = (name: RunName) => runs.find((run) => inOrderOfRuns(run.name, name) === 0) ?? null;
  return new Map(
    state.map(({ contact, open, runs: names }) => [contact, { open, runs: names.map((name) => ({ name, run: openRun(name) })) }]),
  );
}
