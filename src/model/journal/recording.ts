import * as v from 'valibot';
import { type SchemaOf, recordedEntrySchema } from './entry-check.ts';
import { type Journal, logOf } from './journal.ts';
import type { Overlay } from './overlay.ts';
import { redact } from './secrets.ts';

/**
 * A session as a file (JRN-6): JSON Lines. The first line says what it is and holds the checkpoint; then one
 * line per entry and, where recording was switched on, per transition, in the order in which they came.
 */
export const recordingName = 'telemetry-console-recording';
export const recordingVersion = 3;

/**
 * One step of one machine, for the inspector: `state` as a dotted path, `position` that of the journal at the
 * time.
 */
export type Transition = { position: number; at: number; actor: string; event?: unknown; state: string };

/**
 * A transition fit to be recorded: its event is a plain copy without secrets. `at` in ms since the epoch.
 * @awaits the inspector of a recording
 */
export function transitionOf(actor: string, event: unknown, state: string, position: number, at: number): Transition {
  return { position, at, actor, event: redact(event), state };
}

const position = v.pipe(v.number(), v.integer(), v.minValue(0));

/** The schemas of a recording's lines, over the session's read models and facts. */
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
 * The lines of a recording, each without its line break. `transitions` in the order in which they came;
 * `models` names the read models of screens that it holds (JRN-11).
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

/** A whole recording as the text of its file. */
export function saveRecording<State, Fact>(
  journal: Journal<State, Fact>,
  transitions: readonly Transition[] = [],
  models: readonly string[] = [],
): string {
  return `${[...recordingLines(journal, transitions, models)].join('\n')}\n`;
}

/** `shown` is left out: it follows from the rest. */
function bare<State, Fact>({ position: at, confirmed, pending }: Overlay<State, Fact>) {
  return { position: at, confirmed, pending };
}

function transitionLine(transition: Transition | undefined): string {
  return JSON.stringify({ track: 'transitions', ...transition });
}
