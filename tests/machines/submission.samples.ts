import { expect } from 'vitest';
import { submissionMachine } from '../../src/machines/submission/submission-machine.ts';
import { resetRules } from '#model/forms/reset-password.ts';
import { signUpRules } from '#model/forms/sign-up.ts';
import { promise, samples } from '../support/machine-paths.ts';

const signUp = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', company: 'Engines' };
const refusedName = { kind: 'server', code: 409, type: 'Conflict', message: 'That name is taken', field: 'lastName' };

export default samples({
  machine: submissionMachine,
  inputs: [{ rules: signUpRules }, { rules: resetRules }],
  events: {
    'form.submit': ({ context }) =>
      context.rules === signUpRules
        ? [{ values: signUp }, { values: { ...signUp, firstName: '' } }]
        : [{ values: { user: 'ada@example.org' } }, { values: { user: 'ada' } }],
    'form.edit': ({ context }) =>
      context.rules === signUpRules ? [{ field: 'firstName' }, { field: 'lastName' }] : [{ field: 'user' }],
  },
  actors: {
    sendForm: promise({ outputs: [undefined, 'Done'], errors: [{ kind: 'network' }, refusedName] }),
  },
  systems: ['snackbar'],
  serializeState: ({ value, context: { sent, rules, ...context } }) =>
    JSON.stringify([value, context, rules === signUpRules, Math.min(sent, 1)]),
  invariant: ({ snapshot }) => {
    const { refused, failure } = snapshot.context;
    expect(snapshot.hasTag('failed')).toBe(refused !== null || failure !== null);
  },
});
