import * as v from 'valibot';
import { expect, test } from 'vitest';
import { transmitters } from '#model/registry/transmitters/transmitter.ts';
import { animals } from '#model/registry/animals/animal.ts';
import { problemsOf } from '#model/forms/form-problems.ts';

const sam = { alias: 'Sam', species: 'Steelhead', gender: 0, weight: 4_200, age: 900 };
const transmitter = {
  serialNumber: 'TX-0001',
  modelNumber: 'NTF-6-2',
  protocolId: 18,
  frequency: 150.05,
  frequencyVariance: 1.5,
  codeNumber: 42,
  emitInterval: 5_000,
  emitIntervalVariance: 10,
  purpose: 0,
};
const txData = transmitters.written;
const twice = v.pipe(
  v.object({ text: v.pipe(v.string(), v.minLength(3, 'too short'), v.startsWith('x', 'no x')) }),
  v.check(() => false, 'never'),
);

/** A form's messages at its fields (REG-7, REG-22). */
test.each<[string, v.GenericSchema<unknown, unknown>, object, object]>([
  ['nothing of what fits', animals.written, sam, {}],
  [
    'each field by itself',
    animals.written,
    { ...sam, alias: ' ', weight: 0 },
    {
      alias: 'Name must be between 1 and 50 characters in length',
      weight: 'Weight must be between 1g and 65535g',
    },
  ],
  [
    'a number that is not written yet',
    animals.written,
    { ...sam, age: Number.NaN },
    {
      age: 'Age must be between 1 day and 65535 days old',
    },
  ],
  [
    'what does not go together at the field that it names',
    txData,
    { ...transmitter, codeNumber: 522 },
    {
      codeNumber: 'Codes are 1 to 521 with Lotek 2000, 10 to 999999 with Lotek 2003, and none with beepers',
    },
  ],
  [
    'a code that its protocol does not have, while other numbers are not written yet (REG-4)',
    txData,
    { ...transmitter, codeNumber: 522, frequency: Number.NaN, emitInterval: Number.NaN },
    {
      frequency: 'Frequency must be from 148 MHz up to below 175 MHz',
      codeNumber: 'Codes are 1 to 521 with Lotek 2000, 10 to 999999 with Lotek 2003, and none with beepers',
      emitInterval: 'Emit interval must be between 600 and 3600000 ms',
    },
  ],
  [
    'what is wrong with all of it at none',
    txData,
    { ...transmitter, modelNumber: undefined },
    {
      '': 'Either TransmitterModelId or modelNumber names the model',
    },
  ],
  ['of several things at a field the first', twice, { text: 'a' }, { text: 'too short', '': 'never' }],
])('says %s', (_, schema, values, problems) => {
  expect(problemsOf(schema, values)).toEqual(problems);
});
