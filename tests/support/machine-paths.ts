/**
 * Walks every transition of a machine (CODE-5).
 *
 * With a machine and a file of samples it searches, on real actors with a simulated clock and fake services,
 * for a path to each transition (including targetless, delayed and eventless ones, and done and error of
 * invokes) and to each state. Then it replays those paths on fresh actors, and counts only what
 * `@xstate.microstep` reports of the replays.
 *
 * To add a machine, write one file, `tests/machines/<machine>.samples.ts`, for
 * `src/machines/<flow>/<machine>-machine.ts`:
 *
 *     import { renameMachine } from '../../src/machines/rename/rename-machine.ts';
 *     import { callback, child, promise, samples } from './machine-paths.ts';
 *
 *     export default samples({
 *       machine: renameMachine,
 *       // Each input is walked; leave this out if the machine takes none.
 *       inputs: [{ opId: 'op', rxId: 1, alias: 'Ford' }],
 *       // Without `type`: one payload ({} if there is none), a list, or a function of the snapshot that
 *       // returns a list.
 *       events: {
 *         'rename.retry': {},
 *         'rename.change': [{ alias: 'Ford' }, { alias: '' }],
 *         'rename.pick': (snapshot) => snapshot.context.choices.map((rxId) => ({ rxId })),
 *       },
 *       // A fake for every actor named in the machine's setup, by that name (also those of spawned
 *       // children).
 *       actors: {
 *         // Answers once. Each output and each error is tried; errors default to [{ kind: 'network' }].
 *         renameReceiver: promise({ outputs: [undefined], errors: [{ kind: 'network' }] }),
 *         // Keeps sending: each event it may send to the machine is tried, and each error ends it.
 *         watchReceiver: callback({
 *           sends: [{ type: 'receiver.gone', rxId: 1 }],
 *           errors: [new Error('lost')],
 *         }),
 *         // A fake of another machine: sends to its parent, finishes with an output, fails, passes through
 *         // snapshots.
 *         confirm: child({ outputs: [{ yes: true }, { yes: false }], sends: [], errors: [], snapshots: [] }),
 *       },
 *       // The real actor; the walk decides only that it fails.
 *       journal: actual(journalLogic(() => 0), { errors: [new Error('broken')] }),
 *       // Singletons that it gets by system.get; `journal` and the parent (sendParent) always exist.
 *       systems: ['snackbar'],
 *       // Optional: checks what must be true after every step; `outside` has the events that parent, emitted
 *       // and systems.journal received.
 *       invariant: ({ snapshot, outside }) => { ... },
 *       // Optional: the facts that each step adds to the real journal; a step not listed adds none.
 *       records: { start: ['account.loaded'], 'renameReceiver done': ({ context }) => [...] },
 *       // Optional: paths to where the search would not get by itself, in the words of printed paths.
 *       leads: [
 *         { steps: ['rename.change #0', 'renameReceiver failed', 'watchReceiver sends receiver.gone'] },
 *       ],
 *       // Optional: a key that is the same for equal situations, and how many steps the search may try.
 *       serializeState: (snapshot) => JSON.stringify(snapshot.value),
 *       limit: 5_000,
 *     });
 *
 * A fake's list may be a function of its input and its parent's snapshot:
 * `sends: ({ input, parent }) => [reply(parent.context.ask)]`. Timers (after, delayed raise) need no samples:
 * `wait` advances to the next due one. During a walk `Math.random` gives the same numbers each time, and
 * `Date.now` follows the simulated clock. The search first goes in order, then to the states explored least.
 * Numbers that grow without end (attempts, counters, lists) make endless situations: bound them in the
 * samples or in serializeState, and reach a high count with a lead: `Array.from({ length: 10 }, () =>
 * ['connection failed', 'wait']).flat()`. A machine that ends in an error (an invoke without onError, an
 * action that throws) is a failure, reported with its path.
 */
export { assertWhole, type Coverage, coverageTable, machineCoverage } from './machine-paths/coverage.ts';
export { actual, callback, child, promise } from './machine-paths/fakes.ts';
export { type DrivenPath, drivenPaths } from './machine-paths/driven.ts';
export { fewestPaths, pathsToWalk } from './machine-paths/fewest.ts';
export { transitionName, transitionsOf } from './machine-paths/goals.ts';
export { samples, type Samples } from './machine-paths/samples.ts';
export { type Path, pathText } from './machine-paths/steps.ts';
