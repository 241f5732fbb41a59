import { describe, expect, it } from 'vitest';
import {
  askForContacts,
  type ContactStream,
  receive,
  stopAsking,
  streamStatus,
  untouchedStream,
} from '#model/live/contact-stream.ts';
import { keptMs } from '#model/live/contact-window.ts';
import type { Incoming } from '#model/contract/socket-messages.ts';
import { freshContacts } from '../../support/live-contacts.ts';

const noon = 1_700_000_000_000;

function hearing(stream: ContactStream, ...messages: Incoming[]): ContactStream {
  return messages.reduce((sofar, message) => receive(sofar, message).stream, stream);
}

const beat = (ts: number, next?: number, epoch = 'one'): Incoming => ({
  type: 'heartbeat',
  payload: { mitasId: 'demo', ts, at: next === undefined ? undefined : { epoch, next } },
});
const answer = (ask: number, next: number, head: number, resumed = false, epoch = 'one'): Incoming => ({
  type: 'subscribed',
  payload: { topic: 'receivers', ask, epoch, next, head, resumed },
});

/** A stream that was live from position 1 on, at noon by the host's clock. */
function live(): ContactStream {
  return hearing(askForContacts(hearing(untouchedStream, beat(noon))).stream, answer(1, 1, 0), beat(noon, 1));
}

describe('contact stream (SOCK-13)', () => {
  it('asks for nothing of the past the first time', () => {
    expect(askForContacts(untouchedStream).message).toEqual({ type: 'subscribe', payload: 'receivers', ask: 1 });
    expect(streamStatus(live())).toBe('whole');
  });

  it('asks by position and by the host’s time when it was cut', () => {
    const stream = hearing(live(), { type: 'contact', payload: freshContacts(3), at: { epoch: 'one', from: 1 } });
    const later = hearing(stopAsking(stream), beat(noon + 30_000));
    expect(askForContacts(later).message).toEqual({
      type: 'subscribe',
      payload: 'receivers',
      ask: 2,
      after: { epoch: 'one', position: 3 },
      since: noon + 30_000 - keptMs,
    });
  });

  it('asks for no more than the window would keep', () => {
    const back = hearing(live(), beat(noon + 3_600_000));
    expect(askForContacts(back).message.since).toBe(noon + 3_600_000 - keptMs);
  });

  it('goes on asking storage, by time alone, until all of it has come, even across another cut', () => {
    let { stream } = askForContacts(live());
    stream = hearing(stream, answer(2, 1, 0, false, 'two'));
    expect(streamStatus(stream)).toBe('restoring');
    const again = askForContacts(stopAsking(stream));
    expect(again.message.after).toBeUndefined();
    expect(again.message.since).toBe(noon - keptMs);
    stream = hearing(again.stream, answer(3, 1, 0, false, 'two'));
    const contacts = freshContacts(4, noon);
    stream = hearing(stream, { type: 'contact', payload: contacts.slice(0, 2), stored: { replay: 'r', from: 1 } });
    const end: Incoming = { type: 'gapFilled', payload: { ask: 3, replay: 'r', since: noon, contacts: 4, complete: true } };
    expect(streamStatus(hearing(stream, end))).toBe('missing');
    const rest: Incoming = { type: 'contact', payload: contacts.slice(2), stored: { replay: 'r', from: 3 } };
    expect(streamStatus(hearing(stream, rest, end))).toBe('whole');
    expect(receive(hearing(stream, rest), rest).fresh).toEqual([]);
  });

  it('takes no answer to an earlier question', () => {
    const { stream } = askForContacts(live());
    expect(hearing(stream, answer(1, 9, 20))).toBe(stream);
    expect(hearing(live(), answer(1, 9, 20))).toEqual(live());
    const late: Incoming = { type: 'gapFilled', payload: { ask: 1, replay: 'r', since: noon, contacts: 0, complete: true } };
    const restoring = hearing(stream, answer(2, 1, 0, false, 'two'));
    expect(hearing(restoring, late)).toBe(restoring);
  });

  it('says from when on contacts are missing for good, as long as they would be in the window (SOCK-15)', () => {
    let { stream } = askForContacts(live());
    stream = hearing(stream, answer(2, 1, 0, false, 'two'), {
      type: 'gapFilled',
      payload: { ask: 2, replay: 'r', since: noon, contacts: 0, complete: false },
    });
    expect(stream.incompleteSince).toBe(noon);
    expect(hearing(stream, beat(noon + keptMs, 1, 'two')).incompleteSince).toBe(noon);
    expect(hearing(stream, beat(noon + keptMs + 1, 1, 'two')).incompleteSince).toBeNull();
  });

  it('passes on contacts without a position, as a host of another make sends them', () => {
    const [contact] = freshContacts(1);
    expect(receive(live(), { type: 'contact', payload: contact! })).toMatchObject({ fresh: [contact], stored: false });
  });
});
