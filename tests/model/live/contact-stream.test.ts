import { describe, expect, it } from 'vitest';
import {
  askForContacts,
  type ContactStream,
  isCurrent,
  lacksPast,
  receive,
  seeksPast,
  stopAsking,
  streamStatus,
  untouchedStream,
  wantPast,
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

/** Returns a stream that is live from position 1 on, at noon by the host's clock. */
function live(): ContactStream {
  return hearing(askForContacts(hearing(untouchedStream, beat(noon))).stream, answer(1, 1, 0), beat(noon, 1));
}

describe('contact stream (SOCK-13)', () => {
  it('asks for nothing of the past the first time', () => {
    expect(askForContacts(untouchedStream).message).toEqual({ type: 'subscribe', payload: 'receivers', ask: 1 });
    expect(streamStatus(live())).toBe('whole');
  });

  it('asks storage for what was before once somebody wants to see it, as for a gap (LIVE-25)', () => {
    const asked = askForContacts(wantPast(hearing(untouchedStream, beat(noon)), false));
    expect(asked.message).toEqual({ type: 'subscribe', payload: 'receivers', ask: 1, since: noon - keptMs });
    const restoring = hearing(asked.stream, answer(1, 8, 7));
    expect(streamStatus(restoring)).toBe('restoring');
    const contacts = freshContacts(2, noon);
    const stored: Incoming = { type: 'contact', payload: contacts, stored: { replay: 'r', from: 1 } };
    expect(receive(restoring, stored)).toMatchObject({ fresh: contacts });
    const end: Incoming = { type: 'gapFilled', payload: { ask: 1, replay: 'r', since: noon, contacts: 2, complete: true } };
    expect(streamStatus(hearing(restoring, stored, end))).toBe('whole');
    const cut = askForContacts(stopAsking(hearing(restoring, stored)));
    expect(cut.message, 'a line that is lost meanwhile begins it again').toMatchObject({ since: noon - keptMs });
    expect(cut.message.after).toBeUndefined();
  });

  it('asks for it by time alone where contacts are followed already, and once', () => {
    const wanting = wantPast(live(), false);
    expect(streamStatus(wanting)).toBe('missing');
    const { stream, message } = askForContacts(wanting);
    expect(message).toEqual({ type: 'subscribe', payload: 'receivers', ask: 2, since: noon - keptMs });
    expect(lacksPast(wanting, false)).toBe(false);
    const restoring = hearing(stream, answer(2, 1, 0));
    const end: Incoming = { type: 'gapFilled', payload: { ask: 2, replay: 'r', since: noon, contacts: 0, complete: true } };
    expect(streamStatus(wantPast(hearing(restoring, end), false))).toBe('whole');
  });

  it('loses nothing while only what was before is to come, and has the newest where they were followed (LIVE-34)', () => {
    const told = (stream: ContactStream) => [seeksPast(stream), isCurrent(stream)];
    const opening = hearing(askForContacts(wantPast(hearing(untouchedStream, beat(noon)), false)).stream, answer(1, 8, 7));
    expect(told(opening)).toEqual([true, false]);
    const wanting = wantPast(live(), false);
    const asking = askForContacts(wanting).stream;
    expect([live(), wanting, asking].map(told)).toEqual([
      [false, true],
      [true, true],
      [true, true],
    ]);
    expect(told(hearing(asking, answer(2, 1, 0))), 'live contacts go on where they were').toEqual([true, true]);
    expect(told(hearing(asking, answer(2, 4, 3))), 'some of the newest come from storage').toEqual([true, false]);
    expect(told(hearing(asking, answer(2, 1, 0), beat(noon, 3))), 'some are on their way').toEqual([true, false]);
    expect(told(hearing(asking, answer(2, 1, 0, false, 'two'))), 'of another host').toEqual([true, false]);
    const waited = askForContacts(hearing(asking, answer(2, 1, 0))).stream;
    expect(told(hearing(waited, answer(3, 1, 0))), 'asked again, as nothing came').toEqual([true, true]);
    expect(told(stopAsking(hearing(asking, answer(2, 1, 0)))), 'a lost line').toEqual([false, false]);
    const dropped: Incoming = { type: 'dropped', payload: { epoch: 'one', from: 1, next: 3 } };
    expect(told(hearing(asking, answer(2, 1, 0), dropped)), 'more than the line carries').toEqual([false, false]);
    expect(told(wantPast(hearing(live(), beat(noon, 3)), false)), 'what was missing before').toEqual([false, false]);
    expect(told(askForContacts(live()).stream), 'a gap').toEqual([false, false]);
  });

  it('has the newest once they came, while those before are still to come; a lost part takes that back (LIVE-35)', () => {
    const part = (from: number, since?: number): Incoming => {
      return { type: 'contact', payload: freshContacts(2, noon), stored: { replay: 'r', from, since } };
    };
    const restoring = hearing(askForContacts(wantPast(hearing(untouchedStream, beat(noon)), false)).stream, answer(1, 8, 7));
    const said = (stream: ContactStream, message: Incoming) => {
      const { stream: after, reached } = receive(stream, message);
      return [reached, isCurrent(after), seeksPast(after), streamStatus(after)];
    };
    expect(said(restoring, part(1, noon)), 'the first part').toEqual([noon, true, true, 'restoring']);
    const begun = hearing(restoring, part(1, noon));
    expect(said(begun, part(3, noon - 9))).toEqual([noon - 9, true, true, 'restoring']);
    expect(said(begun, part(5, noon - 9)), 'one before it was lost').toEqual([null, true, true, 'restoring']);
    expect(said(hearing(begun, part(5, noon - 9)), part(3, noon - 5)), 'and came late').toEqual([
      noon - 5,
      true,
      true,
      'restoring',
    ]);
    expect(said(restoring, part(3, noon)), 'without the first').toEqual([null, false, true, 'restoring']);
    expect(said(restoring, part(1)), 'of a host that does not say').toEqual([null, false, true, 'restoring']);
    const behind = hearing(restoring, beat(noon, 9));
    expect(said(behind, part(1, noon)), 'a live one is to come').toEqual([noon, false, true, 'restoring']);
    const caughtUp: Incoming = { type: 'contact', payload: freshContacts(1), at: { epoch: 'one', from: 8 } };
    expect(said(hearing(behind, part(1, noon)), caughtUp)).toEqual([null, true, true, 'restoring']);
    const again = askForContacts(begun).stream;
    expect(said(again, part(3, noon - 9)), 'of an answer that is not waited for').toEqual([null, true, true, 'asked']);
    expect(said(stopAsking(begun), part(3, noon - 9)), 'after the line was lost').toEqual([null, false, false, 'missing']);
    const lost = hearing(askForContacts(live()).stream, answer(2, 1, 0, false, 'two'));
    expect(said(lost, part(1, noon)), 'of a gap the end tells').toEqual([null, false, false, 'restoring']);
  });

  it('asks for nothing where all came that the window keeps, and not twice where storage is answering', () => {
    expect(streamStatus(wantPast(live(), true))).toBe('whole');
    const restoring = hearing(askForContacts(live()).stream, answer(2, 1, 0, false, 'two'));
    expect(lacksPast(restoring, false)).toBe(false);
    expect(streamStatus(wantPast(restoring, false))).toBe('restoring');
  });

  it('asks for it too where the answer is still to come to a question that did not', () => {
    const first = wantPast(askForContacts(hearing(untouchedStream, beat(noon))).stream, false);
    expect(askForContacts(first).message).toMatchObject({ ask: 2, since: noon - keptMs });
    const again = wantPast(askForContacts(live()).stream, false);
    expect(askForContacts(again).message).toEqual({ type: 'subscribe', payload: 'receivers', ask: 3, since: noon - keptMs });
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
    expect(receive(live(), { type: 'contact', payload: contact! })).toMatchObject({ fresh: [contact] });
  });
});
