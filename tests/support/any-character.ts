import fc from 'fast-check';

/** The number of surrogate code points, which cannot appear alone, and the first of them. */
const [halves, firstHalf] = [0x800, 0xd800];

/** Generates any character. fast-check's own ('binary') takes seconds to make its tables in each process. */
export const anyCharacter = fc
  .nat(0x10ffff - halves)
  .map((point) => String.fromCodePoint(point < firstHalf ? point : point + halves));
