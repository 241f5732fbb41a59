import type { Failure } from '../../model/contract/failure.ts';

/**
 * What one operation is started with. `opId` names it to the host, which answers a repeat by what the first
 * did. `request` is what is asked. One that is `lasting` stays when no answer comes, and is sent again; any
 * other is taken back.
 */
export type OperationInput = { opId: string; request: unknown; lasting: boolean };

export type OperationEvent =
  /** A live line is back. */
  | { type: 'line.opened' }
  /** Its change was reported: it is done, whatever the call is answered. */
  | { type: 'operation.found' }
  /** The host counts again (a backup was restored): what was asked before is not sent again unasked. */
  | { type: 'operation.outdated' }
  /** The person wants it all the same, or not any more; or what it is about is gone. */
  | { type: 'operation.send' }
  | { type: 'operation.drop' };

/**
 * How an operation stands: asked of the host, without an answer for a while, or waiting for the person's
 * word.
 */
export type OperationStanding = 'asked' | 'unsaved' | 'held';

/** What its parent hears; the last three end it. `reply` is null where its change was found without one. */
export type OperationReport =
  | { type: 'operation.stood'; opId: string; standing: OperationStanding }
  | { type: 'operation.confirmed'; opId: string; reply: unknown }
  | { type: 'operation.refused'; opId: string; failure: Failure }
  | { type: 'operation.dropped'; opId: string };
