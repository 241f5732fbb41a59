import { clocks } from '#model/entities/rhythm.ts';
import type { DetectionParameters } from '#model/entities/detection-config.ts';
import { type HeardContact, type SoughtTransmitter, type Target, Targets } from './matching.ts';
import { inOrderOfHours, type RunHour } from './run-hours.ts';
import {
  closeRuns,
  type Judging,
  type RunLane,
  laneOf,
  type RunLaneState,
  type RunPlace,
  shareContact,
  sharedOf,
  type SharedState,
  stateOfLane,
  stateOfShared,
  takeHit,
} from './runs.ts';

/** A receiver writes whole seconds when so many times in a row were (DET-8). */
const wholeSecondsOfClock = 16;

type Waiting = { contact: HeardContact; targets: readonly Target[] };

/** An antenna: contacts of its last ms wait for each other, so that their order is no matter. */
type Ear = RunPlace & { ts: number; clock: number; waiting: Waiting[]; lanes: Map<number, RunLane> };
type Receiver = { rxId: number; lastTs: number | null; wholeSeconds: number; ears: Map<number, Ear> };

type EarState = Pick<Ear, 'ant' | 'ts' | 'clock'> & { waiting: HeardContact[]; shared: SharedState; lanes: RunLaneState[] };
type ReceiverState = Pick<Receiver, 'rxId' | 'lastTs' | 'wholeSeconds'> & { ears: EarState[] };

/** All that what comes later depends on, as plain JSON; `settled` is what was not given yet. */
export type DetectorState = { receivers: ReceiverState[]; settled: RunHour[] };

/**
 * The detection algorithm (DET-5 to DET-9): takes contacts one by one, per receiver in order of time, and
 * gives what the kept runs heard, by hour. `sumUp` makes detections of it.
 */
export class Detector {
  readonly #transmitters: readonly SoughtTransmitter[];
  readonly #targets: Targets;
  readonly #judging: Judging;
  readonly #receivers = new Map<number, Receiver>();
  #settledTo = -Infinity;

  /**
   * Goes on from a state that was made with the same parameters. Open runs of transmitters that are no longer
   * sought are dropped.
   */
  constructor(transmitters: readonly SoughtTransmitter[], parameters: DetectionParameters, state?: DetectorState) {
    this.#transmitters = transmitters;
    this.#targets = new Targets(transmitters, parameters);
    this.#judging = { parameters, settled: structuredClone(state?.settled ?? []) };
    for (const receiver of state?.receivers ?? []) this.#receivers.set(receiver.rxId, receiverOf(receiver, this.#targets));
  }

