import { StringDecoder } from 'node:string_decoder';

/**
 * The text of an item, such as a contact, and its line in an NDJSON body or place in an array, from 1.
 * `fault` says why the text cannot be read.
 */
export type Item = { line: number; text: string; fault?: string };

/** The longest item in characters. A longer one is skipped and not held in memory. */
const longestItem = 4_096;
const tooLong = `longer than ${longestItem} characters`;

/**
 * Splits a body that arrives in pieces into items: the lines of NDJSON, or the elements of one JSON array, as
 * the first character shows. Holds at most one incomplete item, however long the body is.
 */
export class ItemSplitter {
  readonly #decoder = new StringDecoder('utf8');
  /** The number of blank lines before the first item. */
  #blankLines = 0;
  #splitter: LineSplitter | ArraySplitter | null = null;

  /** The number of lines or elements so far, including blank ones. */
  get count(): number {
    return this.#splitter?.count ?? this.#blankLines;
  }

  push(bytes: Buffer): Item[] {
    const items: Item[] = [];
    this.#take(this.#decoder.write(bytes), items);
    return items;
  }

  end(): Item[] {
    const items: Item[] = [];
    this.#take(this.#decoder.end(), items);
    this.#splitter?.end(items);
    return items;
  }

  #take(text: string, items: Item[]): void {
    if (this.#splitter !== null) return this.#splitter.push(text, items);
    // trimStart also removes a byte order mark.
    const rest = text.trimStart();
    for (let i = text.indexOf('\n'); i !== -1 && i < text.length - rest.length; i = text.indexOf('\n', i + 1))
      this.#blankLines += 1;
    if (rest === '') return;
    this.#splitter = rest.startsWith('[') ? new ArraySplitter() : new LineSplitter(this.#blankLines);
    this.#splitter.push(rest, items);
  }
}

class LineSplitter {
  #rest = '';
  #skipping = false;
  /** The number of completed lines. */
  count: number;

  constructor(before: number) {
    this.count = before;
  }

  push(text: string, items: Item[]): void {
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      this.#finish(text.slice(start, end), items);
      start = end + 1;
    }
    this.#rest += this.#skipping ? '' : text.slice(start);
    if (this.#rest.length > longestItem) [this.#rest, this.#skipping] = ['', true];
  }

  end(items: Item[]): void {
    if (this.#skipping || this.#rest !== '') this.#finish('', items);
  }

  #finish(text: string, items: Item[]): void {
    this.count += 1;
    const whole = this.#rest + text;
    if (this.#skipping || whole.length > longestItem) items.push({ line: this.count, text: '', fault: tooLong });
    else {
      // trim also removes a byte order mark, even in the middle of files that were concatenated.
      const trimmed = whole.trim();
      if (trimmed !== '') items.push({ line: this.count, text: trimmed });
    }
    [this.#rest, this.#skipping] = ['', false];
  }
}

/**
 * Splits a JSON array. Reads each character once; quotes and brackets are enough to find where an element
 * ends.
 */
class ArraySplitter {
  /** The number of completed elements. */
  count = 0;
  #item = '';
  #depth = 0;
  #inString = false;
  #escaped = false;
  #skipping = false;
  #done = false;
  #refusedRest = false;

  push(text: string, items: Item[]): void {
    let start = 0;
    for (let i = 0; i < text.length; i++) {
      const char = text.charCodeAt(i);
      if (this.#done) return this.#refuseRest(text.slice(i), items);
      if (this.#inString) this.#walkString(char);
      else if (char === quote) this.#inString = true;
      else if (char === openBracket || char === openBrace) {
        if (this.#depth++ === 0) start = i + 1;
      } else if (char === closeBracket || char === closeBrace) this.#depth -= 1;
      if (this.#inString || !(this.#depth === 0 || (char === comma && this.#depth === 1)) || isSpace(char)) continue;
      this.#add(text.slice(start, i));
      this.#done = this.#depth === 0;
      // An empty array has no element before its end.
      if (!this.#done || this.count > 0 || this.#hasItem()) this.#finish(items);
      start = i + 1;
    }
    if (!this.#done) this.#add(text.slice(start));
  }

  end(items: Item[]): void {
    if (this.#done) return;
    if (this.#hasItem()) this.#finish(items);
    items.push({ line: this.count + 1, text: '', fault: 'the array does not end' });
  }

  #refuseRest(text: string, items: Item[]): void {
    if (this.#refusedRest || text.trim() === '') return;
    this.#refusedRest = true;
    items.push({ line: this.count + 1, text: '', fault: 'text after the end of the array' });
  }

  #walkString(char: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (char === backslash) this.#escaped = true;
    else if (char === quote) this.#inString = false;
  }

  #add(text: string): void {
    if (this.#skipping) return;
    this.#item += text;
    if (this.#item.length > longestItem) [this.#item, this.#skipping] = ['', true];
  }

  #hasItem(): boolean {
    return this.#skipping || this.#item.trim() !== '';
  }

  #finish(items: Item[]): void {
    this.count += 1;
    if (this.#skipping) items.push({ line: this.count, text: '', fault: tooLong });
    else items.push({ line: this.count, text: this.#item.trim() });
    [this.#item, this.#skipping] = ['', false];
  }
}

function isSpace(char: number): boolean {
  return char <= 0x20 || char === 0xfeff;
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
