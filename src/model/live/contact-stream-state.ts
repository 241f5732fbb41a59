import type { PositionTracker } from './position-tracker.ts';

/** What a console knows of its system's contacts, by how it came to know it. */

/** Nothing was answered yet. */
export type Unbegun = { readonly name: 'unbegun' };

/** The live contacts are followed by their positions; what of them is missing the host still has. */
export type Following = { readonly name: 'following'; readonly tracker: PositionTracker };

/**
 * What storage has to send. `gap`: contacts were lost. `past`: what was heard before this page began to
 * receive, and nothing else. `all`: that, and some of the newest with it.
 */
export type Sought = 'gap' | 'past' | 'all';

/**
 * Some contacts will not come by position any more: only storage has them. `replay` is what came of its
 * answer.
 */
type Stored = { readonly tracker: PositionTracker; readonly replay: PositionTracker | null; readonly sought: Sought };

/** Storage has to be asked (again). */
export type Lacking = Stored & { readonly name: 'lacking' };

/** The host sends what it stored. */
export type Restoring = Stored & { readonly name: 'restoring' };

/**
 * The answer to the last `subscribe` is still to come on this connection; no other is taken. `before` is what
 * it continues.
 */
export type AskingStream = { readonly name: 'asking'; readonly before: Unbegun | Following | Lacking };

export type StreamState = Unbegun | AskingStream | Following | Lacking | Restoring;