  /** Takes a contact that is not before any of its receiver's, nor before what was settled. */
  take(contact: HeardContact): void {
    const receiver = this.#receiver(contact.rxId);
    const { ts } = contact;
    if (ts < this.#settledTo || (receiver.lastTs !== null && ts < receiver.lastTs))
      throw new RangeError(`contact of receiver ${contact.rxId} at ${ts} comes too late`);
    if (ts !== receiver.lastTs) {
      receiver.wholeSeconds = ts % clocks.coarse === 0 ? Math.min(receiver.wholeSeconds + 1, wholeSecondsOfClock) : 0;
      receiver.lastTs = ts;
    }
    const targets = this.#targets.matches(contact);
    if (targets.length === 0) return;
    const ear = earIn(receiver, contact.ant);
    if (ear.ts !== ts) {
      this.#hear(ear);
      ear.ts = ts;
      ear.clock = receiver.wholeSeconds < wholeSecondsOfClock ? clocks.fine : clocks.coarse;
    }
    ear.waiting.push({ contact, targets });
  }

  /**
   * What is settled by now and was not given yet: of runs that nothing heard at or after `ts` (ms) can join.
   * All contacts before `ts` must have been taken. When it is asked changes nothing of what comes out in all.
   */
  settle(ts: number): RunHour[] {
    this.#settledTo = Math.max(this.#settledTo, ts);
    for (const receiver of this.#receivers.values()) {
      if (receiver.lastTs !== null && receiver.lastTs < ts) receiver.lastTs = null;
      for (const ear of receiver.ears.values()) {
        if (ear.ts < ts) this.#hear(ear);
        for (const lane of lanesOf(ear)) {
          closeRuns(ear, lane, ts, this.#judging);
          if (lane.hits.length === 0) ear.lanes.delete(lane.target.id);
        }
        if (ear.waiting.length === 0 && ear.lanes.size === 0) receiver.ears.delete(ear.ant);
      }
    }
    return this.#judging.settled.splice(0).sort(inOrderOfHours);
  }

  /** What is not given yet, as if the open runs ended now; changes nothing. */
  provisional(): RunHour[] {
    return new Detector(this.#transmitters, this.#judging.parameters, this.state).end();
  }

  /** What is not given yet; no contact comes any more. */
  end(): RunHour[] {
    return this.settle(Infinity);
  }

  /** Equal states stringify equally; two detectors with the same do the same from then on. */
  get state(): DetectorState {
    const receivers = [...this.#receivers.values()].map(stateOfReceiver).filter(isWorthKeeping);
    return {
      receivers: receivers.sort((one, other) => one.rxId - other.rxId),
      settled: structuredClone(this.#judging.settled).sort(inOrderOfHours),
    };
  }

  #receiver(rxId: number): Receiver {
    const known = this.#receivers.get(rxId);
    if (known) return known;
    const receiver: Receiver = { rxId, lastTs: null, wholeSeconds: wholeSecondsOfClock, ears: new Map() };
    this.#receivers.set(rxId, receiver);
    return receiver;
  }

  /** Takes the contacts that waited for others of their ms, in an order that is theirs. */
  #hear(ear: Ear): void {
    const { ts, clock, waiting } = ear;
    if (waiting.length > 1) waiting.sort(inOrderOfHearing);
    for (let n = 0; n < waiting.length; n += 1) {
      const { contact, targets } = waiting[n] as Waiting;
      const isShared = targets.length > 1;
      if (isShared) shareContact(ear, { ts, n }, targets.length);
      for (const target of targets) {
        let lane = ear.lanes.get(target.id);
        if (lane === undefined) ear.lanes.set(target.id, (lane = { target, hits: [] }));
        takeHit(ear, lane, { ts, n, power: contact.power, isShared, clock }, this.#judging);
      }
    }
    waiting.length = 0;
  }
}

/** The loudest first; contacts that are equal in all this are the same. */
function inOrderOfHearing({ contact: one }: Waiting, { contact: other }: Waiting): number {
  return other.power - one.power || one.khz - other.khz || one.type - other.type || (one.code ?? -1) - (other.code ?? -1);
}

function earIn({ rxId, ears }: Receiver, ant: number): Ear {
  const known = ears.get(ant);
  if (known) return known;
  const ear: Ear = { rxId, ant, ts: 0, clock: clocks.fine, waiting: [], shared: new Map(), lanes: new Map() };
  ears.set(ant, ear);
  return ear;
}

/** In an order that does not tell which was heard first. */
function lanesOf({ lanes }: Pick<Ear, 'lanes'>): RunLane[] {
  return [...lanes.values()].sort((one, other) => one.target.id - other.target.id);
}

/** A receiver nothing is open at, and whose clock is as that of one never heard, needs no words. */
function isWorthKeeping({ lastTs, wholeSeconds, ears }: ReceiverState): boolean {
  return lastTs !== null || wholeSeconds !== wholeSecondsOfClock || ears.length > 0;
}

function stateOfReceiver({ rxId, lastTs, wholeSeconds, ears }: Receiver): ReceiverState {
  const states = [...ears.values()].map(stateOfEar).sort((one, other) => one.ant - other.ant);
  return { rxId, lastTs, wholeSeconds, ears: states };
}

function stateOfEar({ ant, ts, clock, waiting, shared, lanes }: Ear): EarState {
  const isWaiting = waiting.length > 0;
  return {
    ant,
    ts: isWaiting ? ts : 0,
    clock: isWaiting ? clock : clocks.fine,
    waiting: waiting.toSorted(inOrderOfHearing).map(({ contact }) => plainContact(contact)),
    shared: stateOfShared(shared),
    lanes: lanesOf({ lanes }).map(stateOfLane),
  };
}

function plainContact({ rxId, ant, ts, khz, code, type, power }: HeardContact): HeardContact {
  return { rxId, ant, ts, khz, code, type, power };
}

function receiverOf({ rxId, lastTs, wholeSeconds, ears }: ReceiverState, targets: Targets): Receiver {
  return { rxId, lastTs, wholeSeconds, ears: new Map(ears.map((ear) => [ear.ant, earOf(rxId, ear, targets)])) };
}

function earOf(rxId: number, { ant, ts, clock, waiting, shared, lanes }: EarState, targets: Targets): Ear {
  const open = lanes.flatMap((lane) => {
    const target = targets.all.find(({ id }) => id === lane.transmitterId);
    return target === undefined ? [] : [laneOf(target, lane)];
  });
  return {
    rxId,
    ant,
    ts,
    clock,
    waiting: waiting.map((contact) => ({ contact: plainContact(contact), targets: targets.matches(contact) })),
    shared: sharedOf(shared, open),
    lanes: new Map(open.map((lane) => [lane.target.id, lane])),
  };
}
