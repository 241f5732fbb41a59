import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createMachine, setup } from 'xstate';
import { chartOf } from '../../scripts/machine-chart/chart.ts';
import { exportName, listMachines, loadMachine } from '../../scripts/machine-chart/discover.ts';
import { brokenIdiom, brokenRules } from '../support/machine-rules.ts';
import { unwrittenParts } from '../support/pasted-literal.ts';
import { pastedMachine } from '../support/pasted-machine.ts';
import { renameMachine } from './planted/rename.planted.ts';

const root = resolve(import.meta.dirname, '../..');
const machines = listMachines(root);

describe('machines are written in the style of the house (CODE-4, CODE-7)', () => {
  test.each(machines)('$name', async (entry) => {
    expect(brokenRules(await loadMachine(root, entry))).toEqual([]);
  });

  test('and one that is not is told how', () => {
    const planted = createMachine({
      id: 'planted',
      initial: 'waiting',
      states: {
        waiting: {
          invoke: { src: renameMachine, input: { opId: 'op', rxId: 1, alias: 'Ford' } },
          after: { 5_000: 'waiting' },
          on: { rename: { guard: () => true, actions: () => {} } },
        },
      },
    });
    expect(brokenRules(planted)).toEqual([
      'planted.waiting: invoke 0 has no id',
      'planted.waiting: invoke 0 has no onError',
      'planted.waiting: an action is not named in setup',
      'planted.waiting: a guard is not named in setup',
      'planted.waiting: an actor is not named in setup',
      'planted.waiting: event "rename" is not dotted',
      'planted.waiting: delay 5000 has no name',
    ]);
  });
});

describe('a region', () => {
  test('that re-enters itself is refused, as it restarts the others', () => {
    const region = { initial: 'one', states: { one: {}, two: {} } };
    const planted = createMachine({
      id: 'planted',
      type: 'parallel',
      states: { left: { ...region, on: { 'form.saved': { target: '.two', reenter: true } } }, right: region },
    });
    expect(brokenRules(planted)).toEqual(['planted.left: re-enters itself, which restarts the regions beside it']);
  });
});

describe('machines take what events bring in one way (CODE-25)', () => {
  test.each(machines)('$name', async ({ file, name }) => {
    const broken = brokenIdiom(await loadMachine(root, { file, name }), readFileSync(join(root, file), 'utf8'));
    expect(broken).toEqual([]);
  });

  test('and one that does not is told how', () => {
    const source = `
      assertEvent(event, 'a.b');
      if (event.type === 'a.b') return;
      (event as Extract<Event, { type: 'a.b' }>).c;`;
    const planted = setup({ delays: { GAP_WAIT: 1, gapWait: 1 } }).createMachine({ id: 'planted' });
    expect(brokenIdiom(planted, source).map((line) => line.split(':', 2).join(':'))).toEqual([
      'planted: delay GAP_WAIT is not in camelCase',
      'planted, line 2: assertEvent',
      'planted, line 3: event.type is asked',
      'planted, line 4: an event is cast',
    ]);
  });
});

describe('a file pasted as it is into the visualizer shows the whole chart', () => {
  test.each(machines)('$name', async ({ file, name }) => {
    const source = readFileSync(join(root, file), 'utf8');
    expect(unwrittenParts(source)).toEqual([]);
    const pasted = pastedMachine(source, exportName(name));
    expect(chartOf(pasted).chart).toEqual(chartOf(await loadMachine(root, { file, name })).chart);
  });

  test('and one that takes its states from elsewhere does not', () => {
    const source = `
      import { setup, type AnyStateMachine as Any } from 'xstate';
      import { states } from './states.ts';
      import { notProvided } from './not-provided.ts';
      const ask: Any | unknown = notProvided();
      export const plantedMachine = setup({ actors: { ask } }).createMachine({ id: 'planted', initial: 'here', states: { here: {}, ...states } });
    `.replaceAll(/^ +/gm, '');
    expect(Object.keys(chartOf(pastedMachine(source, 'plantedMachine')).chart.states ?? {})).toEqual(['here']);
  });

  test('and one whose states, events or targets a reader must compute is told where', () => {
    const source = `
      const retry = { target: 'here' };
      export const plantedMachine = setup({}).createMachine({
        id: name,
        context: ({ input }) => ({ ...input }),
        initial: 'here',
        states: {
          here: { on: { 'go.on': retry, [escape]: 'there' }, entry: assign(all), after: { patience: { target: 'there', actions } } },
          there: { invoke: [{ id: 'ask', src: 'ask', onDone: [{ guard: and(['a']), target: pick() }], onError: 'here' }] },
          ...more,
        },
      });
    `;
    expect(unwrittenParts(source)).toEqual([
      'machine.id is not written out',
      'machine.states.here.on.go.on is not written out',
      'machine.states.here.on holds a key or spread that is not written out',
      'machine.states.there.invoke.onDone.target is not written out',
      'machine.states holds a key or spread that is not written out',
    ]);
    expect(unwrittenParts('const a = 1;')).toEqual(['0 machines are created, not one']);
  });
});
