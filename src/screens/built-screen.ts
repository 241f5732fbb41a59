import type { ComponentType } from 'react';
import type { ActorRefFrom, AnyActorLogic } from 'xstate';
import type { Services } from '../services/ports.ts';
import type { AnyScreenModel } from '../model/journal/screen-models/screen-model.ts';
import type { AddressCodec } from '../model/navigation/address-codec.ts';
import type { LoadedResource, ScreenResourcePlan } from '../model/session/resources.ts';
import type { ScreenProps } from '../views/session/screen-props.ts';

/** The parts of a screen, whatever its actor. Its address and required role are in the routes. */
export type BuiltScreen = {
  actor: ((services: Services) => AnyActorLogic) | null;
  /** An actor that outlives the screen, until the session ends. */
  lasting: { systemId: string; logic: (services: Services) => AnyActorLogic } | null;
  /** What it loads in addition to the session while open, and the read models of that data. */
  resources: readonly ScreenResource[];
  models: readonly AnyScreenModel[];
  address: AddressCodec<unknown> | null;
  view: unknown;
};

/**
 * Data that a screen loads when it opens, on Retry, and when the host reports its name as outdated; old data
 * stays visible. `begins` and `refreshMs` are as in `ResourcePlan`. `load` rejects with a `FailureError`; its
 * facts belong to the models.
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

/** A screen that draws only data of the session or of its read models. */
export function builtScreen(parts: Parts & { view: View<null> }): BuiltScreen;
/**
 * A screen with its own actor: `actor` returns its machine with services, and the view gets the running
 * actor.
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
