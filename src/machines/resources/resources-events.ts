import type { Failure } from '../../model/contract/failure.ts';
import type { Fact } from '../../model/journal/facts.ts';
import type { Invalidation, ResourcePlan } from '../../model/session/resources.ts';
import type { ResourceReport } from '../resource/resource-events.ts';

/** `isConnected`: the live line is already open. */
export type ResourcesInput = { mitasId: string; plans: readonly ResourcePlan[]; isConnected: boolean };

/** The events from the host, the line and the person for an actor that loads data. */
export type ResourcesIntent =
  /** The host declares data outdated. */
  | { type: 'resources.invalidate'; what: readonly Invalidation[] }
  /** Changes were missed: everything with a revision is outdated, or everything in a new epoch. */
  | { type: 'resources.reload'; scope: 'revised' | 'all' }
  /** The person pressed Retry. */
  | { type: 'resources.retry' }
  /** The live line opened, for the first time or again. */
  | { type: 'line.opened' };

export type ResourcesEvent = ResourcesIntent | ResourceReport;

/** The reports to the owner. */
export type ResourcesReport =
  /** Everything needed to show the system is loaded. */
  | { type: 'resources.shown' }
  /** A resource was loaded; the journal has its facts. */
  | { type: 'resources.loaded'; name: string; facts: readonly Fact[] }
  /** The system cannot be shown, or can no longer be shown. */
  | { type: 'resources.refused'; failure: Failure };
