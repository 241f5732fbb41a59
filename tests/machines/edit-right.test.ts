import { expect, test } from 'vitest';
import { createActor, createMachine, fromCallback } from 'xstate';
import { type ContactWindowRef, contactWindowMachine } from '../../src/machines/contact-window/contact-window-machine.ts';
import { type JournalRef, journalLogic } from '../../src/machines/journal/journal-actor.ts';
import { editRight } from '../../src/machines/receiver-editor/edit-right.ts';
import { socketId } from '../../src/machines/socket/socket-id.ts';
import type { Fact } from '#model/journal/facts.ts';
import { type RoleId, administrator, researcher, viewer } from '#model/entities/role.ts';
import { asOf, hostConfig, system } from '../support/fact-samples.ts';

/** A session's journal, and the changes of the right to edit while a dialog is open; `now` is its clock. */
function stage(now: () => number) {
  const heard: boolean[] = [];
  const root = createActor(
    createMachine({
      invoke: [
        { id: 'journal', systemId: 'journal', src: journalLogic(() => 0) },
        { id: socketId, systemId: socketId, src: fromCallback(() => {}) },
        { id: 'contactWindow', systemId: 'contactWindow', src: contactWindowMachine, input: { now } },
      ],
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
  const tell = (...facts: Fact[]): void =>
    journal.send({ type: 'journal.append', entries: facts.map((fact) => ({ type: 'happened', fact })) });
  const list = (systems: readonly RoleId[]): void =>
    tell(
      { type: 'systems.loaded', systems: systems.map((RoleId) => ({ ...system, RoleId })) },
      { type: 'system.selected', mitasId: system.mitasId },
    );
  return { heard, root, tell, list };
}

test('whether the person may change receivers is reported at first, and whenever another role says otherwise (CFG-14)', () => {
  const { heard, root, list } = stage(() => 1);
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

test('nobody may in a system that has expired, and all whose role allows it once it is prolonged (SYS-15)', () => {
  const { heard, root, tell, list } = stage(() => 5_000);
  const config = (expiry: number | null): void => tell({ type: 'host.configLoaded', asOf, config: { ...hostConfig, expiry } });
  list([researcher]);
  config(5_000);
  root.send({ type: 'dialog.open' });
  expect(heard).toEqual([false]);
  config(5_001);
  expect(heard).toEqual([false, true]);
  config(4_999);
  config(null);
  expect(heard).toEqual([false, true, false, true]);
});

test('the right goes at the moment at which the system expires, by the host’s clock (SYS-15)', () => {
  let now = 4_000;
  const { heard, root, tell, list } = stage(() => now);
  list([researcher]);
  tell({ type: 'host.configLoaded', asOf, config: { ...hostConfig, expiry: 5_000 } });
  root.send({ type: 'dialog.open' });
  expect(heard).toEqual([true]);
  const contactWindow = root.system.get('contactWindow') as ContactWindowRef;
  const beat = (ts: number): void =>
    contactWindow.send({
      type: 'message.received',
      message: { type: 'heartbeat', payload: { mitasId: system.mitasId, ts } },
    } as Parameters<ContactWindowRef['send']>[0]);
  now = 6_000;
  beat(6_000);
  expect(heard).toEqual([true, false]);
  root.send({ type: 'dialog.close' });
  list([viewer]);
  now = 7_000;
  beat(7_000);
  expect(heard).toEqual([true, false]);
});
