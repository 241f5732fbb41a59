import { clocks } from '#model/entities/rhythm.ts';
import type { DetectionParameters } from '#model/entities/detection-config.ts';
import type { TargetTransmitter } from '../../platform/store/fleet/target-transmitters.ts';
import { type HeardContact, type Target, Targets } from './matching.ts';
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

/**
 * A receiver's clock counts as having whole seconds only if its last times, this many different ones, had no
 * fractions (DET-8).
 */
const wholeSecondsOfClock = 16;

type Waiting = { contact: HeardContact; targets: readonly Target[] };

/**
 * The state of an antenna. Contacts of the same ms are collected before they are taken, so that their order
 * does not matter.
 */
type Antenna = RunPlace & { ts: number; clock: number; waiting: Waiting[]; lanes: Map<number, RunLane> };
type Receiver = { rxId: number; lastTs: number | null; wholeSeconds: number; antennas: Map<number, Antenna> };

type AntennaState = Pick<Antenna, 'ant' | 'ts' | 'clock'> & {
  waiting: HeardContact[];
  shared: SharedState;
  lanes: RunLaneState[];
};
type ReceiverState = Pick<Receiver, 'rxId' | 'lastTs' | 'wholeSeconds'> & { ears: AntennaState[] };

/**
 * Everything that later results depend on, stored as JSON. `settled` are the results that `settle` has not
 * returned yet.
 */
export type DetectorState = { receivers: ReceiverState[]; settled: RunHour[] };

/**
 * Runs the detection algorithm (DET-5 to DET-9). Takes contacts one by one, for each receiver in order of
 * time, and returns the parts of kept runs by hour, which `sumUp` sums up to detections.
 */
export class Detector {
  readonly #transmitters: readonly TargetTransmitter[];
  readonly #targets: Targets;
  readonly #judging: Judging;
  readonly #receivers = new Map<number, Receiver>();
  #settledTo = -Infinity;

  /**
   * Continues from a state that was made with the same parameters. Drops the open runs of transmitters that
   * are not listed.
   */
  constructor(transmitters: readonly TargetTransmitter[], parameters: DetectionParameters, state?: DetectorState) {
    this.#transmitters = transmitters;
    this.#targets = new Targets(transmitters, parameters);
    this.#judging = { parameters, settled: structuredClone(state?.settled ?? []) };
    for (const receiver of state?.receivers ?? []) this.#receivers.set(receiver.rxId, receiverOf(receiver, this.#targets));
  }

