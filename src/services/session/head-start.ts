import { type LoadedResource, type ResourceName, sessionResources } from '../../model/session/resources.ts';
import type { HttpClient } from '../ports.ts';
import { loadResource } from './load-resource.ts';

type Wanted = { mitasId: string; name: ResourceName };

/** How long early data is valid, in ms; the person may still have to choose a system. */
const goodForMs = 30_000;

export type HeadStart = {
  /** Requests what a session of this system loads first (null: nothing), and drops earlier requests. */
  begin(mitasId: string | null): void;
  /** Returns the resource from the head start, or loads it if it is not there. */
  load(wanted: Wanted, signal: AbortSignal): Promise<LoadedResource>;
};

/**
 * Requests the first data of a system together with the account, not after it (SPEED-19): on a slow line each
 * round trip takes almost a second.
 */
export function createHeadStart(http: HttpClient, now: () => number): HeadStart {
  const begun = new Map<ResourceName, { mitasId: string; begunAt: number; resource: Promise<LoadedResource | null> }>();
  return {
    begin(mitasId) {
      begun.clear();
      if (mitasId === null) return;
      for (const { name } of sessionResources.filter(({ begins }) => begins === 'now')) {
        // Ignore a failure here: `load` sends the request again, and only that failure counts.
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
