import { type Receiver, type ReceiverStatusName, receiverStatusName } from '../entities/receiver.ts';
import { hasWarning } from '../entities/receiver-health.ts';
import type { FleetModel } from '../journal/read-models/fleet.ts';
import { receiversOf } from '../journal/read-models/fleet-selectors.ts';
import { type GeoPoint, onMap } from '../geo/mercator.ts';

/**
 * How bad what a pin says is, the worst first: several pins that are drawn as one look as the worst of
 * them.
 */
const severities = {
  offline: 0,
  warning: 1,
  open: 2,
  rebooting: 3,
  ready: 4,
  online: 5,
  disabled: 6,
} as const satisfies Record<ReceiverStatusName | 'warning', number>;

/** How a pin looks: the receiver's status, or that one that is online needs a person (MAP-1). */
export type PinLook = keyof typeof severities;

/** Where a receiver stands. */
export type MapPlace = GeoPoint & { readonly id: number };

/** A receiver that has coordinates, as a map draws it. */
export type MapPin = MapPlace & {
  readonly alias: string;
  readonly siteId: number | null;
  readonly siteName: string | null;
  readonly look: PinLook;
};

/** How a receiver's pin looks. */
export function pinLook(rx: Receiver): PinLook {
  if (!rx.enabled) return 'disabled';
  return hasWarning(rx) ? 'warning' : receiverStatusName(rx.status);
}

/** How several pins that are drawn as one look. */
export function worstLook(looks: readonly PinLook[]): PinLook {
  return looks.reduce((worst, look) => (severities[look] < severities[worst] ? look : worst), 'disabled');
}

/** How urgent a look is, the worst 0. */
export function severity(look: PinLook): number {
  return severities[look];
}

/** The pins of all receivers that have coordinates, by name. */
export function pinsOf(fleet: FleetModel): readonly MapPin[] {
  return receiversOf(fleet).flatMap((rx) => {
    const { id, alias, latitude, longitude, SiteId } = rx;
    if (latitude === null || longitude === null) return [];
    const site = SiteId === null ? undefined : fleet.sites[SiteId];
    return [
      {
        id,
        alias,
        ...onMap({ latitude, longitude }),
        siteId: site?.id ?? null,
        siteName: site?.alias ?? null,
        look: pinLook(rx),
      },
    ];
  });
}

/** True where two lists of pins are drawn the same: what else receivers report draws no pin again. */
export function areSamePins(one: readonly MapPin[], other: readonly MapPin[]): boolean {
  return (
    one === other ||
    (one.length === other.length &&
      one.every((pin, at) => {
        const same = other[at] as MapPin;
        return (
          pin.id === same.id &&
          pin.look === same.look &&
          pin.latitude === same.latitude &&
          pin.longitude === same.longitude &&
          pin.alias === same.alias &&
          pin.siteName === same.siteName
        );
      }))
  );
}

/** Where the receivers that have coordinates stand. */
export function placesOf({ receivers }: Pick<FleetModel, 'receivers'>): readonly MapPlace[] {
  return Object.values(receivers).flatMap(({ id, latitude, longitude }) =>
    latitude === null || longitude === null ? [] : [{ id, ...onMap({ latitude, longitude }) }],
  );
}

/** True where the same receivers stand at the same places. */
export function areSamePlaces(one: readonly MapPlace[], other: readonly MapPlace[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ id, latitude, longitude }, at) => {
      const same = other[at] as MapPlace;
      return id === same.id && latitude === same.latitude && longitude === same.longitude;
    })
  );
}
