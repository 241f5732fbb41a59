import type { Fact, FactOf, FactType } from './facts.ts';
import type { ReadModels } from './read-models/read-models.ts';
import { share } from './share.ts';

type Compensations = { [Type in FactType]?: (before: ReadModels, fact: FactOf<Type>) => Fact | undefined };

const compensations: Compensations = {
  'receiver.recoloured': ({ fleet }, { type, rxId }) => {
    const receiver = fleet.receivers[rxId];
    return receiver && { type, rxId, color: receiver.color };
  },
  'receiver.renamed': ({ fleet }, { type, rxId }) => {
    const receiver = fleet.receivers[rxId];
    return receiver && { type, rxId, alias: receiver.alias };
  },
  'receiver.enabledChanged': ({ fleet }, { type, rxId }) => {
    const receiver = fleet.receivers[rxId];
    return receiver && { type, rxId, enabled: receiver.enabled };
  },
  'receiver.relocated': ({ fleet }, { type, rxId }) => {
    const receiver = fleet.receivers[rxId];
    return receiver && { type, rxId, latitude: receiver.latitude, longitude: receiver.longitude };
  },
  'site.recoloured': ({ fleet }, { type, siteId }) => {
    const site = fleet.sites[siteId];
    return site && { type, siteId, color: site.color };
  },
  'site.renamed': ({ fleet }, { type, siteId }) => {
    const site = fleet.sites[siteId];
    return site && { type, siteId, alias: site.alias };
  },
  'site.pointStyleChanged': ({ fleet }, { type, siteId }) => {
    const site = fleet.sites[siteId];
    return site && { type, siteId, pointStyle: site.pointStyle };
  },
};

/** The fact that brings back what `fact` changes in `before`; undefined for facts that cannot be undone, or that change nothing. */
export function compensate(before: ReadModels, fact: Fact): Fact | undefined {
  const compensation = compensations[fact.type] as ((before: ReadModels, fact: Fact) => Fact | undefined) | undefined;
  const backward = compensation?.(before, fact);
  const changesNothing = backward !== undefined && share(fact, backward) === fact;
  return changesNothing ? undefined : backward;
}
