/** What a code block of docs/adding-a-screen.md does: makes a file, or adds lines to one. */
export type PageBlock = { path: string } & ({ whole: string } | { hunks: readonly Hunk[] });
type Hunk = { before: string; after: string };

const fence = /^```(?:ts\n\/\/|diff\n\+\+\+) (\S+)\n([\s\S]*?)^```$/gm;

/**
 * Reads the blocks of a page that name a file in their first line: after `//` a new file, after `+++` one
 * that gets the lines marked `+`. `@@` separates two places in a file.
 */
export function readBlocks(page: string): PageBlock[] {
  return [...page.matchAll(fence)].map(([block, path = '', body = '']) =>
    block.startsWith('```ts') ? { path, whole: body } : { path, hunks: body.split(/^@@\n/m).map(readHunk) },
  );
}

function readHunk(body: string): Hunk {
  const lines = body.split('\n').slice(0, -1);
  const unmarked = lines.find((line) => !/^[ +]/.test(line));
  if (unmarked !== undefined) throw new Error(`A line of a block begins neither with a space nor with +: '${unmarked}'`);
  const text = (some: readonly string[]) => some.map((line) => `${line.slice(1)}\n`).join('');
  return { before: text(lines.filter((line) => line.startsWith(' '))), after: text(lines) };
}

/**
 * Returns a file after its block.
 * @throws Error if the quoted lines are not there, or there twice.
 */
export function withBlock(block: PageBlock, present: string | undefined): string {
  if ('whole' in block) {
    if (present !== undefined) throw new Error(`${block.path} is there already`);
    return block.whole;
  }
  if (present === undefined) throw new Error(`${block.path} is not there`);
  return block.hunks.reduce((text, { before, after }) => {
    const parts = text.split(before);
    if (parts.length !== 2) throw new Error(`${block.path} holds ${parts.length - 1} times:\n${before}`);
    return parts.join(after);
  }, present);
}
