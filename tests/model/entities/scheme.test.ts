import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Scheme,
  chooseScheme,
  confirmScheme,
  rejectScheme,
  reloadScheme,
  startScheme,
} from '../../../src/model/entities/scheme.ts';

const steps: Record<string, (scheme: Scheme) => Scheme> = {
  dark: (scheme) => chooseScheme(scheme, true),
  light: (scheme) => chooseScheme(scheme, false),
  confirm: confirmScheme,
  reject: rejectScheme,
  reload: (scheme) => reloadScheme(scheme, true),
};

test('what is shown is the last choice, or what the host holds; the order of answers changes nothing of that', () => {
  const names = fc.constantFrom(...Object.keys(steps));
  fc.assert(
    fc.property(fc.boolean(), fc.array(names, { maxLength: 40 }), (first, walk) => {
      let scheme = startScheme(first);
      for (const name of walk) {
        const before = scheme;
        scheme = steps[name]?.(scheme) ?? scheme;
        expect(scheme.shown).toBe(scheme.pending.at(-1) ?? scheme.confirmed);
        if (name === 'reject') expect(scheme.confirmed).toBe(before.confirmed);
        if (name === 'dark') expect(scheme.shown).toBe(true);
        if (name === 'light') expect(scheme.shown).toBe(false);
      }
    }),
  );
});

test('choosing what is shown asks the host nothing', () => {
  expect(chooseScheme(startScheme(true), true).pending).toEqual([]);
});
