import type { Failure } from '../../model/contract/failure.ts';

/**
 * The input of one operation. `opId` names it to the host, which answers a repeat with the first result.
 * `request` is the call's request. Without an answer, a `lasting` operation is sent again; any other is
 * dropped.
 */
export type OperationInput = { opId: string; request: unknown; lasting: boolean };

export type OperationEvent =
  /** The live line is open again. */
  | { type: 'line.opened' }
  /** The operation's change was reported, so it is done whatever its call answers. */
  | { type: 'operation.found' }
  /**
   * A new epoch began (a restored backup): requests already sent are not repeated without the person's
   * consent.
   */
  | { type: 'operation.outdated' }
  /**
   * The person confirms sending the operation, or drops it; an operation is also dropped if its subject was
   * deleted.
   */
  | { type: 'operation.send' }
  | { type: 'operation.drop' };

/**
 * The state of an operation: requested, without an answer for a while, or waiting for the person's decision.
 */
export type OperationStatus = 'asked' | 'unsaved' | 'held';

/**
 * The reports to the parent; the last three end the operation. `reply` is null if its change was found
 * without an answer.
 */
export type OperationReport =
  | { type: 'operation.statusChanged'; opId: string; status: OperationStatus }
  | { type: 'operation.confirmed'; opId: string; reply: unknown }
  | { type: 'operation.refused'; opId: string; failure: Failure }
  | { type: 'operation.dropped'; opId: string };
