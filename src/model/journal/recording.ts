import * as v from 'valibot';
import { type SchemaOf, recordedEntrySchema } from './entry-check.ts';
import { type Journal, logOf } from './journal.ts';
import type { Overlay } from './overlay.ts';
import { redact } from './secrets.ts';

/**
 * A session as a file of JSON Lines (JRN-6). The first line identifies the format and holds the checkpoint.
 * Each further line is an entry or, if transitions were recorded, a transition, in the order in which they
 * happened.
 */
export const recordingName = 'telemetry-console-recording';
export const recordingVersion = 3;

/**
 * One step of a machine, for the inspector. `state` is a dotted path, `position` the journal's position at
 * that time.
 */
export type Transition = { position: number; at: number; actor: string; event?: unknown; state: string };

/**
 * Returns a transition that can be recorded: its event is a plain copy without secrets. `at` is in ms since
 * 1970.
 * @awaits the inspector of a recording
 */
export function transitionOf(actor: string, event: unknown, state: string, position: number, at: number): Transition {
  return { position, at, actor, event: redact(event), state };
}

const position = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Builds the schemas of a recording's lines from those of the session's read models and facts. */
export function recordingSchemas<State, Fact>(state: SchemaOf<State>, fact: SchemaOf<Fact>) {
  return {
    header: v.strictObject({
      recording: v.literal(recordingName),
      version: v.literal(recordingVersion),
      models: v.array(v.string()),
      checkpoint: v.strictObject({
        position,
        confirmed: state,
        pending: v.array(v.strictObject({ opId: v.string(), fact })),
      }),
    }),
    entry: v.strictObject({ track: v.literal('facts'), entry: recordedEntrySchema(fact) }),
    transition: v.strictObject({
      track: v.literal('transitions'),
      position,
      at: v.number(),
      actor: v.string(),
      event: v.optional(v.unknown()),
      state: v.string(),
    }),
  };
}

/**
 * Yields the lines of a recording, without line breaks. `transitions` are in the order in which they
 * happened; `models` names the read models of screens in it (JRN-11).
 */
export function* recordingLines<State, Fact>(
  journal: Journal<State, Fact>,
  transitions: readonly Transition[] = [],
  models: readonly string[] = [],
): Generator<string> {
  yield JSON.stringify({ recording: recordingName, version: recordingVersion, models, checkpoint: bare(journal.checkpoint) });
  let next = 0;
  for (const entry of logOf(journal)) {
    for (; (transitions[next]?.position ?? Infinity) < entry.position; next += 1) yield transitionLine(transitions[next]);
    yield JSON.stringify({ track: 'facts', entry });
  }
  for (; next < transitions.length; next += 1) yield transitionLine(transitions[next]);
}

export function saveRecording<State, Fact>(
  journal: Journal<State, Fact>,
  transitions: readonly Transition[] = [],
  models: readonly string[] = [],
): string {
  return `${[...recordingLines(journal, transitions, models)].join('\n')}\n`;
}

/** Leaves out `shown`, which follows from the other fields. */
function bare<State, Fact>({ position: at, confirmed, pending }: Overlay<State, Fact>) {
  return { position: at, confirmed, pending };
}

function transitionLine(transition: Transition | undefined): string {
  return JSON.stringify({ track: 'transitions', ...transition });
}
