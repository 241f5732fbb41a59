import type { Logger } from 'pino';

const shownMs = 2_000;
const mebibyte = 1_048_576;

/** The outputs of a command: its log, and the lines it prints while it works. */
export type Speech = { log: Logger; say: (line: string) => void };

/** Prints every two seconds how many of the bytes are done. */
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
