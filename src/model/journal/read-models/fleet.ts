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
import { readModel } from './read-model.ts';

/** Receivers and sites by id, for the shell, Home and the live stream. */
const fleetModelSchema = v.object({
  loaded: v.boolean(),
  receivers: v.record(v.string(), receiverSchema),
  sites: v.record(v.string(), siteSchema),
  /** The newest state of each receiver that is not known yet: the socket may be faster than the list. */
  early: v.record(v.string(), receiverStateSchema),
  /** How many states had an unknown status (RX-11: shown as Offline, and counted). */
  unknownStatuses: v.number(),
  order: orderSchema,
});
export type FleetModel = v.InferOutput<typeof fleetModelSchema>;

/** The most states of unknown receivers that are kept, so that wrong messages cannot fill the memory. */
const earlyLimit = 1_000;

export const fleetModel = readModel<FleetModel>({
  schema: fleetModelSchema,
  initial: { loaded: false, receivers: {}, sites: {}, early: {}, unknownStatuses: 0, order: noOrder },
  on: {
    'fleet.loaded': loadFleet,
    'states.loaded': (draft, { states, initialStates }) => {
      for (const state of initialStates) applyState(draft, state);
      for (const state of states) applyState(draft, state);
    },
    'receiver.stateChanged': (draft, { rxId, state, ts }) => applyState(draft, { rxId, state, ts }),
    'receiver.modelChanged': (draft, { rxId, model }) => changeReceiver(draft, rxId, { model }),
    'receiver.infoReported': applyInfo,
    'receivers.heard': (draft, { heard }) => {
      for (const { rxId, ts, uploadsEveryMs } of heard) applyHeard(draft, rxId, ts, uploadsEveryMs);
    },
    'receivers.contacted': (draft, { newest }) => {
      for (const { rxId, ts } of newest) applyContact(draft, rxId, ts);
    },
    'epoch.began': (draft, { epoch }) => void (draft.order = advanceToEpoch(known(draft).order, epoch)),
    'change.made': (draft, change) => {
      const advance = advanceToChange(known(draft).order, change);
      return advance === undefined ? undefined : caughtUp(known(draft), advance);
    },
    'change.asked': (draft, { items }) => foldItems(known(draft), items, null),
  },
});

/**
 * Replaces the rows with a list that is not older than they are, and folds later changes onto it. From an
 * older list, takes only reports newer than the known ones. Known reports that are newer than the list's
 * always stay. Equal rows keep their identity.
 */
function loadFleet(draft: Draft<FleetModel>, fact: FactOf<'fleet.loaded'>): FleetModel | undefined {
  const before = known(draft);
  const advance = advanceToLoad(before.order, fact.asOf);
  if (advance === undefined) {
    for (const receiver of fact.receivers) applyReports(draft, receiver);
    return;
  }
  const withUnknownStatus = fact.receivers.filter(
    (rx) => !isKnownStatus(rx.status) && before.receivers[rx.id]?.status !== rx.status,
  );
  const loaded: FleetModel = {
    loaded: true,
    receivers: Object.fromEntries(fact.receivers.map((rx) => [rx.id, rx])),
    sites: Object.fromEntries(fact.sites.map((site) => [site.id, site])),
    early: before.early,
    unknownStatuses: before.unknownStatuses + withUnknownStatus.length,
    order: advance.order,
  };
  return share<FleetModel>(
    before,
    produce(caughtUp(loaded, advance), (next) => {
      for (const row of Object.values(before.receivers)) applyReports(next, row);
    }),
  );
}

/** Returns the state behind the draft: reading through the draft would create more drafts. */
function known(draft: Draft<FleetModel>): FleetModel {
  return original(draft) ?? fleetModel.initial;
}

/** Folds the due changes, then applies the states that receivers reported before they were known. */
function caughtUp(model: FleetModel, { order, fold }: Advance): FleetModel {
  const folded = fold.reduce((rows, { items, revision }) => foldItems(rows, items ?? [], revision), model);
  const arrived = Object.values(folded.early).filter(({ rxId }) => folded.receivers[rxId] !== undefined);
  return produce({ ...folded, order }, (draft) => {
    for (const { rxId, state, ts } of arrived) {
      delete draft.early[rxId];
      const receiver = draft.receivers[rxId];
      if (receiver !== undefined && isNewer(ts, receiver.statusTime)) Object.assign(receiver, { status: state, statusTime: ts });
    }
  });
}

/** Applies the reports in another row of a receiver that are newer than the known ones. */
function applyReports(draft: Draft<FleetModel>, other: Receiver): void {
  const receiver = draft.receivers[other.id];
  if (receiver === undefined) return;
  const { status, statusTime } = other;
  if (isNewer(statusTime, receiver.statusTime)) Object.assign(receiver, { status, statusTime });
  if (isNewer(other.infoTime, receiver.infoTime)) Object.assign(receiver, infoIn(other));
  if (typeof other.contactTime === 'number') applyContact(draft, other.id, other.contactTime);
  const { heardTime, uploadsEveryMs } = other;
  if (isNewer(heardTime, receiver.heardTime)) Object.assign(receiver, { heardTime, uploadsEveryMs });
}

function isNewer(time: number | null, known: number | null): boolean {
  return (time ?? -Infinity) > (known ?? -Infinity);
}

/** Applies a state unless a newer one is known: messages may come twice or out of order (RX-13). */
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

/** Applies what a receiver reported, unless a later report is known. */
function applyInfo(draft: Draft<FleetModel>, { rxId, ts, ...info }: FactOf<'receiver.infoReported'>): void {
  const receiver = draft.receivers[rxId];
  if (receiver === undefined || (receiver.infoTime !== null && ts < receiver.infoTime)) return;
  Object.assign(receiver, infoIn({ ...info, infoTime: ts }));
}

/** Notes when a receiver was last heard, and how often it uploads, unless a later time is known. */
function applyHeard(draft: Draft<FleetModel>, rxId: number, heardTime: number, uploadsEveryMs: number | null): void {
  const receiver = draft.receivers[rxId];
  if (receiver !== undefined && !isNewer(receiver.heardTime, heardTime)) Object.assign(receiver, { heardTime, uploadsEveryMs });
}

/** Notes the time of a receiver's newest contact, unless a newer one is known. */
function applyContact(draft: Draft<FleetModel>, rxId: number, contactTime: number): void {
  const receiver = draft.receivers[rxId];
  if (receiver !== undefined && isNewer(contactTime, receiver.contactTime ?? null)) Object.assign(receiver, { contactTime });
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
