import { expect, test } from 'vitest';
import { isOfOneScript } from '#model/fields/one-script.ts';

test.each([
  ['pat', true],
  ['p.a-t_9', true],
  ['élodie', true],
  ["Éo'neil", true],
  ['иванов', true],
  ['p\u0430t', false],
  ['иванov', false],
  ['Ωmega', false],
  ['山田たろう', true],
  ['カタカナ', true],
  ['김철수', true],
  ['김a', false],
  ['王伟', true],
  ['王a', false],
  ['١٢٣', true],
  ['42', true],
  ['', true],
])('%s is of one script: %s (ACC-25)', (text, expected) => expect(isOfOneScript(text)).toBe(expected));
