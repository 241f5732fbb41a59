import type { AnyActorLogic } from 'xstate';
import type { AddressCodec } from '../../model/navigation/address-codec.ts';
import type { Place } from '../../model/navigation/redirect.ts';
import type { AnyScreenModel } from '../../model/journal/screen-models/screen-model.ts';
import type { Bar } from '../../model/navigation/routes.ts';
import type { ScreenResourcePlan } from '../../model/session/resources.ts';
import type { ResourcesIntent, ResourcesReport } from '../resources/resources-events.ts';

/** What a screen's actor begins with; `search` is the search part of the address. */
export type ScreenInput = { mitasId: string; search: string };

/** What a screen's actor hears of its address: the search part, whenever it changes. */
export type SearchChanged = { type: 'place.changed'; search: string };

/**
 * A screen with its services in place. `actor` takes `ScreenInput` and hears of another search part by
 * `place.changed`; null where the screen needs none. `view` is drawn by the shell: the machines know no
 * React.
 */
export type ScreenUnit = {
  actor: AnyActorLogic | null;
  /**
   * What begins when the screen first opens and goes on until the session ends, known by its systemId; it
   * takes `mitasId`.
   */
  lasting: { systemId: string; logic: AnyActorLogic } | null;
  /** What it loads beside the session, by whom (resources-machine.ts); null for nothing. */
  resources: { logic: AnyActorLogic; plans: readonly ScreenResourcePlan[] } | null;
  /** The read models of its own facts (JRN-11). */
  models: readonly AnyScreenModel[];
  /** How its state stands in the address; null where nothing of it does. */
  address: AddressCodec<unknown> | null;
  view: unknown;
};

export type ScreenEvent =
  /** The address changed, or is known for the first time. */
  | { type: 'place.changed'; place: Place }
  /** Which screens cannot be opened, by their ids: whenever that changes, and at first once it is known. */
  | { type: 'access.changed'; barred: Readonly<Record<string, Bar>> }
  /** The host is back, which could not be asked for the screen. */
  | { type: 'screen.again' }
  | ResourcesIntent
  | ResourcesReport;
