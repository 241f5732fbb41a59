import type { Explored } from '../explorer/explorer-address.ts';
import { firstQuestion, type RecentUnit, statsAddress } from './stats-question.ts';

/**
 * Returns the address of a receiver's statistics of the past day or hour with the contact explorer open
 * (EXP-1).
 */
export function explorerLink(explored: Explored, recentUnit: RecentUnit): string {
  const asked = { ...firstQuestion, recentUnit, rxIds: [explored.place.rxId] };
  return statsAddress.write({ asked, colorBy: 'receiver', explored });
}
