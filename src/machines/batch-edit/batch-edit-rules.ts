import type { AsOf } from '../../model/changes/change.ts';
import { type BatchReceiver, batchReceivers, chosenOf, chosenProblems, mainFamily } from '../../model/receiver-editor/batch.ts';
import { type Family, type FamilyConfig, applied, defaultConfig, withValue } from '../../model/config/config.ts';
import { firstInForm } from '../../model/receiver-editor/draft.ts';
import { type PulledValues, pulledValues } from '../../model/receiver-editor/pulled.ts';
import type { ChangeReply } from '../../model/journal/sequence.ts';
import { type Failure, failureText, isUnanswered, toFailure } from '../../model/contract/failure.ts';
import type { BatchResult } from '../../model/contract/receiver-config-calls.ts';
import type { Notice } from '../../model/entities/notice.ts';
import { undoAct, undoOfferMs } from '../operations/undo-offer.ts';
import type { FormRefusal } from '../receiver-editor/form-refusal.ts';
import type { BatchEditInput } from './batch-edit-events.ts';

export type BatchEditContext = BatchEditInput & {
  /** The selected receivers that exist, with their configurations. */
  receivers: readonly BatchReceiver[];
  /** The last change that `receivers` include; null until loaded. */
  asOf: AsOf | null;
  family: Family;
  values: FamilyConfig;
  /** The paths of the fields to apply. */
  chosen: readonly string[];
  /** True after a pull failed. */
  isPullFailed: boolean;
  /** The values pulled last; null if none were, or if the form or the receivers have changed since. */
  pulled: PulledValues | null;
  /**
   * True once values were pulled: the form then shows one receiver's values, even if other receivers differ.
   */
  hasPulled: boolean;
  /** Why the review was refused; null once a field was chosen or changed. */
  refusal: FormRefusal | null;
  /** The result for each receiver; null before applying. */
  results: readonly BatchResult[] | null;
  /** Earlier results of receivers that are not reviewed again. */
  others: readonly BatchResult[];
  failure: Failure | null;
  /** True if the person's role may change receivers; null until known. */
  mayEdit: boolean | null;
  /** The family to switch to if the person confirms. */
  otherFamily: Family | null;
};

/** The answer of the call for several configurations. */
export type ConfigsReply = { asOf: AsOf; receivers: Parameters<typeof batchReceivers>[0] };

/** The request to the host; `asOf` is the last change included in the receivers that the person saw. */
export type Apply = { mitasId: string; rxIds: readonly number[]; rxData: ReturnType<typeof chosenOf>; asOf: AsOf };
export type Applied = ChangeReply & { results: readonly BatchResult[] };

/** Returns the initial form: the family of most receivers, with no fields chosen. */
export function loaded({ asOf, receivers: answered }: ConfigsReply) {
  const receivers = batchReceivers(answered);
  const family = mainFamily(receivers);
  return { asOf, receivers, family, values: firstValues(receivers, family), chosen: [], failure: null, hasPulled: false };
}

/** Returns the initial values: those of the family's first receiver. */
function firstValues(receivers: readonly BatchReceiver[], family: Family): FamilyConfig {
  return receivers.find((receiver) => receiver.family === family)?.config ?? defaultConfig(family);
}

/** Returns the request that applies the chosen values to the family's receivers. */
export function applyOf({ mitasId, receivers, asOf, family, values, chosen }: BatchEditContext): Apply {
  if (asOf === null) throw new Error('What was not loaded is applied');
  const rxIds = receivers.filter((receiver) => receiver.family === family).map(({ rxId }) => rxId);
  return { mitasId, rxIds, rxData: chosenOf(family, values, chosen), asOf };
}

/** Returns the receivers with conflicts: others changed a chosen field after the review (CFG-16). */
export function conflictingIds(results: readonly BatchResult[] | null): readonly number[] {
  return (results ?? []).filter(({ conflict }) => conflict !== undefined).map(({ rxId }) => rxId);
}

