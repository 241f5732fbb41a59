import { FailureError } from '../../model/contract/failure.ts';
import { type BaseMap, readBaseMap } from '../../model/geo/base-map.ts';

type BaseMapParts = { fetch: (url: string, init: { signal: AbortSignal }) => Promise<Response>; url: string };

/** Loads land and countries from a file of the console. Rejects with a `FailureError`. */
export function createBaseMapFile({ fetch, url }: BaseMapParts): (signal: AbortSignal) => Promise<BaseMap> {
  return async (signal) => {
    const base = readBaseMap(await contentsOf(() => fetch(url, { signal })));
    if (!base.ok) throw new FailureError({ kind: 'invalidPayload', issues: [base.reason] });
    return base.value;
  };
}

async function contentsOf(ask: () => Promise<Response>): Promise<unknown> {
  try {
    const response = await ask();
    return response.ok ? ((await response.json()) as unknown) : undefined;
  } catch (cause) {
    throw new FailureError({ kind: 'network' }, { cause });
  }
}
