import type { Failure } from '../contract/failure.ts';

/**
 * What an actor sends to the journal (JRN-1). `opId` names one operation of the person: it ties a proposal to
 * the answer that settles it. What others did (socket messages, loads) carries none. `settled`: the host
 * answered that all was so already.
 */
export type NewEntry<Fact> =
  | { type: 'happened'; fact: Fact; opId?: string | undefined }
  | { type: 'proposed'; fact: Fact; opId: string }
  | { type: 'settled'; opId: string }
  | { type: 'rejected'; opId: string; failure?: Failure | undefined };

/** A recorded entry: `position` counts from 1, `at` in ms since the epoch as the recorder's clock had it. */
export type Entry<Fact> = NewEntry<Fact> & { position: number; at: number };
