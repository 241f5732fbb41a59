/** What a client asks, its verb in capitals. */
export type FtpsCommand = { verb: string; argument: string };

const lineFeed = 10;
/** Telnet's signals, which clients send before an ABOR; their byte 255 is in no text of UTF-8. */
const telnetSignals = /\xff(?:[\xfb-\xfe].|[\xf0-\xfa])?/gs;

/** Cuts what arrives into lines, and keeps less than one of them. */
export class CommandLines {
  readonly #maxBytes: number;
  #rest = Buffer.alloc(0);

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The lines that are whole now, without their ends; null when one is too long. */
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

  /** Forgets the line that is not whole yet. */
  drop(): void {
    this.#rest = Buffer.alloc(0);
  }
}

/** Null for what is no text: a NUL or another control character, or bytes that are not UTF-8. */
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
