import type { AnyMachineSnapshot, EventObject } from 'xstate';
import { type JournalRef, journalId } from '../../../src/machines/journal/journal-actor.ts';
import { logOf } from '#model/journal/journal.ts';
import { type Act, allActs } from './fakes.ts';
import { type Bench, fakedChildren, type Run, start } from './harness.ts';

/**
 * One thing that may happen next. It names payloads and children by position instead of value, so that a path
 * can be replayed in a machine that makes new ids each time.
 */
export type Step =
  | { kind: 'event'; label: string; type: string; sample: number }
  | { kind: 'child'; label: string; child: number; act: Act; sample: number }
  | { kind: 'time'; label: string };

/** A path through a machine: its input (by position) and what happens then. */
export interface Path {
  input: number;
  steps: readonly Step[];
}

/** A possible next step, and the event that the machine receives. */
export interface Happening {
  step: Step;
  event: EventObject;
}

/** Returns a path as text. */
export function pathText({ input, steps }: Path): string {
  return [`start(input ${input})`, ...steps.map((step) => step.label)].join(' → ');
}

function eventsOf(bench: Bench, snapshot: AnyMachineSnapshot, type: string): EventObject[] {
  const given = bench.samples.events?.[type];
  if (given === undefined) return [];
  const payloads: readonly object[] = typeof given === 'function' ? given(snapshot) : [given].flat();
  return payloads.map((payload) => ({ ...payload, type }));
}

/**
 * Returns false only if the machine certainly ignores the event here. A guard that throws is left to the
 * walk.
 */
function mayTake(snapshot: AnyMachineSnapshot, event: EventObject): boolean {
  try {
    return snapshot.machine.getTransitionData(snapshot, event).length > 0;
  } catch {
    return true;
  }
}

/** Numbers the samples of one kind if there are several, so that no two steps have the same label. */
function numbered(words: string, sample: number, of: number): string {
  return of > 1 ? `${words} #${sample}` : words;
}

function eventSteps(bench: Bench, snapshot: AnyMachineSnapshot): Happening[] {
  return Object.keys(bench.samples.events ?? {}).flatMap((type) => {
    const events = eventsOf(bench, snapshot, type);
    return events.flatMap((event, sample): Happening[] => {
      const step: Step = { kind: 'event', label: numbered(type, sample, events.length), type, sample };
      return mayTake(snapshot, event) ? [{ step, event }] : [];
    });
  });
}

const actions: Readonly<Record<Act, string>> = { outputs: 'done', errors: 'failed', sends: 'sends', snapshots: 'changed' };

/** Returns the event that a child's parent receives for an act. */
function reportOf(actorId: string, act: Act, value: unknown): EventObject {
  if (act === 'sends') return value as EventObject;
  if (act === 'outputs') return { type: `xstate.done.actor.${actorId}`, output: value, actorId } as EventObject;
  if (act === 'errors') return { type: `xstate.error.actor.${actorId}`, error: value, actorId } as EventObject;
  return { type: `xstate.snapshot.${actorId}`, snapshot: value } as EventObject;
}

function childSteps(bench: Bench, snapshot: AnyMachineSnapshot): Happening[] {
  return fakedChildren(bench, snapshot).flatMap(({ actor, fake }, child) =>
    allActs.flatMap((act) => {
      const given = fake.given(actor, act, snapshot);
      return given.map((value, sample): Happening => {
        const words = act === 'sends' ? `${actor.id} sends ${(value as EventObject).type}` : `${actor.id} ${actions[act]}`;
        const step: Step = { kind: 'child', label: numbered(words, sample, given.length), child, act, sample };
        return { step, event: reportOf(actor.id, act, value) };
      });
    }),
  );
}

/**
 * Returns what others may do next: sample events that the machine would take, and outcomes of its running
 * children.
 */
export function happeningsAt(bench: Bench, snapshot: AnyMachineSnapshot): Happening[] {
  return snapshot.status === 'active' ? [...eventSteps(bench, snapshot), ...childSteps(bench, snapshot)] : [];
}

/** Returns what may happen next: what others may do, and the next timer. */
export function stepsFrom(run: Run): Step[] {
  if (run.snapshot().status !== 'active') return [];
  const [wait] = run.clock.remaining();
  const time: Step[] = wait === undefined ? [] : [{ kind: 'time', label: `wait ${wait} ms` }];
  return [...happeningsAt(run.bench, run.snapshot()).map(({ step }) => step), ...time];
}

async function take(run: Run, step: Step): Promise<void> {
  if (step.kind === 'time') return run.clock.step();
  if (step.kind === 'event') {
    const event = eventsOf(run.bench, run.snapshot(), step.type)[step.sample];
    if (!event) throw new Error(`There is no sample #${step.sample} of event "${step.type}" here any more.`);
    return run.subject.send(event);
  }
  const target = fakedChildren(run.bench, run.snapshot())[step.child];
  const given = target?.fake.given(target.actor, step.act, run.snapshot()) ?? [];
  if (!target || step.sample >= given.length) throw new Error(`The actor of "${step.label}" does not run here any more.`);
  return target.fake.perform(target.actor, step.act, given[step.sample]);
}

function causes(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error);
  return error.cause === undefined ? error.message : `${error.message}: ${causes(error.cause)}`;
}

/** A failure on a path, with the path to it. */
export class PathError extends Error {
  constructor(bench: Bench, path: Path, cause: unknown) {
    super(`Machine "${bench.machine.id}", ${pathText(path)}: ${causes(cause)}`, { cause });
  }
}

function check(run: Run): void {
  const snapshot = run.snapshot();
  if (snapshot.status === 'error') {
    throw new Error('the machine itself fails, and would throw in the views (is an onError missing?)', { cause: snapshot.error });
  }
  run.bench.samples.invariant?.({ snapshot, outside: run.outside });
}

/**
 * Returns the types of all facts in the journal of a run's system, in order; null if the samples list none,
 * or the journal is gone.
 */
function recorded(run: Run): string[] | null {
  if (run.bench.samples.records === undefined) return null;
  const journal = run.subject.system.get(journalId) as JournalRef | undefined;
  if (journal === undefined) return null;
  return logOf(journal.getSnapshot().context.journal).map((entry) => ('fact' in entry ? entry.fact.type : entry.type));
}

function checkRecords(run: Run, words: string, before: AnyMachineSnapshot, known: readonly string[] | null): void {
  const is = recorded(run);
  if (is === null || known === null) return;
  const expected = run.bench.samples.records?.[words] ?? [];
  const due = typeof expected === 'function' ? expected(before) : expected;
  if (JSON.stringify(is) !== JSON.stringify([...known, ...due]))
    throw new Error(
      `"${words}" leaves ${is.slice(known.length).join(', ') || 'nothing'} in the journal, not ${due.join(', ') || 'nothing'}`,
    );
}

/**
 * Walks a path on a fresh machine. The caller stops the run. Rejects with a PathError if the machine fails.
 */
export async function replay(bench: Bench, path: Path): Promise<Run> {
  const run = start(bench, bench.samples.inputs?.[path.input]);
  let done = 0;
  try {
    check(run);
    checkRecords(run, 'start', run.snapshot(), []);
    for (const step of path.steps) {
      done++;
      const [before, known] = [run.snapshot(), recorded(run)];
      await take(run, step);
      check(run);
      checkRecords(run, step.label, before, known);
    }
    return run;
  } catch (error) {
    run.stop();
    throw new PathError(bench, { input: path.input, steps: path.steps.slice(0, done) }, error);
  }
}