  /**
   * Takes a contact.
   * @throws RangeError if it is earlier than its receiver's last contact, or than the settled time.
   */
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
    const antenna = antennaIn(receiver, contact.ant);
    if (antenna.ts !== ts) {
      this.#takeWaiting(antenna);
      antenna.ts = ts;
      antenna.clock = receiver.wholeSeconds < wholeSecondsOfClock ? clocks.fine : clocks.coarse;
    }
    antenna.waiting.push({ contact, targets });
  }

  /**
   * Returns the results settled since the last call: the parts of runs that no contact at or after `ts` (ms)
   * can join. Take all contacts before `ts` first. More frequent calls do not change the results.
   */
  settle(ts: number): RunHour[] {
    this.#settledTo = Math.max(this.#settledTo, ts);
    for (const receiver of this.#receivers.values()) {
      if (receiver.lastTs !== null && receiver.lastTs < ts) receiver.lastTs = null;
      for (const antenna of receiver.antennas.values()) {
        if (antenna.ts < ts) this.#takeWaiting(antenna);
        for (const lane of lanesOf(antenna)) {
          closeRuns(antenna, lane, ts, this.#judging);
          if (lane.hits.length === 0) antenna.lanes.delete(lane.target.id);
        }
        if (antenna.waiting.length === 0 && antenna.lanes.size === 0) receiver.antennas.delete(antenna.ant);
      }
    }
    return this.#judging.settled.splice(0).sort(inOrderOfHours);
  }

  /** Returns all remaining results, including the open runs. No contact may follow. */
  end(): RunHour[] {
    return this.settle(Infinity);
  }

  /** Returns a detector that continues from here on its own. */
  copy(): Detector {
    return new Detector(this.#transmitters, this.#judging.parameters, this.state);
  }

  /** The state as plain JSON. Equal states have equal texts and give equal results. */
  get state(): DetectorState {
    const receivers = [...this.#receivers.values()].map(stateOfReceiver).filter(isWorthStoring);
    return {
      receivers: receivers.sort((one, other) => one.rxId - other.rxId),
      settled: structuredClone(this.#judging.settled).sort(inOrderOfHours),
    };
  }

  #receiver(rxId: number): Receiver {
    const known = this.#receivers.get(rxId);
    if (known) return known;
    const receiver: Receiver = { rxId, lastTs: null, wholeSeconds: wholeSecondsOfClock, antennas: new Map() };
    this.#receivers.set(rxId, receiver);
    return receiver;
  }

  /** Takes the collected contacts of one ms, in an order that does not depend on how they arrived. */
  #takeWaiting(antenna: Antenna): void {
    const { ts, clock, waiting } = antenna;
    if (waiting.length > 1) waiting.sort(byLoudness);
    for (let n = 0; n < waiting.length; n += 1) {
      const { contact, targets } = waiting[n] as Waiting;
      const isShared = targets.length > 1;
      if (isShared) shareContact(antenna, { ts, n }, targets.length);
      for (const target of targets) {
        let lane = antenna.lanes.get(target.id);
        if (lane === undefined) antenna.lanes.set(target.id, (lane = { target, hits: [] }));
        takeHit(antenna, lane, { ts, n, power: contact.power, isShared, clock }, this.#judging);
      }
    }
    waiting.length = 0;
  }
}

/** Puts the loudest first. Contacts that compare as equal are interchangeable. */
function byLoudness({ contact: one }: Waiting, { contact: other }: Waiting): number {
  return other.power - one.power || one.khz - other.khz || one.type - other.type || (one.code ?? -1) - (other.code ?? -1);
}

function antennaIn({ rxId, antennas }: Receiver, ant: number): Antenna {
  const known = antennas.get(ant);
  if (known) return known;
  const antenna: Antenna = { rxId, ant, ts: 0, clock: clocks.fine, waiting: [], shared: new Map(), lanes: new Map() };
  antennas.set(ant, antenna);
  return antenna;
}

/** Returns lanes in order of their transmitters, so that it does not matter which was heard first. */
function lanesOf({ lanes }: Pick<Antenna, 'lanes'>): RunLane[] {
  return [...lanes.values()].sort((one, other) => one.target.id - other.target.id);
}

/** Returns false if the state equals that of a receiver that was never heard. */
function isWorthStoring({ lastTs, wholeSeconds, ears }: ReceiverState): boolean {
  return lastTs !== null || wholeSeconds !== wholeSecondsOfClock || ears.length > 0;
}

function stateOfReceiver({ rxId, lastTs, wholeSeconds, antennas }: Receiver): ReceiverState {
  const states = [...antennas.values()].map(stateOfAntenna).sort((one, other) => one.ant - other.ant);
  return { rxId, lastTs, wholeSeconds, ears: states };
}

function stateOfAntenna({ ant, ts, clock, waiting, shared, lanes }: Antenna): AntennaState {
  const isWaiting = waiting.length > 0;
  return {
    ant,
    ts: isWaiting ? ts : 0,
    clock: isWaiting ? clock : clocks.fine,
    waiting: waiting.toSorted(byLoudness).map(({ contact }) => plainContact(contact)),
    shared: stateOfShared(shared),
    lanes: lanesOf({ lanes }).map(stateOfLane),
  };
}

function plainContact({ rxId, ant, ts, khz, code, type, power }: HeardContact): HeardContact {
  return { rxId, ant, ts, khz, code, type, power };
}

function receiverOf({ rxId, lastTs, wholeSeconds, ears }: ReceiverState, targets: Targets): Receiver {
  const antennas = new Map(ears.map((state) => [state.ant, antennaOf(rxId, state, targets)]));
  return { rxId, lastTs, wholeSeconds, antennas };
}

function antennaOf(rxId: number, state: AntennaState, targets: Targets): Antenna {
  const { ant, ts, clock, waiting, shared, lanes } = state;
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
