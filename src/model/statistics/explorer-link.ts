import type { Explored } from '../explorer/explorer-address.ts';
import { firstQuestion, type RecentUnit, statsAddress } from './stats-question.ts';

/**
 * The address of the statistics of a receiver's past day or hour with the explorer open over them (EXP-1).
 */
export function explorerLink(explored: Explored, recentUnit: RecentUnit): string {
  const asked = { ...firstQuestion, recentUnit, rxIds: [explored.place.rxId] };
  return statsAddress.write({ asked, colorBy: 'receiver', explored });
}
