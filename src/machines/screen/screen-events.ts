import type { AnyActorLogic } from 'xstate';
import type { AddressCodec } from '../../model/navigation/address-codec.ts';
import type { Place } from '../../model/navigation/redirect.ts';
import type { AnyScreenModel } from '../../model/journal/screen-models/screen-model.ts';
import type { Bar } from '../../model/navigation/routes.ts';
import type { ScreenResourcePlan } from '../../model/session/resources.ts';
import type { ResourcesIntent, ResourcesReport } from '../resources/resources-events.ts';

/** The input of a screen's actor; `search` is the search part of the address. */
export type ScreenInput = { mitasId: string; search: string };

/** The input of the actor of a screen that shows one record: `record` is its id in the address. */
export type RecordInput = ScreenInput & { record: number | null };

/** Sent to a screen's actor whenever the search part of its address changes. */
export type SearchChanged = { type: 'place.changed'; search: string };

/**
 * A screen with its services. `actor` takes `RecordInput` and gets `place.changed`; null if the screen needs
 * none. `view` is drawn by the shell (unknown here, because machines do not depend on React).
 */
export type ScreenUnit = {
  actor: AnyActorLogic | null;
  /**
   * An actor that starts when the screen first opens and runs until the session ends, under its systemId; its
   * input has `mitasId`.
   */
  lasting: { systemId: string; logic: AnyActorLogic } | null;
  /**
   * What the screen loads in addition to the session, and the machine for that (resources-machine.ts); null
   * for nothing.
   */
  resources: { logic: AnyActorLogic; plans: readonly ScreenResourcePlan[] } | null;
  /** The read models of the screen's own facts (JRN-11). */
  models: readonly AnyScreenModel[];
  /** The codec of the screen's state in the address; null if the address holds none of it. */
  address: AddressCodec<unknown> | null;
  view: unknown;
};

export type ScreenEvent =
  /** The address changed, or is known for the first time. */
  | { type: 'place.changed'; place: Place }
  /** The screens that cannot be opened, by id: at first once known, and whenever they change. */
  | { type: 'access.changed'; barred: Readonly<Record<string, Bar>> }
  /** The host is reachable again after the screen could not be loaded. */
  | { type: 'screen.again' }
  | ResourcesIntent
  | ResourcesReport;
