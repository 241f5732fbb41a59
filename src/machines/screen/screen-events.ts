import type { AnyActorLogic } from 'xstate';
import type { AddressCodec } from '../../model/navigation/address-codec.ts';
import type { Place } from '../../model/navigation/redirect.ts';

/** What a screen's actor begins with; `search` is the search part of the address. */
export type ScreenInput = { mitasId: string; search: string };

/**
 * A screen with its services in place. `actor` takes `ScreenInput` and hears of another search part by
 * `place.changed`; null where the screen needs none. `view` is drawn by the shell: the machines know no
 * React.
 */
export type ScreenUnit = {
  actor: AnyActorLogic | null;
  /** How its state stands in the address; null where nothing of it does. */
  address: AddressCodec<unknown> | null;
  view: unknown;
};

/** The address changed, or is known for the first time. */
export type ScreenEvent = { type: 'place.changed'; place: Place };
