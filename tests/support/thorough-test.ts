import { test } from 'vitest';
import { isThorough } from './thorough.ts';

type Register = (name: string, body: () => Promise<void>, timeoutMs?: number) => void;

/**
 * A test of the thorough run alone. Elsewhere it does not exist, since a skipped test counts as a failed one.
 */
export const thoroughTest: Register = isThorough ? test : () => undefined;
