import { type SchemaOf, check } from './entry-check.ts';
import { accepted, refused, type Result } from '../result.ts';
import type { Entry } from './entry.ts';
import { type Journal, append, continueFrom } from './journal.ts';
import { type Fold, rebase } from './overlay.ts';
import { type Transition, recordingName, recordingSchemas, recordingVersion } from './recording.ts';

/**
 * What is needed to read a recording: the fold that made it, the schemas of its state and facts, and the
 * names of the known read models of screens (JRN-11).
 */
export type RecordingFormat<State, Fact> = {
  fold: Fold<State, Fact>;
  state: SchemaOf<State>;
  fact: SchemaOf<Fact>;
  models: readonly string[];
};

/** Why a file cannot be opened: the line (from 1), the problem, and what to do. */
export type BadRecording = { line: number; problem: string; remedy: string };

/**
 * An opened recording, to read with `replayTo`; nothing is appended to it. `notices` says what was left out.
 */
export type Recording<State, Fact> = {
  journal: Journal<State, Fact>;
  transitions: readonly Transition[];
  notices: readonly string[];
};

const saveAgain = 'Save the session again, or open another file';
const openElsewhere = 'Open it with the version of the console that saved it';

/** Thrown to stop reading at a bad line; `openRecording` catches it and returns its reason. */
class BadLine extends Error {
  readonly reason: BadRecording;
  constructor(reason: BadRecording) {
    super(badRecordingText(reason));
    this.reason = reason;
  }
}

/** Describes a bad recording to a person. */
export function badRecordingText({ line, problem, remedy }: BadRecording): string {
  return `Line ${line}: ${problem}. ${remedy}.`;
}

/**
 * Reads the text of a recording. Leaves out a last line that was cut off (the computer stopped while saving),
 * with a notice. Refuses a file with any other defect and names its first bad line, so that nothing wrong is
 * ever shown as history.
 * @awaits the inspector of a recording
 */
export function openRecording<State, Fact>(
  text: string,
  format: RecordingFormat<State, Fact>,
): Result<Recording<State, Fact>, BadRecording> {
  try {
    return accepted(readRecording(text, format));
  } catch (error) {
    if (error instanceof BadLine) return refused(error.reason);
    throw error;
  }
}

function readRecording<State, Fact>(text: string, format: RecordingFormat<State, Fact>): Recording<State, Fact> {
  const schemas = recordingSchemas(format.state, format.fact);
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const endsCleanly = lines.at(-1) === '';
  if (endsCleanly) lines.pop();
  const checkpoint = readHeader(lines[0] ?? '', schemas.header, format.models);

  const entries: Entry<Fact>[] = [];
  const transitions: Transition[] = [];
  const notices: string[] = [];
  let position = checkpoint.position;
  for (const [index, content] of lines.entries()) {
    if (index === 0) continue;
    const line = index + 1;
    const value = parseJson(content);
    if (value === undefined && line === lines.length && !endsCleanly) {
      notices.push(`Line ${line} was cut off and is left out; what was recorded before it is whole`);
      break;
    }
    if (value === undefined) throw new BadLine({ line, problem: 'this is not JSON', remedy: saveAgain });
    if (trackOf(value) === 'transitions') {
      const { track: _track, ...transition } = readLine(line, value, schemas.transition);
      transitions.push(transition);
      continue;
    }
    const { entry } = readLine(line, value, schemas.entry);
    if (entry.position !== position + 1) throw gap(line, position, entry.position);
    position = entry.position;
    entries.push(entry);
  }

  const shown = rebase(format.fold, checkpoint.confirmed, checkpoint.pending);
  const empty = continueFrom({ ...checkpoint, shown }, { entries: Math.max(entries.length, 1), bytes: Infinity });
  const journal = entries.reduce((read, entry) => append(format.fold, read, unplaced(entry), entry.at), empty);
  return { journal, transitions, notices };
}

function readHeader<T extends { checkpoint: unknown }>(
  content: string,
  schema: SchemaOf<T>,
  models: readonly string[],
): T['checkpoint'] {
  const remedy = `Choose a file that was saved by this console as a recording`;
  const value = parseJson(content);
  if (!isRecord(value) || value['recording'] !== recordingName) {
    throw new BadLine({ line: 1, problem: 'this is not a recording', remedy });
  }
  if (value['version'] !== recordingVersion) {
    const problem = `the recording has format ${JSON.stringify(value['version'])}, and this console reads format ${recordingVersion}`;
    throw new BadLine({ line: 1, problem, remedy: openElsewhere });
  }
  const unknown = [value['models']].flat().find((name) => typeof name === 'string' && !models.includes(name));
  if (unknown !== undefined) {
    const problem = `the recording holds the read model ${JSON.stringify(unknown)}, which this console does not know`;
    throw new BadLine({ line: 1, problem, remedy: openElsewhere });
  }
  return readLine(1, value, schema).checkpoint;
}

function readLine<T>(line: number, value: unknown, schema: SchemaOf<T>): T {
  const checked = check(schema, value);
  if (checked.ok) return checked.value;
  throw new BadLine({ line, problem: checked.reason, remedy: saveAgain });
}

function gap(line: number, last: number, found: number): BadLine {
  const problem = `entry ${found} follows entry ${last}: lines are missing, doubled or out of order`;
  return new BadLine({ line, problem, remedy: saveAgain });
}

function unplaced<Fact>({ position: _position, at: _at, ...entry }: Entry<Fact>) {
  return entry;
}

function trackOf(value: unknown): unknown {
  return isRecord(value) ? value['track'] : undefined;
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content) as unknown;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
