import { test } from 'vitest';
import { thorough } from './thorough.ts';

type Register = (name: string, body: () => Promise<void>, timeoutMs?: number) => void;

/** A test of the thorough run alone. */
export const thoroughTest = thorough<Register>(test);
