import type { Failure } from '../contract/failure.ts';

/**
 * An entry as an actor sends it to the journal (JRN-1). `opId` names an operation of the person: it connects
 * a proposal with the answer that settles it. Other people's changes (socket messages, loads) have none.
 * `settled`: the host answered that nothing had to change.
 */
export type NewEntry<Fact> =
  | { type: 'happened'; fact: Fact; opId?: string | undefined }
  | { type: 'proposed'; fact: Fact; opId: string }
  | { type: 'settled'; opId: string }
  | { type: 'rejected'; opId: string; failure?: Failure | undefined };

/** A recorded entry. `position` counts from 1; `at` is in ms since 1970 by the recorder's clock. */
export type Entry<Fact> = NewEntry<Fact> & { position: number; at: number };
