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
  /** The selected receivers that are there, with their configurations. */
  receivers: readonly BatchReceiver[];
  /** Up to which change they are known; null until they are loaded. */
  asOf: AsOf | null;
  family: Family;
  values: FamilyConfig;
  /** The paths of the fields to apply. */
  chosen: readonly string[];
  /** True after a pull that did not come. */
  isPullFailed: boolean;
  /** What was pulled last; null where nothing was, and once the form or the receivers may be otherwise. */
  pulled: PulledValues | null;
  /** True once values were pulled: the form shows those of one receiver, also where others differ. */
  hasPulled: boolean;
  /** Why it is not gone on with; null once something was chosen or changed. */
  refusal: FormRefusal | null;
  /** What became of each receiver; null before it was applied. */
  results: readonly BatchResult[] | null;
  /** What became before of those that are not looked at again. */
  others: readonly BatchResult[];
  failure: Failure | null;
  /** Whether the person's role may change receivers; null until that is known. */
  mayEdit: boolean | null;
  /** The family that takes the place of the chosen fields, if the person says so. */
  otherFamily: Family | null;
};

/** What the call of several configurations answers. */
export type ConfigsReply = { asOf: AsOf; receivers: Parameters<typeof batchReceivers>[0] };

/** What is asked of the host; `asOf`: up to which change the person has seen what it is applied to. */
export type Apply = { mitasId: string; rxIds: readonly number[]; rxData: ReturnType<typeof chosenOf>; asOf: AsOf };
export type Applied = ChangeReply & { results: readonly BatchResult[] };

/** The form as it opens: of the family that most of them are of, with nothing chosen. */
export function loaded({ asOf, receivers: answered }: ConfigsReply) {
  const receivers = batchReceivers(answered);
  const family = mainFamily(receivers);
  return { asOf, receivers, family, values: firstValues(receivers, family), chosen: [], failure: null, hasPulled: false };
}

/** What the form shows at first: the values of the first receiver of the family. */
function firstValues(receivers: readonly BatchReceiver[], family: Family): FamilyConfig {
  return receivers.find((receiver) => receiver.family === family)?.config ?? defaultConfig(family);
}

/** The chosen values as they are asked of the host for all receivers of the family. */
export function applyOf({ mitasId, receivers, asOf, family, values, chosen }: BatchEditContext): Apply {
  if (asOf === null) throw new Error('What was not loaded is applied');
  const rxIds = receivers.filter((receiver) => receiver.family === family).map(({ rxId }) => rxId);
  return { mitasId, rxIds, rxData: chosenOf(family, values, chosen), asOf };
}

/** The receivers of which others changed a chosen field after the person had looked at it (CFG-16). */
export function changedMeanwhile(results: readonly BatchResult[] | null): readonly number[] {
  return (results ?? []).filter(({ conflict }) => conflict !== undefined).map(({ rxId }) => rxId);
}

/** Which receivers are looked at: all, or once it was applied those alone that others changed meanwhile. */
export function reviewedOf({ rxIds, results }: BatchEditContext): readonly number[] {
  return results === null ? rxIds : changedMeanwhile(results);
}

/** The receivers as they are now. What became of those that are not looked at again stays known. */
export function presentOf(context: BatchEditContext, { asOf, receivers }: ConfigsReply) {
  const others = (context.results ?? context.others).filter(({ conflict }) => conflict === undefined);
  return { asOf, receivers: batchReceivers(receivers), rxIds: reviewedOf(context), others, results: null, pulled: null };
}

/** What became of all of them. */
export function resultsOf({ others }: BatchEditContext, { results }: Applied): readonly BatchResult[] {
  return [...others, ...results];
}

/** A field is to be applied, or not. */
export function withChoice({ chosen }: BatchEditContext, { path, isChosen }: { path: string; isChosen: boolean }) {
  return { chosen: isChosen ? [...new Set([...chosen, path])] : chosen.filter((each) => each !== path), refusal: null };
}

/** A field has another value: it is chosen, and the form is no more as it was pulled. */
export function changed(context: BatchEditContext, { path, value }: { path: string; value: unknown }) {
  return { values: withValue(context.values, path, value), ...withChoice(context, { path, isChosen: true }), pulled: null };
}

/** With nothing chosen there is nothing to look at; what cannot be saved is shown. */
export function refusalOf({ family, values, chosen }: BatchEditContext) {
  if (chosen.length === 0) return { refusal: { text: 'Choose the fields to apply first', path: null } };
  const path = firstInForm(family, chosenProblems(family, values, chosen));
  return { refusal: { text: 'Some chosen fields have errors. Their tabs show which', path } };
}

/** Another family in the form: nothing of it is chosen yet. */
export function ofFamily({ receivers }: BatchEditContext, family: Family) {
  const none = { chosen: [], isPullFailed: false, pulled: null, hasPulled: false, refusal: null, otherFamily: null };
  return { family, values: firstValues(receivers, family), ...none };
}

/** The values of the receiver that was pulled from, where it is of the family, beside the chosen ones. */
export function pulledFrom(context: BatchEditContext, { receivers: answered }: ConfigsReply) {
  const { family, receivers, values, chosen } = context;
  const from = batchReceivers(answered).find((receiver) => receiver.family === family);
  if (from === undefined) return { isPullFailed: true };
  const pulled = pulledValues(receivers, family, from, chosen);
  return { values: applied(from.config, values, chosen), pulled, hasPulled: true, refusal: null };
}

/** A host that did not answer may have set them all the same. */
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

/** What is said of a batch that was applied. */
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
