import type { AnyActorRef } from 'xstate';
import { journalIn } from '../../machines/journal/journal-actor.ts';
import { shown } from '../../machines/journal/journal-selectors.ts';
import { mapLayerCalls } from '../../model/contract/map-layer-calls.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import type { Ask, MapDetail } from '../../model/map/map-detail.ts';
import type { HttpClient } from '../../services/ports.ts';

type Parts = { http: HttpClient; ask: Ask };

/**
 * Loads the operator's base map (LAY-10). Without an answer, only the land is drawn and a message says so.
 */
export async function mapDetail({ http, ask }: Parts, system: AnyActorRef['system'], signal: AbortSignal): Promise<MapDetail> {
  const mitasId = selectedSystem(shown(journalIn(system).getSnapshot()).account)?.mitasId ?? '';
  const notKnown = { archive: null, style: null, styleFailed: true };
  const asked = http.call(mapLayerCalls.getBaseMap, { params: { mitasId } }, { signal });
  const { archive, style, styleFailed } = await asked.catch(() => notKnown);
  const readStyle = async (url: string) => (await import('../../services/map/map-style.ts')).loadMapStyle(ask, url);
  const archiveUrl = archive === null ? null : `${window.location.origin}${archive}`;
  return { archive: archiveUrl, readStyle: style === null ? null : () => readStyle(style), styleFailed, ask };
}
