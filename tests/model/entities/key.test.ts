import { describe, expect, test } from 'vitest';
import { keyProblem } from '../../../src/model/entities/key.ts';

const access = `tck_${'a1_-'.repeat(10)}xyz`;
const receiver = 'k3J-'.repeat(10);

describe('a key that was pasted (ERR-20)', () => {
  test.each([
    ['Bearer', `Bearer ${access}`],
    ['Bearer', `Bearer  ${access}`],
    ['Bearer', 'Bearer made.up.token'],
    ['Bearer', 'Bearer a.session.token-with-tck_-in-it'],
    ['Bearer', 'Basic Zm9vOmJhcg=='],
    ['Bearer', ''],
    ['Receiver', `Receiver ${receiver}`],
    ['Receiver', `receiver  ${receiver}`],
    ['Receiver', 'Receiver short'],
    ['Receiver', `Bearer "${access}"`],
    ['Receiver', receiver],
    ['Receiver', ''],
  ] as const)('as %s is read from %s', (scheme, authorization) => {
    expect(keyProblem(authorization, scheme)).toBeNull();
  });

  test.each([
    ['Bearer', `Bearer "${access}"`],
    ['Bearer', `Bearer '${access}'`],
    ['Bearer', `"Bearer ${access}"`],
    ['Bearer', `Bearer ${access.slice(0, -1)}`],
    ['Bearer', `Bearer ${access}x`],
    ['Bearer', `Bearer ${access.slice(0, 9)} ${access.slice(9)}`],
    ['Bearer', access],
    ['Bearer', `Bearer \u00e2\u0080\u009c${access}\u00e2\u0080\u009d`],
    ['Bearer', 'Bearer <key>'],
    ['Bearer', 'Bearer'],
    ['Receiver', `Receiver "${receiver}"`],
    ['Receiver', `Receiver '${receiver}'`],
    ['Receiver', `Receiver ${receiver.slice(0, 9)} ${receiver.slice(9)}`],
    ['Receiver', 'Receiver <key>'],
    ['Receiver', 'Receiver'],
  ] as const)('as %s is not %s, which is never repeated', (scheme, authorization) => {
    const problem = keyProblem(authorization, scheme);
    expect(problem).toBe(
      `This is not a key: check for quotes, blanks and missing characters. Send Authorization: ${scheme} <key>`,
    );
  });
});
