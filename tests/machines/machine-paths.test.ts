import { describe, expect, test } from 'vitest';
import { assertWhole, coverageTable, machineCoverage, pathText, promise, samples } from '../support/machine-paths.ts';
import * as flawed from './planted/flawed.planted.ts';
import house from './planted/house.planted.ts';
import rename, { renameMachine } from './planted/rename.planted.ts';

describe('machines that can be walked whole', () => {
  test('a flow with an invoke, a guard, a delay and facts for the journal', async () => {
    const coverage = await machineCoverage(rename);
    expect(coverage.complaints).toEqual([]);
    expect(coverage.states).toEqual({ total: 5, covered: 5 });
    expect(coverage.transitions).toEqual({ total: 6, covered: 6 });
    expect(coverage.paths.map(pathText)).toContain('start(input 0) → renameReceiver failed → wait 10000 ms');
    expect(() => assertWhole(coverage)).not.toThrow();
  });

  test('regions, history, children, unequal timers, eventless and targetless steps', async () => {
    const coverage = await machineCoverage(house);
    expect(coverage.complaints).toEqual([]);
    expect(coverage.transitions).toEqual({ total: 17, covered: 17 });
  });

  test('a delayed and an error transition', async () => {
    expect((await machineCoverage(flawed.asking)).complaints).toEqual([]);
  });

  test('a guard that one of the samples satisfies', async () => {
    expect((await machineCoverage(flawed.satisfied)).complaints).toEqual([]);
  });
});

describe('a search that is helped', () => {
  test('a lead brings it to a far count', async () => {
    expect((await machineCoverage(flawed.led)).complaints).toEqual([]);
  });

  test('a lead that the machine does not follow is refused, and tells what could happen', async () => {
    await expect(machineCoverage(flawed.misled)).rejects.toThrow(
      'Machine "growing", start(input 0) → add: the lead wants "wait" here, but what may happen is add',
    );
  });

  test('chance and the time of day are the same on every walk, and given back afterwards', async () => {
    const { random } = Math;
    const { now } = Date;
    const [first, second] = [await machineCoverage(flawed.chancy), await machineCoverage(flawed.chancy)];
    expect(first.complaints).toEqual([]);
    expect(second.paths.map(pathText)).toEqual(first.paths.map(pathText));
    expect([Math.random, Date.now]).toEqual([random, now]);
  });
});

describe('machines that cannot are refused by name', () => {
  test('a transition out of a state that nothing enters, and one behind another that always wins', async () => {
    const coverage = await machineCoverage(flawed.unreachable);
    expect(coverage.complaints).toEqual([
      'transition not walked: unreachable.here · go → unreachable.here (another transition always comes first, or its event never happens)',
      'transition not walked: unreachable.island · back → unreachable.here (its state unreachable.island is never entered)',
      'state not walked: unreachable.island (no path enters it)',
    ]);
    expect(coverage.transitions).toEqual({ total: 4, covered: 2 });
    expect(() => assertWhole(coverage)).toThrow('unreachable.island · back → unreachable.here');
  });

  test('a guard that never holds', async () => {
    const { complaints } = await machineCoverage(flawed.neverSatisfied);
    expect(complaints).toEqual([
      'transition not walked: guarded.closed · try [isEnough] → guarded.opened (with these samples its guard never holds, or another transition always comes first)',
      'state not walked: guarded.opened (no path enters it)',
    ]);
  });

  test('an event that the samples forgot', async () => {
    const { complaints } = await machineCoverage(flawed.forgotten);
    expect(complaints[0]).toBe(
      'transition not walked: guarded.closed · try [isEnough] → guarded.opened (the samples have no event "try", and the machine never raised it here)',
    );
  });

  test('an error that no fake gives', async () => {
    const { complaints } = await machineCoverage(flawed.neverFailing);
    expect(complaints).toEqual([
      'transition not walked: asking.asking · xstate.error.actor.ask → asking.failed (no fake gives an error that leads here)',
    ]);
  });

  test('an actor without a fake', async () => {
    await expect(machineCoverage(flawed.unfaked)).rejects.toThrow('Machine "asking": the samples give no fake for actor ask.');
  });

  test('a timer that a shorter one always beats', async () => {
    const { complaints } = await machineCoverage(flawed.shadowed);
    expect(complaints[0]).toContain('shadowed.waiting · xstate.after.5000.shadowed.waiting → shadowed.late');
  });

  test('an invoke whose failure nothing handles', async () => {
    const { complaints, transitions } = await machineCoverage(flawed.crashing);
    expect(transitions).toEqual({ total: 1, covered: 1 });
    expect(complaints).toEqual([
      expect.stringContaining('Machine "crashing", start(input 0) → ask failed: the machine itself fails'),
    ]);
  });

  test('an outcome that no real actor can cause, because what it announces has led on by then (CODE-26)', async () => {
    expect((await machineCoverage(flawed.unannounced)).complaints).toEqual([]);
    expect((await machineCoverage(flawed.announced)).complaints).toEqual([
      'transition not walked: renewing.renewing · xstate.done.actor.renew → renewing.renewed (no fake gives an output that leads here)',
    ]);
  });

  test('a search that ends at its limit', async () => {
    const { complaints } = await machineCoverage(flawed.growing);
    expect(complaints.at(-1)).toBe('the search stopped after 50 steps: raise limit, or bound the samples or serializeState');
  });

  test('an invariant that does not hold', async () => {
    const { complaints } = await machineCoverage(
      samples({
        machine: renameMachine,
        inputs: [{ opId: 'op', rxId: 1, alias: 'Ford' }],
        events: { 'rename.retry': { alias: 'Bend' }, 'rename.giveUp': {} },
        actors: { renameReceiver: promise({ outputs: [undefined] }) },
        invariant: ({ snapshot }) => {
          if (snapshot.matches('renamed')) throw new Error('planted');
        },
      }),
    );
    expect(complaints).toContain('Machine "rename", start(input 0) → renameReceiver done: planted');
  });
});

test('the table has a row per machine and their sum', async () => {
  const table = coverageTable([await machineCoverage(rename), await machineCoverage(flawed.unreachable)]);
  expect(table.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['machine', 'states', 'transitions', 'paths'],
    ['rename', '5/5 100 %', '6/6 100 %', '4'],
    ['unreachable', '3/4 75 %', '2/4 50 %', '1'],
    ['all', '8/9 88 %', '8/10 80 %', '5'],
  ]);
});
