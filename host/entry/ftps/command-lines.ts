/** A client's command, with its verb in capitals. */
export type FtpsCommand = { verb: string; argument: string };

const lineFeed = 10;
/**
 * Telnet signals, which clients send before ABOR. They begin with byte 255, which valid UTF-8 never contains.
 */
const telnetSignals = /\xff(?:[\xfb-\xfe].|[\xf0-\xfa])?/gs;

/** Splits received bytes into lines and keeps an incomplete last line for the next chunk. */
export class CommandLines {
  readonly #maxBytes: number;
  #rest = Buffer.alloc(0);

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Returns the completed lines without their line ends, or null if a line is too long. */
  add(chunk: Buffer): Buffer[] | null {
    const lines: Buffer[] = [];
    let rest = Buffer.concat([this.#rest, chunk]);
    for (let end = rest.indexOf(lineFeed); end >= 0; end = rest.indexOf(lineFeed)) {
      if (end > this.#maxBytes) return null;
      lines.push(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
    }
    if (rest.length > this.#maxBytes) return null;
    this.#rest = Buffer.from(rest);
    return lines;
  }

  /** Drops the incomplete last line. */
  drop(): void {
    this.#rest = Buffer.alloc(0);
  }
}

/**
 * Returns the command in a line, or null if the line has control characters, such as NUL, or is not UTF-8.
 */
export function readCommand(line: Buffer): FtpsCommand | null {
  const bytes = line.toString('latin1').replace(telnetSignals, '').replace(/\r$/, '');
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(bytes, 'latin1'));
    if (/\p{Cc}/u.test(text)) return null;
    const space = text.indexOf(' ');
    const [verb, argument] = space < 0 ? [text, ''] : [text.slice(0, space), text.slice(space + 1)];
    return { verb: verb.toUpperCase(), argument };
  } catch {
    return null;
  }
}
