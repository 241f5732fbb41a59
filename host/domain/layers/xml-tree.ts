import { DOMParser, ParseError } from '@xmldom/xmldom';
import { grouped, LayerRefusal } from '#model/layers/layer-refusal.ts';

/**
 * Limits of an XML file (LAY-4). In 10 MB, the densest tracks have 350,000 elements, and KML folders nest a
 * few levels deep.
 */
export const xmlBounds = { elements: 500_000, depth: 100 };

/**
 * An element with just the part of the DOM that the GeoJSON library uses: the parser's own document takes ten
 * times the memory.
 */
class XmlElement {
  readonly tagName: string;
  /** Each name, followed by its value. */
  readonly #attributes: readonly string[];
  #parts: (XmlElement | string)[] | undefined;

  constructor(tagName: string, attributes: readonly string[]) {
    this.tagName = tagName;
    this.#attributes = attributes;
  }

  get nodeType(): number {
    return 1;
  }

  get nodeName(): string {
    return this.tagName;
  }

  /** Child elements only. */
  get childNodes(): XmlElements {
    return XmlElements.from(this.#parts?.filter((part) => typeof part !== 'string') ?? []) as XmlElements;
  }

  get textContent(): string {
    return this.#parts?.map((part) => (typeof part === 'string' ? part : part.textContent)).join('') ?? '';
  }

  /**
   * Empty: otherwise the library would search it for namespaces and turn their elements into properties,
   * which no layer keeps.
   */
  get attributes(): [] {
    return [];
  }

  append(part: XmlElement | string): void {
    if (this.#parts === undefined) this.#parts = [part];
    else this.#parts.push(part);
  }

  getAttribute(name: string): string | null {
    const at = this.#attributes.findIndex((text, index) => index % 2 === 0 && text === name);
    return this.#attributes[at + 1] ?? null;
  }

  getElementsByTagName(tagName: string): XmlElement[] {
    return this.#found((element) => element.tagName === tagName, []);
  }

  /**
   * The library calls this for a name in any namespace, and with '*' for all elements of a namespace. Those
   * would become properties that no layer keeps, so none are returned.
   */
  getElementsByTagNameNS(_: string, localName: string): XmlElement[] {
    if (localName === '*') return [];
    return this.#found(({ tagName }) => tagName.slice(tagName.indexOf(':') + 1) === localName, []);
  }

  /** Adjacent texts are already read as one. */
  normalize(): void {}

  #found(isWanted: (element: XmlElement) => boolean, found: XmlElement[]): XmlElement[] {
    for (const part of this.#parts ?? []) {
      if (typeof part === 'string') continue;
      if (isWanted(part)) found.push(part);
      part.#found(isWanted, found);
    }
    return found;
  }
}

class XmlElements extends Array<XmlElement> {
  item(at: number): XmlElement | undefined {
    return this[at];
  }
}

class XmlTree extends XmlElement {
  documentElement: XmlElement | undefined;

  /** The parser calls this for text after the root element, before it reports the error. */
  createTextNode(): void {}
}

type ParsedAttributes = { length: number; getQName(at: number): string; getValue(at: number): string };

/** Builds the tree from the parser's events. */
class TreeBuilder {
  readonly doc = new XmlTree('', []);
  readonly #open: XmlElement[] = [this.doc];
  readonly #bounds: typeof xmlBounds;
  #elements = 0;

  constructor(bounds: typeof xmlBounds) {
    this.#bounds = bounds;
  }

  get currentElement(): XmlElement | undefined {
    return this.#open.length > 1 ? this.#open.at(-1) : undefined;
  }

  startElement(namespace: string | null | undefined, _: string, tagName: string, attributes: ParsedAttributes): void {
    const { elements, depth } = this.#bounds;
    if (tagName.includes(':') && (namespace ?? '') === '') this.fatalError(`the prefix of '${tagName}' is not declared`);
    if (this.#open.length === 1 && this.doc.documentElement !== undefined) this.fatalError('it has two root elements');
    if (this.#open.length > depth)
      this.#refuse(`nests elements more than ${grouped(depth)} deep`, 'export it again, or as GeoJSON');
    this.#elements += 1;
    if (this.#elements > elements)
      this.#refuse(
        `has more than ${grouped(elements)} elements`,
        'leave out what the map does not draw, or export it as GeoJSON',
      );
    const pairs: string[] = [];
    for (let at = 0; at < attributes.length; at++) pairs.push(attributes.getQName(at), attributes.getValue(at));
    const element = new XmlElement(tagName, pairs);
    this.doc.documentElement ??= element;
    this.#open.at(-1)?.append(element);
    this.#open.push(element);
  }

  endElement(): void {
    this.#open.pop();
  }

  characters(source: string, start: number, length: number): void {
    const text = source.slice(start, start + length);
    if (text.trim() !== '') this.currentElement?.append(text);
  }

  /** Warnings are errors, too: a lenient parser would have to guess about a damaged file. */
  warning(message: string): never {
    return this.fatalError(message);
  }

  error(message: string): never {
    return this.fatalError(message);
  }

  fatalError(message: string): never {
    throw new ParseError(message);
  }

  #refuse(what: string, todo: string): never {
    const refusal = new LayerRefusal(`The file ${what}: ${todo}.`);
    throw new ParseError(refusal.message, undefined, refusal);
  }

  startDocument(): void {}
  endDocument(): void {}
  startPrefixMapping(): void {}
  endPrefixMapping(): void {}
  processingInstruction(): void {}
  comment(): void {}
  startCDATA(): void {}
  endCDATA(): void {}
  startDTD(): void {}
  endDTD(): void {}
}

/**
 * Parses XML.
 * @throws LayerRefusal beyond the limits; ParseError if it is not complete XML.
 */
export function xmlTree(text: string, bounds = xmlBounds): XmlTree {
  const domHandler = TreeBuilder.bind(null, bounds);
  try {
    // The parser returns the handler's tree.
    return new DOMParser({ domHandler, locator: false }).parseFromString(text, 'text/xml') as unknown as XmlTree;
  } catch (error) {
    throw error instanceof ParseError && error.cause instanceof LayerRefusal ? error.cause : error;
  }
}
