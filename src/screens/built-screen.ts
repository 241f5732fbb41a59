import type { ComponentType } from 'react';
import type { ActorRefFrom, AnyActorLogic } from 'xstate';
import type { Services } from '../services/ports.ts';
import type { AnyScreenModel } from '../model/journal/screen-models/screen-model.ts';
import type { AddressCodec } from '../model/navigation/address-codec.ts';
import type { LoadedResource, ScreenResourcePlan } from '../model/session/resources.ts';
import type { ScreenProps } from '../views/session/screen-props.ts';

/** What a screen is made of, whatever its actor. Where it stands, and whom it takes, say the routes. */
export type BuiltScreen = {
  actor: ((services: Services) => AnyActorLogic) | null;
  /** What outlives it, until the session ends. */
  lasting: { systemId: string; logic: (services: Services) => AnyActorLogic } | null;
  /** What it loads beside the session while it is open, and by which read models that is shown. */
  resources: readonly ScreenResource[];
  models: readonly AnyScreenModel[];
  address: AddressCodec<unknown> | null;
  view: unknown;
};

/**
 * One thing that a screen loads on being opened, on Retry, and when the host reports its name as out of date;
 * what was there stays meanwhile. `begins`: 'now' for what has a revision, 'line' for what is only measured.
 * `refreshMs` as in `ResourcePlan`. `load` rejects with a `FailureError`; its facts are those of the models.
 */
export type ScreenResource = ScreenResourcePlan & {
  load: (services: Services, mitasId: string, signal: AbortSignal) => Promise<LoadedResource>;
};

type Parts = {
  lasting?: NonNullable<BuiltScreen['lasting']>;
  address?: AddressCodec<unknown>;
  models?: readonly AnyScreenModel[];
  resources?: readonly ScreenResource[];
};
type View<Ref> = ComponentType<ScreenProps<Ref>>;

/** A screen that draws what the session knows already, or what its read models do. */
export function builtScreen(parts: Parts & { view: View<null> }): BuiltScreen;
/**
 * A screen with an actor of its own: `actor` is its machine with its services in place, and its view takes
 * that actor.
 */
export function builtScreen<Logic extends AnyActorLogic>(
  parts: Parts & { actor: (services: Services) => Logic; view: View<ActorRefFrom<NoInfer<Logic>>> },
): BuiltScreen;
export function builtScreen({
  actor = null,
  lasting = null,
  resources = [],
  models = [],
  address = null,
  view,
}: Partial<BuiltScreen> & Pick<BuiltScreen, 'view'>): BuiltScreen {
  return { actor, lasting, resources, models, address, view };
}
