import type { Logger } from 'pino';

const shownMs = 2_000;
const mebibyte = 1_048_576;

/** Where a command writes: its log, and the lines that it prints while it works. */
export type Speech = { log: Logger; say: (line: string) => void };

/** Returns a function that prints how many of the bytes are done, at most every two seconds. */
export function progressLines(verb: string, say: Speech['say']): (done: number, of: number) => void {
  let shownAt = performance.now();
  return (done, of) => {
    if (performance.now() - shownAt < shownMs) return;
    shownAt = performance.now();
    say(`… ${mebibytes(done)} of ${mebibytes(of)} MiB ${verb}`);
  };
}

export function mebibytes(bytes: number): string {
  return Math.ceil(bytes / mebibyte).toLocaleString('en');
}
