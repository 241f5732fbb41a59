import { expect, test } from 'vitest';
import { changeCalls } from '#model/contract/change-calls.ts';
import { clientCalls } from '#model/contract/client-calls.ts';
import { hostCalls } from '#model/contract/host-calls.ts';
import { operationsCalls } from '#model/contract/operations-calls.ts';
import { publicCalls } from '#model/contract/public-calls.ts';
import { receiverCalls } from '#model/contract/receiver-calls.ts';
import { registryCalls } from '#model/contract/registry-calls.ts';
import { statisticsCalls } from '#model/contract/statistics-calls.ts';
import { callNames, contract } from '#model/contract/table.ts';

const groups = [publicCalls, clientCalls, hostCalls, receiverCalls, statisticsCalls, registryCalls, operationsCalls, changeCalls];

test('the contract is whole: 97 calls, each at an address of its own, none hidden by another of its name (CALL-1, CALL-2, CALL-3, CALL-4)', () => {
  expect(callNames.length).toBe(97);
  expect(groups.flatMap((group) => Object.keys(group)).toSorted()).toEqual([...callNames].toSorted());
  const addresses = Object.values(contract).map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
  expect(new Set(addresses).size).toBe(97);
});
