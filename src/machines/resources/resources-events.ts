import type { Failure } from '../../model/contract/failure.ts';
import type { Fact } from '../../model/journal/facts.ts';
import type { ResourceName } from '../../model/session/resources.ts';
import type { ResourceReport } from '../resource/resource-events.ts';

export type ResourcesInput = { mitasId: string };

export type ResourcesEvent =
  /** The host, or a change, says what is out of date. */
  | { type: 'resources.invalidate'; what: readonly ResourceName[] }
  /** The person pressed Retry. */
  | { type: 'resources.retry' }
  /** The live line stands, for the first time or again. */
  | { type: 'line.opened' }
  | ResourceReport;

/** What the session hears. */
export type ResourcesReport =
  /** All that is needed to show the system is there. */
  | { type: 'resources.shown' }
  /** One of them came; the journal has it. */
  | { type: 'resources.loaded'; name: ResourceName; facts: readonly Fact[] }
  /** The system cannot be shown, or not any more. */
  | { type: 'resources.refused'; failure: Failure };
