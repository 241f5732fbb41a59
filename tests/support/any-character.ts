import fc from 'fast-check';

/** How many code points are halves of a character, which stand nowhere alone, and the first of them. */
const [halves, firstHalf] = [0x800, 0xd800];

/** Any character; the one of fast-check ('binary') takes seconds to make its tables in each process. */
export const anyCharacter = fc
  .nat(0x10ffff - halves)
  .map((point) => String.fromCodePoint(point < firstHalf ? point : point + halves));
