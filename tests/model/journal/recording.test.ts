import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NewEntry } from '#model/journal/entry.ts';
import type { Fact } from '#model/journal/facts.ts';
import { logOf, replayTo } from '#model/journal/journal.ts';
import { type BadRecording, type Recording, badRecordingText, openRecording } from '#model/journal/open-recording.ts';
import type { Result } from '#model/result.ts';
import { type ReadModels, foldReadModels } from '#model/journal/read-models/read-models.ts';
import { type Transition, saveRecording, transitionOf } from '#model/journal/recording.ts';
import { beaconsModel } from '#model/journal/screen-models/beacons.ts';
import { type SessionRecord, join, saveSession, sessionFormat, startSession, take } from '#model/journal/session.ts';
import { allFactSamples, factSamples } from '../../support/fact-samples.ts';
import { entriesInterleaved } from '../../support/journal-arbitraries.ts';

const sessionOf = (entries: readonly NewEntry<Fact>[], limit?: number): SessionRecord =>
  entries.reduce(
    (sofar, entry, at) => take(sofar, entry, 1_700_000_000_000 + at),
    startSession(limit === undefined ? {} : { entries: limit }),
  );

const open = (text: string): Result<Recording<ReadModels, Fact>, BadRecording> =>
  openRecording(text, sessionFormat([beaconsModel]));

function opened(text: string) {
  const answer = open(text);
  if (!answer.ok) throw new Error(badRecordingText(answer.reason));
  return answer.value;
}

function refused(text: string) {
  const answer = open(text);
  if (answer.ok) throw new Error('The recording was opened, and should not have been');
  return answer.reason;
}

const everyFact = allFactSamples.map((fact): NewEntry<Fact> => ({ type: 'happened', fact }));
/** A recording with every kind of fact: the session's, then a screen's. */
const whole = take(
  join(sessionOf(everyFact), beaconsModel, 1_800_000_000_000),
  { type: 'happened', fact: factSamples['beacons.summaryLoaded'] },
  1_800_000_000_001,
);
const lines = saveSession(whole).trimEnd().split('\n');

