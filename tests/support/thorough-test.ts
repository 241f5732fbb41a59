import { test } from 'vitest';
import { thorough } from './thorough.ts';

type Register = (name: string, body: () => Promise<void>, timeoutMs?: number) => void;

/** A test for the thorough run only. */
export const thoroughTest = thorough<Register>(test);
