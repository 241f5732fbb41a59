import type { ComponentType, LazyExoticComponent } from 'react';
import type { ActorRefFrom, AnyActorLogic } from 'xstate';
import type { Services } from '../browser-services.ts';
import type { RoleId } from '../model/entities/role.ts';
import type { AddressCodec } from '../model/navigation/address-codec.ts';
import type { ScreenProps } from '../views/session/screen-props.ts';

/** What a screen is made of, whatever its actor. */
export type BuiltScreen = {
  /** Relative to /dashboard/{mitasId}, as in model/navigation/routes.ts; the least role, likewise. */
  path: string;
  role: RoleId;
  actor: ((services: Services) => AnyActorLogic) | null;
  address: AddressCodec<unknown> | null;
  view: unknown;
};

type Parts = { path: string; role: RoleId; address?: AddressCodec<unknown> };
type View<Ref> = LazyExoticComponent<ComponentType<ScreenProps<Ref>>>;

/** A screen that draws what the session knows already. */
export function builtScreen(parts: Parts & { view: View<null> }): BuiltScreen;
/**
 * A screen with an actor of its own: `actor` is its machine with its services in place, and its view takes
 * that actor.
 */
export function builtScreen<Logic extends AnyActorLogic>(
  parts: Parts & { actor: (services: Services) => Logic; view: View<ActorRefFrom<NoInfer<Logic>>> },
): BuiltScreen;
export function builtScreen({
  path,
  role,
  address,
  ...parts
}: Parts & { actor?: (services: Services) => AnyActorLogic; view: unknown }): BuiltScreen {
  return { path, role, actor: parts.actor ?? null, address: address ?? null, view: parts.view };
}
