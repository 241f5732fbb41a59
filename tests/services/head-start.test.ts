import { expect, test } from 'vitest';
import { FailureError } from '#model/contract/failure.ts';
import { hostCalls } from '#model/contract/host-calls.ts';
import { createHeadStart } from '../../src/services/session/head-start.ts';
import type { HttpClient } from '../../src/services/ports.ts';

/** What a system needs to open, requested ahead (SPEED-19). */

const config = { asOf: { epoch: 'a', revision: 1 }, config: { status: 1 } };

/** Starts a host that answers each call with the next of `answers`, then repeats the last one. */
function stage(...answers: (() => unknown)[]) {
  const asked: string[] = [];
  const state = { now: 0 };
  const http = {
    async call(definition: object, request: { params: { mitasId: string } }) {
      if (definition === hostCalls.listReceiversAndSites) return { asOf: config.asOf, receivers: [], sites: [] };
      asked.push(request.params.mitasId);
      return Promise.resolve(answers[Math.min(asked.length, answers.length) - 1]?.());
    },
  } as unknown as HttpClient;
  const headStart = createHeadStart(http, () => state.now);
  const load = (mitasId: string) => headStart.load({ mitasId, name: 'config' }, new AbortController().signal);
  return { asked, state, headStart, load };
}

test('what was begun is not asked for again, and is good once', async () => {
  const { asked, headStart, load } = stage(() => config);
  headStart.begin('north');
  expect(asked).toEqual(['north']);
  expect(await load('north')).toMatchObject({ asOf: config.asOf });
  expect(asked).toEqual(['north']);
  await load('north');
  expect(asked).toEqual(['north', 'north']);
});

test('of another system, and for somebody else, nothing is taken', async () => {
  const { asked, headStart, load } = stage(() => config);
  headStart.begin('north');
  await load('south');
  expect(asked).toEqual(['north', 'south']);
  headStart.begin('north');
  headStart.begin(null);
  await load('north');
  expect(asked).toEqual(['north', 'south', 'north', 'north']);
});

test('what is half a minute old is asked for again', async () => {
  const { asked, state, headStart, load } = stage(() => config);
  headStart.begin('north');
  state.now = 30_000;
  await load('north');
  expect(asked).toEqual(['north', 'north']);
});

test('what failed ahead is asked for in its turn, whose outcome counts', async () => {
  const fail = () => {
    throw new FailureError({ kind: 'network' });
  };
  const passing = stage(fail, () => config);
  passing.headStart.begin('north');
  expect(await passing.load('north')).toMatchObject({ asOf: config.asOf });
  const lasting = stage(fail);
  lasting.headStart.begin('north');
  await expect(lasting.load('north')).rejects.toThrow(FailureError);
  expect(lasting.asked).toEqual(['north', 'north']);
});
