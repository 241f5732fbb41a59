import { describe, expect, test } from 'vitest';
import { type Failure } from '../../../src/model/contract/failure.ts';
import { socketAddress } from '../../../src/model/contract/socket-address.ts';
import type { Incoming } from '../../../src/model/contract/socket-messages.ts';
import { isSystemName } from '../../../src/model/entities/system.ts';
import { factOfMessage } from '../../../src/model/session/message-facts.ts';
import {
  type LoadedParts,
  isTurnedAway,
  joinParts,
  refusalKind,
  refusalOf,
  systemOffline,
  worthRetrying,
} from '../../../src/model/session/system-parts.ts';
import { timezoneToSet } from '../../../src/model/session/timezone.ts';
import { asOf, factSamples, hostConfig } from '../../support/fact-samples.ts';

const network: Failure = { kind: 'network' };
const server = (code: number, type = 'ServerError'): Failure => ({ kind: 'server', code, type });
const loaded = (failures: LoadedParts['failures'], status = 1): LoadedParts => ({
  facts: [{ type: 'host.configLoaded', asOf, config: { ...hostConfig, status } }],
  failures,
});

describe('what came of loading a system', () => {
  test.each<[string, LoadedParts, Failure | undefined]>([
    ['all of it', loaded({}), undefined],
    ['all but what the page can do without', loaded({ alarms: network, beacons: server(501) }), undefined],
    ['no fleet', loaded({ fleet: network }), network],
    ['no settings', loaded({ config: server(403) }), server(403)],
    ['a system that is shut down', loaded({}, 0), systemOffline],
  ])('%s', (_, parts, refusal) => {
    expect(refusalOf(parts)).toEqual(refusal);
  });

  test.each<[Failure, ReturnType<typeof refusalKind>]>([
    [systemOffline, 'offline'],
    [server(403, 'Forbidden'), 'unauthorized'],
    [server(404, 'NotFound'), 'unknown'],
    [server(503), 'failed'],
    [network, 'failed'],
    [{ kind: 'invalidPayload', issues: [] }, 'failed'],
  ])('%j is told as %s', (failure, kind) => {
    expect(refusalKind(failure)).toBe(kind);
    expect(isTurnedAway(loaded({ config: failure }))).toBe(kind !== 'failed');
  });

  test('what the host has not, or forbids, is not asked for again', () => {
    const parts = loaded({
      fleet: network,
      alarms: server(500),
      beacons: server(501),
      systems: server(403),
      config: server(404),
    });
    expect(worthRetrying(parts)).toEqual(['fleet', 'alarms']);
    expect(worthRetrying(loaded({}))).toEqual([]);
  });

  test('parts are joined without doubles, and stay the same list when nothing is new', () => {
    const parts = ['fleet', 'alarms'] as const;
    expect(joinParts(parts, ['alarms', 'config'])).toEqual(['fleet', 'alarms', 'config']);
    expect(joinParts(parts, ['fleet'])).toBe(parts);
  });
});

describe('what a message tells', () => {
  test.each<[Incoming, unknown]>([
    [
      { type: 'invalidate', payload: ['fleet'] },
      { type: 'invalidated', what: ['fleet'] },
    ],
    [
      { type: 'newRxState', payload: { rxId: 1, state: 4, ts: 5 } },
      { type: 'receiver.stateChanged', rxId: 1, state: 4, ts: 5 },
    ],
    [
      { type: 'newRxModel', payload: { rxId: 1, model: 1 } },
      { type: 'receiver.modelChanged', rxId: 1, model: 1 },
    ],
    [{ type: 'refused', payload: { message: 'no' } }, undefined],
  ])('%j', (message, fact) => {
    expect(factOfMessage(message)).toEqual(fact);
  });

  test('an rxInfo becomes the fact of the same fields', () => {
    const { type, ...payload } = factSamples['receiver.infoReported'];
    expect(factOfMessage({ type: 'rxInfo', payload })).toEqual({ type, ...payload });
  });
});

test.each([
  [{ timezone: 'UTC' }, { autoTimezone: true }, 'Europe/Berlin', 'Europe/Berlin'],
  [{ timezone: 'UTC' }, { autoTimezone: true }, 'UTC', undefined],
  [{ timezone: 'UTC' }, { autoTimezone: false }, 'Europe/Berlin', undefined],
  [{ timezone: 'UTC' }, undefined, 'Europe/Berlin', undefined],
  [{ timezone: 'UTC' }, { autoTimezone: true }, '', undefined],
])('of %j in a system of %j under a browser of %j the timezone %j is set (spec §4)', (account, system, browser, expected) => {
  expect(timezoneToSet(account, system, browser)).toBe(expected);
});

test.each([
  ['http://127.0.0.1:8080', 'localhost', 'ws://localhost:8081/socket/demo'],
  ['http://127.0.0.1:8080', '127.0.0.1', 'ws://127.0.0.1:8081/socket/demo'],
  ['https://console.example.org', 'localhost', 'wss://localhost:8081/socket/demo'],
  ['http://127.0.0.1:8080', 'host.example.org', 'wss://host.example.org:8081/socket/demo'],
  ['https://console.example.org', 'host.example.org', 'wss://host.example.org:8081/socket/demo'],
])('from a page of %s the socket of %s is at %s', (page, url, address) => {
  expect(socketAddress({ url, wsPort: 8081, mitasId: 'demo' }, page)).toBe(address);
});

test.each([
  ['demo', true],
  ['River_2-north', true],
  ['', false],
  ['no.dot', false],
  ['a/b', false],
  ['x'.repeat(65), false],
])('%j may name a system: %j', (name, expected) => {
  expect(isSystemName(name)).toBe(expected);
});
