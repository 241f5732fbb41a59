import { createMachine, fromCallback } from 'xstate';
import type { Contact } from '#model/entities/contact.ts';
import { ContactWindow } from '#model/live/contact-window.ts';
import { ByReference } from '../../src/machines/contact-window/by-reference.ts';

const startedAt = 1_700_000_000_000;

function windowHolding(id: string, contents: ContactWindow) {
  return createMachine({ id, context: { now: () => startedAt, hostOffset: null, contents: new ByReference(contents) } });
}

/** Replaces the session's contact window: has no contacts and ignores what it receives. */
export const quietWindow = windowHolding('quietWindow', new ContactWindow());

/** The same with more contacts in the last 30 s than one step of computing covers. */
export const crowdedWindow = windowHolding('crowdedWindow', crowded());

function crowded(): ContactWindow {
  const window = new ContactWindow();
  for (let second = 3; second < 31; second++) {
    const start = startedAt - second * 1_000;
    const contacts = Array.from({ length: 12_000 }, (_, at): Contact => {
      const [power, ts] = [-80 - Math.floor(at / 1_000), start + (at % 1_000)];
      return { rxId: 1, ant: 1, freq: 150.05, code: 17, type: 18, power, ts };
    });
    window.append(contacts, startedAt);
  }
  return window;
}

/** Replaces the session's line and does nothing. */
export const quietSocket = fromCallback(() => {});
