import type { PositionTracker } from './position-tracker.ts';

/** The states of a console's contact stream: which contacts it has, and where the missing ones come from. */

/** The host has not answered any subscription yet. */
export type Unbegun = { readonly name: 'unbegun' };

/** The console follows live contacts by position. The host can still send those that are missing. */
export type Following = { readonly name: 'following'; readonly tracker: PositionTracker };

/**
 * What storage must send. `gap`: contacts that were lost. `past`: only contacts heard before this page began
 * to receive. `all`: these and some of the newest.
 */
export type WantedStored = 'gap' | 'past' | 'all';

/**
 * Some contacts are missing that the host no longer sends by position; only storage has them. `replay` tracks
 * which contacts of storage's answer have arrived; null before the first.
 */
type Stored = { readonly tracker: PositionTracker; readonly replay: PositionTracker | null; readonly wanted: WantedStored };

/** The console must ask storage, perhaps again. */
export type Lacking = Stored & { readonly name: 'lacking' };

/** The host is sending stored contacts. */
export type Restoring = Stored & { readonly name: 'restoring' };

/**
 * The console waits on this connection for the answer to its last `subscribe`, and ignores answers to earlier
 * ones. `before` is the state that the answer continues.
 */
export type AskingStream = { readonly name: 'asking'; readonly before: Unbegun | Following | Lacking };

export type StreamState = Unbegun | AskingStream | Following | Lacking | Restoring;
