import { expect, test } from 'vitest';
import type { Fact } from '#model/journal/facts.ts';
import { dumpFilesIn, dumpFilesModel } from '#model/journal/screen-models/dump-files.ts';
import { madeFile, samples } from '../../support/screen-facts/dump-files.ts';

/** FILE-11: the host's latest report of a file counts. */

const { fold, initial } = dumpFilesModel;
const after = (...facts: Fact[]) => facts.reduce(fold, initial);
const namesIn = (...facts: Fact[]) => dumpFilesIn(after(...facts))?.map(({ name, completed }) => `${name} ${completed}`) ?? null;

const loaded = samples['dumpFiles.loaded'];
const noted = samples['dumpFile.noted'];
const removed = samples['dumpFile.removed'];
const fresh: Fact = { type: 'dumpFile.noted', file: { ...madeFile, id: 30, name: 'July.csv' } };

test.each<[string, Fact[], string[] | null]>([
  ['nothing was loaded', [noted, removed], null],
  ['the list was loaded', [loaded], ['May.csv 1', 'June.txt null']],
  ['one of them was told of since', [loaded, noted], ['May.csv 1', 'June.txt 1']],
  ['a new one was told of', [loaded, fresh], ['May.csv 1', 'June.txt null', 'July.csv null']],
  ['one was removed', [loaded, removed], ['June.txt null']],
  ['the list came again', [loaded, noted, removed, loaded], ['May.csv 1', 'June.txt null']],
])('where %s', (_, facts, files) => {
  expect(namesIn(...facts)).toEqual(files);
});

test('the same state gives the same list, so that nothing is drawn for nothing', () => {
  const model = after(loaded, noted);
  expect(dumpFilesIn(model)).toBe(dumpFilesIn(model));
  expect(dumpFilesIn(fold(model, removed))).not.toBe(dumpFilesIn(model));
});
