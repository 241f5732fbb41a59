import type { Failure } from '../../model/contract/failure.ts';
import type { Fact } from '../../model/journal/facts.ts';
import type { Invalidation, ResourcePlan } from '../../model/session/resources.ts';
import type { ResourceReport } from '../resource/resource-events.ts';

/** `isConnected`: the live line stands already. */
export type ResourcesInput = { mitasId: string; plans: readonly ResourcePlan[]; isConnected: boolean };

/** What whoever loads something hears of the host, the line and the person. */
export type ResourcesIntent =
  /** The host says what is out of date. */
  | { type: 'resources.invalidate'; what: readonly Invalidation[] }
  /** Changes were missed: what has a revision is out of date, or everything, of another order. */
  | { type: 'resources.reload'; scope: 'revised' | 'all' }
  /** The person pressed Retry. */
  | { type: 'resources.retry' }
  /** The live line stands, for the first time or again. */
  | { type: 'line.opened' };

export type ResourcesEvent = ResourcesIntent | ResourceReport;

/** What the owner hears. */
export type ResourcesReport =
  /** All that is needed to show the system is there. */
  | { type: 'resources.shown' }
  /** One of them came; the journal has it. */
  | { type: 'resources.loaded'; name: string; facts: readonly Fact[] }
  /** The system cannot be shown, or not any more. */
  | { type: 'resources.refused'; failure: Failure };
