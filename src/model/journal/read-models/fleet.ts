import { type Draft, original, produce } from 'immer';
import * as v from 'valibot';
import {
  type Receiver,
  type ReceiverState,
  isKnownStatus,
  receiverSchema,
  receiverStateSchema,
} from '../../entities/receiver.ts';
import { siteSchema } from '../../entities/site.ts';
import type { FactOf } from '../facts.ts';
import { share } from '../share.ts';
import { foldItems } from '../../changes/fold-items.ts';
import { type Advance, advanceToChange, advanceToEpoch, advanceToLoad, noOrder, orderSchema } from './order.ts';
import { foldOf } from './fold-of.ts';

/** Receivers and sites by id, as the shell, home and live stream show them. */
export const fleetModelSchema = v.object({
  loaded: v.boolean(),
  receivers: v.record(v.string(), receiverSchema),
  sites: v.record(v.string(), siteSchema),
  /** Newest states of receivers that are not known yet: the socket may be quicker than the list. */
  early: v.record(v.string(), receiverStateSchema),
  /** How many states came with a status that spec §4 does not know (decisions, States: shown as Offline and counted). */
  unknownStatuses: v.number(),
  order: orderSchema,
});
export type FleetModel = v.InferOutput<typeof fleetModelSchema>;

export const noFleet: FleetModel = { loaded: false, receivers: {}, sites: {}, early: {}, unknownStatuses: 0, order: noOrder };

/** A list that names so many strangers is not ours; more of their states are not kept. */
const earlyLimit = 1_000;

export const foldFleet = foldOf<FleetModel>({
  'fleet.loaded': loadFleet,
  'states.loaded': (draft, { states, initialStates }) => {
    for (const state of initialStates) applyState(draft, state);
    for (const state of states) applyState(draft, state);
  },
  'receiver.stateChanged': (draft, { rxId, state, ts }) => applyState(draft, { rxId, state, ts }),
  'receiver.modelChanged': (draft, { rxId, model }) => changeReceiver(draft, rxId, { model }),
  'receiver.infoReported': applyInfo,
  'epoch.began': (draft, { epoch }) => void (draft.order = advanceToEpoch(known(draft).order, epoch)),
  'change.made': (draft, change) => {
    const advance = advanceToChange(known(draft).order, change);
    if (advance !== undefined) catchUp(draft, advance);
  },
  'change.asked': (draft, { items }) => foldItems(draft, items, null),
});

/**
 * A list as new as what is known, or newer, replaces it, and what is known beyond it is folded onto it; of an older one only what receivers
 * said themselves is of use. Whatever they said later stays. Equal rows keep their identity.
 */
function loadFleet(draft: Draft<FleetModel>, fact: FactOf<'fleet.loaded'>): FleetModel | undefined {
  const before = known(draft);
  const advance = advanceToLoad(before.order, fact.asOf);
  if (advance === undefined) {
    for (const receiver of fact.receivers) hearAgain(draft, receiver);
    return;
  }
  const receivers = fact.receivers.map((rx) => {
    const stated = newestState(rx, before.receivers[rx.id], before.early[rx.id]);
    return [rx.id, newestInfo(stated, before.receivers[rx.id])] as const;
  });
  const strangers = fact.receivers.filter((rx) => !isKnownStatus(rx.status) && before.receivers[rx.id]?.status !== rx.status);
  const loaded: FleetModel = {
    loaded: true,
    receivers: Object.fromEntries(receivers),
    sites: Object.fromEntries(fact.sites.map((site) => [site.id, site])),
    early: {},
    unknownStatuses: before.unknownStatuses + strangers.length,
    order: advance.order,
  };
  return share<FleetModel>(
    before,
    produce(loaded, (next) => catchUp(next, advance)),
  );
}

/** The state as it stands, without the drafts that changing it would make. */
function known(draft: Draft<FleetModel>): FleetModel {
  return original(draft) ?? noFleet;
}

function catchUp(draft: Draft<FleetModel>, { order, fold }: Advance): void {
  for (const { items, revision } of fold) {
    if (items !== null) foldItems(draft, items, revision);
  }
  draft.order = order;
  for (const early of Object.values(draft.early)) {
    if (draft.receivers[early.rxId] === undefined) continue;
    delete draft.early[early.rxId];
    applyState(draft, early);
  }
}

/** What a list that is too old says of what a receiver reported: it may be newer all the same. */
function hearAgain(draft: Draft<FleetModel>, loaded: Receiver): void {
  if (loaded.statusTime !== null) applyState(draft, { rxId: loaded.id, state: loaded.status, ts: loaded.statusTime });
  const receiver = draft.receivers[loaded.id];
  if (receiver !== undefined) Object.assign(receiver, infoIn(newestInfo(receiver, loaded)));
}

/** Of two the one that reported its memory, voltage and firmware last; of equals the first. */
function newestInfo(one: Receiver, other: Receiver | undefined): Receiver {
  return other !== undefined && (other.infoTime ?? -Infinity) > (one.infoTime ?? -Infinity) ? { ...one, ...infoIn(other) } : one;
}

function newestState(loaded: Receiver, known: Receiver | undefined, early: ReceiverState | undefined): Receiver {
  const told = known ? { state: known.status, ts: known.statusTime } : { state: early?.state, ts: early?.ts };
  if (told.state === undefined || told.ts === undefined || told.ts === null) return loaded;
  if (loaded.statusTime !== null && loaded.statusTime >= told.ts) return loaded;
  return { ...loaded, status: told.state, statusTime: told.ts };
}

/** Takes a state in unless a newer one is known: messages may come twice or out of order (issue: fault proxy). */
function applyState(draft: Draft<FleetModel>, state: ReceiverState): void {
  const receiver = draft.receivers[state.rxId];
  const knownTs = receiver === undefined ? draft.early[state.rxId]?.ts : receiver.statusTime;
  if (knownTs !== undefined && knownTs !== null && state.ts < knownTs) return;
  if (!isKnownStatus(state.state) && state.ts !== knownTs) draft.unknownStatuses += 1;
  if (receiver !== undefined) {
    receiver.status = state.state;
    receiver.statusTime = state.ts;
    return;
  }
  const roomLeft = knownTs !== undefined || Object.keys(draft.early).length < earlyLimit;
  if (roomLeft) draft.early[state.rxId] = state;
}

/** Takes in what a receiver reported, unless a later report is known. */
function applyInfo(draft: Draft<FleetModel>, { rxId, ts, ...info }: FactOf<'receiver.infoReported'>): void {
  const receiver = draft.receivers[rxId];
  if (receiver === undefined || (receiver.infoTime !== null && ts < receiver.infoTime)) return;
  Object.assign(receiver, infoIn({ ...info, infoTime: ts }));
}

function infoIn(
  report: Pick<
    Receiver,
    'voltage' | 'memoryUsedMb' | 'memoryTotalMb' | 'firmwareMajor' | 'firmwareMinor' | 'firmwarePatch' | 'infoTime'
  >,
) {
  const { voltage, memoryUsedMb, memoryTotalMb, firmwareMajor, firmwareMinor, firmwarePatch, infoTime } = report;
  return { voltage, memoryUsedMb, memoryTotalMb, firmwareMajor, firmwareMinor, firmwarePatch, infoTime };
}

function changeReceiver(draft: Draft<FleetModel>, rxId: number, changes: Partial<Receiver>): void {
  const receiver = draft.receivers[rxId];
  if (receiver !== undefined) Object.assign(receiver, changes);
}