/** Returns the receivers to review: all, or after applying only those with conflicts. */
export function reviewedOf({ rxIds, results }: BatchEditContext): readonly number[] {
  return results === null ? rxIds : conflictingIds(results);
}

/** Stores the receivers' present state, and keeps the results of those not reviewed again. */
export function presentOf(context: BatchEditContext, { asOf, receivers }: ConfigsReply) {
  const others = (context.results ?? context.others).filter(({ conflict }) => conflict === undefined);
  return { asOf, receivers: batchReceivers(receivers), rxIds: reviewedOf(context), others, results: null, pulled: null };
}

/** Returns the results of all receivers. */
export function resultsOf({ others }: BatchEditContext, { results }: Applied): readonly BatchResult[] {
  return [...others, ...results];
}

/** Chooses or unchooses a field. */
export function withChoice({ chosen }: BatchEditContext, { path, isChosen }: { path: string; isChosen: boolean }) {
  return { chosen: isChosen ? [...new Set([...chosen, path])] : chosen.filter((each) => each !== path), refusal: null };
}

/**
 * Changes a field's value and chooses the field. Forgets `pulled`, because the form no longer shows the
 * pulled values.
 */
export function changed(context: BatchEditContext, { path, value }: { path: string; value: unknown }) {
  return { values: withValue(context.values, path, value), ...withChoice(context, { path, isChosen: true }), pulled: null };
}

/** Returns why the review is refused: no field is chosen, or a chosen field is invalid. */
export function refusalOf({ family, values, chosen }: BatchEditContext) {
  if (chosen.length === 0) return { refusal: { text: 'Choose the fields to apply first', path: null } };
  const path = firstInForm(family, chosenProblems(family, values, chosen));
  return { refusal: { text: 'Some chosen fields have errors. Their tabs show which', path } };
}

/** Switches the form to another family, with no fields chosen. */
export function ofFamily({ receivers }: BatchEditContext, family: Family) {
  const none = { chosen: [], isPullFailed: false, pulled: null, hasPulled: false, refusal: null, otherFamily: null };
  return { family, values: firstValues(receivers, family), ...none };
}

/**
 * Takes the pulled receiver's values, except for the chosen fields. Reports a failed pull if the receiver is
 * not of the form's family.
 */
export function pulledFrom(context: BatchEditContext, { receivers: answered }: ConfigsReply) {
  const { family, receivers, values, chosen } = context;
  const from = batchReceivers(answered).find((receiver) => receiver.family === family);
  if (from === undefined) return { isPullFailed: true };
  const pulled = pulledValues(receivers, family, from, chosen);
  return { values: applied(from.config, values, chosen), pulled, hasPulled: true, refusal: null };
}

/** Returns the message for a failed batch. Without an answer, the host may have applied the batch. */
export function notAppliedText(failure: Failure): string {
  return isUnanswered(failure)
    ? 'The host did not answer. The receivers may or may not be changed'
    : failureText(failure, 'The receivers are unchanged: an error occurred');
}

export function notAppliedNotice(error: unknown): Notice {
  return { message: notAppliedText(toFailure(error)), variant: 'error' };
}

export function notReviewedNotice(error: unknown): Notice {
  const text = 'Could not load the preview: the host did not answer';
  return { message: failureText(toFailure(error), text), variant: 'error' };
}

/** Returns the notice after a batch was applied. */
export function appliedNotice(output: Applied): Notice {
  const { length } = output.results;
  const count = output.results.filter(({ reason }) => reason === null).length;
  if (count === 0)
    return { message: length === 1 ? 'The receiver is not set' : `None of the ${length} receivers is set`, variant: 'error' };
  return {
    message: count === 1 ? '1 receiver is set' : `${count} receivers are set`,
    variant: 'success',
    ...(output.items.length === 0 ? {} : { timeout: undoOfferMs, act: undoAct(output) }),
  };
}
