import { StringDecoder } from 'node:string_decoder';

/** A contact's text and its number: the line of an NDJSON body, or the place in an array, from 1. `fault` says why it cannot be read. */
export type Item = { line: number; text: string; fault?: string };

/** No contact is longer; what is, is skipped without being held in memory. */
const longestItem = 4_096;
const tooLong = `longer than ${longestItem} characters`;

/**
 * Cuts a body that arrives in pieces into its contacts: lines of NDJSON, or the objects of one JSON array (told by the first
 * character). Holds no more than one contact, however long the body is.
 */
export class ItemSplitter {
  readonly #decoder = new StringDecoder('utf8');
  #splitter: { push(text: string, items: Item[]): void; end(items: Item[]): void } | null = null;

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
    if (this.#splitter === null) {
      // A byte order mark is white space to trimStart.
      const first = text.trimStart()[0];
      if (first === undefined) return;
      this.#splitter = first === '[' ? new ArraySplitter() : new LineSplitter();
    }
    this.#splitter.push(text, items);
  }
}

class LineSplitter {
  #rest = '';
  #line = 1;
  #skipping = false;

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
    this.#finish('', items);
  }

  #finish(text: string, items: Item[]): void {
    const line = this.#line++;
    const whole = this.#rest + text;
    if (this.#skipping || whole.length > longestItem) items.push({ line, text: '', fault: tooLong });
    else if (whole.trim() !== '') items.push({ line, text: whole });
    [this.#rest, this.#skipping] = ['', false];
  }
}

/** Walks the characters once: quotes and brackets are all it needs to know to find where one element ends. */
class ArraySplitter {
  #item = '';
  #number = 1;
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
      this.#finish(items);
      start = i + 1;
      this.#done = this.#depth === 0;
    }
    if (!this.#done) this.#add(text.slice(start));
  }

  end(items: Item[]): void {
    if (this.#done) return;
    this.#finish(items);
    items.push({ line: this.#number, text: '', fault: 'the array does not end' });
  }

  #refuseRest(text: string, items: Item[]): void {
    if (this.#refusedRest || text.trim() === '') return;
    this.#refusedRest = true;
    items.push({ line: this.#number, text: '', fault: 'text after the end of the array' });
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

  #finish(items: Item[]): void {
    const text = this.#item.trim();
    const line = this.#number;
    if (this.#skipping) items.push({ line, text: '', fault: tooLong });
    else if (text !== '') items.push({ line, text });
    this.#number += 1;
    [this.#item, this.#skipping] = ['', false];
  }
}

function isSpace(char: number): boolean {
  return char <= 0x20 || char === 0xfeff;
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
