import { expect, test } from 'vitest';
import { fileName } from '#model/text/file-name.ts';

test.each([
  ['Lemhi River contacts 2026-05-01 14:03:20.csv', 'Lemhi River contacts 2026-05-01 140320.csv'],
  ['North/South\\East: a "study"? <*>|.csv', 'North-South-East a -study-- ----.csv'],
  ['two\nlines\t.svg', 'two-lines-.svg'],
  ['Überlauf 2.csv', 'Überlauf 2.csv'],
])('the file of %j is called %j (FILE-5)', (text, name) => {
  expect(fileName(text)).toBe(name);
});
