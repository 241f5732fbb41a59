import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contactTypes } from '#model/entities/contact.ts';
import { shellBlocks } from '../support/operations-files.ts';

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');

test('the README names every type of a contact by the number that receivers send (CON-4)', () => {
  const names = Object.entries(contactTypes).map(([number, name]) => `${number} ${name}`);
  expect(readme.split('\n').find((line) => line.startsWith('`type` is'))).toContain(`: ${names.join(', ')};`);
});

test('a line that asks for a password stands by itself: what is pasted after it would be the answer', () => {
  const asking = shellBlocks(readme).filter((lines) => lines.some((line) => line.includes('users add') && !line.includes('<')));
  expect(asking.map((lines) => lines.length)).toEqual([1, 1]);
});