describe('a recording (JRN-6)', () => {
  test('opened again shows what was shown live, at every position', () => {
    fc.assert(
      fc.property(entriesInterleaved(40), fc.integer({ min: 1, max: 60 }), (entries, limit) => {
        const { journal } = sessionOf(entries, limit);
        const copy = opened(saveRecording(journal)).journal;
        expect(copy.head).toEqual(journal.head);
        expect(copy.checkpoint).toEqual(journal.checkpoint);
        expect(logOf(copy)).toEqual(logOf(journal));
        for (let position = journal.checkpoint.position; position <= journal.head.position; position += 1) {
          expect(replayTo(foldReadModels, copy, position)).toEqual(replayTo(foldReadModels, journal, position));
        }
      }),
      { numRuns: 60 },
    );
  });

  test('saved, opened and saved again is the same text, with every kind of fact in it', () => {
    const text = saveSession(whole);
    const { journal } = opened(text);
    expect(saveRecording(journal, [], Object.keys(journal.head.confirmed.screens))).toBe(text);
    expect(opened(text).notices).toEqual([]);
  });

  test('keeps its second track in the order in which things came, secrets taken out (JRN-5)', () => {
    const { journal } = sessionOf(everyFact.slice(0, 3));
    const transitions: Transition[] = [
      transitionOf('auth', { type: 'auth.login', username: 'rachel', password: 'hunter2' }, 'loggingIn', 0, 5),
      transitionOf('socket', { type: 'line.opened' }, 'connected', 2, 6),
      transitionOf('socket', { type: 'socket.closed', code: 4401 }, 'retrying.waiting', 3, 7),
    ];
    const text = saveRecording(journal, transitions);
    const tracks = text
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => (JSON.parse(line) as { track: string }).track);
    expect(tracks).toEqual(['transitions', 'facts', 'facts', 'transitions', 'facts', 'transitions']);
    expect(text).not.toContain('hunter2');
    const recording = opened(text);
    expect(recording.transitions).toEqual(transitions);
    expect(recording.transitions[0]?.event).toEqual({ type: 'auth.login', username: 'rachel', password: '[redacted]' });
    expect(recording.journal.head).toEqual(journal.head);
  });

  test('cut anywhere after its header it opens with what is whole, and says what is not', () => {
    const text = `${lines.join('\n')}\n`;
    const ends = lines.map((_, index) => lines.slice(0, index + 1).join('\n').length);
    const header = ends[0] ?? 0;
    fc.assert(
      fc.property(fc.integer({ min: header, max: text.length }), (cut) => {
        const recording = opened(text.slice(0, cut));
        expect(logOf(recording.journal)).toHaveLength(ends.filter((end) => end <= cut).length - 1);
        const isCut = !ends.some((end) => cut === end || cut === end + 1);
        const line = ends.filter((end) => end < cut).length + 1;
        const notice = `Line ${line} was cut off and is left out; what was recorded before it is whole`;
        expect(recording.notices).toEqual(isCut ? [notice] : []);
      }),
      { numRuns: 500 },
    );
  });

  test('Windows line ends and a byte order mark do no harm', () => {
    expect(opened(`\uFEFF${lines.join('\r\n')}\r\n`).journal.head).toEqual(whole.journal.head);
  });

  test.each([
    ['an empty file', '', 1, 'this is not a recording'],
    ['something else', '{"hello":1}\n', 1, 'this is not a recording'],
    ['no JSON at all', 'ts,rxId\n1,2\n', 1, 'this is not a recording'],
    [
      'a later format',
      '{"recording":"telemetry-console-recording","version":4}\n',
      1,
      'the recording has format 4, and this console reads format 3',
    ],
    [
      'an earlier format',
      '{"recording":"telemetry-console-recording","version":1,"checkpoint":{}}\n',
      1,
      'the recording has format 1, and this console reads format 3',
    ],
    [
      'a header without checkpoint',
      '{"recording":"telemetry-console-recording","version":3,"models":[]}\n',
      1,
      'checkpoint: expected',
    ],
    [
      'a read model that is not known',
      saveSession(whole).replace('"models":["beacons"]', '"models":["beacons","weather"]'),
      1,
      'the recording holds the read model "weather", which this console does not know',
    ],
    ['a broken line', [lines[0], lines[1], '{"track":', lines[3], ''].join('\n'), 3, 'this is not JSON'],
    ['a broken last line that was not cut', `${lines[0]}\n${lines[1]}\n{"track":\n`, 3, 'this is not JSON'],
    ['a missing line', `${[lines[0], lines[1], lines[3]].join('\n')}\n`, 3, 'entry 3 follows entry 1'],
    ['a doubled line', `${[lines[0], lines[1], lines[1]].join('\n')}\n`, 3, 'entry 1 follows entry 1'],
    ['a line of no track', `${lines[0]}\n{"track":"gossip"}\n`, 2, 'track: expected "facts"'],
    [
      'a fact that does not exist',
      `${lines[0]}\n{"track":"facts","entry":{"type":"happened","position":1,"at":1,"fact":{"type":"receiver.exploded"}}}\n`,
      2,
      'entry.fact.type: expected',
    ],
    [
      'a field that does not belong there',
      `${lines[0]}\n{"track":"facts","entry":{"type":"happened","position":1,"at":1,"fact":{"type":"system.selected","mitasId":"a","x":1}}}\n`,
      2,
      'entry.fact.x is not a field here',
    ],
    [
      'a secret',
      `${lines[0]}\n{"track":"facts","entry":{"type":"happened","position":1,"at":1,"fact":{"type":"system.selected","mitasId":"a","token":"t"}}}\n`,
      2,
      'entry.fact.token is the name of a secret',
    ],
  ])('refuses %s, with its line, the reason and what to do', (_, text, line, problem) => {
    const error = refused(text);
    expect(error.line).toBe(line);
    expect(error.problem).toContain(problem);
    expect(error.remedy.length).toBeGreaterThan(10);
    expect(badRecordingText(error)).toBe(`Line ${line}: ${error.problem}. ${error.remedy}.`);
  });

  test('any text at all is answered, never thrown', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.json(), fc.constantFrom(...lines))), (parts) => {
        expect(typeof open(parts.join('\n')).ok).toBe('boolean');
      }),
    );
  });
});
