import { expect, test } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { type JournalRef, journalLogic } from '../../src/machines/journal/journal-actor.ts';
import { editRight } from '../../src/machines/receiver-editor/edit-right.ts';
import { type RoleId, administrator, researcher, viewer } from '#model/entities/role.ts';
import { system } from '../support/fact-samples.ts';

test('whether the person may change receivers is reported at first, and whenever another role says otherwise (CFG-14)', () => {
  const heard: boolean[] = [];
  const root = createActor(
    createMachine({
      invoke: { id: 'journal', systemId: 'journal', src: journalLogic(() => 0) },
      initial: 'away',
      on: {
        'right.changed': { actions: ({ event }) => void heard.push(event.mayEdit) },
        'dialog.open': '.open',
        'dialog.close': '.away',
      },
      states: { away: {}, open: { invoke: { id: 'editRight', src: editRight } } },
    }),
  ).start();
  const journal = root.system.get('journal') as JournalRef;
  const list = (systems: readonly RoleId[]): void =>
    journal.send({
      type: 'journal.append',
      entries: [
        { type: 'happened', fact: { type: 'systems.loaded', systems: systems.map((RoleId) => ({ ...system, RoleId })) } },
        { type: 'happened', fact: { type: 'system.selected', mitasId: system.mitasId } },
      ],
    });
  root.send({ type: 'dialog.open' });
  expect(heard, 'who is unknown may not').toEqual([false]);
  list([researcher]);
  list([administrator]);
  expect(heard, 'a role that may as well is no change').toEqual([false, true]);
  list([]);
  expect(heard, 'a list that does not name the system says nothing').toEqual([false, true]);
  list([viewer]);
  expect(heard).toEqual([false, true, false]);
  root.send({ type: 'dialog.close' });
  list([researcher]);
  expect(heard).toHaveLength(3);
});
