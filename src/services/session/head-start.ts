import { type LoadedResource, type ResourceName, sessionResources } from '../../model/session/resources.ts';
import type { HttpClient } from '../ports.ts';
import { loadResource } from './load-resource.ts';

type Wanted = { mitasId: string; name: ResourceName };

/** How long what was loaded ahead is good for, in ms: somebody may be asked which system they want. */
const goodForMs = 30_000;

export type HeadStart = {
  /** Asks for what this system's session loads first; null for none. What was asked for before is dropped. */
  begin(mitasId: string | null): void;
  /** The resource, from the head start where it has it and by a call of its own otherwise. */
  load(wanted: Wanted, signal: AbortSignal): Promise<LoadedResource>;
};

/**
 * What a system is opened with is asked for together with who is logged in, not after it (SPEED-19): on a
 * slow line each answer that is waited for costs most of a second.
 */
export function createHeadStart(http: HttpClient, now: () => number): HeadStart {
  const begun = new Map<ResourceName, { mitasId: string; begunAt: number; resource: Promise<LoadedResource | null> }>();
  return {
    begin(mitasId) {
      begun.clear();
      if (mitasId === null) return;
      for (const { name } of sessionResources.filter(({ begins }) => begins === 'now')) {
        // What failed is asked for once more in its turn, and counts then.
        const resource = loadResource(http, { mitasId, name }, new AbortController().signal).catch(() => null);
        begun.set(name, { mitasId, begunAt: now(), resource });
      }
    },
    async load(wanted, signal) {
      const ahead = begun.get(wanted.name);
      begun.delete(wanted.name);
      const isGood = ahead?.mitasId === wanted.mitasId && now() - ahead.begunAt < goodForMs;
      return (isGood && (await ahead.resource)) || loadResource(http, wanted, signal);
    },
  };
}
