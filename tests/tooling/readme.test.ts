import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contactTypes } from '#model/entities/contact.ts';
import { shellBlocks } from '../support/operations-files.ts';

const root = join(import.meta.dirname, '../..');
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');

test('the README is short enough for a newcomer to read it', () => {
  expect(textOf('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(250);
});

test('the README names every setting of a port, so that two hosts fit on one machine (HOST-1)', () => {
  const settings = textOf('docs/operations/settings.md').match(/(?<=^\| `)[A-Z_]*PORTS?(?=`)/gm) ?? [];
  expect(settings).toEqual(['PORT', 'WS_PORT', 'FTPS_PORT', 'FTPS_IMPLICIT_PORT', 'FTPS_PASSIVE_PORTS']);
  const paragraph = textOf('README.md')
    .split('\n\n')
    .find((text) => text.includes('is taken'));
  expect(settings.filter((name) => paragraph?.includes(`\`${name}\``) !== true)).toEqual([]);
});

test('the page about ingest names every type of contact by the number that receivers send (CON-4)', () => {
  const names = Object.entries(contactTypes).map(([number, name]) => `${number} ${name}`);
  const line = textOf('docs/ingest.md')
    .split('\n')
    .find((text) => text.startsWith('`type` is'));
  expect(line).toContain(`: ${names.join(', ')};`);
});

test.each(['README.md', 'docs/operations/install.md', 'docs/operations/accounts.md'])(
  'in %s a command that asks for a password is alone in its block: text pasted after it would become the answer',
  (path) => {
    const asking = shellBlocks(textOf(path)).filter((lines) => lines.some((line) => line.includes('users add')));
    expect(asking.map((lines) => lines.length)).toEqual([1]);
  },
);
