import { type Draft, original } from 'immer';
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
});
export type FleetModel = v.InferOutput<typeof fleetModelSchema>;

export const noFleet: FleetModel = { loaded: false, receivers: {}, sites: {}, early: {}, unknownStatuses: 0 };

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
  'receiver.infoReported': (draft, fact) => changeReceiver(draft, fact.rxId, infoIn(fact)),
  'receiver.recoloured': (draft, { rxId, color }) => changeReceiver(draft, rxId, { color }),
  'receiver.renamed': (draft, { rxId, alias }) => changeReceiver(draft, rxId, { alias }),
  'receiver.enabledChanged': (draft, { rxId, enabled }) => changeReceiver(draft, rxId, { enabled }),
  'receiver.relocated': (draft, { rxId, latitude, longitude }) => changeReceiver(draft, rxId, { latitude, longitude }),
  'site.recoloured': (draft, { siteId, color }) => changeSite(draft, siteId, { color }),
  'site.renamed': (draft, { siteId, alias }) => changeSite(draft, siteId, { alias }),
  'site.pointStyleChanged': (draft, { siteId, pointStyle }) => changeSite(draft, siteId, { pointStyle }),
});

/** The list replaces what was known, but a state the socket told meanwhile stays when it is newer; equal rows keep their identity. */
function loadFleet(draft: Draft<FleetModel>, fact: FactOf<'fleet.loaded'>): FleetModel {
  const known = original(draft) ?? noFleet;
  const receivers = fact.receivers.map((rx) => [rx.id, newestState(rx, known.receivers[rx.id], known.early[rx.id])] as const);
  const strangers = fact.receivers.filter((rx) => !isKnownStatus(rx.status) && known.receivers[rx.id]?.status !== rx.status);
  return share<FleetModel>(known, {
    loaded: true,
    receivers: Object.fromEntries(receivers),
    sites: Object.fromEntries(fact.sites.map((site) => [site.id, site])),
    early: {},
    unknownStatuses: known.unknownStatuses + strangers.length,
  });
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

function infoIn(fact: FactOf<'receiver.infoReported'>): Partial<Receiver> {
  const { voltage, memoryUsedMb, memoryTotalMb, firmwareMajor, firmwareMinor, firmwarePatch } = fact;
  return { voltage, memoryUsedMb, memoryTotalMb, firmwareMajor, firmwareMinor, firmwarePatch };
}

function changeReceiver(draft: Draft<FleetModel>, rxId: number, changes: Partial<Receiver>): void {
  const receiver = draft.receivers[rxId];
  if (receiver !== undefined) Object.assign(receiver, changes);
}

function changeSite(
  draft: Draft<FleetModel>,
  siteId: number,
  changes: { color?: string; alias?: string; pointStyle?: string },
): void {
  const site = draft.sites[siteId];
  if (site !== undefined) Object.assign(site, changes);
}
